/** Violations of the rules of plans (PLAN-1) in a model's answer, as far as it can be read. */
import { PLANNABLE_TOOLS } from '../model-calls/planning-messages.ts';
import { sketchAnswer, type Sketch } from '../model-calls/sketch-answer.ts';
import { checkActionPlan } from '../plan/check-action-plan.ts';
import { leftBehind, stillLeft } from '../plan/action-order.ts';
import { checkCommands, checkTexts } from '../plan/check-texts.ts';
import { checkDecomposition } from '../plan/check-decomposition.ts';
import { completeEnvironment } from '../environments/detect-environment.ts';
import { chosenTestCommand } from '../environments/choose-checks.ts';
import { toldFaults, type Faults } from '../plan/faults.ts';
import { checkStrategy } from '../plan/strategy-rules.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import type { ModelAnswer } from '../ports/model.ts';
import type { PlanRevision } from '../state/judgements.ts';
import type { PlanningCall } from '../state/outcome.ts';
import type { SelectedEnvironment } from '../state/plan.ts';
import type { At } from '../state/task.ts';
import type { Draft } from '../state/stage.ts';

type Planning = Pick<At<'plan'>, 'stage' | 'work' | 'snapshot' | 'settings'>;

export function divisionFaults(value: Sketch<'task_decomposition'>, { settings, stage }: Planning): Faults {
  const { draft } = stage;
  const { strategy } = settings.planning;
  return [
    ...checkDecomposition(value.task_decomposition, settings.maxSubtasks),
    ...checkStrategy(value.task_decomposition.subtasks, {
      strategy,
      mayBeFlat: draft.step === 'division' && draft.coarser,
    }),
    ...checkTexts(value),
  ];
}

/** The actions being planned, for a known decomposition. */
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
    done: new Set(
      stage.keepsDone && work !== null
        ? [...doneSubtasks(work), ...stillLeft(stage.leftBehind, value.action_plan)]
        : [],
    ),
  };
  return [
    checkCommands(environment, testCommandOf(value, task)),
    ...checkActionPlan(value.action_plan, division.decomposition, environment, available),
  ];
}

/** Violations of rules beside schema errors, reported together to save a round. */
export function faultsBesideSchema(call: PlanningCall, answer: ModelAnswer, task: Planning): Faults {
  if (call === 'goal_understanding') return [];
  if (call === 'task_decomposition') {
    const sketch = sketchAnswer(call, answer);
    return sketch === null ? [] : divisionFaults(sketch, task);
  }
  const sketch = sketchAnswer(call, answer);
  return sketch === null ? [] : actionPlanFaults(sketch, task);
}

/** For the actions that a reflection wants to replace the remaining ones with. */
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
      done: new Set([...doneSubtasks(work), ...stillLeft(leftBehind(work), updated)]),
    }),
  );
}

export function chosenEnvironment(
  { selected_environment: chosen }: Sketch<'action_plan'>,
  { snapshot, settings }: Pick<Planning, 'snapshot' | 'settings'>,
): SelectedEnvironment {
  const named = { ...chosen, name: chosen.name?.trim() || undefined };
  return completeEnvironment(named, snapshot.environmentFiles, settings);
}

export function testCommandOf(
  { test_command: command }: Sketch<'action_plan'>,
  { snapshot, settings }: Pick<Planning, 'snapshot' | 'settings'>,
): string | null {
  return chosenTestCommand(command, snapshot, settings);
}
