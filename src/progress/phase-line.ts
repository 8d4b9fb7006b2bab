/**
 * The display phases with their state (PLAN-1): what is done, failed, in hand, passed by or still ahead. When a task
 * ends, each phase tells what became of it, and the last one only counts when the task succeeded.
 */
import { isResting, underneath } from '../task/underneath.ts';
import type { Task, TaskIn } from '../state/task.ts';
import type { DisplayPhase, Words } from './words.ts';

const DISPLAY_PHASES: readonly DisplayPhase[] = [
  'pre_planning',
  'planning',
  'environment_setup',
  'execution',
  'reflection',
  'verification',
  'complete',
];
const SHOWN_AS: { readonly [Phase in Task['phase']]: DisplayPhase } = {
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
  /** It did not go well, and the work went on. */
  troubled: '⚠️',
  failed: '❌',
  stopped: '⏹️',
  skipped: '➖',
  running: '🔄',
  /** People are asked, or somebody asked for a pause: nothing is done meanwhile. */
  paused: '⏸️',
  ahead: '⬜',
  finished: '🏁',
};
type Over = TaskIn<'report'> | TaskIn<'ended'>;

export function phaseLine(task: Task, words: Words): string {
  const [states, here] = isOver(task) ? [endedStates(task), endedAt(task)] : [runningStates(task), phaseOf(task)];
  return DISPLAY_PHASES.map((phase, index) => {
    const name = words.phases[phase];
    return `${SIGNS[states[index] ?? 'ahead']} ${phase === here ? `**${name}**` : name}`;
  }).join(' → ');
}

function isOver(task: Task): task is Over {
  return task.phase === 'report' || task.phase === 'ended';
}

function phaseOf(task: Exclude<Task, Over>): DisplayPhase {
  // What people are asked about the work is asked in the middle of it, whatever led to the question.
  if (isResting(task)) return SHOWN_AS[underneath(task).phase];
  return isReflecting(task) ? 'reflection' : SHOWN_AS[task.phase];
}

/** An action ended, and what it means for the plan is being judged. */
function isReflecting(task: Task): boolean {
  return task.phase === 'execute' && task.work.judging !== null;
}

function runningStates(task: Exclude<Task, Over>): readonly State[] {
  const here = DISPLAY_PHASES.indexOf(phaseOf(task));
  const isUnplanned = !task.settings.planning.enabled;
  const at = underneath(task);
  const work = 'work' in at ? at.work : null;
  return DISPLAY_PHASES.map((phase, index) => {
    if (index === here) return isResting(task) ? 'paused' : 'running';
    if (index > here) return aheadOnceMore(phase, at) ?? 'ahead';
    // The work goes on after what is judged now.
    if (phase === 'execution' && isReflecting(task)) return 'running';
    if (phase === 'planning' && isUnplanned) return 'skipped';
    if (phase === 'reflection') return work !== null && work.reflections > 0 ? 'done' : 'skipped';
    if (phase === 'execution' && work?.actions.some(({ status }) => status === 'failure' || status === 'partial')) return 'troubled';
    return phase === 'environment_setup' && 'environment' in at && at.environment.failed ? 'troubled' : 'done';
  });
}

/** The plan is made anew, or a lost sandbox rebuilt, in the middle of the work: what was done of it is not undone. */
function aheadOnceMore(phase: DisplayPhase, task: Exclude<Task, Over>): State | null {
  const carried = 'carried' in task ? task.carried : null;
  if (phase === 'environment_setup' && carried !== null) return carried.environment.failed ? 'troubled' : 'done';
  const isInterrupted = carried !== null || (task.phase === 'prepare' && wasBegun(task));
  return phase === 'execution' && isInterrupted ? 'paused' : null;
}

/** What was only talked about before it was approved was not. */
function wasBegun({ earlierWork, kept, workspaceLosses }: TaskIn<'prepare'>): boolean {
  return earlierWork !== null && (earlierWork.toolCount > 0 || kept !== undefined || workspaceLosses > 0);
}

/** The phase that brought the end: for a success, the last one. */
function endedAt(task: Over): DisplayPhase {
  const { ending, endedIn, tests } = task;
  if (ending.status === 'succeeded') return 'complete';
  if (ending.reason === 'change_not_passed') return 'verification';
  if (ending.reason === 'not_achieved') return tests !== null && tests.exit_code !== 0 ? 'verification' : 'execution';
  if (endedIn !== 'wait' && endedIn !== 'report' && endedIn !== 'ended') return SHOWN_AS[endedIn];
  if (task.snapshot === null) return 'pre_planning';
  if (task.plan === null) return 'planning';
  if (task.environment === null) return 'environment_setup';
  return task.tests === null ? 'execution' : 'verification';
}

function endedStates(task: Over): readonly State[] {
  const { ending } = task;
  const isBad = ending.status !== 'succeeded';
  const bad: State = ending.status === 'stopped' ? 'stopped' : 'failed';
  const here = endedAt(task);
  return DISPLAY_PHASES.map((phase) => {
    if (phase === 'complete') return isBad ? 'skipped' : isTold(task) ? 'finished' : 'running';
    return phase === here ? bad : stateOf(phase, task);
  });
}

/** By what there is to show for it. */
function stateOf(phase: DisplayPhase, { snapshot, plan, environment, work, tests, settings }: Over): State {
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
      if (tests === null) return 'skipped';
      return tests.exit_code === 0 ? 'done' : 'failed';
    case 'complete':
      return 'skipped';
  }
}

/** Once its result is told; until then the report is work like any other. */
export function isTold({ phase, resultComment, skipped }: Over): boolean {
  return phase === 'ended' || resultComment !== null || skipped.some((step) => step.effect === 'post_result');
}
