/** The completion of a task, as it is recorded (PLAN-7). */
import { subtasksOf } from '../state/work-moves.ts';
import type { CompletionSummary } from '../state/outcome.ts';
import type { Report } from '../state/stage.ts';
import type { Task } from '../state/task.ts';

/** The counts are ours; what came of it, in the words of the model where it gave some. */
export function completionSummary({ work }: Task, { ending, summary }: Report): CompletionSummary {
  const { completed, failed, open } = subtasksOf(work);
  const evaluations = (work?.actions ?? []).map((action) => action.evaluation).filter((text) => text !== '');
  return {
    goal_achieved: ending.status === 'succeeded' && failed + open === 0,
    tasks_completed: completed,
    tasks_failed: failed,
    key_outcomes: summary && summary.keyOutcomes.length > 0 ? summary.keyOutcomes : evaluations,
  };
}
