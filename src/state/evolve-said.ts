/**
 * What people said since the request, and what was assumed where nobody did: derived from the history, and never
 * cleared by a change of the plan (PLAN-2). Every call of the model is shown it.
 */
import type { Fact, FactNamed } from './facts.ts';
import type { Said } from './question.ts';
import type { Task } from './task.ts';

type Hearing = Pick<Task, 'said' | 'questions' | 'asked'>;

/** Oldest first, after this fact; `task` as it was before it. */
export function heard(task: Hearing, fact: Fact): readonly Said[] {
  switch (fact.type) {
    case 'answer':
      return fact.name === 'assumed'
        ? [...task.said, ...assumed(unanswered(task, fact.question_id), fact.assumptions)]
        : answered(task, fact);
    case 'question':
      return fact.name === 'left_unasked'
        ? [...task.said, ...assumed(fact.question.texts, fact.question.assumptions)]
        : task.said;
    case 'environment':
      return fact.name === 'repository' ? [...(fact.earlier_said ?? []), ...task.said] : task.said;
    case 'control':
      if (fact.name === 'comment_edited') return edited(task.said, fact);
      // The comment that carries an answer to the work says the same once more.
      return fact.name === 'comment' && fact.answer === undefined
        ? [...task.said, { kind: 'comment', by: fact.by, asked: '', text: fact.text, ...from(fact.comment_id) }]
        : task.said;
    default:
      return task.said;
  }
}

function answered(task: Hearing, fact: FactNamed<'given' | 'edited'>): readonly Said[] {
  const question = task.questions.find(({ id }) => id === fact.question_id);
  const isOpen = task.asked.some(({ questionId }) => questionId === fact.question_id);
  if (!isOpen || question === undefined || fact.verdict === 'unclear' || question.kind === 'budget') return task.said;
  const parts = Object.entries(fact.settles).map(([index, text]) => [question.texts[Number(index)] ?? '', text]);
  const whole = fact.text === null || parts.length > 0 ? parts : [[question.texts.join(' '), fact.text]];
  const kept = fact.name === 'edited' ? task.said.filter(({ comment }) => comment !== fact.comment_id) : task.said;
  return [
    ...kept,
    ...whole.map(
      ([asked = '', text = '']) => ({ kind: 'answer', by: fact.by, asked, text, ...from(fact.comment_id) }) as const,
    ),
  ];
}

/** In its place, with its new text only; a comment that answered several questions is one from then on. */
function edited(said: readonly Said[], fact: FactNamed<'comment_edited'>): readonly Said[] {
  const { comment_id: id, edited_at: editedAt, text } = fact;
  const there = said.filter(({ comment }) => comment === id);
  const [first] = there;
  if (first === undefined || Date.parse(first.editedAt ?? editedAt) > Date.parse(editedAt)) return said;
  const asked = there.map((one) => one.asked).join(' ');
  return said.flatMap((one) => (one === first ? { ...one, asked, text, editedAt } : one.comment === id ? [] : one));
}

function unanswered({ questions }: Hearing, id: number): readonly string[] {
  const question = questions.find((one) => one.id === id);
  return question === undefined ? [] : question.texts.filter((_, index) => !(index in question.answers));
}

function assumed(texts: readonly string[], assumptions: readonly string[]): readonly Said[] {
  return [{ kind: 'assumption', by: null, asked: texts.join(' '), text: assumptions.join(' ') }];
}

function from(comment: number | undefined): Pick<Said, 'comment'> {
  return comment === undefined ? {} : { comment };
}
