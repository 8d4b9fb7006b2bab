/**
 * What a person who has to intervene is told (PLAN-6): recorded when that is decided, and computed again when people
 * are asked.
 */
import { branchOf } from './publication.ts';
import { shownWork } from '../state/select.ts';
import { subtaskCounts } from '../state/work-moves.ts';
import { ownQuestions } from './own-words.ts';
import type { InterventionSummary } from '../state/outcome.ts';
import type { Question } from '../state/question.ts';
import type { Task } from '../state/task.ts';

const MAX_ENTRIES = 50;

interface Intervention extends Pick<Question, 'texts' | 'context'> {
  /** Set if it differs from the task's current stage. */
  readonly isWork?: boolean;
}

/** Not an end: the task waits for that person, and finished work stays. */
export function interventionSummary(
  task: Task,
  { texts, context, isWork = isAtWork(task) }: Intervention,
): InterventionSummary {
  const { replanning, request, settings, snapshot } = task;
  const words = ownQuestions(settings.language);
  const work = shownWork(task);
  const { completed, failed } = subtaskCounts(work);
  const branch = work?.checkpoint.change ? branchOf({ request, snapshot }) : null;
  const carriedOut = replanning.records.filter(
    ({ executed, kind }) => executed && kind !== 'retry' && kind !== 'clarification',
  ).length;
  return {
    goal_achieved: false,
    tasks_completed: completed,
    tasks_failed: failed,
    revision_attempts: Math.max(replanning.revisions, carriedOut),
    reason: [...texts, context].filter((text) => text !== '').join('\n'),
    current_state: words.workIs(branch, isWork ? 'work' : 'planning'),
    recommendations: [
      ...(replanning.records.at(-1)?.decision.recommended_actions ?? []),
      ...words.recommendations,
    ].slice(0, MAX_ENTRIES),
  };
}

function isAtWork({ stage }: Task): boolean {
  return stage.is === 'work' || stage.is === 'verify';
}
