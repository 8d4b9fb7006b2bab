/** What an intent is in a repository that has a configuration of its own (GH-9), or nothing. */
import { admitOrExplain } from './admission.ts';
import { mistakesText } from './configuration-words.ts';
import { reply } from './reply.ts';
import { BEGUN_BY, type Intent, type IntentOf } from '../people/intent.ts';
import { isSameLabel, isTrigger, planLabelOf } from '../people/same-label.ts';
import { noteTriggerLabel } from '../queue/trigger-labels.ts';
import type { ActingTools, RepositorySettings } from './acting-tools.ts';

type Start = IntentOf<'start'>;

/** Null where the label that was set is not the one that starts tasks here. */
export async function asConfigured(intent: Start, tools: ActingTools): Promise<Start | null> {
  const { repo, label } = intent;
  if (label === undefined) return intent;
  const { triggerLabel } = await tools.settingsOf(repo);
  if (!isTrigger(label, triggerLabel)) {
    await noteTriggerLabel(tools.redis, repo.repositoryId, triggerLabel);
    return null;
  }
  return isSameLabel(label, planLabelOf(triggerLabel)) ? { ...intent, ...BEGUN_BY.plan } : intent;
}

/** Asked for, by a label or a word, or wanted of every plan here. */
export function isPlanShownFirst(
  { plansFirst, isPlan, labels = [] }: Start,
  { plansFirst: always, triggerLabel }: RepositorySettings,
): boolean {
  const planLabel = planLabelOf(triggerLabel);
  return plansFirst === true || isPlan === true || always || labels.some((label) => isSameLabel(label, planLabel));
}

/** The door lets bots through that some repository may have allowed: whether this one did is asked here. */
export async function isListenedTo({ kind, sender, repo }: Intent, { settingsOf }: ActingTools): Promise<boolean> {
  // Whoever is told to have caused a check, or took a block from an issue, asks for nothing.
  if (!sender.isBot || kind === 'withdraw' || kind === 'checks_failed' || kind === 'unblocked') return true;
  return (await settingsOf(repo)).allowedBots.includes(sender.id);
}

/** Whether the configuration cannot be used, which is told to whoever asked. */
export async function isMistaken(intent: Start, tools: ActingTools): Promise<boolean> {
  const { mistaken } = await tools.settingsOf(intent.repo);
  if (mistaken.length === 0) return false;
  // Everybody reads a public issue, and not a private repository.
  const told = mistaken.map((file) => ({ ...file, isHidden: file.isPrivate && !intent.isPrivate }));
  // A crash came between the claim and this: who asks was looked at then, and is again before anything is said.
  if (await admitOrExplain(intent, tools))
    await reply(intent, { text: ({ language, botSlug }) => mistakesText(told, language, botSlug), about: null }, tools);
  return true;
}
