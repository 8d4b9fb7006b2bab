/**
 * How far the plan is carried out, and the conversation about it, as the state of a task keeps them;
 * `work-moves.ts` moves them on.
 */
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
  /** Index of the action in hand; `actions.length` when all are finished. */
  readonly current: number;
  readonly conversation: readonly Turn[];
  /** Tools the model asked for that have not run yet. */
  readonly waitingTools: readonly ToolUseBlock[];
  readonly toolResults: readonly ToolResultBlock[];
  /** How often in a row the model answered without using a tool. */
  readonly idleAnswers: number;
  readonly toolCount: number;
  readonly misfits: Misfits | null;
  /** Comments already shown to the model. */
  readonly commentsShown: number;
  /** What else was heard since, to stand in its next request (PLAN-2). */
  readonly untold: readonly Said[];
  readonly checkpoint: Checkpoint;
  /** A subtask that is finished and not yet committed. */
  readonly toCheckpoint: string | null;
  /** The action that ended and is still to be judged before the next one begins. */
  readonly judging: Judging | null;
  /** Actions finished since the last reflection. */
  readonly sinceReflection: number;
  readonly reflections: number;
  /** What they said, oldest first; one that failed said nothing. */
  readonly looksBack: readonly Reflection[];
  /** Actions of this plan in a row, up to the newest that ended, that did not succeed; one tried again counts once. */
  readonly failuresInARow: number;
  /** Comments already turned into changes of the plan. */
  readonly commentsWeighed: number;
  /** How often the model's API refused a conversation as too long: each time halves what one may take. */
  readonly tooLong: number;
  /** Comments that a reflection looked at; null before the first. */
  readonly commentsReflected: number | null;
}

/** An action that ended: reflected on first, then judged. */
export interface Judging {
  readonly reflect: boolean;
  readonly decide: boolean;
  readonly reflection: Reflection | null;
  readonly revision: PlanRevision | null;
  /** A judgement that came with the closing answer and is weighed after the reflection. */
  readonly carried?: CarriedJudgement;
}

export interface CarriedJudgement {
  readonly replan_id: string;
  readonly decision: ReplanDecision;
}

export interface Misfits {
  /** In a row, none of whose tools could be understood. */
  readonly answers: number;
  /** In a row, none of whose tools worked. */
  readonly fruitless: number;
  /** Of the answer in hand: one of its tools was understood. */
  readonly understood: boolean;
  /** Of the answer in hand: one of its tools worked. */
  readonly worked: boolean;
}

/** Where the task goes back to when its workspace is lost. */
export interface Checkpoint {
  readonly change: ChangeRecord | null;
  readonly action: number;
  /** 0 when the conversation was begun anew since: then it is begun anew once more. */
  readonly conversationLength: number;
  readonly toolCount: number;
}

/**
 * The conversation of the execution as facts; what the model is sent is projected from it
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
      /** Files of project rules that hold where these tools worked and are shown with their results. */
      readonly rules?: readonly string[];
      /** The tool whose call was cut off after those. */
      readonly cut?: string;
    }
  /** What people said since the last request, and no result of a tool carries. */
  | { readonly kind: 'told'; readonly comments: readonly CommentSeen[]; readonly said: readonly Said[] }
  | { readonly kind: 'reminder'; readonly because?: IdleBecause; readonly tool?: string }
  | { readonly kind: 'workspace_rebuilt'; readonly cause?: string; readonly said: readonly Said[] }
  /** The model is told that the budget comes to its end; `extension` counts those that people granted before. */
  | { readonly kind: 'budget_low'; readonly percent: number; readonly limit: keyof Budget; readonly extension: number }
  /** The first turn of a conversation that replaced a longer one (flow/conversation-length.ts). */
  | { readonly kind: 'anew'; readonly brief: ActionBrief; readonly past: Past };

/** Why an answer used no tool, where its end says it; the tool is the one that was cut off. */
export type IdleBecause = Stored<typeof IdleBecause>;
export const IdleBecause = z.enum(['cut_off', 'refused', 'paused']);

/** What a conversation begun anew is told of what happened before it, fixed when it is said (MODEL-6). */
export interface Past {
  /** As they stood. */
  readonly actions: readonly ActionState[];
  /** Why the plan was changed last; '' when it never was. */
  readonly reason: string;
  readonly said: readonly Said[];
  readonly decisions?: readonly Settled[];
  /** The newest, oldest first. */
  readonly steps: readonly PastStep[];
  readonly stepsLeftOut: number;
  /** Bytes that all of this may take when it is shown. */
  readonly room: number;
}

/** A tool's use or words without one, shortened, that a conversation begun anew is told of. */
export interface PastStep extends Stored<typeof PastStep> {}
export const PastStep = z.object({
  said: string,
  /** '' when no tool was used. */
  tool: string,
  input: string,
  /** '' where only the outcome is kept. */
  result: string,
  ok: boolean,
});

/** All that the beginning of an action says, fixed when it is said: later changes of the plan do not change it. */
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
  /** What was settled by then. */
  readonly decisions?: readonly Settled[];
  readonly isRetry: boolean;
  /** Of a retry: what was judged about the last try. */
  readonly advice?: readonly string[];
  /** What this builds on and did not succeed, with how it ended. */
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

/** What the closing answer of an action judges by, as it stands when the action begins (REPLAN-2). */
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

/** As much of a re-plan as is told. */
export type ToldReplan = Pick<ReplanRecord, 'point' | 'kind' | 'override' | 'executed' | 'result'> & {
  readonly decision: Pick<ReplanDecision, 'confidence' | 'reasoning'>;
};

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
  readonly about?: SubtaskAbout;
}

/** Something that was settled in an action, such as how long a token lives (MODEL-2). */
export interface Settled extends Stored<typeof Settled> {}
export const Settled = z.object({ subtask: string, text: string });

/** Something that people said to the work. */
export interface CommentSeen {
  readonly by: Person;
  /** As the model is told. */
  readonly text: string;
  /** Of an answer: what the person wrote, without what was asked. */
  readonly answer?: string;
  /** Of an answer that was waited for: it asks for no change by itself. */
  readonly wasAsked?: true;
  /** Of an answer: the index of the comment that could not be weighed without it. */
  readonly about?: number;
  /** GitHub's number of it. */
  readonly comment?: number;
}
