/** What came back to a question (GH-6, REPLAN-6): recorded with who said it, where, and which texts it settles. */
import type { Person } from '../ports/github.ts';

interface Reading {
  readonly question_id: number;
  readonly by: Person;
  /** By the index of the question's text. */
  readonly settles: Readonly<Record<number, string>>;
  readonly verdict: 'yes' | 'no' | 'unclear' | null;
  /** Said beside a yes or no: an instruction to weigh. */
  readonly remark?: string;
}

export type AnswerFact =
  | ({
      readonly type: 'answer';
      readonly name: 'given';
      readonly text: string;
      /** The comment it was given in; a review has none. */
      readonly comment_id?: number;
      /** Set when the comment was edited before it was read. */
      readonly edited_at?: string;
    } & Readonly<Reading>)
  /** What its author made of an answer before it was used: this replaces what the comment said before. */
  | ({
      readonly type: 'answer';
      readonly name: 'edited';
      readonly comment_id: number;
      readonly edited_at: string;
      /** Null: taken back. */
      readonly text: string | null;
    } & Readonly<Reading>)
  | { readonly type: 'answer'; readonly name: 'assumed'; readonly question_id: number; readonly assumptions: readonly string[] };
