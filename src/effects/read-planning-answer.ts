/** An answer to a planning question: read, and checked against the rules of plans. A value, or what is wrong with it. */
import { conflictText } from '../model-calls/plan-schemas.ts';
import { readAnswer } from '../model-calls/read-model-answer.ts';
import { withFacets } from '../plan/facets.ts';
import { toldFaults } from '../plan/faults.ts';
import {
  actionPlanFaults,
  bothLanguages,
  divisionFaults,
  draftOfActions,
  environmentOf,
  faultsBesideSchema,
  mostSubtasks,
  testCommandOf,
} from './rule-faults.ts';
import type { CallValue } from '../model-calls/calls.ts';
import type { ModelAnswer } from '../ports/model.ts';
import type { PlanningCall } from '../state/outcome.ts';
import type { GoalError, GoalUnderstanding, Plan, TooMany } from '../state/plan.ts';
import type { At, Division } from '../state/task.ts';

/** What is wrong with an answer, as it is recorded. */
export interface Unusable {
  readonly problems: readonly string[];
  readonly broke: 'schema' | 'rules';
  readonly for_people?: readonly string[];
  readonly too_many?: TooMany;
}

export type PlanningReading<Value> =
  | { readonly value: Value; readonly unusable: null }
  | { readonly value: null; readonly unusable: Unusable };

const MAX_CONFLICTS = 20;
/** People are shown where (PLAN-2). */
const NO_EVIDENCE = 'error.evidence: name the paths and lines that show that it is done; without them it is not done.';

export type GoalAnswer = { readonly goal: GoalUnderstanding } | { readonly error: GoalError };

export function readGoal(answer: ModelAnswer, task: At<'plan'>): PlanningReading<GoalAnswer> {
  const { value, unusable } = readSchema('goal_understanding', answer, task);
  if (value === null) return { value, unusable };
  if (value.goal_understanding) return read({ goal: value.goal_understanding });
  if (!value.error) throw new TypeError('A goal answer has a goal or an error.');
  const error = { clarification_needed: [], assumptions: [], evidence: [], ...value.error };
  const isBare = error.type === 'already_done' && error.evidence.every((text) => text.trim() === '');
  // Asked for once: a model that insists is believed, and people read what it says.
  const isAskedFor = task.stage.unusable.length > 0;
  return isBare && !isAskedFor ? notUsable({ problems: [NO_EVIDENCE], broke: 'schema' }) : read({ error });
}

export function readDivision(
  answer: ModelAnswer,
  task: At<'plan'>,
): PlanningReading<Division & { readonly conflicts: readonly string[] }> {
  const { value, unusable } = readSchema('task_decomposition', answer, task);
  if (value === null) return { value, unusable };
  const { task_decomposition: decomposition, acceptance_criteria: criteria, potential_conflicts: fears = [] } = value;
  const most = mostSubtasks(task);
  const { problems, for_people } = bothLanguages((words) => divisionFaults(value, task, words), task);
  const subtasks = decomposition.subtasks.length;
  const isOnlyTooLong = subtasks > most && problems.length === 1;
  if (problems.length > 0)
    return notUsable({
      problems,
      broke: 'rules',
      for_people,
      ...(isOnlyTooLong ? { too_many: { subtasks, most } } : {}),
    });
  const conflicts = fears.map(conflictText).filter((text) => text !== '');
  return read({
    decomposition: { ...decomposition, subtasks: decomposition.subtasks.map(withFacets) },
    criteria,
    conflicts: conflicts.slice(0, MAX_CONFLICTS),
  });
}

export function readActionPlan(answer: ModelAnswer, task: At<'plan'>): PlanningReading<Plan> {
  const { goal, division } = draftOfActions(task);
  const { value, unusable } = readSchema('action_plan', answer, task);
  if (value === null) return { value, unusable };
  const { problems, for_people } = bothLanguages((words) => actionPlanFaults(value, task, words), task);
  if (problems.length > 0) return notUsable({ problems, broke: 'rules', for_people });
  return read({
    goal_understanding: goal,
    task_decomposition: division.decomposition,
    acceptance_criteria: division.criteria,
    action_plan: value.action_plan,
    selected_environment: environmentOf(value, task),
    test_command: testCommandOf(value, task),
  });
}

function readSchema<Call extends PlanningCall>(
  call: Call,
  answer: ModelAnswer,
  task: At<'plan'>,
): PlanningReading<CallValue<Call>> {
  const reading = readAnswer(call, answer);
  if (reading.ok) return read(reading.value);
  return notUsable({
    problems: toldFaults([reading.problems, ...faultsBesideSchema(call, answer, task)]),
    broke: 'schema',
  });
}

function read<Value>(value: Value): PlanningReading<Value> {
  return { value, unusable: null };
}

function notUsable(unusable: Unusable): { readonly value: null; readonly unusable: Unusable } {
  return { value: null, unusable };
}
