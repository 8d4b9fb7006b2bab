/** How far the plan is carried out, as the state of a task keeps it; `work-moves.ts` moves it on. */
import type { ChangeRecord } from './outcome.ts';
import type { ActionState, Turn } from './conversation.ts';
import type { PlanRevision, Reflection } from './judgements.ts';
import type { ToolResultBlock, ToolUseBlock } from '../ports/model.ts';

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
  readonly checkpoint: Checkpoint;
  /** A subtask that is finished and not yet committed. */
  readonly toCheckpoint: string | null;
  /** The action that ended and is still to be judged before the next one begins. */
  readonly judging: Judging | null;
  /** Actions finished since the last reflection. */
  readonly sinceReflection: number;
  readonly reflections: number;
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
