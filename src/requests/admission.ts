/**
 * Decides whether this person may do that here (GH-2, GH-3) and whether a task may start. If not, returns the reply.
 */
import { isToBeExplained } from './explained-refusals.ts';
import { refusalText, type Refusal } from './reply-words.ts';
import { reply } from './reply.ts';
import { personOf, type Intent, type IntentOf } from '../people/intent.ts';
import { permissionOf } from '../people/permission-of.ts';
import { isSameLabel, planLabelOf, profileIn } from '../people/same-label.ts';
import { dayOf, usedUpToday } from '../state/day-spending.ts';
import type { ActingTools } from './acting-tools.ts';
import type { Permission } from '../ports/github.ts';

/** A withdrawal is not checked: GitHub has already decided that its sender may remove the label or close the issue. */
type Said = Exclude<Intent, { readonly kind: 'withdraw' | 'checks_failed' | 'around' | 'unblocked' }>;
type Asking = IntentOf<'start' | 'stop' | 'command' | 'on_pull_request'>;

export interface AdmissionFacts {
  readonly intentKind: Said['kind'];
  /** GitHub's answer, or the operator's for an allowed bot; never a claim of the event. */
  readonly permission: Permission;
  readonly repositoryIsPrivate: boolean;
  /** False if the repository's configuration disables Planwright. */
  readonly appEnabled: boolean;
}

export type Admission =
  | { readonly kind: 'admit' }
  /** `explain` is the reply to the trigger, posted once; null means no reply. */
  | { readonly kind: 'refuse'; readonly explain: Refusal | null };

export function admit({ intentKind, permission, repositoryIsPrivate, appEnabled }: AdmissionFacts): Admission {
  if (permission === 'none' || permission === 'read' || permission === 'triage') {
    // Everybody can read a public repository, but the triage permission was granted by somebody.
    const isStranger = permission === 'none' || (permission === 'read' && !repositoryIsPrivate);
    return { kind: 'refuse', explain: isStranger ? null : 'no_write_access' };
  }
  // A running task can be stopped even where new ones are disabled.
  if (!appEnabled && intentKind === 'start') return { kind: 'refuse', explain: 'disabled' };
  return { kind: 'admit' };
}

async function admissionOf(intent: Said, { github, settingsOf }: ActingTools): Promise<Admission> {
  const { repo, sender } = intent;
  // The configuration is not read for people who may not ask.
  const allowedBots = sender.isBot ? (await settingsOf(repo)).allowedBots : [];
  const about = {
    permission: await permissionOf(personOf(intent), repo, { github, allowedBots }),
    intentKind: intent.kind,
    repositoryIsPrivate: 'isPrivate' in intent && intent.isPrivate,
  };
  const admission = admit({ ...about, appEnabled: true });
  if (admission.kind === 'refuse' || intent.kind !== 'start') return admission;
  return admit({ ...about, appEnabled: (await settingsOf(repo)).enabled });
}

/** Never replies. */
export async function isAdmitted(intent: Said, tools: ActingTools): Promise<boolean> {
  return (await admissionOf(intent, tools)).kind === 'admit';
}

/** Explains a refusal once for each issue, person and reason a day. */
export async function admitOrExplain(intent: Asking, tools: ActingTools): Promise<boolean> {
  const verdict = await admissionOf(intent, tools);
  if (verdict.kind === 'admit') return true;
  const { explain: why } = verdict;
  if (why !== null && (await isToBeExplained(intent, why, tools))) await explain(intent, why, tools);
  return false;
}

/** The result of the delivery, or null if a task may start. */
export async function refuse(intent: IntentOf<'start'>, tools: ActingTools): Promise<string | null> {
  // The requester's permission was checked just before (`on-failing-checks.ts`), and there is nobody to reply to.
  if (intent.trigger === 'checks') return endBeforeStart(intent, tools);
  // Both calls run at once, since somebody waits for 👀. Not for a mention: a stranger's mention must cost only one call
  // to GitHub.
  const ending = intent.trigger === 'label' ? endBeforeStart(intent, tools) : null;
  ending?.catch(() => undefined);
  if (!(await admitOrExplain(intent, tools))) return 'refused';
  const end = await (ending ?? endBeforeStart(intent, tools));
  if (end === 'closed') await explain(intent, intent.pullRequest === undefined ? 'closed' : 'issue_closed', tools);
  return end;
}

/** GitHub delivers in no particular order: an earlier delivery may have undone what this event reports. */
async function endBeforeStart(
  { repo, issue, target, trigger, wasClosed, label: set = '' }: IntentOf<'start'>,
  { github, settingsOf }: ActingTools,
): Promise<'withdrawn' | 'closed' | 'comment_gone' | null> {
  const [{ triggerLabel }, { state, labels }, isThere] = await Promise.all([
    settingsOf(repo),
    github.issue(repo, issue),
    target.kind !== 'issue_comment' || github.hasComment(repo, target.commentId),
  ]);
  if (!isThere) return 'comment_gone';
  // Closed since the label was set: withdrawn. Closed before the request: a misunderstanding, which gets a reply.
  if (state === 'closed') return trigger !== 'label' || wasClosed === true ? 'closed' : 'withdrawn';
  const triggers = [triggerLabel, planLabelOf(triggerLabel), ...(profileIn(set, triggerLabel) === null ? [] : [set])];
  const isLabelled = labels.some((label) => triggers.some((one) => isSameLabel(label, one)));
  return trigger === 'label' && !isLabelled ? 'withdrawn' : null;
}

/** Tells the requester; for failed checks there is none. */
export async function isSpentToday(intent: IntentOf<'start'>, tools: ActingTools): Promise<boolean> {
  const { dailyBudget } = await tools.settingsOf(intent.repo);
  if (dailyBudget === undefined) return false;
  const spent = await tools.spending.spentOn(dayOf(Date.now()), intent.repo.repositoryId);
  if (usedUpToday(dailyBudget, spent) === null) return false;
  if (intent.trigger !== 'checks') await explain(intent, 'daily_budget', tools);
  return true;
}

export async function explain(intent: Asking, why: Refusal, tools: ActingTools): Promise<void> {
  await reply(intent, { text: ({ language }) => refusalText(why, language), about: null }, tools);
}
