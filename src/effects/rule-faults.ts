/** What breaks the rules of plans (PLAN-1) in an answer of the model, whole or as far as it can be made out. */
import { PLANNABLE_TOOLS, subtaskCap } from '../model-calls/planning-messages.ts';
import { sketchAnswer, type Sketch } from '../model-calls/sketch-answer.ts';
import { checkActionPlan } from '../plan/check-action-plan.ts';
import { checkCommands, checkTexts } from '../plan/check-texts.ts';
import { checkDecomposition } from '../plan/check-decomposition.ts';
import { completeEnvironment, detectTestCommand } from '../environments/detect-environment.ts';
import { toldFaults, type Faults } from '../plan/faults.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import type { ModelAnswer } from '../ports/model.ts';
import type { PlanRevision } from '../state/judgements.ts';
import type { PlanningCall } from '../state/outcome.ts';
import type { SelectedEnvironment } from '../state/plan.ts';
import type { At, Task } from '../state/task.ts';
import type { Draft } from '../state/stage.ts';

type Settings = Pick<Task, 'settings'>;
type Planning = Pick<At<'plan'>, 'stage' | 'work' | 'snapshot' | 'settings'>;

export function divisionFaults(value: Sketch<'task_decomposition'>, { settings }: Settings): Faults {
  return [...checkDecomposition(value.task_decomposition, mostSubtasks({ settings })), ...checkTexts(value)];
}

export function mostSubtasks({ settings }: Settings): number {
  return subtaskCap(settings.planning.level, settings.maxSubtasks);
}

/** The actions being planned, of a division that is known. */
export function draftOfActions(task: Planning): Extract<Draft, { readonly step: 'actions' }> {
  const { draft } = task.stage;
  if (draft.step !== 'actions') throw new TypeError(`An action plan does not belong to the step ${draft.step}.`);
  return draft;
}

export function actionPlanFaults(value: Sketch<'action_plan'>, task: Planning): Faults {
  const { division } = draftOfActions(task);
  const { stage, work, settings } = task;
  const environment = chosenEnvironment(value, task);
  const available = {
    tools: PLANNABLE_TOOLS,
    environments: settings.environments,
    done: stage.keepsDone && work !== null ? doneSubtasks(work) : new Set<string>(),
  };
  return [
    checkCommands(environment, testCommandOf(value, task)),
    ...checkActionPlan(value.action_plan, division.decomposition, environment, available),
  ];
}

/** The rules that an answer breaks beside its schema: told together, they cost one round. */
export function faultsBesideSchema(call: PlanningCall, answer: ModelAnswer, task: Planning): Faults {
  if (call === 'goal_understanding') return [];
  if (call === 'task_decomposition') {
    const sketch = sketchAnswer(call, answer);
    return sketch === null ? [] : divisionFaults(sketch, task);
  }
  const sketch = sketchAnswer(call, answer);
  return sketch === null ? [] : actionPlanFaults(sketch, task);
}

/** Of the actions that a reflection would put in the place of those ahead. */
export function revisionFaults(
  { updated_action_plan: updated }: PlanRevision,
  { plan, work }: At<'work'>,
): readonly string[] {
  if (!updated) return [];
  const { task_decomposition: decomposition, selected_environment: environment } = plan;
  return toldFaults(
    checkActionPlan(updated, decomposition, environment, {
      tools: PLANNABLE_TOOLS,
      environments: [environment.name],
      done: doneSubtasks(work),
    }),
  );
}

export function chosenEnvironment(
  { selected_environment: chosen }: Sketch<'action_plan'>,
  { snapshot, settings }: Pick<Planning, 'snapshot' | 'settings'>,
): SelectedEnvironment {
  const named = { ...chosen, name: chosen.name?.trim() || undefined };
  return completeEnvironment(named, snapshot.environmentFiles, settings.environments);
}

export function testCommandOf(
  { test_command: command }: Sketch<'action_plan'>,
  { snapshot }: Pick<Planning, 'snapshot'>,
): string | null {
  return command?.trim() || detectTestCommand(snapshot.environmentFiles, snapshot.files);
}
