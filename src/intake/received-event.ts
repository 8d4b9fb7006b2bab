/** What reading a webhook needs: who we are, whose words they are, and what identifies an event. */
import { usableHandles } from '../people/mention.ts';
import { DELETED_ACCOUNT, type Person } from '../ports/github.ts';
import type { Account, Envelope, Issue } from './payload.ts';

export interface BotIdentity {
  readonly appId: number;
  /** Our account is `<slug>[bot]`, our mention `@<slug>`. */
  readonly slug: string;
  /** Further names that mean us, without the `@`. */
  readonly aliases: readonly string[];
}

export interface TriggerSettings {
  readonly triggerLabel: string;
  /**
   * Repositories may have trigger labels of their own, so other labels are accepted, too, and looked up later (GH-9).
   */
  readonly anyLabel?: true;
  /** Account ids of bots that may start tasks, here or anywhere; a name proves nothing. */
  readonly allowedBots: readonly number[];
}

export interface ReceivedEvent {
  readonly envelope: Envelope;
  readonly payload: unknown;
  readonly identity: BotIdentity;
  readonly settings: TriggerSettings;
}

/** The names that mean us. */
export function handlesOf({ identity }: Pick<ReceivedEvent, 'identity'>): readonly string[] {
  return usableHandles(identity.slug, identity.aliases);
}

/**
 * The common fields of all intents. `issue` is the number of an issue or a pull request, which GitHub counts together.
 */
export function saidBy({ id, login, type }: Person & Partial<Account>, issue: number, { envelope }: ReceivedEvent) {
  const { repository, installation } = envelope;
  return {
    repo: {
      installationId: installation.id,
      repositoryId: repository.id,
      owner: repository.owner.login,
      name: repository.name,
    },
    issue,
    sender: { id, login, isBot: type === 'Bot' },
  };
}

/**
 * The same, if the sender may steer us at all: people, and bots allowed by id. Null for others. Permissions are checked
 * later.
 */
export function saidBySteerer(issue: number, event: ReceivedEvent): ReturnType<typeof saidBy> | null {
  const { sender } = event.envelope;
  if (!sender || sender.id === DELETED_ACCOUNT.id) return null;
  const maySteer = sender.type === 'User' || (sender.type === 'Bot' && event.settings.allowedBots.includes(sender.id));
  return maySteer ? saidBy(sender, issue, event) : null;
}

/** Usable as part of a job id, which must not contain a colon. */
export function occurrenceOf(what: string, id: number, updatedAt: string): string {
  return `${what}-${id}-${updatedAt.replace(/[^0-9A-Za-z-]/g, '')}`;
}

/** Written by the sender of the event, and not by us on somebody's behalf. */
export function isOwnText(
  { identity, envelope }: ReceivedEvent,
  { user, performed_via_github_app: app }: Pick<Issue, 'user' | 'performed_via_github_app'>,
): boolean {
  return app?.id !== identity.appId && user?.id === envelope.sender?.id;
}

/** Only an App's own account can have such a name. */
export function isOurAccount(account: Account | null | undefined, { slug }: BotIdentity): boolean {
  return account?.login.toLowerCase() === `${slug.toLowerCase()}[bot]`;
}
