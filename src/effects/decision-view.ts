/** What the model is shown to judge a plan, gathered from the task. Pure. */
import { orderedActions } from '../plan/order.ts';
import type { DecisionView } from '../context/decision-messages.ts';
import type { GoalUnderstanding, Plan } from '../state/plan.ts';
import type { DecisionPoint } from '../state/replanning.ts';
import type { Turn } from '../state/conversation.ts';
import type { Snapshot } from '../ports/repositories.ts';
import type { Task } from '../state/task.ts';
import type { Work } from '../state/work.ts';

/** Of the action in hand, its newest results are shown. */
const RESULTS_SHOWN = 3;

export function decisionView(task: Task, point: DecisionPoint): DecisionView {
  const plan = planIn(task);
  const work = 'work' in task ? task.work : null;
  const { replanning, settings, request, discussion } = task;
  return {
    point,
    taskId: task.id,
    request,
    ...(discussion === undefined ? {} : { discussion }),
    goal: goalIn(task, plan),
    criteria: criteriaIn(task, plan),
    decomposition: decompositionIn(task, plan),
    plan,
    executed: point === 'execution' && work ? executed(work) : null,
    progress: progressOf(work, plan),
    actions: work?.actions ?? [],
    remaining: work ? work.actions.slice(work.current + 1).map((action) => action.planned) : [],
    reflection: work?.judging?.reflection ?? null,
    tests:
      'tests' in task && task.tests ? { command: task.tests.command, exit_code: task.tests.exit_code, output: task.tests.output } : null,
    change: changeOf(work),
    comments: task.comments,
    snapshot: snapshotIn(task),
    earlierTasks: task.earlierTasks,
    records: replanning.records,
    counts: replanning.counts,
    limits: settings.planning.replanning,
    notes: replanning.notes,
  };
}

function planIn(task: Task): Plan | null {
  if ('plan' in task) return task.plan;
  return task.phase === 'sequence' ? task.found : null;
}

function goalIn(task: Task, plan: Plan | null): GoalUnderstanding {
  if (task.phase === 'understand' && task.found) return task.found;
  if (plan) return plan.goal_understanding;
  if ('goal' in task && task.goal) return task.goal;
  throw new TypeError(`There is no goal in the phase ${task.phase}.`);
}

function snapshotIn(task: Task): Snapshot {
  if ('snapshot' in task && task.snapshot) return task.snapshot;
  throw new TypeError(`There is no repository in the phase ${task.phase}.`);
}

function criteriaIn(task: Task, plan: Plan | null): DecisionView['criteria'] {
  if (plan) return plan.acceptance_criteria;
  return task.phase === 'decompose' ? (task.found?.criteria ?? []) : [];
}

function decompositionIn(task: Task, plan: Plan | null): DecisionView['decomposition'] {
  if (plan) return plan.task_decomposition;
  return task.phase === 'decompose' ? (task.found?.decomposition ?? null) : null;
}

function executed(work: Work): DecisionView['executed'] {
  const action = work.actions[work.current];
  if (!action || action.status === 'pending' || action.status === 'running') return null;
  const results = work.conversation.flatMap(resultsIn);
  return {
    action: action.planned,
    status: action.status,
    evaluation: action.evaluation,
    issues: action.issues,
    lastResults: results.slice(-RESULTS_SHOWN - 1, -1),
  };
}

function resultsIn(turn: Turn): readonly string[] {
  if (turn.kind === 'anew') return turn.past.steps.filter((step) => step.result !== '').map((step) => step.result);
  return turn.kind === 'results' ? turn.results.map((result) => result.content) : [];
}

function progressOf(work: Work | null, plan: Plan | null): DecisionView['progress'] {
  const ended = (work?.actions ?? []).filter((action) => action.status !== 'pending' && action.status !== 'running');
  const errors = ended.filter((action) => action.status !== 'success');
  const lastGood = ended.findLastIndex((action) => action.status === 'success');
  return {
    completed: ended.length - errors.length,
    total: work?.actions.length ?? (plan ? orderedActions(plan).length : 0),
    errors: errors.length,
    consecutiveErrors: ended.length - 1 - lastGood,
  };
}

function changeOf(work: Work | null): string {
  const change = work?.checkpoint.change;
  if (!change) return '';
  return [...change.files.map(({ path, status }) => `${status} ${path}`), `+${change.insertions} -${change.deletions}`].join('\n');
}
