/** May this person do that here (GH-2, GH-3), and may a task begin? If not, the reply that says why. */
import { refusalText, type Refusal } from './reply-words.ts';
import { reply } from './reply.ts';
import { personOf, type Intent, type IntentOf } from '../people/intent.ts';
import { isSameLabel, planLabelOf, profileIn } from '../people/same-label.ts';
import { keys, REMEMBER_REFUSAL_SECONDS } from '../queue/names.ts';
import { dayOf, usedUpToday } from '../state/day-spending.ts';
import type { ActingTools } from './acting-tools.ts';
import type { Permission } from '../ports/github.ts';

/**
 * A withdrawal is not checked: GitHub has already decided that its sender may remove the label or close the issue.
 */
type Said = Exclude<Intent, { readonly kind: 'withdraw' | 'checks_failed' | 'around' | 'unblocked' }>;
type Asking = IntentOf<'start' | 'stop' | 'command' | 'on_pull_request'>;

export interface AdmissionFacts {
  readonly intentKind: Said['kind'];
  /** What GitHub answered, never what an event claims. */
  readonly permission: Permission;
  readonly repositoryIsPrivate: boolean;
  /** False when the repository's configuration switches Planwright off. */
  readonly appEnabled: boolean;
}

export type Admission =
  | { readonly kind: 'admit' }
  /** `explain` is said once, in a reply to the trigger; null means silence. */
  | { readonly kind: 'refuse'; readonly explain: Refusal | null };

export function admit({ intentKind, permission, repositoryIsPrivate, appEnabled }: AdmissionFacts): Admission {
  if (permission === 'none' || permission === 'read' || permission === 'triage') {
    // Everybody can read a public repository; triage was given to somebody.
    const isStranger = permission === 'none' || (permission === 'read' && !repositoryIsPrivate);
    return { kind: 'refuse', explain: isStranger ? null : 'no_write_access' };
  }
  // A running task can be stopped even where new ones are not wanted.
  if (!appEnabled && intentKind === 'start') return { kind: 'refuse', explain: 'disabled' };
  return { kind: 'admit' };
}

async function admissionOf(intent: Said, { github, settingsOf }: ActingTools): Promise<Admission> {
  const about = {
    permission: await github.permission(intent.repo, personOf(intent)),
    intentKind: intent.kind,
    repositoryIsPrivate: 'isPrivate' in intent && intent.isPrivate,
  };
  const admission = admit({ ...about, appEnabled: true });
  // Of a repository nothing is read for those who may not ask.
  if (admission.kind === 'refuse' || intent.kind !== 'start') return admission;
  return admit({ ...about, appEnabled: (await settingsOf(intent.repo)).enabled });
}

/** Says nothing to those who are refused. */
export async function isAdmitted(intent: Said, tools: ActingTools): Promise<boolean> {
  return (await admissionOf(intent, tools)).kind === 'admit';
}

/** Explains a refusal at most once per person per day. */
export async function admitOrExplain(intent: Asking, tools: ActingTools): Promise<boolean> {
  const verdict = await admissionOf(intent, tools);
  if (verdict.kind === 'admit') return true;
  if (verdict.explain !== null && (await isFirstToday(intent, tools))) await explain(intent, verdict.explain, tools);
  return false;
}

/** What the delivery comes to, or null when a task may begin. */
export async function refuse(intent: IntentOf<'start'>, tools: ActingTools): Promise<string | null> {
  // Who stands for it was asked for just before (`on-failing-checks.ts`), and nobody is to be told.
  if (intent.trigger === 'checks') return endBeforeStart(intent, tools);
  // Both at once, since somebody waits for 👀. Not for a mention: a stranger's costs us one question to GitHub, and
  // no more.
  const ending = intent.trigger === 'label' ? endBeforeStart(intent, tools) : null;
  ending?.catch(() => undefined);
  if (!(await admitOrExplain(intent, tools))) return 'refused';
  const end = await (ending ?? endBeforeStart(intent, tools));
  if (end === 'closed') await explain(intent, intent.pullRequest === undefined ? 'closed' : 'issue_closed', tools);
  return end;
}

/** GitHub delivers in no order: what this event reports may have been undone, by an event that arrived before it. */
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
  // Closed since the label was set: called off. Asked for on an issue that was closed already: a misunderstanding.
  if (state === 'closed') return trigger !== 'label' || wasClosed === true ? 'closed' : 'withdrawn';
  const triggers = [triggerLabel, planLabelOf(triggerLabel), ...(profileIn(set, triggerLabel) === null ? [] : [set])];
  const isLabelled = labels.some((label) => triggers.some((one) => isSameLabel(label, one)));
  return trigger === 'label' && !isLabelled ? 'withdrawn' : null;
}

/** Whoever asked is told; nobody asked where checks failed. */
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

/** The same trigger again, after a crash, is the first as well. */
async function isFirstToday({ repo, sender, occurrence }: Asking, { redis }: ActingTools): Promise<boolean> {
  const key = keys.refused(repo.repositoryId, sender.id);
  await redis.set(key, occurrence, 'EX', REMEMBER_REFUSAL_SECONDS, 'NX');
  return (await redis.get(key)) === occurrence;
}
