/** What a phase that asks for one structured answer does with a wrong one. */
import { endWith } from '../task/ending.ts';
import type { WrongAnswer } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Task, TaskIn } from '../task/task.ts';

/** An answer that does not fit its schema is asked for again this often (MODEL-3). */
export const MAX_SCHEMA_REPAIRS = 3;
/** A plan that breaks the rules of plans is shown to the model once (PLAN-1). */
export const MAX_RULE_REPAIRS = 1;

type Asking = TaskIn<'understand'> | TaskIn<'decompose'> | TaskIn<'sequence'>;
type Invalid = Extract<Fact, { readonly name: 'invalid_answer' }>;

export function isInvalidAnswer(fact: Fact): fact is Invalid {
  return fact.type === 'error' && fact.name === 'invalid_answer';
}

export function afterWrongAnswer(task: Asking, fact: Invalid): Task {
  const wrong: WrongAnswer = { content: fact.content, problems: fact.problems, broke: fact.broke };
  const wrongAnswers = [...task.wrongAnswers, wrong];
  const repairs = wrongAnswers.filter((answer) => answer.broke === fact.broke).length;
  if (repairs <= (fact.broke === 'rules' ? MAX_RULE_REPAIRS : MAX_SCHEMA_REPAIRS)) return { ...task, wrongAnswers };
  return endWith(task, {
    status: 'failed',
    reason: fact.broke === 'rules' ? 'impossible_plan' : 'invalid_answers',
    detail: fact.call,
    list: fact.problems,
  });
}
