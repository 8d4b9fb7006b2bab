/**
 * Calls a language model. `ask` retries what is worth retrying (MODEL-3) and then throws `RetryLater` (overload,
 * outage, time-out) or `Fault` (bad key, refused request, with its cause). It rejects with the signal's reason as soon
 * as the signal aborts. It never returns a partial answer, nor two tool calls with the same id in one conversation.
 */
import type { ImageType } from './images.ts';

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  /** Other calls have the same beginning up to here, so the provider should cache it. */
  readonly isShared?: true;
}
export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}
export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string;
  readonly is_error?: boolean;
}
export interface ImageBlock {
  readonly type: 'image';
  readonly mediaType: ImageType;
  /** Base64. */
  readonly data: string;
}
/** A block that is only passed back unchanged (thinking, redacted thinking, …). */
export interface OpaqueBlock {
  readonly type: 'opaque';
  readonly raw: Readonly<Record<string, unknown>>;
}

export type AnswerBlock = TextBlock | ToolUseBlock | OpaqueBlock;
export type RequestBlock = TextBlock | ImageBlock | ToolResultBlock;

export type ModelMessage =
  | { readonly role: 'user'; readonly content: readonly RequestBlock[] }
  | { readonly role: 'assistant'; readonly content: readonly AnswerBlock[] };

export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema whose root is a plain object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpec[];
  /** True if the only tool must be called: forced where the model accepts that, otherwise requested in words. */
  readonly answerWithTool: boolean;
  readonly maxTokens: number;
  /** The seed and the candidates, if there are several models to choose from. */
  readonly asking?: { readonly seed: string; readonly group: CandidateGroup };
  /** A rate limit is not waited for, because another candidate can be asked. */
  readonly leavesLimits?: boolean;
  /** When the call is given up with all its retries, by the clock. */
  readonly until?: number;
  /** The requested effort (MODEL-5); sent if the model accepts it. */
  readonly effort?: Effort;
}

export type Effort = 'low' | 'medium' | 'high';

export interface Candidate {
  readonly tool: string;
  readonly model: string;
  readonly weight: number;
}

/** The candidates for one category of calls (MODEL-5). */
export interface CandidateGroup {
  readonly candidates: readonly Candidate[];
  /** Whether the next one is used during a rate limit. */
  readonly fallback: boolean;
  readonly cooldownMs: number;
}

export interface PassedOver {
  readonly tool: string;
  readonly model: string;
  readonly why: 'unavailable' | 'rate_limited';
}

/** The candidate that was used, and those that were skipped. */
export interface Chosen {
  readonly tool: string;
  readonly model: string;
  readonly passedOver: readonly PassedOver[];
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** The API did not report everything: missing numbers are estimated from the transferred bytes. */
  readonly isEstimated?: true;
}

/** As the API names them; unknown ones are `other`. */
export type StopReason =
  | 'end_turn'
  | 'tool_use'
  | 'max_tokens'
  | 'refusal'
  | 'pause_turn'
  | 'model_context_window_exceeded'
  | 'other';

export interface ModelAnswer {
  readonly model: string;
  readonly content: readonly AnswerBlock[];
  readonly stopReason: StopReason;
  /** A tool whose call was cut off, and which is therefore not in the content. */
  readonly cutTool?: string;
  readonly usage: ModelUsage;
  /** HTTP attempts this answer took, retries included. */
  readonly attempts: number;
  /** Present if there were several to choose from. */
  readonly chosen?: Chosen;
  /** The effort that was sent; absent if the model accepts none. */
  readonly effort?: Effort;
  /** Violations of the API's contract, for the log. */
  readonly oddities?: readonly string[];
}

export interface Model {
  readonly name: string;
  ask(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer>;
  /** US dollars for this usage; null if the model's price is unknown. */
  price(usage: ModelUsage, chosen?: Chosen): number | null;
}

/** US dollars per million tokens. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

export interface ModelPrice extends Rates {
  /** For prompts above this many tokens. */
  readonly longPrompt?: Rates & { readonly aboveTokens: number };
}

/** What the provider says about the key and the model name. */
export type ModelStanding =
  | { readonly kind: 'known' }
  | { readonly kind: 'key_refused' | 'model_unknown'; readonly said: string }
  /** It could not be asked, or a gateway does not support the question. */
  | { readonly kind: 'unproven'; readonly said: string };
