/** Collects from a task what the model is shown to judge its plan. */
import { orderedActions } from '../plan/action-order.ts';
import { carriedIn, draftIn, notesTold } from '../state/select.ts';
import { workSoFar } from './work-so-far.ts';
import type { DecisionView } from './decision-messages.ts';
import type { GoalUnderstanding, Plan } from '../state/plan.ts';
import type { DecisionPoint } from '../state/judgements.ts';
import type { Turn, Work } from '../state/work.ts';
import type { Task } from '../state/task.ts';

/** The newest results of the current action that are shown. */
const RESULTS_SHOWN = 3;

export function decisionView(task: Task, point: DecisionPoint, change = ''): DecisionView {
  const plan = planIn(task);
  const { stage } = task;
  // During planning the new plan is judged, not the work on the previous one.
  const work = stage.is === 'plan' ? null : task.work;
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
    reflections: task.work?.looksBack ?? [],
    firstLook: carriedIn(task)?.decision ?? null,
    findings: task.findings,
    commands: task.commands,
    unfinished: task.work?.checkpoint.change?.unfinished ?? [],
    checks: stage.is === 'verify' ? stage.checks : [],
    soFar: workSoFar(task),
    change,
    said: task.said,
    earlierTasks: task.earlierTasks,
    decisions: task.decisions,
    records: replanning.records,
    counts: replanning.counts,
    limits: settings.planning.replanning,
    settings,
    notes: notesTold(task),
  };
}

function planIn({ stage, plan }: Task): Plan | null {
  if (stage.is !== 'plan') return plan;
  return stage.draft.step === 'actions' ? stage.draft.found : null;
}

function goalIn({ stage }: Task, plan: Plan | null): GoalUnderstanding {
  const draft = stage.is === 'plan' ? stage.draft : null;
  const goal = plan?.goal_understanding ?? (draft?.step === 'goal' ? draft.found : draft?.goal);
  if (!goal) throw new TypeError(`There is no goal at ${stage.is}.`);
  return goal;
}

function criteriaIn(task: Task, plan: Plan | null): DecisionView['criteria'] {
  if (plan) return plan.acceptance_criteria;
  return draftIn(task, 'division')?.found?.criteria ?? [];
}

function decompositionIn(task: Task, plan: Plan | null): DecisionView['decomposition'] {
  if (plan) return plan.task_decomposition;
  return draftIn(task, 'division')?.found?.decomposition ?? null;
}

function executed(work: Work): DecisionView['executed'] {
  const action = work.actions[work.current];
  if (!action || action.status === 'pending' || action.status === 'running') return null;
  const begun = work.conversation.findLastIndex(({ kind }) => kind === 'begin');
  const results = work.conversation.slice(Math.max(0, begun)).flatMap(resultsIn);
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
