/**
 * What people said since the request, and what was assumed when nobody answered. It follows from the history, and no
 * change of the plan clears it (PLAN-2). Every model call is shown it.
 */
import type { Fact, FactNamed } from './facts.ts';
import { toldModel, type PutQuestion, type Said } from './question.ts';
import type { Task } from './task.ts';

type Hearing = Pick<Task, 'said' | 'questions' | 'asked'>;

/** Oldest first, after this fact; `task` is the state before it. */
export function heard(task: Hearing, fact: Fact): readonly Said[] {
  switch (fact.type) {
    case 'answer':
      if (fact.name !== 'assumed') return answered(task, fact);
      return isAboutMoney(task, fact.question_id) ? task.said : [...task.said, assumedOf(task, fact)];
    case 'question':
      return fact.name === 'left_unasked' ? [...task.said, assumed(toldModel(fact.question))] : task.said;
    case 'environment':
      return fact.name === 'repository' ? [...(fact.earlier_said ?? []), ...task.said] : task.said;
    case 'control':
      if (fact.name === 'comment_edited') return edited(task.said, fact);
      // The comment that carries an answer to the work repeats that answer.
      return fact.name === 'comment' && fact.answer === undefined
        ? [...task.said, { kind: 'comment', by: fact.by, asked: '', text: fact.text, ...from(fact.comment_id) }]
        : task.said;
    case 'revision':
      return fact.amended === undefined ? task.said : replacedIn(task.said, fact.amended.replaces);
    default:
      return task.said;
  }
}

/** Answers about budgets say nothing about the work. */
function isAboutMoney({ questions }: Hearing, id: number): boolean {
  return questions.some((one) => one.id === id && (one.kind === 'budget' || one.kind === 'daily_budget'));
}

function replacedIn(said: readonly Said[], texts: readonly string[]): readonly Said[] {
  return said.map((one) => (texts.includes(one.text) ? { ...one, isReplaced: true } : withoutParts(one, texts)));
}

/** Several assumptions form one text. */
function withoutParts(one: Said, texts: readonly string[]): Said {
  const gone = one.kind === 'assumption' ? texts.filter((text) => text !== '' && one.text.includes(text)) : [];
  if (gone.length === 0) return one;
  const all = [...new Set([...(one.gone ?? []), ...gone])];
  const left = all.reduce((text, part) => text.replace(part, ''), one.text).trim();
  return left === '' ? { ...one, isReplaced: true } : { ...one, gone: all };
}

function answered(task: Hearing, fact: FactNamed<'given' | 'edited'>): readonly Said[] {
  const question = task.questions.find(({ id }) => id === fact.question_id);
  const isOpen = task.asked.some(({ questionId }) => questionId === fact.question_id);
  if (!isOpen || question === undefined || fact.verdict === 'unclear' || isAboutMoney(task, question.id))
    return task.said;
  const { texts } = toldModel(question);
  const parts = Object.entries(fact.settles).map(([index, text]) => [texts[Number(index)] ?? '', text]);
  const whole = fact.text === null || parts.length > 0 ? parts : [[texts.join(' '), fact.text]];
  const kept = fact.name === 'edited' ? task.said.filter(({ comment }) => comment !== fact.comment_id) : task.said;
  return [
    ...kept,
    ...whole.map(
      ([asked = '', text = '']) => ({ kind: 'answer', by: fact.by, asked, text, ...from(fact.comment_id) }) as const,
    ),
  ];
}

/** What was assumed for the unanswered texts. */
function assumedOf({ questions }: Hearing, { question_id, assumptions }: FactNamed<'assumed'>): Said {
  const question = questions.find(({ id }) => id === question_id);
  const told = toldModel({ texts: [], ...question, assumptions });
  return assumed({ ...told, texts: told.texts.filter((_, index) => !(index in (question?.answers ?? {}))) });
}

function assumed({ texts, assumptions }: Pick<PutQuestion, 'texts' | 'assumptions'>): Said {
  return { kind: 'assumption', by: null, asked: texts.join(' '), text: assumptions.join(' ') };
}

/** The new text takes the place of the old one; a comment that answered several questions becomes one entry. */
function edited(said: readonly Said[], fact: FactNamed<'comment_edited'>): readonly Said[] {
  const { comment_id: id, edited_at: editedAt, text } = fact;
  const there = said.filter(({ comment }) => comment === id);
  const [first] = there;
  if (first === undefined || Date.parse(first.editedAt ?? editedAt) > Date.parse(editedAt)) return said;
  const asked = there.map((one) => one.asked).join(' ');
  return said.flatMap((one) => (one === first ? { ...one, asked, text, editedAt } : one.comment === id ? [] : one));
}

function from(comment: number | undefined): Pick<Said, 'comment'> {
  return comment === undefined ? {} : { comment };
}
