/** The retries of MODEL-3, shared by all providers: temporary errors are retried, others thrown. */
import { ConversationRefused, RetryLater, type FaultCode, type Service } from '../errors.ts';
import type { CallFailure } from './call-failure.ts';
import type { Place } from './wire.ts';
import type { Clock } from '../ports/clock.ts';
import type { ModelAnswer, ModelPrice, ModelRequest } from '../ports/model.ts';
import type { ProviderName } from '../ports/model-provider.ts';

export interface ProviderOptions {
  readonly apiKey: string;
  readonly baseUrl?: string | undefined;
  readonly model: string;
  /** Silence after which a call counts as timed out. */
  readonly timeoutMs: number;
  /** Retries after the first try; 3 in production. */
  readonly maxRetries: number;
  readonly clock: Clock;
  /** Absent if it is unknown. */
  readonly price?: ModelPrice | undefined;
  /** Called for every failed attempt and for the successful one. */
  readonly onAttempt?: ((attempt: AttemptReport) => void) | undefined;
}

export interface AttemptReport {
  readonly provider: ProviderName;
  readonly model: string;
  /** If it is known. */
  readonly task?: string;
  readonly attempt: number;
  /** Maximum number of retries. */
  readonly maxRetries: number;
  readonly outcome: 'answered' | 'retried' | 'given_up' | 'refused';
  readonly what: string;
  readonly waitMs: number;
  /** What is waited for. */
  readonly of?: Service;
  /** For a refused call. */
  readonly code?: FaultCode;
}

/** One attempt with a provider, and the classification of its errors. */
export interface Provider {
  readonly name: ProviderName;
  send(request: ModelRequest, signal: AbortSignal): Promise<Omit<ModelAnswer, 'attempts'>>;
  classify(error: unknown): CallFailure;
  /** For a block that the API names in its refusal: whether the API wrote it, and removing it from here on. */
  readonly ownBlocks: {
    isOfAnswer(place: Place, request: ModelRequest): boolean;
    leaveOut(place: Place, request: ModelRequest): boolean;
  };
}

const FIRST_WAIT_MS = 1000;
/** For a longer `retry-after` the task waits without a worker instead. */
const LONGEST_WAIT_MS = 60_000;

export async function askWithRetries(
  options: ProviderOptions,
  provider: Provider,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const oddities: string[] = [];
  const { model: name, maxRetries, onAttempt } = options;
  const about = {
    provider: provider.name,
    model: name,
    maxRetries,
    ...(request.asking === undefined ? {} : { task: request.asking.seed }),
  };
  const tell = (report: Omit<AttemptReport, keyof typeof about>): void => onAttempt?.({ ...about, ...report });
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await provider.send(request, signal);
      tell({ attempt, outcome: 'answered', what: answer.stopReason, waitMs: 0 });
      const odd = [...oddities, ...(answer.oddities ?? [])];
      const model = answer.model === '' ? name : answer.model;
      return { ...answer, model, attempts: attempt, ...(odd.length === 0 ? {} : { oddities: odd }) };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const failure = provider.classify(error);
      if (failure.kind === 'fault') {
        const { fault, place } = failure;
        tell({ attempt, outcome: 'refused', what: fault.message, waitMs: 0, code: fault.code });
        const { ownBlocks } = provider;
        if (place === null || !ownBlocks.isOfAnswer(place, request)) throw fault;
        if (oddities.length > 0 || !ownBlocks.leaveOut(place, request))
          throw new ConversationRefused(fault.message, { tooLong: false, cause: error });
        oddities.push(`left out what the API will not take back: ${fault.message}`);
        continue;
      }
      const waitMs = failure.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
      const { what } = failure;
      const isTold = failure.isLimit === true && waitMs > LONGEST_WAIT_MS;
      const of = isTold ? 'model_limit' : failure.of;
      const isLeft = failure.isLimit === true && request.leavesLimits === true;
      const isOver = options.clock.now() + waitMs >= (request.until ?? Number.POSITIVE_INFINITY);
      if (isLeft || isOver || attempt > maxRetries || waitMs > LONGEST_WAIT_MS) {
        tell({ attempt, outcome: 'given_up', what, waitMs: 0, of });
        throw new RetryLater(`${what}, ${attempt} of ${maxRetries + 1} tries made.`, {
          of,
          cause: failure.cause,
          isLimit: failure.isLimit ?? false,
          ...(failure.retryAfterMs === null ? {} : { afterMs: failure.retryAfterMs }),
        });
      }
      tell({ attempt, outcome: 'retried', what, waitMs, of });
      await options.clock.sleep(waitMs, signal);
    }
  }
}

/** For one attempt. */
export function leftMs({ until }: Pick<ModelRequest, 'until'>, clock: Pick<Clock, 'now'>): number {
  return until === undefined ? Number.POSITIVE_INFINITY : Math.max(1, until - clock.now());
}

/** Ids of the tool calls in a conversation. */
export function idsIn({ messages }: ModelRequest): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { content } of messages) for (const block of content) if (block.type === 'tool_use') ids.add(block.id);
  return ids;
}
