/** The goal as subtasks with their dependencies and acceptance criteria. */
import { moveTo } from '../task/transition.ts';
import { afterWrongAnswer, isInvalidAnswer } from './wrong-answer.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Task, TaskIn } from '../task/task.ts';

export const decompose: Phase<'decompose'> = { name: 'decompose', next, settle };

function next(task: TaskIn<'decompose'>): Effect {
  return { kind: 'ask_model', call: 'task_decomposition', wrongAnswers: task.wrongAnswers };
}

function settle(task: TaskIn<'decompose'>, fact: Fact): Task {
  if (isInvalidAnswer(fact)) return afterWrongAnswer(task, fact);
  if (fact.type !== 'phase' || fact.name !== 'task_decomposition') return task;
  const { snapshot, goal } = task;
  return moveTo(task, 'sequence', {
    snapshot,
    goal,
    decomposition: fact.task_decomposition,
    criteria: fact.acceptance_criteria,
    wrongAnswers: [],
  });
}
