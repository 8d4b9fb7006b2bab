/** The completion of a task, and what a person is told who has to step in, as they are recorded (PLAN-6, PLAN-7). */
import { ownQuestions } from '../plan/own-questions.ts';
import { branchOf } from '../plan/branch-of.ts';
import { shownWork } from '../state/select.ts';
import type { CompletionSummary, InterventionSummary } from '../state/outcome.ts';
import type { Report, Task } from '../state/task.ts';
import type { Work } from '../state/work.ts';

const MAX_ENTRIES = 50;

/** The counts are ours; what came of it, in the words of the model where it gave some. */
export function summaryOf({ work }: Task, { ending, summary }: Report): CompletionSummary {
  const { completed, failed, open } = subtasksOf(work);
  const evaluations = (work?.actions ?? []).map((action) => action.evaluation).filter((text) => text !== '');
  return {
    goal_achieved: ending.status === 'succeeded' && failed + open === 0,
    tasks_completed: completed,
    tasks_failed: failed,
    key_outcomes: summary && summary.keyOutcomes.length > 0 ? summary.keyOutcomes : evaluations,
  };
}

interface Intervention {
  readonly texts: readonly string[];
  readonly context: string;
  readonly isWork: boolean;
}

/** Not an end: the task waits for that person, and what is done stays. */
export function interventionSummary(task: Task, asked: Intervention): InterventionSummary {
  const { replanning, request, settings, snapshot } = task;
  const words = ownQuestions(settings.language);
  const work = shownWork(task);
  const { completed, failed } = subtasksOf(work);
  const branch = work?.checkpoint.change ? branchOf({ request, snapshot }) : null;
  const carriedOut = replanning.records.filter(
    ({ executed, kind }) => executed && kind !== 'retry' && kind !== 'clarification',
  ).length;
  return {
    goal_achieved: false,
    tasks_completed: completed,
    tasks_failed: failed,
    revision_attempts: Math.max(replanning.revisions, carriedOut),
    reason: [...asked.texts, asked.context].filter((text) => text !== '').join('\n'),
    current_state: words.workIs(branch, asked.isWork ? 'work' : 'planning'),
    recommendations: [
      ...(replanning.records.at(-1)?.decision.recommended_actions ?? []),
      ...words.recommendations,
    ].slice(0, MAX_ENTRIES),
  };
}

/** Failed is what ended without success; what nobody came to, or was in the middle of, is neither. */
function subtasksOf(work: Work | null): { readonly completed: number; readonly failed: number; readonly open: number } {
  const actions = work?.actions ?? [];
  const ids = [...new Set(actions.map((action) => action.taskId))];
  const completed = ids.filter((id) =>
    actions.every((action) => action.taskId !== id || action.status === 'success'),
  ).length;
  const isBad = (status: string) => status === 'failure' || status === 'partial';
  const failed = ids.filter((id) => actions.some((action) => action.taskId === id && isBad(action.status))).length;
  return { completed, failed, open: ids.length - completed - failed };
}
