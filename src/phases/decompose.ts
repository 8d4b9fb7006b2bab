/** The goal as subtasks with their dependencies and acceptance criteria. */
import { afterDecision, carryOn } from './between/after-decision.ts';
import { afterWrongAnswer, isInvalidAnswer } from './between/wrong-answer.ts';
import { noted } from '../replan/state.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Task, TaskIn } from '../task/task.ts';

export const decompose: Phase<'decompose'> = { name: 'decompose', next, settle };

function next(task: TaskIn<'decompose'>): Effect {
  if (task.found === null) return { kind: 'ask_model', call: 'task_decomposition', wrongAnswers: task.wrongAnswers };
  return { kind: 'ask_decision', point: 'task_decomposition', again: task.replanning.escalated };
}

function settle(task: TaskIn<'decompose'>, fact: Fact): Task {
  if (isInvalidAnswer(fact)) return afterWrongAnswer(task, fact);
  if (fact.type === 'replan_decision' && fact.name === 'decided') return afterDecision(task, fact);
  if (fact.type !== 'phase' || fact.name !== 'task_decomposition') return task;
  const { potential_conflicts: conflicts = [] } = fact;
  const replanning = conflicts.length === 0 ? task.replanning : noted(task.replanning, `The work may collide: ${conflicts.join('; ')}`);
  const found = {
    ...task,
    replanning,
    found: { decomposition: fact.task_decomposition, criteria: fact.acceptance_criteria },
    wrongAnswers: [],
  };
  return task.settings.planning.replanning.enabled ? found : carryOn(found);
}
