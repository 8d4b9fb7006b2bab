/** How a task came to its end, or that only a person can tell how to go on (PLAN-6, PLAN-7). */
import type { EndStatus } from './fact.ts';

export type CompletionFact =
  | {
      readonly type: 'completion';
      readonly phase: 'completion';
      readonly done: true;
      readonly status: EndStatus;
      readonly reason: string;
      readonly summary: CompletionSummary;
    }
  /** No end: the task waits for a person. */
  | {
      readonly type: 'completion';
      readonly phase: 'completion';
      readonly status: 'requires_human_intervention';
      readonly summary: InterventionSummary;
    };

export interface CompletionSummary {
  readonly goal_achieved: boolean;
  readonly tasks_completed: number;
  readonly tasks_failed: number;
  readonly key_outcomes: readonly string[];
}

export interface InterventionSummary {
  readonly goal_achieved: boolean;
  readonly tasks_completed: number;
  readonly tasks_failed: number;
  readonly revision_attempts: number;
  readonly reason: string;
  readonly current_state: string;
  readonly recommendations: readonly string[];
}
