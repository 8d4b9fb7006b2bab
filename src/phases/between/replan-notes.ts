/** What the model is told with its next planning question; its own words, so they are shown as data. Pure. */
import { doneSubtasks } from '../../plan/work.ts';
import { adviceOf, reasonOf } from '../../replan/advice.ts';
import type { Judged } from './after-decision.ts';
import type { ReplanDecision } from '../../calls/judgement-schemas.ts';
import type { TaskDecomposition } from '../../plan/plan.ts';
import type { ReplanKind } from '../../replan/decision.ts';

/** How a note begins that says what is assumed in place of an answer. */
export const GO_ON_ASSUMING = 'Go on with these assumptions and state them';

/** The decision is one note: however much it says, it pushes out no other, and only what it comes to stands behind it. */
export function notesOf(task: Judged, kind: ReplanKind, decision: ReplanDecision): readonly string[] {
  const { where, what } = progressNotes(task, kind);
  const said = [`Planning again (${kind}): ${reasonOf(decision)}`, ...adviceOf(decision).map((line) => `  - ${line}`)];
  return [...where, said.join('\n'), ...what];
}

/** How far the work is, and what is to be planned of the rest. */
function progressNotes(task: Judged, kind: ReplanKind): { readonly where: readonly string[]; readonly what: readonly string[] } {
  if (task.phase !== 'execute' && task.phase !== 'verify') return { where: [], what: [] };
  const done = doneSubtasks(task.work);
  const names = (decomposition: TaskDecomposition) =>
    decomposition.subtasks
      .filter((one) => done.has(one.id))
      .map((one) => `${one.id} (${one.description})`)
      .join('; ');
  const finished = names(task.plan.task_decomposition);
  const failed = task.work.actions[task.work.current];
  const where =
    task.phase === 'execute' && failed
      ? [`It stopped at the action "${failed.planned.purpose}" of ${failed.taskId}: ${failed.evaluation}`]
      : [];
  const what =
    kind === 'partial'
      ? ['Plan only the actions from there on.']
      : kind === 'monitoring'
        ? ['Plan only the additional actions that are needed, for the subtasks that are not finished.']
        : [];
  return { where: [...(finished === '' ? [] : [`Finished already, and its files are in place: ${finished}`]), ...where], what };
}
