/** A question to the people on the issue, and what came back (REPLAN-6, GH-6). */
import type { Person } from '../ports/github.ts';

export type QuestionKind =
  /** What is wanted? Without an answer the stated assumptions hold. */
  | 'clarification'
  /** A re-plan the model is not sure of: yes or no. Without an answer the current plan goes on. */
  | 'confirmation'
  /** Something only a person can put right; waited for as long as it takes. */
  | 'intervention'
  /** Asked beside the work, which goes on meanwhile; the answer is heard until the task's work is over (PLAN-9). */
  | 'aside'
  /** May the plan be carried out? What is said instead changes it (GH-2). */
  | 'approval'
  /** The budget is used up: may the task have the same amount again? */
  | 'budget';

export interface Question {
  /** 1, 2, 3 … within the task; the `id` of its marker. */
  readonly id: number;
  readonly kind: QuestionKind;
  readonly texts: readonly string[];
  /** How many more there were; people and the model are told. */
  readonly leftOut?: number;
  /** Why it matters. */
  readonly context: string;
  readonly assumptions: readonly string[];
  /** What was wrong. As the model was told it, in English, it is shown below a fold. */
  readonly details?: readonly string[];
  /** The details are in the language of the people. */
  readonly detailsForPeople?: true;
  readonly askedAt: number;
  readonly commentId: number | null;
  /** By the index of the text; what is not in it is still open. */
  readonly answers: Readonly<Record<number, { readonly by: Person; readonly text: string; readonly comment?: number }>>;
  readonly state: 'open' | 'answered' | 'assumed';
  /** It is about what nobody but a person decides: no assumption takes the place of an answer (PLAN-2). */
  readonly neverAssumed?: true;
}
