/** What the model is told with its next planning question; its own words, so they are shown as data. */
import { adviceOf, reasonOf } from '../replan/advice.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import type { ReplanDecision } from '../state/judgements.ts';
import type { ReplanKind } from '../state/replanning.ts';
import type { Task } from '../state/task.ts';

/** How a note begins that says what is assumed in place of an answer. */
export const GO_ON_ASSUMING = 'Go on with these assumptions and state them';

/** The decision is one note: however much it says, it pushes out no other, and only what it comes to stands behind it. */
export function notesOf(task: Task, kind: ReplanKind, decision: ReplanDecision): readonly string[] {
  const said = [
    `Planning again (${kind}): ${reasonOf(decision)}`,
    ...adviceOf(decision).map((line) => `  - ${line}`),
  ].join('\n');
  const { stage, work, plan } = task;
  if ((stage.is !== 'work' && stage.is !== 'verify') || work === null || plan === null) return [said];
  return [...whereItIs(task), said, ...WHAT_IS_PLANNED[kind]];
}

const WHAT_IS_PLANNED: { readonly [Kind in ReplanKind]: readonly string[] } = {
  partial: ['Plan only the actions from there on.'],
  monitoring: ['Plan only the additional actions that are needed, for the subtasks that are not finished.'],
  clarification: [],
  goal: [],
  decomposition: [],
  actions: [],
  retry: [],
};

function whereItIs({ stage, work, plan }: Task): readonly string[] {
  if (work === null || plan === null) return [];
  const done = doneSubtasks(work);
  const finished = plan.task_decomposition.subtasks
    .filter((one) => done.has(one.id))
    .map((one) => `${one.id} (${one.description})`)
    .join('; ');
  const failed = stage.is === 'work' ? work.actions[work.current] : undefined;
  return [
    ...(finished === '' ? [] : [`Finished already, and its files are in place: ${finished}`]),
    ...(failed === undefined
      ? []
      : [`It stopped at the action "${failed.planned.purpose}" of ${failed.taskId}: ${failed.evaluation}`]),
  ];
}
