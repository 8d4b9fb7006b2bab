/**
 * The report stage, however the work ended: save, open the pull request, tell people, clean up. An effect that fails
 * for good is skipped, and people are told.
 */
import { isDenied, isUnshown, wantsPullRequest } from '../plan/publication.ts';
import { isBeingResolved } from '../state/base-merges.ts';
import { namedPoints } from '../state/findings.ts';
import { reportOf } from '../state/select.ts';
import { isUnsaved, subtaskCounts } from '../state/work-moves.ts';
import { exceeded } from '../state/spending.ts';
import { endWith } from './ending.ts';
import { notAchieved } from './proceed.ts';
import { closedByEnd } from './replan-facts.ts';
import type { FactNamed, Facts } from '../state/facts.ts';
import type { Effect, EffectKind } from '../state/effect.ts';
import type { Report } from '../state/stage.ts';
import type { Task } from '../state/task.ts';
import type { Ending, EndReason, CompletionSummary } from '../state/outcome.ts';

export const SAVE_UNFINISHED: Effect = { kind: 'checkpoint', subtask: null };
const MAX_PATHS = 5;

export function nextInReport(task: Task, report: Report): Effect {
  if (isOutOfReach(report.ending)) return report.sandboxRemoved ? { kind: 'complete' } : { kind: 'remove_sandbox' };
  const isOpen = (kind: EffectKind) => !report.skipped.some((step) => step.effect === kind);
  if (needsSaving(task, report) && isOpen('checkpoint')) return SAVE_UNFINISHED;
  if (wantsPullRequest(task, report) && report.pullRequest === null && isOpen('open_pull_request'))
    return mayAskForWords(task, report) ? { kind: 'ask_summary' } : { kind: 'open_pull_request' };
  if (isLeftUnknown(report) && isOpen('find_pull_request')) return { kind: 'find_pull_request' };
  if (report.resultComment === null && isOpen('post_result')) return { kind: 'post_result' };
  if (!report.progressFinished && mayHaveProgressComment(task, report) && isOpen('finish_progress'))
    return { kind: 'finish_progress' };
  if (!report.sandboxRemoved && isOpen('remove_sandbox')) return { kind: 'remove_sandbox' };
  if (!report.labelFinished && task.progressComment !== null && isOpen('finish_label')) return { kind: 'finish_label' };
  return { kind: 'complete' };
}

/** Opening the pull request stopped the service each time, and may have succeeded before that. */
function isLeftUnknown({ pullRequest, pullRequestSought, skipped }: Report): boolean {
  return pullRequest === null && !pullRequestSought && leftOutByCrash(skipped) !== undefined;
}

function leftOutByCrash(skipped: Report['skipped']): Report['skipped'][number] | undefined {
  return skipped.find(({ effect, code }) => effect === 'open_pull_request' && code === 'crashed');
}

/** A crash may have come between creating the comment and recording it, or the line that names it may be damaged. */
function mayHaveProgressComment({ progressComment }: Task, { ending: { code } }: Report): boolean {
  return progressComment !== null || code === 'crashed' || code === 'history_damaged';
}

/** Asked once, and only if there is budget left. */
function mayAskForWords(task: Task, { summary }: Report): boolean {
  return summary === undefined && exceeded(task) === null;
}

/**
 * The summary may contradict the tests and the review (PLAN-7). If the judgement said so already, the summary's list of
 * what is missing is better than the judgement's reasons.
 */
export function afterSummary(task: Task, fact: FactNamed<'summary'>): Facts {
  const report = reportOf(task);
  if (fact.goal_achieved !== false || report === null) return [];
  const { told: missing } = namedPoints(task, fact.remaining_risks ?? []);
  const isNamed = missing.length > 0 && isDenied(task, report) && !isUnshown(task, report);
  return report.ending.reason === 'finished' || isNamed ? endWith(task, notAchieved(missing)) : [];
}

/** Also without a container: work that was saved when its container stopped may not be pushed yet. */
function needsSaving(task: Task, { savedAtEnd, ending }: Report): boolean {
  const isFit = isUnsaved(task.work) && !isBeingResolved(task);
  return !savedAtEnd && !hasNoWayToPush(ending.reason) && isFit;
}

