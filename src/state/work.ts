/** Progress of the plan and the conversation about it, as part of a task's state; `work-moves.ts` has the changes. */
import { z } from 'zod';
import { boolean, string, type Stored } from './stored-data.ts';
import type { AnswerBlock, ToolResultBlock, ToolUseBlock } from '../ports/model.ts';
import type { Person } from '../ports/github.ts';
import type { ActionStatus, PlanRevision, Reflection, ReplanDecision } from './judgements.ts';
import type { ChangeRecord } from './outcome.ts';
import type { Finding } from './findings.ts';
import type { Plan, PlannedAction, Subtask } from './plan.ts';
import type { Said } from './question.ts';
import type { ReplanCounts, ReplanRecord } from './replans.ts';
import type { Budget } from './request.ts';

export interface Work {
  readonly actions: readonly ActionState[];
  /** Index of the current action; `actions.length` when all are finished. */
  readonly current: number;
  readonly conversation: readonly Turn[];
  /** Tools the model asked for that have not run yet. */
  readonly waitingTools: readonly ToolUseBlock[];
  readonly toolResults: readonly ToolResultBlock[];
  /** Answers in a row without a tool. */
  readonly idleAnswers: number;
  readonly toolCount: number;
  readonly misfits: Misfits | null;
  /** Comments already shown to the model. */
  readonly commentsShown: number;
  /** Other messages since then, for its next request (PLAN-2). */
  readonly untold: readonly Said[];
  readonly checkpoint: Checkpoint;
  /** A finished subtask that is not committed yet. */
  readonly toCheckpoint: string | null;
  /** The ended action, if it has to be judged before the next one begins. */
  readonly judging: Judging | null;
  /** Actions finished since the last reflection. */
  readonly sinceReflection: number;
  readonly reflections: number;
  /** Reflections, oldest first; without failed ones. */
  readonly looksBack: readonly Reflection[];
  /** Failed actions of this plan in a row, up to the newest one that ended; a repeated action counts once. */
  readonly failuresInARow: number;
  /** Comments already turned into changes of the plan. */
  readonly commentsWeighed: number;
  /** How often the model's API refused a conversation as too long; each refusal halves the allowed size. */
  readonly tooLong: number;
  /** Comments that a reflection looked at; null before the first. */
  readonly commentsReflected: number | null;
}

/** An ended action: reflected on first, then judged. */
export interface Judging {
  readonly reflect: boolean;
  readonly decide: boolean;
  readonly reflection: Reflection | null;
  readonly revision: PlanRevision | null;
  /** A judgement in the closing answer that is used after the reflection. */
  readonly carried?: CarriedJudgement;
}

export interface CarriedJudgement {
  readonly replan_id: string;
  readonly decision: ReplanDecision;
}

export interface Misfits {
  /** Answers in a row without an understandable tool call. */
  readonly answers: number;
  /** Answers in a row without a tool that worked. */
  readonly fruitless: number;
  /** In the current answer, at least one tool call was understandable. */
  readonly understood: boolean;
  /** In the current answer, at least one tool worked. */
  readonly worked: boolean;
}

/** The state that the work is reset to when its workspace is lost. */
export interface Checkpoint {
  readonly change: ChangeRecord | null;
  readonly action: number;
  /** 0 if the conversation was restarted since; then it is restarted again. */
  readonly conversationLength: number;
  readonly toolCount: number;
}

/**
 * The conversation of the execution as facts; requests to the model are rendered from it
 * (model-calls/action-messages.ts).
 */
