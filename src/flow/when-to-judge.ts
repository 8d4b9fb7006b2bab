/** What has to be judged when an action ends, before the next one begins (PLAN-1.5, REPLAN-2). */
import { peopleSpoke } from '../state/select.ts';
import type { Fact } from '../state/facts.ts';
import type { ActionStatus } from '../state/outcome.ts';
import type { ReplanKind } from '../state/replanning.ts';
import type { Task } from '../state/task.ts';

/** The action has just ended as this; `isJudged` where a judgement came with its own closing answer: then nothing more is asked (MODEL-2). */
export function judgedOrNext(
  task: Task,
  { status, isJudged }: { readonly status: ActionStatus; readonly isJudged: boolean },
): Extract<Fact, { readonly name: 'judging' | 'next' }> {
  const { reflection, replanning } = task.settings.planning;
  const isBad = status !== 'success';
  const isDue =
    (reflection.interval > 0 && (task.work?.sinceReflection ?? 0) >= reflection.interval) || peopleSpoke(task);
  const reflect = !isJudged && reflection.enabled && (isDue || (isBad && reflection.onError));
  const decide = isJudged || (isBad && replanning.enabled);
  return reflect || decide ? { type: 'action', name: 'judging', reflect, decide } : { type: 'action', name: 'next' };
}

/** A change of the plan that a reflection called for; trying the same action again is none, nor is a question. */
export function followsReflection({ stage, work }: Task, kind: ReplanKind): boolean {
  return (
    stage.is === 'work' &&
    kind !== 'retry' &&
    kind !== 'clarification' &&
    work?.judging?.reflection?.plan_revision_needed === true
  );
}
