/** From any phase into waiting for people (EXEC-1): the question is part of the task before it is posted. */
import { moveTo, withCommonOf } from '../task/transition.ts';
import { isNeverAssumed } from './never-assumed.ts';
import type { Question } from './question.ts';
import type { Fact } from '../task/fact.ts';
import type { Budget } from '../task/request.ts';
import type { Waiting } from '../task/held-state.ts';
import type { Resumable, Task, TaskCommon, TaskIn } from '../task/task.ts';

export interface Asking {
  readonly kind: Exclude<Question['kind'], 'aside'>;
  readonly texts: readonly string[];
  readonly context: string;
  readonly assumptions: readonly string[];
  readonly details?: readonly string[];
  readonly detailsForPeople?: true;
  readonly proposal?: Waiting['proposal'];
  readonly again?: true;
  readonly onlyHow?: true;
  /** Of a budget: what is used up. */
  readonly limit?: keyof Budget;
}

/** Something a person said to a question, or made of it later. */
export type Said = Extract<Fact, { readonly type: 'answer'; readonly name: 'given' | 'edited' }>;

/** More at once nobody answers; the first are what matters most. */
const MAX_TEXTS = 10;

const REASONS: { readonly [Kind in Asking['kind']]: Waiting['reason'] } = {
  clarification: 'question',
  confirmation: 'confirmation',
  intervention: 'intervention',
  budget: 'budget',
  approval: 'plan_approval',
};

export function ask(task: Resumable, { proposal = null, limit, again, onlyHow, ...asking }: Asking): TaskIn<'wait'> {
  const { kind } = asking;
  const question = newQuestion(task, asking);
  const { id } = question;
  const asked = { ...task, questions: [...task.questions, question] };
  const waiting = { reason: REASONS[kind], questionId: id, since: task.updatedAt, until: null, back: task, proposal };
  return moveTo(asked, 'wait', {
    ...waiting,
    ...(limit === undefined ? {} : { limit }),
    ...(again === undefined ? {} : { again }),
    ...(onlyHow === undefined ? {} : { onlyHow }),
  });
}

export function questionOf(task: TaskIn<'wait'>): Question {
  const question = task.questions.find((one) => one.id === task.questionId);
  if (!question) throw new TypeError(`Question ${task.questionId} is not there.`);
  return question;
}

/** The task as it waits for an answer, also when it is paused meanwhile; null when nothing is asked. */
export function askedIn(task: Task): TaskIn<'wait'> | null {
  if (task.phase === 'wait') return task;
  return task.phase === 'pause' && task.back.phase === 'wait' ? withCommonOf(task, task.back) : null;
}

/** The question for approval, while what was said about the plan is being weighed. */
export function approvalShown(task: Task): Question | null {
  return task.phase === 'approve' ? (task.questions.find(({ id }) => id === task.questionId) ?? null) : null;
}

export function newQuestion(
  task: Pick<TaskCommon, 'questions' | 'updatedAt'>,
  {
    kind,
    texts,
    context,
    assumptions,
    details,
    detailsForPeople,
  }: Pick<Question, 'kind' | 'texts' | 'context' | 'assumptions' | 'details' | 'detailsForPeople'>,
): Question {
  const neverAssumed = kind === 'clarification' && isNeverAssumed([...texts, ...assumptions]);
  const leftOut = Math.max(0, texts.length - MAX_TEXTS);
  return {
    id: task.questions.length + 1,
    kind,
    texts: texts.slice(0, MAX_TEXTS),
    ...(leftOut === 0 ? {} : { leftOut }),
    context,
    assumptions,
    askedAt: task.updatedAt,
    commentId: null,
    answers: {},
    state: 'open',
    ...(details === undefined ? {} : { details }),
    ...(detailsForPeople === undefined ? {} : { detailsForPeople }),
    ...(neverAssumed ? { neverAssumed } : {}),
  };
}

/** Nobody is asked: what would have been is assumed, and said wherever the work is shown (REPLAN-4, 5). */
export function unasked<Of extends TaskCommon>(task: Of, asking: Pick<Question, 'texts' | 'context' | 'assumptions'>): Of {
  const question: Question = { ...newQuestion(task, { kind: 'clarification', ...asking }), state: 'assumed' };
  return { ...task, questions: [...task.questions, question] };
}

/** The task with a question as it is now. */
export function withQuestion<Of extends Pick<TaskCommon, 'questions'>>(task: Of, question: Question): Of {
  return { ...task, questions: task.questions.map((one) => (one.id === question.id ? question : one)) };
}

/** The question with what somebody said to it; what a comment said before it was edited no longer counts. */
export function withAnswers(question: Question, said: Said): Question {
  const kept = Object.entries(question.answers).filter(([, answer]) => said.name !== 'edited' || answer.comment !== said.comment_id);
  const from = said.comment_id === undefined ? {} : { comment: said.comment_id };
  const settled = Object.entries(said.settles).map(([index, text]) => [index, { by: said.by, text, ...from }] as const);
  return { ...question, answers: Object.fromEntries([...kept, ...settled]) };
}

/** Everything that was asked is answered. */
export function isComplete({ texts, answers }: Question): boolean {
  return texts.every((_, index) => index in answers);
}

/** As the model is told. */
export function answerNotes({ texts, answers, leftOut = 0 }: Pick<Question, 'texts' | 'answers' | 'leftOut'>): readonly string[] {
  return [
    ...Object.entries(answers).map(([index, { by, text }]) => `Asked "${texts[Number(index)] ?? ''}", @${by.login} answered: ${text}`),
    ...(leftOut === 0
      ? []
      : [`Of the questions only the first ${texts.length} were asked; ${leftOut} more were left out. Ask again only what is still open.`]),
  ];
}
