/** A granted re-plan of each kind: where it goes back to, and what of the work still counts (REPLAN-3, 7). */
import { withAdditionalWork } from '../plan/additional-work.ts';
import { doneSubtasks, retryAction } from '../plan/work.ts';
import { ask } from '../questions/ask.ts';
import { noted } from '../replan/state.ts';
import { moveTo } from '../task/transition.ts';
import type { Judged } from './after-decision.ts';
import type { ReplanDecision } from '../calls/judgement-schemas.ts';
import type { GoalUnderstanding, TaskDecomposition } from '../plan/plan.ts';
import type { ReplanKind } from '../replan/decision.ts';
import type { Carried, Task, TaskIn } from '../task/task.ts';

export function planAgain(before: Judged, kind: ReplanKind, decision: ReplanDecision): Task {
  const task: Judged = { ...before, replanning: noted(before.replanning, ...notesOf(before, kind, decision)) };
  switch (kind) {
    case 'clarification':
      return ask(task, {
        kind: 'clarification',
        texts:
          decision.clarification_questions.length > 0
            ? decision.clarification_questions
            : decision.issues_found.length > 0
              ? decision.issues_found
              : [decision.reasoning],
        context: decision.reasoning,
        assumptions: decision.assumptions_to_make ?? [],
      });
    case 'goal':
      return toUnderstand(task);
    case 'decomposition':
      return toDecompose(task);
    case 'actions':
    case 'partial':
    case 'monitoring':
      return toSequence(task, task.phase === 'verify' ? missing(task, decision) : []);
    case 'retry':
      return task.phase === 'execute' ? { ...task, work: retryAction(task.work) } : task;
  }
}

function toUnderstand(task: Judged): Task {
  return moveTo(task, 'understand', { snapshot: task.snapshot, carried: carriedFrom(task, false), wrongAnswers: [], found: null });
}

function toDecompose(task: Judged): Task {
  const goal = goalOf(task);
  if (goal === null) return toUnderstand(task);
  return moveTo(task, 'decompose', { snapshot: task.snapshot, carried: carriedFrom(task, false), goal, wrongAnswers: [], found: null });
}

function toSequence(task: Judged, additional: readonly string[]): Task {
  const goal = goalOf(task);
  const divided = divisionOf(task);
  if (goal === null || divided === null) return toDecompose(task);
  const decomposition = withAdditionalWork(divided.decomposition, additional);
  return moveTo(task, 'sequence', {
    snapshot: task.snapshot,
    carried: carriedFrom(task, true),
    goal,
    ...divided,
    decomposition,
    wrongAnswers: [],
    found: null,
  });
}

/** What is done stays done, so more work needs subtasks of its own; what failed is done again anyway. */
function missing(
  { work }: TaskIn<'verify'>,
  { additional_actions: actions = [], recommended_actions: recommended, reasoning }: ReplanDecision,
): readonly string[] {
  if (actions.length > 0) return actions;
  if (work.actions.some((action) => action.status !== 'success')) return [];
  return recommended.length > 0 ? recommended : [reasoning === '' ? 'Do what is still missing' : reasoning];
}

function goalOf(task: Judged): GoalUnderstanding | null {
  if (task.phase === 'understand') return task.found;
  return 'plan' in task ? task.plan.goal_understanding : task.goal;
}

function divisionOf(task: Judged) {
  switch (task.phase) {
    case 'understand':
      return null;
    case 'decompose':
      return task.found;
    case 'sequence':
      return { decomposition: task.decomposition, criteria: task.criteria };
    case 'execute':
    case 'verify':
      return { decomposition: task.plan.task_decomposition, criteria: task.plan.acceptance_criteria };
  }
}

function carriedFrom(task: Judged, keepsDone: boolean): Carried | null {
  if (task.phase !== 'execute' && task.phase !== 'verify') {
    return task.carried === null ? null : { ...task.carried, keepsDone: task.carried.keepsDone && keepsDone };
  }
  const { containerId, keptContainer, environment, plan, work } = task;
  return {
    containerId,
    ...(keptContainer === undefined ? {} : { keptContainer }),
    environment,
    plan,
    work: { ...work, judging: null },
    keepsDone,
  };
}

/** What the model is told with its next planning question; its own words, so they are shown as data. */
function notesOf(task: Judged, kind: ReplanKind, decision: ReplanDecision): readonly string[] {
  const extras = [
    ...decision.issues_found,
    ...decision.recommended_actions,
    ...(decision.missing_steps ?? []),
    ...(decision.plan_adjustments ?? []),
    ...(decision.alternative_tools ?? []),
    ...(decision.dependency_issues ?? []),
    ...(decision.additional_actions ?? []),
    ...[decision.recommended_granularity, decision.scope_adjustment, decision.recovery_strategy].filter((text) => text !== undefined),
  ];
  return [`Planning again (${kind}): ${decision.reasoning}`, ...extras.map((text) => `- ${text}`), ...progressNotes(task, kind)];
}

function progressNotes(task: Judged, kind: ReplanKind): readonly string[] {
  if (task.phase !== 'execute' && task.phase !== 'verify') return [];
  const done = doneSubtasks(task.work);
  const names = (decomposition: TaskDecomposition) =>
    decomposition.subtasks
      .filter((one) => done.has(one.id))
      .map((one) => `${one.id} (${one.description})`)
      .join('; ');
  const finished = names(task.plan.task_decomposition);
  const failed = task.work.actions[task.work.current];
  const where =
    task.phase === 'execute' && failed
      ? [`It stopped at the action "${failed.planned.purpose}" of ${failed.taskId}: ${failed.evaluation}`]
      : [];
  const what =
    kind === 'partial'
      ? ['Plan only the actions from there on.']
      : kind === 'monitoring'
        ? ['Plan only the additional actions that are needed, for the subtasks that are not finished.']
        : [];
  return [...(finished === '' ? [] : [`Finished already, and its files are in place: ${finished}`]), ...where, ...what];
}
