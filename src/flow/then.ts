/**
 * What an answer, an objection, silence or an edit leads to: one entry per purpose of a question (`Then`). A new kind
 * of waiting needs one more entry here, one text in each language, and its due time in `waiting.ts`.
 */
import { blockingIn, isLimited, questionOf } from '../state/select.ts';
import type { FactOf, Fact, Facts } from '../state/facts.ts';
import { dueTimes, waitingFor } from './waiting.ts';
import { budgetExtended, dailyBudgetRaised, outOfDailyBudget } from './more-budget.ts';
import { outOfBudget } from './used-up-budget.ts';
import { withdrawn } from './ending.ts';
import { aboutComment, afterConfirmation, afterAnswers } from './after-question.ts';
import {
  answerNotes,
  isComplete,
  leftOutNote,
  toldModel,
  type Asked,
  type Question,
  type Then,
} from '../state/question.ts';
import { lookingAgain } from './blocked.ts';
import { letThroughOrTakenBack } from './held-change.ts';
import { noted } from './replan-facts.ts';
import type { Task } from '../state/task.ts';

type Reply = Extract<Fact, { readonly type: 'answer'; readonly name: 'given' | 'edited' }>;
type Said = Reply & { readonly text: string };

interface AnyOpen {
  readonly task: Task;
  readonly asked: Asked;
  readonly then: Then;
  /** Including the answers so far. */
  readonly question: Question;
}

interface Open<Is extends Then['is']> extends AnyOpen {
  readonly then: Extract<Then, { readonly is: Is }>;
}

interface Entry<Is extends Then['is']> {
  /** Called for answers, objections, and edits that arrive in time; `said` is the current text. */
  readonly answer: (open: Open<Is>, said: Said) => Facts;
  /** Nobody answered in time; the stated assumptions hold. */
  readonly silence: (open: Open<Is>) => Facts;
}

export const THEN: { readonly [Is in Then['is']]: Entry<Is> } = {
  understand_again: { answer: whenComplete, silence: assumed },
  judge_again: {
    answer: whenComplete,
    silence: (open) => assumed(open, { again: open.then.onTimeOver === 'judge' }),
  },
  tool_result: { answer: whenComplete, silence: assumed },
  tell_work: {
    answer: (open, said) => (open.asked.blocks ? whenComplete(open, said) : toldBesideWork(open, said)),
    silence: assumed,
  },
  how_to_go_on: {
    answer: (open, said) =>
      open.question.kind === 'clarification' && !isComplete(open.question) ? [] : howToGoOn(open, said),
    silence: (open) => assumed(open, { onlyHow: true }),
  },
  replan: {
    answer: ({ task, question, then }, { verdict, by, remark }) => {
      if (verdict === 'unclear' || verdict === null) return unclear(task, question);
      return [
        closed(question, 'answered'),
        ...afterConfirmation(task, then.replanId, { answer: verdict, by, ...(remark === undefined ? {} : { remark }) }),
      ];
    },
    silence: ({ task, question, then }) => [
      closed(question, 'assumed'),
      ...afterConfirmation(task, then.replanId, { answer: 'unanswered', by: null }),
    ],
  },
  carry_out_plan: {
    answer: ({ task, question }, { verdict, by, remark }) => {
      if (verdict !== 'yes') return unclear(task, question);
      const told: Facts = remark === undefined ? [] : [{ type: 'control', name: 'comment', by, text: remark }];
      return [closed(question, 'answered'), ...told, { type: 'phase', name: 'approved' }];
    },
    silence: ({ task }) => withdrawn(task, 'unanswered'),
  },
  spend_more: {
    answer: ({ task, question, then }, { verdict, amount }) => {
      if (verdict === 'no') return [closed(question, 'answered'), ...outOfBudget(task, then.limit)];
      return verdict === 'yes' ? granted(task, question, budgetExtended(task, then.limit, amount)) : [];
    },
    silence: ({ task }) => withdrawn(task, 'unanswered'),
  },
  spend_more_today: {
    answer: ({ task, question, then }, { verdict, amount }) => {
      if (verdict === 'no') return [closed(question, 'answered'), ...outOfDailyBudget(task)];
      return verdict === 'yes' ? granted(task, question, dailyBudgetRaised(task, then, amount)) : [];
    },
    // The next day has its own budget.
    silence: ({ question }) => [closed(question, 'assumed')],
  },
  let_through: {
    answer: ({ task, question }, said) => {
      const facts = letThroughOrTakenBack(question, said);
      return facts === null ? unclear(task, question) : [closed(question, 'answered'), ...facts];
    },
    silence: ({ task }) => withdrawn(task, 'unanswered'),
  },
  begin: {
    answer: ({ question }, { verdict }) => (verdict === 'yes' ? [closed(question, 'answered')] : []),
    silence: ({ task }) => withdrawn(task, 'unanswered'),
  },
};

