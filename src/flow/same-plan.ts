/** A plan that was made for an earlier task, as a new one carries it out from the base (PLAN-10). */
import { chosenTestCommand, commandsBesideTests } from '../environments/choose-checks.ts';
import { completeEnvironment } from '../environments/detect-environment.ts';
import { inPriorityOrder } from '../plan/action-order.ts';
import type { Snapshot } from '../ports/repositories.ts';
import type { Plan, Subtask } from '../state/plan.ts';
import type { TaskSettings } from '../state/request.ts';

/**
 * Nothing of it is done: what a later version of it left out as finished comes first again, and work that verification
 * added is work like any other. Environment and commands are those that the settings of today allow.
 */
export function adoptSamePlan(
  plan: Plan,
  snapshot: Snapshot,
  settings: Pick<TaskSettings, 'environments' | 'pinned' | 'commands'>,
): Plan {
  const subtasks = plan.task_decomposition.subtasks.map(asPlanned);
  const named = plan.action_plan.execution_order;
  const left = subtasks.map(({ id }) => id).filter((id) => !named.includes(id));
  const { name } = plan.selected_environment;
  const { build_command: _build, lint_command: _lint, ...kept } = plan;
  return {
    ...kept,
    task_decomposition: { ...plan.task_decomposition, subtasks },
    action_plan: {
      ...plan.action_plan,
      execution_order: inPriorityOrder([...left, ...named], subtasks.map(withoutPriority)),
    },
    selected_environment: completeEnvironment(
      { ...plan.selected_environment, ...(settings.environments.includes(name) ? {} : { name: undefined }) },
      snapshot.environmentFiles,
      settings,
    ),
    test_command: chosenTestCommand(plan.test_command ?? undefined, snapshot, settings),
    ...commandsBesideTests(snapshot, settings),
  };
}

function asPlanned(subtask: Subtask): Subtask {
  const { from_verification: _, ...planned } = subtask;
  return planned;
}

/** It decided when the plan was made; where people moved something since, it stays. */
function withoutPriority({ id, dependencies }: Subtask): Pick<Subtask, 'id' | 'dependencies'> {
  return { id, dependencies };
}
