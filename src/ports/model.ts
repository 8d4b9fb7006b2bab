/**
 * Talking to a language model. `ask` retries what is worth retrying (MODEL-3) and then throws `RetryLater`
 * (overload, outage, time-out) or `Fault` (bad key, refused request, with its cause named). It rejects with the
 * signal's reason as soon as the signal aborts. It never returns half an answer, and no two calls of tools in one
 * conversation with the same id.
 */
import type { ImageType } from './images.ts';

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  /** Other calls begin with the same, up to here: worth keeping at the provider. */
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
/** A block we only carry back unchanged (thinking, redacted thinking, …). */
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
  /** True when the one tool offered must be called: forced where the model accepts that, asked for where not. */
  readonly answerWithTool: boolean;
  readonly maxTokens: number;
  /** For whom it is asked, where there are several models to choose from. */
  readonly asking?: { readonly seed: string; readonly group: CandidateGroup };
  /** A rate limit is not waited out: somebody else can be asked. */
  readonly leavesLimits?: boolean;
  /** When it is given up, with all its tries, by the clock. */
  readonly until?: number;
  /** How much the model is to think (MODEL-5); sent where it takes that. */
  readonly effort?: Effort;
}

export type Effort = 'low' | 'medium' | 'high';

export interface Candidate {
  readonly tool: string;
  readonly model: string;
  readonly weight: number;
}

/** Who may be asked for one category of calls (MODEL-5). */
export interface CandidateGroup {
  readonly candidates: readonly Candidate[];
  /** Whether the next one is asked while a rate limit lasts. */
  readonly fallback: boolean;
  readonly cooldownMs: number;
}

export interface PassedOver {
  readonly tool: string;
  readonly model: string;
  readonly why: 'unavailable' | 'rate_limited';
}

/** Who was asked, and who was not although it was their turn. */
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
  /** The API did not say all of it: what was missing is counted by the bytes that went there and back. */
  readonly isEstimated?: true;
}

/** As the API names them; what it names otherwise is `other`. */
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
  /** A tool whose call was cut off, and so is not among the content. */
  readonly cutTool?: string;
  readonly usage: ModelUsage;
  /** HTTP attempts this answer took, retries included. */
  readonly attempts: number;
  /** Where there were several to choose from. */
  readonly chosen?: Chosen;
  /** What it was told of that; absent where the model takes nothing of the kind. */
  readonly effort?: Effort;
  /** What the API should not have done, for the log. */
  readonly oddities?: readonly string[];
}

export interface Model {
  readonly name: string;
  ask(request: ModelRequest, signal: AbortSignal): Promise<ModelAnswer>;
  /** US dollars for this usage; null when the price of the model is not known. */
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
  /** Of prompts above so many tokens. */
  readonly longPrompt?: Rates & { readonly aboveTokens: number };
}

/** What the provider says of the key and the name of the model. */
export type ModelStanding =
  | { readonly kind: 'known' }
  | { readonly kind: 'key_refused' | 'model_unknown'; readonly said: string }
  /** It could not be asked, or what stands before it knows no such question. */
  | { readonly kind: 'unproven'; readonly said: string };
