/** The subtasks as an ordered list of actions, and the environment to do them in. */
import { moveTo } from '../task/transition.ts';
import { NOTHING_PREPARED } from './nothing-prepared.ts';
import { afterWrongAnswer, isInvalidAnswer } from './wrong-answer.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Task, TaskIn } from '../task/task.ts';

export const sequence: Phase<'sequence'> = { name: 'sequence', next, settle };

function next(task: TaskIn<'sequence'>): Effect {
  return { kind: 'ask_model', call: 'action_plan', wrongAnswers: task.wrongAnswers };
}

function settle(task: TaskIn<'sequence'>, fact: Fact): Task {
  if (isInvalidAnswer(fact)) return afterWrongAnswer(task, fact);
  if (fact.type !== 'plan') return task;
  return moveTo(task, 'prepare', { snapshot: task.snapshot, plan: fact.plan, ...NOTHING_PREPARED, earlierWork: null });
}
