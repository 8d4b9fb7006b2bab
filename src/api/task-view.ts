/** A task as the API shows it (OPS-9, EXEC-9). */
import { endingSentences } from '../comments/ending-text.ts';
import { activityOf, reportOf } from '../state/select.ts';
import { usageOf } from '../state/task-summary.ts';
import { lastRun, overallOf, type Check } from '../state/checks.ts';
import type { Task } from '../state/task.ts';

/** `status` and `summary` are null until it is over. */
export function resultOf(task: Task) {
  const report = reportOf(task);
  const ending = report?.ending ?? null;
  const checks = checksIn(task);
  return {
    task_id: task.id,
    status: ending === null ? null : ending.status === 'succeeded' ? 'succeeded' : 'failed',
    summary: report === null ? null : endingSentences(task, report),
    validation: {
      overall: overallOf(checks),
      commands: checks.map(lastRun).map(({ command, exit_code, duration_ms }) => ({ command, exit_code, duration_ms })),
    },
    duration_ms: task.updatedAt - task.startedAt,
    usage: usageOf(task),
  };
}

/** The newest plan as a document of its own (PLAN-10); null if there is none. */
export function planDocument({ plan }: Task) {
  if (plan === null) return null;
  const { goal_understanding, acceptance_criteria, task_decomposition, action_plan } = plan;
  const { selected_environment, test_command } = plan;
  return {
    version: 1,
    goal_understanding,
    acceptance_criteria,
    task_decomposition,
    action_plan,
    selected_environment,
    test_command,
  };
}

/** They are not shown while the task rests. */
function checksIn(task: Task): readonly Check[] {
  if (task.stage.is === 'verify') return activityOf(task) === 'verify' ? task.stage.checks : [];
  return reportOf(task)?.checks ?? [];
}
