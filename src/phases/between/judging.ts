/** What has to be judged when an action ends, before the next one begins (PLAN-1.5, REPLAN-2). Pure. */
import type { Fact } from '../../task/fact.ts';
import type { Task, TaskIn } from '../../task/task.ts';
import type { Judging } from '../../task/work-state.ts';
import type { ReplanKind } from '../../replan/decision.ts';

type Finished = Extract<Fact, { readonly type: 'action'; readonly name: 'finished' }>;

export function judgingAfter(
  task: TaskIn<'execute'>,
  { status, judged = false }: Pick<Finished, 'status'> & Partial<Pick<Finished, 'judged'>>,
): Judging | null {
  const { reflection, replanning } = task.settings.planning;
  const isBad = status !== 'success';
  const isDue = (reflection.interval > 0 && task.work.sinceReflection + 1 >= reflection.interval) || peopleSpoke(task);
  // A judgement that came with the action's own closing answer stands: nothing more is asked (MODEL-2).
  const reflect = !judged && reflection.enabled && (isDue || (isBad && reflection.onError));
  const decide = judged || (isBad && replanning.enabled);
  return reflect || decide ? { reflect, decide, reflection: null, revision: null } : null;
}

/** A comment or a correction is looked back on like an error (PLAN-1.5). */
export function peopleSpoke(task: TaskIn<'execute'>): boolean {
  return task.comments.length > (task.work.commentsReflected ?? 0);
}

/** A change of the plan that a reflection called for; trying the same action again is none, nor is a question. */
export function followsReflection(task: Task, kind: ReplanKind): boolean {
  return (
    task.phase === 'execute' && kind !== 'retry' && kind !== 'clarification' && task.work.judging?.reflection?.plan_revision_needed === true
  );
}

/** More revisions after reflections than allowed: a person decides about this one (PLAN-6, level 3). */
export function needsPerson(task: Task, kind: ReplanKind): boolean {
  return followsReflection(task, kind) && task.replanning.revisions >= task.settings.planning.maxRevisions;
}
