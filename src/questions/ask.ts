/** From any phase into waiting for people (EXEC-1): the question is part of the task before it is posted. */
import { moveTo } from '../task/transition.ts';
import type { Question } from './question.ts';
import type { Budget } from '../task/request.ts';
import type { Resumable, TaskIn, Waiting } from '../task/task.ts';

export interface Asking {
  readonly kind: Question['kind'];
  readonly texts: readonly string[];
  readonly context: string;
  readonly assumptions: readonly string[];
  readonly proposal?: Waiting['proposal'];
  /** Of a budget: what is used up. */
  readonly limit?: keyof Budget;
}

/** More at once nobody answers. */
const MAX_TEXTS = 10;

const REASONS: { readonly [Kind in Question['kind']]: Waiting['reason'] } = {
  clarification: 'question',
  confirmation: 'confirmation',
  intervention: 'intervention',
  budget: 'budget',
};

export function ask(task: Resumable, { kind, texts, context, assumptions, proposal = null, limit }: Asking): TaskIn<'wait'> {
  const id = task.questions.length + 1;
  const question: Question = {
    id,
    kind,
    texts: texts.slice(0, MAX_TEXTS),
    context,
    assumptions,
    askedAt: task.updatedAt,
    commentId: null,
    answers: {},
    state: 'open',
  };
  const asked = { ...task, questions: [...task.questions, question] };
  const waiting = { reason: REASONS[kind], questionId: id, since: task.updatedAt, until: null, back: task, proposal };
  return moveTo(asked, 'wait', limit === undefined ? waiting : { ...waiting, limit });
}

export function questionOf(task: TaskIn<'wait'>): Question {
  const question = task.questions.find((one) => one.id === task.questionId);
  if (!question) throw new TypeError(`Question ${task.questionId} is not there.`);
  return question;
}
