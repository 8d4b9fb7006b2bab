/** What is wanted, and whether it is clear enough to begin. */
import { endWith } from '../task/ending.ts';
import { moveTo } from '../task/transition.ts';
import { afterWrongAnswer, isInvalidAnswer } from './wrong-answer.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Task, TaskIn } from '../task/task.ts';

export const understand: Phase<'understand'> = { name: 'understand', next, settle };

function next(task: TaskIn<'understand'>): Effect {
  return { kind: 'ask_model', call: 'goal_understanding', wrongAnswers: task.wrongAnswers };
}

function settle(task: TaskIn<'understand'>, fact: Fact): Task {
  if (isInvalidAnswer(fact)) return afterWrongAnswer(task, fact);
  if (fact.type !== 'phase') return task;
  if (fact.name === 'goal_understanding') {
    return moveTo(task, 'decompose', { snapshot: task.snapshot, goal: fact.goal_understanding, wrongAnswers: [] });
  }
  if (fact.name !== 'goal_error') return task;
  const { error } = fact;
  return error.type === 'already_done'
    ? endWith(task, { status: 'succeeded', reason: 'already_done', detail: error.message, list: error.evidence })
    : endWith(task, { status: 'failed', reason: 'unclear_goal', detail: error.message, list: error.clarification_needed });
}
