/** The turns of the action loop as they stand in the state; what the model is sent is projected from them (model-calls/action-messages.ts). */
import type { ActionStatus } from './outcome.ts';
import type { Person } from '../ports/github.ts';
import type { Plan, PlannedAction } from './plan.ts';
import type { AnswerBlock, ToolResultBlock } from '../ports/model.ts';
import type { Question } from './question.ts';
import type { Budget } from './request.ts';

/** The conversation of the execution as facts; what the model is sent is projected from it (model-calls/action-messages.ts). */
export type Turn =
  | { readonly kind: 'begin'; readonly brief: ActionBrief }
  | { readonly kind: 'replanned'; readonly reason: string; readonly plan: Plan }
  | { readonly kind: 'answer'; readonly content: readonly AnswerBlock[] }
  | {
      readonly kind: 'results';
      readonly results: readonly ToolResultBlock[];
      readonly comments: readonly CommentSeen[];
      /** Files of project rules that hold where these tools worked and are shown with their results. */
      readonly rules?: readonly string[];
    }
  | { readonly kind: 'reminder' }
  | { readonly kind: 'workspace_rebuilt'; readonly cause?: string }
  /** The model is told that the budget comes to its end; `extension` counts those that people granted before. */
  | { readonly kind: 'budget_low'; readonly percent: number; readonly limit: keyof Budget; readonly extension: number }
  /** The first turn of a conversation that replaced a longer one (flow/conversation-length.ts). */
  | { readonly kind: 'anew'; readonly brief: ActionBrief; readonly past: Past };

/** What a conversation begun anew is told of what happened before it, fixed when it is said (MODEL-6). */
export interface Past {
  /** As they stood. */
  readonly actions: readonly ActionState[];
  /** Why the plan was changed last; '' when it never was. */
  readonly reason: string;
  /** All that people said, and what they were asked. */
  readonly comments: readonly CommentSeen[];
  readonly questions: readonly Question[];
  /** The newest, oldest first. */
  readonly steps: readonly PastStep[];
  readonly stepsLeftOut: number;
  /** Bytes that all of this may take when it is shown. */
  readonly room: number;
}

/** A tool that was used, or words without one; shortened already. */
export interface PastStep {
  readonly said: string;
  /** '' when no tool was used. */
  readonly tool: string;
  readonly input: string;
  /** '' where only the outcome is kept. */
  readonly result: string;
  readonly ok: boolean;
}

/** All that the beginning of an action says, fixed when it is said: later changes of the plan do not change it. */
export interface ActionBrief {
  readonly number: number;
  readonly of: number;
  readonly subtask: string;
  readonly description: string;
  readonly action: PlannedAction;
  /** The first action is told everything. */
  readonly whole: Plan | null;
  readonly isRetry: boolean;
  /** Of a retry: what was judged about the last try. */
  readonly advice?: readonly string[];
  /** What this builds on and did not succeed, with how it ended. */
  readonly unmet?: readonly string[];
}

/** An action of the work, as far as it came. */
export interface ActionState {
  readonly taskId: string;
  readonly status: 'pending' | 'running' | ActionStatus;
  readonly evaluation: string;
  readonly issues: readonly string[];
  readonly planned: PlannedAction;
  /** Of its subtask. */
  readonly description: string;
  /** The subtasks that its subtask builds on. */
  readonly needs?: readonly string[];
}

/** Something that people said to the work. */
export interface CommentSeen {
  readonly by: Person;
  /** As the model is told. */
  readonly text: string;
  /** Of an answer: what the person wrote, without what was asked. */
  readonly answer?: string;
  /** Of an answer that was waited for: it asks for no change by itself. */
  readonly wasAsked?: true;
}
