/**
 * The phases of a task with their state (PLAN-1): done, failed, current, skipped or ahead. At the end each phase shows
 * its result; the last one counts only if the task succeeded.
 */
import { isDenied, isUnshown, isVerified } from '../plan/publication.ts';
import { overallOf } from '../state/checks.ts';
import { progressWords, type ProgressWords } from './progress-words.ts';
import { activityOf, environmentReport, isHalted, reportOf, shownWork, underlying } from '../state/select.ts';
import type { Activity } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';

type DisplayPhase = keyof ProgressWords['phases'];

const DISPLAY_PHASES: readonly DisplayPhase[] = [
  'pre_planning',
  'planning',
  'environment_setup',
  'execution',
  'reflection',
  'verification',
  'complete',
];
const SHOWN_AS: { readonly [Doing in Activity]: DisplayPhase } = {
  orient: 'pre_planning',
  understand: 'planning',
  decompose: 'planning',
  sequence: 'planning',
  approve: 'planning',
  prepare: 'environment_setup',
  execute: 'execution',
  verify: 'verification',
  wait: 'execution',
  pause: 'execution',
  report: 'complete',
  ended: 'complete',
};
type State = 'done' | 'troubled' | 'failed' | 'stopped' | 'skipped' | 'running' | 'paused' | 'ahead' | 'finished';
const SIGNS: { readonly [Name in State]: string } = {
  done: '✅',
  /** It did not go well, and the work continued. */
  troubled: '⚠️',
  failed: '❌',
  stopped: '⏹️',
  skipped: '➖',
  running: '🔄',
  /** People are asked, or somebody asked for a pause. */
  paused: '⏸️',
  ahead: '⬜',
  finished: '🏁',
};
type Over = NonNullable<ReturnType<typeof reportOf>>;

/** `isQueued`: the task waits for its turn. */
export function phaseLine(task: Task, isQueued = false): string {
  const { phases } = progressWords(task.settings.language);
  const report = reportOf(task);
  const [states, here] = report
    ? [endedStates(task, report), endedAt(task, report)]
    : [runningStates(task, isQueued), phaseOf(task)];
  return DISPLAY_PHASES.map((phase, index) => {
    const name = phases[phase];
    return `${SIGNS[states[index] ?? 'ahead']} ${phase === here ? `**${name}**` : name}`;
  }).join(' → ');
}

function phaseOf(task: Task): DisplayPhase {
  // Questions about the work belong to the current phase, whatever caused them.
  return isReflecting(task) ? 'reflection' : SHOWN_AS[underlying(task)];
}

/** An action ended and is being judged. */
function isReflecting(task: Task): boolean {
  return activityOf(task) === 'execute' && (task.work?.judging ?? null) !== null;
}

function runningStates(task: Task, isQueued: boolean): readonly State[] {
  const here = DISPLAY_PHASES.indexOf(phaseOf(task));
  const isUnplanned = !task.settings.planning.enabled;
  const work = shownWork(task);
  return DISPLAY_PHASES.map((phase, index) => {
    if (index === here) return isQueued || isHalted(task) ? 'paused' : 'running';
    if (index > here) return aheadOnceMore(phase, task) ?? 'ahead';
    // The work continues after this judgement.
    if (phase === 'execution' && isReflecting(task)) return 'running';
    if (phase === 'planning' && isUnplanned) return 'skipped';
    if (phase === 'reflection') return work !== null && work.reflections > 0 ? 'done' : 'skipped';
    if (phase === 'execution' && work?.actions.some(({ status }) => status === 'failure' || status === 'partial'))
      return 'troubled';
    return phase === 'environment_setup' && environmentReport(task)?.failed === true ? 'troubled' : 'done';
  });
}

/** During a re-plan or the rebuild of a lost sandbox, work that was done stays done. */
function aheadOnceMore(phase: DisplayPhase, task: Task): State | null {
  const isPlannedAgain = task.stage.is === 'plan' && task.work !== null;
  if (phase === 'environment_setup' && isPlannedAgain)
    return environmentReport(task)?.failed === true ? 'troubled' : 'done';
  const isInterrupted = isPlannedAgain || (underlying(task) === 'prepare' && wasBegun(task));
  return phase === 'execution' && isInterrupted ? 'paused' : null;
}

/** False for work that was only discussed before approval. */
function wasBegun(task: Task): boolean {
  const { workspace, workspaceLosses } = task;
  const work = shownWork(task);
  const isKept = workspace.is === 'preparing' && workspace.kept !== null;
  return work !== null && (work.toolCount > 0 || isKept || workspaceLosses > 0);
}

/** The phase in which the task ended; for a success, the last one. */
function endedAt(task: Task, { ending, endedIn, checks }: Over): DisplayPhase {
  if (ending.status === 'succeeded' || ending.reason === 'no_pull_request') return 'complete';
  if (ending.reason === 'change_not_passed') return 'verification';
  if (ending.reason === 'not_achieved')
    return overallOf(checks) === 'failed' || isDenied(task, { ending, checks }) ? 'verification' : 'execution';
  if (endedIn !== 'wait' && endedIn !== 'report' && endedIn !== 'ended') return SHOWN_AS[endedIn];
  if (task.snapshot === null) return 'pre_planning';
  if (task.plan === null) return 'planning';
  if (environmentReport(task) === null) return 'environment_setup';
  return checks.length === 0 ? 'execution' : 'verification';
}

function endedStates(task: Task, report: Over): readonly State[] {
  const { ending } = report;
  const isBad = ending.status !== 'succeeded';
  // If nothing failed and every criterion has evidence, only a part of the request is left out.
  const isShort = isDenied(task, report) && !isUnshown(task, report);
  const bad: State = ending.status === 'stopped' ? 'stopped' : isShort ? 'troubled' : 'failed';
  const here = endedAt(task, report);
  return DISPLAY_PHASES.map((phase) => {
    if (phase === here && isBad) return bad;
    if (phase === 'complete') return isBad ? 'skipped' : isTold(report) ? 'finished' : 'running';
    return stateOf(phase, task, report);
  });
}

const VERIFIED = { passed: 'done', failed: 'failed', unknown: 'troubled' } as const;

/** Judged by the results of the phase. */
function stateOf(phase: DisplayPhase, task: Task, { checks, ending }: Over): State {
  const { snapshot, plan, work, settings } = task;
  const environment = environmentReport(task);
  switch (phase) {
    case 'pre_planning':
      return snapshot === null ? 'skipped' : 'done';
    case 'planning':
      return plan === null || !settings.planning.enabled ? 'skipped' : 'done';
    case 'environment_setup':
      if (environment === null) return 'skipped';
      return environment.failed ? 'troubled' : 'done';
    case 'execution':
      if (work === null) return 'skipped';
      if (work.actions.some((action) => action.status === 'failure' || action.status === 'partial')) return 'failed';
      return work.actions.every((action) => action.status === 'success') ? 'done' : 'stopped';
    case 'reflection':
      return work !== null && work.reflections > 0 ? 'done' : 'skipped';
    case 'verification':
      if (checks.length === 0) return 'skipped';
      // Checks that passed beside flaky or generally failing tests verify nothing.
      if (ending.reason === 'finished' && !isVerified(task, { checks, ending })) return 'troubled';
      return VERIFIED[overallOf(checks)];
    case 'complete':
      return 'skipped';
  }
}

/** Once the result is posted; until then the report counts as work. */
export function isTold({ is, resultComment, skipped }: Over): boolean {
  return is === 'ended' || resultComment !== null || skipped.some((step) => step.effect === 'post_result');
}
