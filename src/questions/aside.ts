/** Questions beside the work (PLAN-9): nothing waits for them, and what people answer is one more thing they said. Pure. */
import { answerNotes, isComplete, newQuestion, withAnswers, withQuestion } from './ask.ts';
import type { Question } from './question.ts';
import type { Fact } from '../task/fact.ts';
import type { TaskCommon } from '../task/task.ts';

type Answer = Extract<Fact, { readonly type: 'answer' }>;
type Common = Pick<TaskCommon, 'questions' | 'comments' | 'updatedAt' | 'settings'>;

/** The task with one more question that is still to be posted. */
export function withAside<Of extends Common>(task: Of, asking: Pick<Question, 'texts' | 'context' | 'assumptions'>): Of {
  return { ...task, questions: [...task.questions, newQuestion(task, { kind: 'aside', ...asking })] };
}

export function asideToPost({ questions }: Pick<TaskCommon, 'questions'>): Question | null {
  return questions.find((question) => isOpenAside(question) && question.commentId === null) ?? null;
}

/** Those that take answers, the newest first. */
export function asidesAsked({ questions }: Pick<TaskCommon, 'questions'>): readonly Question[] {
  return questions.filter((question) => isOpenAside(question) && question.commentId !== null).toReversed();
}

export function isAside({ questions }: Pick<TaskCommon, 'questions'>, id: number): boolean {
  return questions.some((question) => question.id === id && question.kind === 'aside');
}

/** What was answered is handed on at once, as a comment that may change the plan: from then on it is used. */
export function asideAnswered<Of extends Common>(task: Of, fact: Answer): Of {
  const question = task.questions.find((one) => one.id === fact.question_id);
  if (question === undefined || question.state !== 'open') return task;
  if (fact.name === 'assumed') return withQuestion(task, { ...question, state: 'assumed' });
  if (fact.name === 'edited') return task;
  const answered = withAnswers(question, fact);
  const given = only(answered, fact.settles);
  const answer = Object.values(given)
    .map(({ text }) => text)
    .join('\n');
  const said = { by: fact.by, text: answerNotes({ texts: answered.texts, answers: given }).join('\n'), answer };
  return {
    ...withQuestion(task, isComplete(answered) ? { ...answered, state: 'answered' } : answered),
    comments: [...task.comments, said],
  };
}

export function asidePosted<Of extends Common>(task: Of, { question_id: id, comment_id: commentId }: Posted): Of {
  return { ...task, questions: task.questions.map((one) => (one.id === id && one.kind === 'aside' ? { ...one, commentId } : one)) };
}
type Posted = Extract<Fact, { readonly type: 'question' }>;

function only({ answers }: Question, settled: Readonly<Record<number, string>>): Question['answers'] {
  return Object.fromEntries(Object.entries(answers).filter(([index]) => index in settled));
}

function isOpenAside({ kind, state }: Question): boolean {
  return kind === 'aside' && state === 'open';
}
