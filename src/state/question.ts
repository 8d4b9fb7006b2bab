/** A question to the people on the issue, what came back, and what its answer is for (REPLAN-6, GH-6). */
import { z } from 'zod';
import { HeldChange } from './outcome.ts';
import { BudgetLimit, Person as PersonSaid } from './request.ts';
import { boolean, number, string, strings, trueOrAbsent, type Stored } from './stored-data.ts';
import type { Person } from '../ports/github.ts';

export type QuestionKind = Stored<typeof QuestionKind>;
export const QuestionKind = z.enum([
  /** What is wanted? Without an answer the stated assumptions hold. */
  'clarification',
  /** A re-plan the model is not sure of: yes or no. Without an answer the current plan goes on. */
  'confirmation',
  /** Something only a person can put right; waited for as long as it takes. */
  'intervention',
  /** Asked beside the work, which goes on meanwhile; an answer counts until the task's work is over (PLAN-9). */
  'aside',
  /** May the plan be carried out? What is said instead changes it (GH-2). */
  'approval',
  /** The budget is used up: may the task have the same amount again? */
  'budget',
  /** What all tasks of the repository may spend today is used up: may it be more? Else it goes on tomorrow. */
  'daily_budget',
  /** May this change of protected paths be pushed (GH-7)? */
  'protected_paths',
  /** Other issues block this one: begun when they are closed, or when somebody says so (GH-2). */
  'dependency',
]);

/** As people are shown it. */
export const Blocker = z.object({ number, title: string, url: string });

/** A question as it is recorded when it is put, or when it is assumed instead. */
export interface PutQuestion extends Stored<typeof PutQuestion> {}
export const PutQuestion = z.object({
  /** 1, 2, 3 … within the task; the `id` of its marker. */
  id: number,
  kind: QuestionKind,
  texts: strings,
  /** How many more there were; people and the model are told. */
  leftOut: number.exactOptional(),
  /** Why it matters. */
  context: string,
  assumptions: strings,
  /** The same as the model is told it, where words of ours among it are in another language than English. */
  english: z.object({ texts: strings, assumptions: strings }).exactOptional(),
  /** What was wrong, as the model was told it, in English: shown below a fold. */
  details: strings.exactOptional(),
  /** Only a person can settle it: no assumption takes the place of an answer (PLAN-2). */
  needsPerson: boolean,
  /** Because it is about what nobody but a person decides (PLAN-2). */
  neverAssumed: trueOrAbsent,
  /** Who wrote the comment that it is about, where that is not who asked for the task. */
  raisedBy: PersonSaid.exactOptional(),
  /** The change that it is about, as people are shown it. */
  held: HeldChange.exactOptional(),
  /** What is waited for, as GitHub shows it. */
  blockers: z.array(Blocker).exactOptional(),
});

export interface Question extends PutQuestion {
  readonly askedAt: number;
  readonly commentId: number | null;
  /** Of that comment. */
  readonly url: string | null;
  /** By the index of the text; what is not in it is still open. */
  readonly answers: Readonly<Record<number, { readonly by: Person; readonly text: string; readonly comment?: number }>>;
  readonly state: 'open' | 'answered' | 'assumed';
}

/** What a question is for: `flow/then.ts` says what its answer, an objection, silence or an edit leads to. */
export type Then = Stored<typeof Then>;
export const Then = z.discriminatedUnion('is', [
  z.object({ is: z.literal('understand_again') }),
  /** The same is judged once more; on silence only where more was wanted than to ask. */
  z.object({ is: z.literal('judge_again'), onTimeOver: z.enum(['judge', 'go_on']) }),
  z.object({ is: z.literal('tool_result'), toolUseId: string }),
  /** The answer is one more thing that people said to the work. */
  z.object({
    is: z.literal('tell_work'),
    /** The index of the comment that it was asked about: that is weighed again with the answer. */
    about: number.exactOptional(),
  }),
  z.object({ is: z.literal('replan'), replanId: string }),
  z.object({ is: z.literal('carry_out_plan') }),
  z.object({ is: z.literal('spend_more'), limit: BudgetLimit }),
  z.object({ is: z.literal('spend_more_today'), limit: BudgetLimit, day: string }),
  z.object({ is: z.literal('how_to_go_on') }),
  /** That change of protected paths, and no other. */
  z.object({ is: z.literal('let_through'), digest: string }),
  z.object({ is: z.literal('begin') }),
]);

