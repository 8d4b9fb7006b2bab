/** Applies the repository's own configuration to an intent (GH-9); null if nothing remains. */
import { admitOrExplain } from './admission.ts';
import { mistakesText } from './configuration-words.ts';
import { reply } from './reply.ts';
import { BEGUN_BY, type Intent, type IntentOf } from '../people/intent.ts';
import { isSameLabel, isTrigger, planLabelOf } from '../people/same-label.ts';
import { noteTriggerLabel } from '../queue/trigger-labels.ts';
import type { ActingTools, RepositorySettings } from './acting-tools.ts';

type Start = IntentOf<'start'>;

/** Null if the label is not the trigger label here. */
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

/** Requested by a label or a word, or configured for every plan. */
export function isPlanShownFirst(
  { plansFirst, isPlan, labels = [] }: Start,
  { plansFirst: always, triggerLabel }: RepositorySettings,
): boolean {
  const planLabel = planLabelOf(triggerLabel);
  return plansFirst === true || isPlan === true || always || labels.some((label) => isSameLabel(label, planLabel));
}

/** The webhook server accepts bots that some repository may allow; whether this one does is checked here. */
export async function isListenedTo({ kind, sender, repo }: Intent, { settingsOf }: ActingTools): Promise<boolean> {
  // The cause of a failed check or of an unblocked issue is not a requester.
  if (!sender.isBot || kind === 'withdraw' || kind === 'checks_failed' || kind === 'unblocked') return true;
  return (await settingsOf(repo)).allowedBots.includes(sender.id);
}

/** Tells the requester if the configuration is unusable. */
export async function isMistaken(intent: Start, tools: ActingTools): Promise<boolean> {
  const { mistaken } = await tools.settingsOf(intent.repo);
  if (mistaken.length === 0) return false;
  // Everybody can read a public issue, but not a private repository.
  const told = mistaken.map((file) => ({ ...file, isHidden: file.isPrivate && !intent.isPrivate }));
  // After a crash between claim and reply, the requester's permission is checked again before anything is said.
  if (await admitOrExplain(intent, tools))
    await reply(intent, { text: ({ language, botSlug }) => mistakesText(told, language, botSlug), about: null }, tools);
  return true;
}