export function afterReply(task: Task, fact: Reply, before: Task): Facts {
  const asked = before.asked.find(({ questionId }) => questionId === fact.question_id);
  // The comment was deleted: other answers stay, and the question stays open.
  if (asked === undefined || fact.text === null) return [];
  // A yes or no that arrives while another remark on the plan is considered is kept until that is over.
  if (asked.then.is === 'carry_out_plan' && !asked.blocks) return [];
  const { then } = asked;
  const question = questionOf(task, asked.questionId);
  return entryOf(then).answer({ task, asked, then, question }, { ...fact, text: fact.text });
}

/** A question that only a person may settle ends the task; for any other the stated assumptions hold. */
export function afterTimeOver(task: Task): Facts {
  if (task.suspended !== null) return withdrawn(task, 'suspended');
  if (task.paused !== null) return withdrawn(task, 'not_resumed');
  if (isLimited(task)) return [{ type: 'control', name: 'limit_over' }];
  const asked = blockingIn(task);
  if (asked === null) return [];
  const question = questionOf(task, asked.questionId);
  if (question.needsPerson) return withdrawn(task, 'unanswered');
  const { id, assumptions } = question;
  return [
    { type: 'answer', name: 'assumed', question_id: id, assumptions },
    ...entryOf(asked.then).silence({ task, asked, then: asked.then, question }),
  ];
}

/** Each entry takes questions of its own purpose; the compiler cannot follow this through the table. */
function entryOf({ is }: Then) {
  return THEN[is] as {
    readonly answer: (open: AnyOpen, said: Said) => Facts;
    readonly silence: (open: AnyOpen) => Facts;
  };
}

/** The wait starts when the question is posted. A question beside the work that GitHub refused is not repeated. */
export function afterPosting(task: Task, fact: FactOf<'question'>): Facts {
  if (fact.name !== 'posted' && fact.name !== 'not_posted') return [];
  const asked = task.asked.find(({ questionId }) => questionId === fact.question_id);
  if (asked === undefined) return [];
  const question = questionOf(task, asked.questionId);
  if (fact.name === 'posted') {
    const due = dueTimes(task, question, asked.then);
    const isLooked = asked.then.is === 'begin';
    return asked.blocks ? [waitingFor(question, isLooked ? lookingAgain(task, due, task.updatedAt) : due)] : [];
  }
  const { id: question_id, assumptions } = question;
  return [{ type: 'answer', name: 'assumed', question_id, assumptions }, closed(question, 'assumed')];
}

function closed({ id: question_id }: Question, because: 'answered' | 'assumed'): Fact {
  return { type: 'question', name: 'closed', question_id, because };
}

/** An answer that does not raise the limit is unclear. */
function granted(task: Task, question: Question, more: Fact | null): Facts {
  return more === null ? unclear(task, question) : [closed(question, 'answered'), more];
}

/** Explained once only, since people may talk with each other while a question is open. */
function unclear({ asked }: Task, { id }: Question): Facts {
  const isNew = asked.some(({ questionId, unread }) => questionId === id && unread === 'no');
  return isNew ? [{ type: 'question', name: 'unclear', question_id: id }] : [];
}

function whenComplete({ task, question, then }: AnyOpen, { by, text: answer }: Said): Facts {
  if (!isComplete(question)) return [];
  const isIntervention = question.kind === 'intervention';
  return [
    closed(question, 'answered'),
    ...noted(...leftOutNote(question)),
    ...afterAnswers(task, then, { by, answer, notes: answerNotes(question), isIntervention }),
  ];
}

function howToGoOn({ task, question, then }: AnyOpen, { by, text: answer }: Said): Facts {
  const notes =
    question.kind === 'clarification'
      ? answerNotes(question)
      : [`A person (@${by.login}) was asked how to go on and answered: ${answer}`];
  return [closed(question, 'answered'), ...afterAnswers(task, then, { by, answer, notes, onlyHow: true })];
}

function assumed(
  { task, question, then }: AnyOpen,
  how: { readonly again?: boolean; readonly onlyHow?: boolean } = {},
): Facts {
  const { texts, assumptions } = toldModel(question);
  const open = texts.filter((_, index) => !(index in question.answers));
  const notes = [
    `Nobody answered: ${open.join(' / ')}`,
    `Go on with these assumptions and state them: ${assumptions.join('; ') || 'the most sensible ones'}`,
  ];
  return [
    closed(question, 'assumed'),
    ...noted(...leftOutNote(question)),
    ...afterAnswers(task, then, { by: null, notes, ...how }),
  ];
}

/** An answer beside the work is passed on at once, as a comment that may change the plan; from then on it is used. */
function toldBesideWork({ question, then }: AnyOpen, fact: Said): Facts {
  if (fact.name === 'edited') return [];
  const given = Object.fromEntries(Object.entries(question.answers).filter(([index]) => index in fact.settles));
  const answer = Object.values(given)
    .map(({ text }) => text)
    .join('\n');
  const text = answerNotes({ texts: question.texts, answers: given }).join('\n');
  const told: Fact = { type: 'control', name: 'comment', by: fact.by, text, answer, ...aboutComment(then) };
  return isComplete(question) ? [closed(question, 'answered'), told] : [told];
}
