/** Waiting for people. An answer, a stated assumption, or a stop ends it; meanwhile nothing is held. */
import { questionOf, withQuestion } from '../questions/ask.ts';
import { GIVE_UP_AFTER_MS, needsPerson } from '../questions/patience.ts';
import { reconsidered } from './between/about-plan.ts';
import { afterLoss } from './between/after-loss.ts';
import { firstDue } from './between/first-due.ts';
import { answered, assumed } from './between/heard-answer.ts';
import { withoutContainer } from './between/held.ts';
import { savedWhileWaiting, savingBefore } from './between/wait-for-budget.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Task, TaskIn } from '../task/task.ts';

export const wait: Phase<'wait'> = { name: 'wait', next, settle };

function next(task: TaskIn<'wait'>): Effect {
  const saving = savingBefore(task);
  if (saving !== null) return saving;
  if (questionOf(task).commentId === null) return { kind: 'post_question' };
  return task.unread === 'to_explain' ? { kind: 'explain_question' } : firstDue(task).effect;
}

/** When the effect in hand is due: what comes next follows from the history, whoever looks and whenever. */
export function dueAt(task: TaskIn<'wait'>): number {
  const isDue = savingBefore(task) !== null || questionOf(task).commentId === null || task.unread === 'to_explain';
  return isDue ? 0 : firstDue(task).at;
}

function settle(task: TaskIn<'wait'>, fact: Fact): Task {
  switch (fact.type) {
    case 'question':
      return posted(task, fact.comment_id);
    case 'answer':
      if (fact.question_id !== task.questionId) return task;
      return fact.name === 'assumed' ? assumed(task) : answered(task, fact);
    case 'control':
      return fact.name === 'comment' ? reconsidered(task) : task;
    case 'environment':
      if (fact.name === 'sandbox_released') return { ...task, back: withoutContainer(task.back, fact.container_id) };
      return fact.name === 'workspace_lost' ? { ...task, back: afterLoss(task.back, task) } : task;
    case 'effect':
      if (fact.name === 'reminded') return { ...task, reminded: true };
      if (fact.name === 'explained') return { ...task, unread: 'explained' };
      return fact.name === 'checkpoint' || fact.name === 'push_refused' ? savedWhileWaiting(task, fact) : task;
    default:
      return task;
  }
}

function posted(task: TaskIn<'wait'>, commentId: number): Task {
  const question = { ...questionOf(task), commentId };
  const { planning } = task.settings;
  const patienceMs = needsPerson(question, planning) ? GIVE_UP_AFTER_MS : planning.assumeAfterMs;
  return { ...withQuestion(task, question), since: task.updatedAt, until: task.updatedAt + patienceMs };
}
