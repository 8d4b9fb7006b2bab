/**
 * Reads an answer to a planning question and checks it against the rules of plans. Returns a value, or what is wrong.
 */
import { checkEvidence, INVENTED } from './check-evidence.ts';
import { conflictText } from '../model-calls/plan-schemas.ts';
import { ownDecisionIn } from '../model-calls/read-decision.ts';
import { readModelAnswer, type Reading } from '../model-calls/read-model-answer.ts';
import { unusableTo } from '../state/select.ts';
import { commandsBesideTests } from '../environments/choose-checks.ts';
import { inPriorityOrder, withFinished } from '../plan/action-order.ts';
import { withFacets } from '../plan/facets.ts';
import { toldFaults } from '../plan/faults.ts';
import { reworded } from '../plan/reworded.ts';
import { byStrategy } from '../plan/strategy-rules.ts';
import {
  actionPlanFaults,
  divisionFaults,
  draftOfActions,
  chosenEnvironment,
  faultsBesideSchema,
  testCommandOf,
} from './rule-faults.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import type { Toolbox } from './performer.ts';
import type { CallValue } from '../model-calls/calls.ts';
import type { ModelAnswer } from '../ports/model.ts';
import type { PlanningCall } from '../state/outcome.ts';
import type { AcceptanceCriterion, ActionPlan, GoalError, GoalUnderstanding, Plan, Subtask } from '../state/plan.ts';
import type { ReplanDecision } from '../state/judgements.ts';
import type { At } from '../state/task.ts';
import type { Division } from '../state/stage.ts';

const MAX_CONFLICTS = 20;
const MAX_FAULTS = 20;
/** People are shown where (PLAN-2). */
const NO_EVIDENCE = 'error.evidence: name the paths and lines that show that it is done; without them it is not done.';

/** The answer's judgement of itself (REPLAN-2). */
export interface OwnJudgement {
  readonly judgement?: ReplanDecision;
}

function ownIn(answer: ModelAnswer): OwnJudgement {
  const judgement = ownDecisionIn(answer);
  return judgement === null ? {} : { judgement };
}

export type GoalAnswer =
  | ({ readonly goal: GoalUnderstanding; readonly slug: string | undefined } & OwnJudgement)
  | { readonly error: GoalError };

export async function readGoal(
  answer: ModelAnswer,
  task: At<'plan'>,
  tools: Pick<Toolbox, 'repositories'>,
): Promise<Reading<GoalAnswer>> {
  const reading = readSchema('goal_understanding', answer, task);
  if (!reading.ok) return reading;
  const { value } = reading;
  if (value.goal_understanding)
    return { ok: true, value: { goal: value.goal_understanding, slug: value.slug, ...ownIn(answer) } };
  if (!value.error) throw new TypeError('A goal answer has a goal or an error.');
  const error = { clarification_needed: [], assumptions: [], evidence: [], ...value.error };
  if (error.type !== 'already_done') return { ok: true, value: { error } };
  const { places, faults } = await checkEvidence(error.evidence, task, tools);
  if (faults.length > 0) return { ok: false, broke: 'schema', problems: faults.slice(0, MAX_FAULTS) };
  // Asked for once: a model that insists is believed, and people read its reasons; but not if it invented places.
  const before = unusableTo('goal_understanding', task);
  const isAskedFor =
    before.length > 0 && before.every(({ problems }) => !problems.some((one) => one.startsWith(INVENTED)));
  return places === 0 && !isAskedFor
    ? { ok: false, broke: 'schema', problems: [NO_EVIDENCE] }
    : { ok: true, value: { error } };
}

export function readDivision(
  answer: ModelAnswer,
  task: At<'plan'>,
): Reading<Division & OwnJudgement & { readonly conflicts: readonly string[] }> {
  const reading = readSchema('task_decomposition', answer, task);
  if (!reading.ok) return reading;
  const { value } = reading;
  const { task_decomposition: decomposition, acceptance_criteria: criteria, potential_conflicts: fears = [] } = value;
  const most = task.settings.maxSubtasks;
  const problems = toldFaults(divisionFaults(value, task));
  const count = decomposition.subtasks.length;
  const isOnlyTooLong = count > most && problems.length === 1;
  if (problems.length > 0)
    return { ok: false, broke: 'rules', problems, ...(isOnlyTooLong ? { too_many: { subtasks: count, most } } : {}) };
  const subtasks = decomposition.subtasks.map(planned);
  const conflicts = fears.map(conflictText).filter((text) => text !== '');
  return {
    ok: true,
    value: {
      decomposition: byStrategy({ ...decomposition, subtasks }, task.settings.planning.strategy),
      criteria: [...criteria, ...decomposition.subtasks.flatMap(ownCriteria)],
      conflicts: conflicts.slice(0, MAX_CONFLICTS),
      ...ownIn(answer),
    },
  };
}

type Divided = CallValue<'task_decomposition'>['task_decomposition']['subtasks'][number];

/** A subtask's own criteria are listed with the plan's criteria. */
function planned(divided: Divided): Subtask {
  const { acceptance_criteria: _, title, ...subtask } = divided;
  return withFacets({ ...subtask, ...reworded({ title, description: subtask.description }) });
}

/** With ids of their own: `task_2.AC-1` (PLAN-10). */
function ownCriteria({ id, acceptance_criteria: texts = [] }: Divided): readonly AcceptanceCriterion[] {
  return texts
    .filter((text) => text.trim() !== '')
    .map((description, at) => ({ id: `${id}.AC-${at + 1}`, description, task_id: id }));
}

export function readActionPlan(answer: ModelAnswer, task: At<'plan'>): Reading<OwnJudgement & { readonly plan: Plan }> {
  const { goal, division } = draftOfActions(task);
  const reading = readSchema('action_plan', answer, task);
  if (!reading.ok) return reading;
  const { value } = reading;
  const problems = toldFaults(actionPlanFaults(value, task));
  if (problems.length > 0) return { ok: false, broke: 'rules', problems };
  return {
    ok: true,
    value: {
      plan: {
        goal_understanding: goal,
        task_decomposition: division.decomposition,
        acceptance_criteria: division.criteria,
        action_plan: withDone(
          {
            ...value.action_plan,
            execution_order: inPriorityOrder(value.action_plan.execution_order, division.decomposition.subtasks),
          },
          task,
        ),
        selected_environment: chosenEnvironment(value, task),
        test_command: testCommandOf(value, task),
        ...commandsBesideTests(task.snapshot, task.settings),
      },
      ...ownIn(answer),
    },
  };
}

function withDone(plan: ActionPlan, { work, stage }: At<'plan'>): ActionPlan {
  if (work === null || !stage.keepsDone || stage.draft.step !== 'actions') return plan;
  const { subtasks } = stage.draft.division.decomposition;
  return withFinished(plan, work, { subtasks, done: doneSubtasks(work) });
}

/** Broken rules are reported together with schema errors, to save a round. */
function readSchema<Call extends PlanningCall>(
  call: Call,
  answer: ModelAnswer,
  task: At<'plan'>,
): Reading<CallValue<Call>> {
  const reading = readModelAnswer(call, answer);
  if (reading.ok) return reading;
  return { ...reading, problems: toldFaults([reading.problems, ...faultsBesideSchema(call, answer, task)]) };
}
