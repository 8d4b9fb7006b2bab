/** Carries out the plan of an earlier task again, from the base branch (PLAN-10). */
import { chosenTestCommand, commandsBesideTests } from '../environments/choose-checks.ts';
import { completeEnvironment } from '../environments/detect-environment.ts';
import { inPriorityOrder } from '../plan/action-order.ts';
import type { Snapshot } from '../ports/repositories.ts';
import type { Plan, Subtask } from '../state/plan.ts';
import type { TaskSettings } from '../state/request.ts';

/**
 * Nothing of it counts as done. Subtasks that a later version left out as finished come first again, and work that
 * verification added is ordinary work. Environment and commands are those that today's settings allow.
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

/** Priorities took effect when the plan was made or imported. If people moved something since, its place stays. */
function withoutPriority({ id, dependencies }: Subtask): Pick<Subtask, 'id' | 'dependencies'> {
  return { id, dependencies };
}
