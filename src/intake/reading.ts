/** What every reading of a webhook begins with: whose words they are, and what counts as one happening. Pure. */
import { asciiLowerCase } from '../people/plain-text.ts';
import { usableHandles } from '../people/handle.ts';
import { type Account, type Envelope, GHOST, type Issue } from './payload.ts';
import type { BotIdentity, TriggerSettings } from './bot.ts';

export interface Reading {
  readonly envelope: Envelope;
  readonly payload: unknown;
  readonly identity: BotIdentity;
  readonly settings: TriggerSettings;
}

/** `issue` is the number of an issue or of a pull request: GitHub counts them together. */
export function common({ envelope }: Reading, issue: number, sender: Account) {
  const { repository, installation } = envelope;
  return {
    repo: {
      installationId: installation.id,
      repositoryId: repository.id,
      owner: repository.owner.login,
      name: repository.name,
    },
    issue,
    sender: { id: sender.id, login: sender.login, isBot: sender.type === 'Bot' },
  };
}

/** Usable as part of a queue's job id, which may not contain a colon. */
export function occurrenceOf(what: string, id: number, updatedAt: string): string {
  return `${what}-${id}-${updatedAt.replace(/[^0-9A-Za-z-]/g, '')}`;
}

/** Who may give orders at all: people, and the bots that were allowed by id. Their permission is asked later. */
export function steeringSender({ envelope: { sender }, settings }: Reading): Account | null {
  if (!sender || sender.id === GHOST.id) return null;
  if (sender.type === 'User') return sender;
  return sender.type === 'Bot' && settings.allowedBots.includes(sender.id) ? sender : null;
}

/** Written by the sender of the event, and not by us on somebody's behalf. */
export function isOwnText(
  reading: Reading,
  text: {
    readonly user?: Account | null | undefined;
    readonly performed_via_github_app?: Issue['performed_via_github_app'];
  },
): boolean {
  if (text.performed_via_github_app?.id === reading.identity.appId) return false;
  return text.user?.id === reading.envelope.sender?.id;
}

/** Only an App's own account can have such a name. */
export function isOurAccount(account: Account | null | undefined, identity: BotIdentity): boolean {
  return asciiLowerCase(account?.login ?? '') === `${asciiLowerCase(identity.slug)}[bot]`;
}

export function handlesOf(identity: BotIdentity): readonly string[] {
  return usableHandles(identity.slug, identity.aliases);
}