export type Turn =
  | { readonly kind: 'begin'; readonly brief: ActionBrief }
  | { readonly kind: 'replanned'; readonly reason: string; readonly plan: Plan; readonly said: readonly Said[] }
  | {
      readonly kind: 'answer';
      readonly content: readonly AnswerBlock[];
      /** A tool whose call was cut off. */
      readonly cut?: string;
    }
  | {
      readonly kind: 'results';
      readonly results: readonly ToolResultBlock[];
      readonly comments: readonly CommentSeen[];
      /** Files of project rules that apply where these tools worked, shown with their results. */
      readonly rules?: readonly string[];
      /** The tool whose call was cut off after those. */
      readonly cut?: string;
    }
  /** Messages since the last request that no tool result carries. */
  | { readonly kind: 'told'; readonly comments: readonly CommentSeen[]; readonly said: readonly Said[] }
  | { readonly kind: 'reminder'; readonly because?: IdleBecause; readonly tool?: string }
  | { readonly kind: 'workspace_rebuilt'; readonly cause?: string; readonly said: readonly Said[] }
  /** The model is told that the budget is nearly used up; `extension` counts earlier extensions. */
  | { readonly kind: 'budget_low'; readonly percent: number; readonly limit: keyof Budget; readonly extension: number }
  /** The first turn of a conversation that replaced a longer one (flow/conversation-length.ts). */
  | { readonly kind: 'anew'; readonly brief: ActionBrief; readonly past: Past };

/** Why an answer used no tool, if its stop reason says so; the tool is the one that was cut off. */
export type IdleBecause = Stored<typeof IdleBecause>;
export const IdleBecause = z.enum(['cut_off', 'refused', 'paused']);

/** What a restarted conversation is told about the past, fixed at that moment (MODEL-6). */
export interface Past {
  /** As they were. */
  readonly actions: readonly ActionState[];
  /** Why the plan was changed last; '' if it never was. */
  readonly reason: string;
  readonly said: readonly Said[];
  readonly decisions?: readonly Settled[];
  /** The newest, oldest first. */
  readonly steps: readonly PastStep[];
  readonly stepsLeftOut: number;
  /** Bytes that all of this may take when it is shown. */
  readonly room: number;
}

/** A tool call, or an answer without one, shortened for a restarted conversation. */
export interface PastStep extends Stored<typeof PastStep> {}
export const PastStep = z.object({
  said: string,
  /** '' if no tool was used. */
  tool: string,
  input: string,
  /** '' if only the outcome is kept. */
  result: string,
  ok: boolean,
});

/** Everything the start of an action says, fixed at that moment; later changes of the plan do not change it. */
export interface ActionBrief {
  readonly number: number;
  readonly of: number;
  readonly subtask: string;
  readonly description: string;
  readonly action: PlannedAction;
  /** The first action is told everything. */
  readonly whole: Plan | null;
  /** With it, what people had said by then. */
  readonly said?: readonly Said[];
  /** Decisions by then. */
  readonly decisions?: readonly Settled[];
  readonly isRetry: boolean;
  /** For a retry: the judgement about the last try. */
  readonly advice?: readonly string[];
  /** Actions it builds on that did not succeed, with how they ended. */
  readonly unmet?: readonly string[];
  readonly standing: Standing;
  readonly about?: SubtaskAbout;
}

/** What is known about the subtask of an action. */
export interface SubtaskAbout {
  readonly subtask: Subtask;
  /** Its own. */
  readonly criteria: readonly string[];
}

/** What the closing answer of an action judges by, as of the action's start (REPLAN-2). */
export interface Standing {
  readonly open: readonly Finding[];
  readonly counts: ReplanCounts;
  readonly replans: readonly ToldReplan[];
  readonly ahead: readonly Pick<PlannedAction, 'task_id' | 'purpose'>[];
  /** How many come after those. */
  readonly further: number;
  readonly failed: number;
  readonly failuresInARow: number;
}

/** The part of a re-plan that is told. */
export type ToldReplan = Pick<ReplanRecord, 'point' | 'kind' | 'override' | 'executed' | 'result'> & {
  readonly decision: Pick<ReplanDecision, 'confidence' | 'reasoning'>;
};

/** An action of the work and its progress. */
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
  readonly about?: SubtaskAbout;
}

/** A decision made in an action, such as how long a token lives (MODEL-2). */
export interface Settled extends Stored<typeof Settled> {}
export const Settled = z.object({ subtask: string, text: string });

/** A comment to the work. */
export interface CommentSeen {
  readonly by: Person;
  /** As the model is told it. */
  readonly text: string;
  /** For an answer: what the person wrote, without the question. */
  readonly answer?: string;
  /** For an answer that was waited for: it asks for no change by itself. */
  readonly wasAsked?: true;
  /** For an answer: the index of the comment it is considered with. */
  readonly about?: number;
  /** GitHub's id of the comment. */
  readonly comment?: number;
}