/** A refused push: in the report it is skipped and reported; during the work it ends the task. */
export function afterReportStep(task: Task, fact: FactNamed<'push_refused'>): Facts {
  const { reason, paths, cause } = fact;
  const some = paths.slice(0, MAX_PATHS);
  if (reportOf(task) !== null)
    return [
      {
        type: 'effect',
        name: 'left_out',
        step: 'checkpoint',
        reason: [reason, ...some].join(' '),
        code: cause,
        paths: some,
      },
    ];
  // Unfinished work may not be fit for a push yet. It stays in its sandbox and is checked with its subtask later.
  if (task.paused !== null) return [];
  const ending = refused(fact);
  return endWith(task, task.asked.some(({ blocks }) => blocks) ? { ...ending, status: 'failed' } : ending);
}

/**
 * A result without a pull request that people can merge is no success; if a person closed it, it is no failure either.
 */
export function afterLeftOut(task: Task, { step, reason, code }: FactNamed<'left_out'>): Facts {
  if (step === 'find_pull_request' && code !== 'pull_request_closed') return withoutPullRequest(task);
  // A pull request that may exist is looked for first.
  const isKnown = step === 'find_pull_request' || (step === 'open_pull_request' && code !== 'crashed');
  return isKnown ? noPullRequest(task, { reason, ...(code === undefined ? {} : { code }) }) : [];
}

/** The pull request was not found, or could not be looked for. */
export function withoutPullRequest(task: Task): Facts {
  return noPullRequest(task, leftOutByCrash(reportOf(task)?.skipped ?? []) ?? { reason: '' });
}

function noPullRequest(
  task: Task,
  { reason: detail, code }: { readonly reason: string; readonly code?: Ending['code'] },
): Facts {
  if (reportOf(task)?.ending.reason !== 'finished') return [];
  const status = code === 'pull_request_closed' ? 'stopped' : 'failed';
  const ending = { status, reason: 'no_pull_request', detail, list: [] } as const;
  return endWith(task, code === undefined ? ending : { ...ending, code });
}

/** Open decisions are closed first, so that each has its line (REPLAN-8). */
export function afterReported(task: Task): Facts {
  const report = reportOf(task);
  if (report === null) return [];
  const { status, reason } = report.ending;
  return [
    ...closedByEnd(task),
    { type: 'completion', phase: 'completion', done: true, status, reason, summary: completionSummary(task, report) },
  ];
}

type Refused = FactNamed<'push_refused'>;

const REFUSALS: ReadonlySet<EndReason> = new Set(['secret', 'too_large', 'branch_gone', 'push_refused', 'no_access']);

function refused({ cause, reason: detail, paths }: Refused): Ending {
  const reason = refusalReason(cause);
  return { status: reason === 'branch_gone' ? 'stopped' : 'failed', reason, detail, list: paths, code: cause };
}

function refusalReason(cause: Refused['cause']): EndReason {
  if (cause === 'no_write_access') return 'no_access';
  return cause === 'rejected' || cause === 'not_saved' ? 'push_refused' : cause;
}

/** A push that was refused before is not repeated at the end. */
function hasNoWayToPush(reason: EndReason): boolean {
  return REFUSALS.has(reason);
}

/**
 * The recorded summary (PLAN-7). The ending says whether the goal is reached; an action that failed on the way does not
 * take it back. The counts are ours; the outcomes are the model's, where it gave any.
 */
function completionSummary({ work }: Task, { ending, summary }: Report): CompletionSummary {
  const { completed, failed } = subtaskCounts(work);
  const evaluations = (work?.actions ?? []).map((action) => action.evaluation).filter((text) => text !== '');
  return {
    goal_achieved: ending.status === 'succeeded',
    tasks_completed: completed,
    tasks_failed: failed,
    key_outcomes: summary && summary.keyOutcomes.length > 0 ? summary.keyOutcomes : evaluations,
  };
}

/** The App has no access to GitHub, so nothing can be saved or reported. */
function isOutOfReach({ reason, detail }: Ending): boolean {
  return reason === 'withdrawn' && (detail === 'suspended' || detail === 'uninstalled');
}
