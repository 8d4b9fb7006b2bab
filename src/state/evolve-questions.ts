/** Questions to people, their answers, and what is assumed instead. */
import { waitedFor, withApproval } from './evolve-controls.ts';
import type { AnswerReading, FactOf, FactNamed } from './facts.ts';
import type { Task } from './task.ts';
import { NEVER, type Asked, type PutQuestion, type Question } from './question.ts';

export function evolveQuestions(task: Task, fact: FactOf<'question' | 'answer'>): Task {
  if (fact.type === 'answer') return fact.name === 'assumed' ? task : answered(task, fact);
  switch (fact.name) {
    case 'asked':
      return asked(task, fact);
    case 'left_unasked':
      return put(task, fact.question, 'assumed');
    case 'posted':
      return withQuestion(task, fact.question_id, () => ({ commentId: fact.comment_id, url: fact.url }));
    case 'waiting':
      return waiting(task, fact);
    case 'postponed':
      return postponed(task, fact.question_id);
    case 'unclear':
      return withAsked(task, fact.question_id, { unread: 'to_explain' });
    case 'closed':
      return closed(task, fact);
    case 'not_posted':
      return task;
  }
}

function put(task: Task, question: PutQuestion, state: Question['state']): Task {
  const whole = { ...question, askedAt: task.updatedAt, commentId: null, url: null, answers: {}, state };
  return { ...task, questions: [...task.questions, whole] };
}

function asked(
  task: Task,
  { question, then, blocks }: Extract<FactNamed<'asked'>, { readonly type: 'question' }>,
): Task {
  const open: Asked = {
    questionId: question.id,
    then,
    blocks,
    since: task.updatedAt,
    due: NEVER,
    isReminded: false,
    unread: 'no',
    isSaved: false,
  };
  const after = put({ ...task, asked: [...task.asked, open] }, question, 'open');
  return then.is === 'carry_out_plan' ? withApproval(after, { questionId: question.id, ...AS_SHOWN }) : after;
}

/** The plan is shown as it is now. */
const AS_SHOWN = { isChanged: false, isAgreed: false, open: [] };

/** The wait starts now; also for a question that was postponed. */
function waiting(task: Task, { question_id: id, due, explain }: FactNamed<'waiting'>): Task {
  const before = task.asked.find(({ questionId }) => questionId === id);
  if (before === undefined) return task;
  // If only the next look changed, the wait continues.
  const goesOn = before.blocks && before.due.overAt !== null && before.due.overAt === due.overAt;
  const begun = withAsked(task, id, { blocks: true, since: goesOn ? before.since : task.updatedAt, due });
  if (before.blocks || before.then.is !== 'carry_out_plan') return begun;
  const unread = explain === undefined ? before.unread : explain ? 'to_explain' : 'explained';
  return withApproval(withAsked(begun, id, { isReminded: false, unread }), AS_SHOWN);
}

/** A comment on the plan is considered before its question is waited for again. */
function postponed(task: Task, id: number): Task {
  const isExplained = task.asked.some(({ questionId, unread }) => questionId === id && unread === 'explained');
  const weighing = withAsked(waitedFor(task, id), id, { blocks: false });
  return isExplained ? withApproval(weighing, { isExplained }) : weighing;
}

function closed(task: Task, { question_id: id, because }: FactNamed<'closed'>): Task {
  const over = { ...waitedFor(task, id), asked: task.asked.filter(({ questionId }) => questionId !== id) };
  return because === 'replaced' ? over : withQuestion(over, id, () => ({ state: because }));
}

/** An edited text replaces the earlier one; a text that is neither yes nor no settles nothing. */
function answered(task: Task, fact: FactNamed<'given' | 'edited'>): Task {
  const open = task.asked.find(({ questionId }) => questionId === fact.question_id);
  if (open === undefined || fact.verdict === 'unclear') return task;
  if (open.then.is === 'tell_work' && !open.blocks && fact.name === 'edited') return task;
  const agreed = agreedMeanwhile(task, open, fact);
  return withQuestion(agreed, fact.question_id, ({ answers }) => {
    const kept = Object.entries(answers).filter(
      ([, answer]) => fact.name !== 'edited' || answer.comment !== fact.comment_id,
    );
    const from = fact.comment_id === undefined ? {} : { comment: fact.comment_id };
    const settled = Object.entries(fact.settles).map(
      ([index, text]) => [index, { by: fact.by, text, ...from }] as const,
    );
    return { answers: Object.fromEntries([...kept, ...settled]) };
  });
}

/** A yes or no that arrives while another comment on the plan is considered is kept. */
function agreedMeanwhile(task: Task, { then, blocks }: Asked, { verdict }: AnswerReading): Task {
  return then.is === 'carry_out_plan' && !blocks ? withApproval(task, { isAgreed: verdict === 'yes' }) : task;
}

function withQuestion(task: Task, id: number, change: (question: Question) => Partial<Question>): Task {
  return { ...task, questions: task.questions.map((one) => (one.id === id ? { ...one, ...change(one) } : one)) };
}

export function withAsked(task: Task, id: number, change: Partial<Asked>): Task {
  return { ...task, asked: task.asked.map((one) => (one.questionId === id ? { ...one, ...change } : one)) };
}
