/** A question to the people on the issue, what came back, and what its answer is for (REPLAN-6, GH-6). */
import type { BudgetLimit } from './request.ts';
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
  /** What was wrong, as the model was told it, in English: shown below a fold. */
  readonly details?: readonly string[];
  readonly askedAt: number;
  readonly commentId: number | null;
  /** By the index of the text; what is not in it is still open. */
  readonly answers: Readonly<Record<number, { readonly by: Person; readonly text: string; readonly comment?: number }>>;
  readonly state: 'open' | 'answered' | 'assumed';
  /** Only a person can settle it: no assumption takes the place of an answer (PLAN-2). */
  readonly needsPerson: boolean;
  /** Because it is about what nobody but a person decides. */
  readonly neverAssumed?: true;
}

/** What a question is for: `flow/then.ts` says what its answer, an objection, silence or an edit leads to. */
export type Then =
  | { readonly is: 'understand_again' }
  /** The same is judged once more; on silence only where more was wanted than to ask. */
  | { readonly is: 'judge_again'; readonly onSilence: 'judge' | 'go_on' }
  | { readonly is: 'tool_result'; readonly toolUseId: string }
  /** The answer is one more thing that people said to the work. */
  | { readonly is: 'tell_work' }
  | { readonly is: 'replan'; readonly replanId: string }
  | { readonly is: 'carry_out_plan' }
  | { readonly is: 'spend_more'; readonly limit: BudgetLimit }
  | { readonly is: 'how_to_go_on' };

/** An open question. */
export interface Asked {
  readonly questionId: number;
  readonly then: Then;
  /** The task waits for it. One that does not block is asked beside the work, or set aside while something is weighed. */
  readonly blocks: boolean;
  readonly since: number;
  readonly due: DueTimes;
  readonly isReminded: boolean;
  /** Somebody answered neither yes nor no, and is told how to; once. */
  readonly unread: 'no' | 'to_explain' | 'explained';
  /** What was in the sandbox when the budget ended is on its branch. */
  readonly isSaved: boolean;
}

/** When something is done although nobody says anything; recorded when the waiting begins. */
export interface DueTimes {
  /** The stated assumptions hold, or the task ends. */
  readonly overAt: number | null;
  readonly remindAt: number | null;
  /** A running container is let go of. */
  readonly releaseAt: number | null;
}
