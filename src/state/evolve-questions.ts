/** What people are asked, what they answered, and what is assumed in its place. */
import { waitedFor } from './evolve-controls.ts';
import type { AnswerReading, Recorded } from './facts.ts';
import type { Asked, Question } from './question.ts';
import type { Task } from './task.ts';
import type { DueTimes } from './question.ts';

type Of<Name extends string> = Extract<Recorded, { readonly name: Name }>;

export function evolveQuestions(task: Task, fact: Extract<Recorded, { readonly type: 'question' | 'answer' }>): Task {
  if (fact.type === 'answer') return fact.name === 'assumed' ? task : answered(task, fact);
  switch (fact.name) {
    case 'asked':
      return asked(task, fact);
    case 'left_unasked': {
      const { question_id: id, texts, left_out: leftOut, context, assumptions } = fact;
      const question = {
        id,
        kind: 'clarification',
        texts,
        context,
        assumptions,
        needsPerson: false,
        state: 'assumed',
      } as const;
      return {
        ...task,
        questions: [
          ...task.questions,
          { ...question, ...some({ leftOut }), askedAt: task.updatedAt, commentId: null, answers: {} },
        ],
      };
    }
    case 'posted':
      return withQuestion(task, fact.question_id, () => ({ commentId: fact.comment_id }));
    case 'waiting':
      return waiting(task, fact);
    case 'set_aside':
      return setAside(task, fact.question_id);
    case 'unclear':
      return withAsked(task, fact.question_id, { unread: 'to_explain' });
    case 'closed':
      return closed(task, fact);
    case 'not_posted':
      return task;
  }
}

export const NEVER: DueTimes = { overAt: null, remindAt: null, releaseAt: null };

function asked(task: Task, fact: Extract<Recorded, { readonly type: 'question'; readonly name: 'asked' }>): Task {
  const question: Question = {
    id: fact.question_id,
    kind: fact.kind,
    texts: fact.texts,
    ...some({ leftOut: fact.left_out }),
    context: fact.context,
    assumptions: fact.assumptions,
    askedAt: task.updatedAt,
    commentId: null,
    answers: {},
    state: 'open',
    ...(fact.details === undefined ? {} : { details: fact.details }),
    needsPerson: fact.needs_person,
    ...(fact.never_assumed === undefined ? {} : { neverAssumed: fact.never_assumed }),
  };
  const open: Asked = {
    questionId: question.id,
    then: fact.then,
    blocks: fact.blocks,
    since: task.updatedAt,
    due: NEVER,
    isReminded: false,
    unread: 'no',
    isSaved: false,
  };
  return withApproval({ ...task, questions: [...task.questions, question], asked: [...task.asked, open] }, open);
}

/** The plan is shown as it is now. */
function withApproval(task: Task, { questionId, then }: Asked): Task {
  const { stage } = task;
  if (then.is !== 'carry_out_plan' || stage.is !== 'work' || stage.approval === null) return task;
  return {
    ...task,
    stage: { ...stage, approval: { ...stage.approval, questionId, isChanged: false, isAgreed: false, open: [] } },
  };
}

function some({ leftOut }: { readonly leftOut: number }): { readonly leftOut?: number } {
  return leftOut > 0 ? { leftOut } : {};
}

/** From now on; a question that was set aside is waited for again. */
function waiting(task: Task, fact: Of<'waiting'>): Task {
  const { question_id: id, over_at: overAt, remind_at: remindAt, release_at: releaseAt } = fact;
  const before = task.asked.find(({ questionId }) => questionId === id);
  if (before === undefined) return task;
  const isAgain = !before.blocks && before.then.is === 'carry_out_plan';
  const again =
    fact.explain === undefined ? {} : { unread: fact.explain ? ('to_explain' as const) : ('explained' as const) };
  const next = {
    blocks: true,
    since: task.updatedAt,
    due: { overAt, remindAt, releaseAt },
    ...(isAgain ? { isReminded: false, ...again } : {}),
  };
  return shownAgain(withAsked(task, id, next), isAgain);
}

/** What was said about the plan is weighed before its question is waited for again. */
function setAside(task: Task, id: number): Task {
  const { stage } = task;
  const isExplained = task.asked.some(({ questionId, unread }) => questionId === id && unread === 'explained');
  const aside = withAsked(waitedFor(task, id), id, { blocks: false });
  if (!isExplained || stage.is !== 'work' || stage.approval === null) return aside;
  return { ...aside, stage: { ...stage, approval: { ...stage.approval, isExplained } } };
}

function shownAgain(task: Task, isAgain: boolean): Task {
  const { stage } = task;
  if (!isAgain || stage.is !== 'work' || stage.approval === null) return task;
  return { ...task, stage: { ...stage, approval: { ...stage.approval, isChanged: false, isAgreed: false, open: [] } } };
}

function closed(task: Task, { question_id: id, because }: Of<'closed'>): Task {
  const over = { ...waitedFor(task, id), asked: task.asked.filter(({ questionId }) => questionId !== id) };
  return because === 'replaced' ? over : withQuestion(over, id, () => ({ state: because }));
}

/** What a comment said before it was edited no longer counts; what is neither yes nor no settles nothing. */
function answered(task: Task, fact: Of<'given' | 'edited'>): Task {
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

/** While something else that was said about the plan is being weighed, a yes or no to it is kept. */
function agreedMeanwhile(task: Task, { then, blocks }: Asked, { verdict }: AnswerReading): Task {
  const { stage } = task;
  if (then.is !== 'carry_out_plan' || blocks || stage.is !== 'work' || stage.approval === null) return task;
  return { ...task, stage: { ...stage, approval: { ...stage.approval, isAgreed: verdict === 'yes' } } };
}

function withQuestion(task: Task, id: number, change: (question: Question) => Partial<Question>): Task {
  return { ...task, questions: task.questions.map((one) => (one.id === id ? { ...one, ...change(one) } : one)) };
}

export function withAsked(task: Task, id: number, change: Partial<Asked>): Task {
  return { ...task, asked: task.asked.map((one) => (one.questionId === id ? { ...one, ...change } : one)) };
}