/** Something that people said since the request, or that was assumed where nobody did (PLAN-2). */
export interface Said extends Stored<typeof Said> {}
export const Said = z.object({
  kind: z.enum(['answer', 'assumption', 'comment']),
  /** Null: nobody. */
  by: PersonSaid.nullable(),
  /** '' for a comment. */
  asked: string,
  text: string,
  /** Where it stands: what is said there later replaces it. */
  comment: number.exactOptional(),
  /** As its author changed it then, after it was used. */
  editedAt: string.exactOptional(),
  /** In an earlier task of the same issue. */
  isEarlier: trueOrAbsent,
  /** Who said it may not write here any more. */
  mayNotSteer: trueOrAbsent,
  /** A later comment amended the plan where this was part of it (PLAN-9). */
  isReplaced: trueOrAbsent,
  /** Of several assumptions, those that a later comment decided otherwise. */
  gone: strings.exactOptional(),
});

/** An open question. */
export interface Asked {
  readonly questionId: number;
  readonly then: Then;
  /**
   * The task waits for it. One that does not block is asked beside the work, or waits while something else is
   * weighed.
   */
  readonly blocks: boolean;
  readonly since: number;
  readonly due: DueTimes;
  readonly isReminded: boolean;
  /** Somebody answered neither yes nor no, and is told how to; once. */
  readonly unread: 'no' | 'to_explain' | 'explained';
  /** What was in the sandbox when the budget ended is on its branch. */
  readonly isSaved: boolean;
  /** It touches protected paths, and is on no branch. */
  readonly isHeldBack?: true;
}

/** When something is done although nobody says anything; recorded when the waiting begins. */
export interface DueTimes extends Stored<typeof DueTimes> {}
export const DueTimes = z.object({
  /** The stated assumptions hold, or the task ends. */
  overAt: number.nullable(),
  remindAt: number.nullable(),
  /** A running container is stopped. */
  releaseAt: number.nullable(),
  /** Of what others decide: it is looked at again. */
  lookAt: number.exactOptional(),
});

export const NEVER: DueTimes = { overAt: null, remindAt: null, releaseAt: null };

/** What is asked, and assumed in place of an answer, as the model is told it. */
export function toldModel(
  question: Pick<PutQuestion, 'texts' | 'assumptions' | 'english'>,
): Pick<PutQuestion, 'texts' | 'assumptions'> {
  return question.english ?? question;
}

/** As the tool that asked, or the work, is told. */
export function answerNotes(question: Pick<Question, 'texts' | 'answers' | 'english'>): readonly string[] {
  const texts = question.english?.texts ?? question.texts;
  return Object.entries(question.answers).map(
    ([index, { by, text }]) => `Asked "${texts[Number(index)] ?? ''}", @${by.login} answered: ${text}`,
  );
}

/** What its answers do not say. */
export function leftOutNote({ texts, leftOut = 0 }: Pick<Question, 'texts' | 'leftOut'>): readonly string[] {
  if (leftOut === 0) return [];
  return [
    `Of the questions only the first ${texts.length} were asked; ${leftOut} more were left out. Ask again only what is still open.`,
  ];
}

/** Everything that was asked is answered. */
export function isComplete({ texts, answers }: Pick<Question, 'texts' | 'answers'>): boolean {
  return texts.every((_, index) => index in answers);
}
