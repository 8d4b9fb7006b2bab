/** A question to the people on the issue, its answers, and what an answer is for (REPLAN-6, GH-6). */
import { z } from 'zod';
import { HeldChange } from './outcome.ts';
import { BudgetLimit, Person as PersonSaid } from './request.ts';
import { boolean, number, string, strings, trueOrAbsent, type Stored } from './stored-data.ts';
import type { Person } from '../ports/github.ts';

export type QuestionKind = Stored<typeof QuestionKind>;
export const QuestionKind = z.enum([
  /** What is wanted? Without an answer the stated assumptions hold. */
  'clarification',
  /** A re-plan the model is not sure of: yes or no. Without an answer the current plan stays. */
  'confirmation',
  /** Something that only a person can fix. */
  'intervention',
  /** Asked while the work continues; an answer counts until the task's work is over (PLAN-9). */
  'aside',
  /** May the plan be carried out? Any other reply changes the plan (GH-2). */
  'approval',
  /** The budget is used up: may the task have the same amount again? */
  'budget',
  /** The repository's daily budget is used up: may it be raised? Otherwise the task continues tomorrow. */
  'daily_budget',
  /** May this change of protected paths be pushed (GH-7)? */
  'protected_paths',
  /** Other issues block this one: it starts when they are closed, or when somebody says so (GH-2). */
  'dependency',
]);

/** As people are shown it. */
export const Blocker = z.object({ number, title: string, url: string });

/** A question as it is recorded when it is asked, or assumed instead. */
export interface PutQuestion extends Stored<typeof PutQuestion> {}
export const PutQuestion = z.object({
  /** 1, 2, 3 … within the task; part of its comment's marker. */
  id: number,
  kind: QuestionKind,
  texts: strings,
  /** How many more questions there were; people and the model are told. */
  leftOut: number.exactOptional(),
  /** Why it matters. */
  context: string,
  assumptions: strings,
  /** The English version for the model, if the question contains our words in another language. */
  english: z.object({ texts: strings, assumptions: strings }).exactOptional(),
  /** What was wrong, in English as the model was told it; shown below a fold. */
  details: strings.exactOptional(),
  /** Only a person can settle it: no assumption replaces an answer (PLAN-2). */
  needsPerson: boolean,
  /** It is about what only a person may settle (PLAN-2). */
  neverAssumed: trueOrAbsent,
  /** The author of the comment it is about, if that is not the requester. */
  raisedBy: PersonSaid.exactOptional(),
  /** The change it is about, as people are shown it. */
  held: HeldChange.exactOptional(),
  /** The blocking issues, as GitHub shows them. */
  blockers: z.array(Blocker).exactOptional(),
});

export interface Question extends PutQuestion {
  readonly askedAt: number;
  readonly commentId: number | null;
  /** Of the question's comment. */
  readonly url: string | null;
  /** By the index of the text; texts without an entry are open. */
  readonly answers: Readonly<Record<number, { readonly by: Person; readonly text: string; readonly comment?: number }>>;
  readonly state: 'open' | 'answered' | 'assumed';
}

/** The purpose of a question: `flow/then.ts` says what an answer, an objection, silence or an edit leads to. */
export type Then = Stored<typeof Then>;
export const Then = z.discriminatedUnion('is', [
  z.object({ is: z.literal('understand_again') }),
  /** The judgement is repeated; on silence only if it wanted more than to ask. */
  z.object({ is: z.literal('judge_again'), onTimeOver: z.enum(['judge', 'go_on']) }),
  z.object({ is: z.literal('tool_result'), toolUseId: string }),
  /** The answer is one more comment to the work. */
  z.object({
    is: z.literal('tell_work'),
    /** The index of the comment it was asked about; that comment is considered again with the answer. */
    about: number.exactOptional(),
  }),
  z.object({ is: z.literal('replan'), replanId: string }),
  z.object({ is: z.literal('carry_out_plan') }),
  z.object({ is: z.literal('spend_more'), limit: BudgetLimit }),
  z.object({ is: z.literal('spend_more_today'), limit: BudgetLimit, day: string }),
  z.object({ is: z.literal('how_to_go_on') }),
  /** Exactly that change of protected paths. */
  z.object({ is: z.literal('let_through'), digest: string }),
  z.object({ is: z.literal('begin') }),
]);

/** What people said since the request, or what was assumed instead (PLAN-2). */
export interface Said extends Stored<typeof Said> {}
export const Said = z.object({
  kind: z.enum(['answer', 'assumption', 'comment']),
  /** Null if nobody said it. */
  by: PersonSaid.nullable(),
  /** '' for a comment. */
  asked: string,
  text: string,
  /** The comment that contains it; an edit of the comment replaces it. */
  comment: number.exactOptional(),
  /** Set if its author edited it at that time, after it was used. */
  editedAt: string.exactOptional(),
  /** Said in an earlier task of the same issue. */
  isEarlier: trueOrAbsent,
  /** Its author has no write access any more. */
  mayNotSteer: trueOrAbsent,
  /** It was part of the plan and a later comment amended that (PLAN-9). */
  isReplaced: trueOrAbsent,
  /** Of several assumptions, those that a later comment decided otherwise. */
  gone: strings.exactOptional(),
});

/** An open question. */
export interface Asked {
  readonly questionId: number;
  readonly then: Then;
  /** The task waits for it. A question that does not block is asked beside the work, or postponed. */
  readonly blocks: boolean;
  readonly since: number;
  readonly due: DueTimes;
  readonly isReminded: boolean;
  /** Whether somebody answered a yes-or-no question with neither, and was told how to; once. */
  readonly unread: 'no' | 'to_explain' | 'explained';
  /** What was in the sandbox when the budget was used up is on its branch. */
  readonly isSaved: boolean;
  /** It touches protected paths, and is on no branch. */
  readonly isHeldBack?: true;
}

/** When something is done although nobody answers; recorded when the wait begins. */
export interface DueTimes extends Stored<typeof DueTimes> {}
export const DueTimes = z.object({
  /** The stated assumptions hold, or the task ends. */
  overAt: number.nullable(),
  remindAt: number.nullable(),
  /** A running container is stopped. */
  releaseAt: number.nullable(),
  /** When to check again what others decide. */
  lookAt: number.exactOptional(),
});

export const NEVER: DueTimes = { overAt: null, remindAt: null, releaseAt: null };

/** The question and what is assumed instead of an answer, as the model is told it. */
export function toldModel(
  question: Pick<PutQuestion, 'texts' | 'assumptions' | 'english'>,
): Pick<PutQuestion, 'texts' | 'assumptions'> {
  return question.english ?? question;
}

/** The text for the tool that asked, or for the work. */
export function answerNotes(question: Pick<Question, 'texts' | 'answers' | 'english'>): readonly string[] {
  const texts = question.english?.texts ?? question.texts;
  return Object.entries(question.answers).map(
    ([index, { by, text }]) => `Asked "${texts[Number(index)] ?? ''}", @${by.login} answered: ${text}`,
  );
}

/** Questions that were left out, which the answers do not mention. */
export function leftOutNote({ texts, leftOut = 0 }: Pick<Question, 'texts' | 'leftOut'>): readonly string[] {
  if (leftOut === 0) return [];
  return [
    `Of the questions only the first ${texts.length} were asked; ${leftOut} more were left out. Ask again only what is still open.`,
  ];
}

/** Every text is answered. */
export function isComplete({ texts, answers }: Pick<Question, 'texts' | 'answers'>): boolean {
  return texts.every((_, index) => index in answers);
}
