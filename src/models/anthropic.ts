/** The Anthropic provider (MODEL-1) over the official SDK, with the retries of MODEL-3 done here. */
import Anthropic from '@anthropic-ai/sdk';
import { RetryLater } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Model, ModelAnswer, ModelRequest } from '../ports/model.ts';
import { capabilitiesOf, priceOf } from './capabilities.ts';
import { classifyFailure } from './failure.ts';
import { streamCall } from './stream-call.ts';
import { requestBody } from './wire.ts';

interface AnthropicModelOptions {
  readonly apiKey: string;
  readonly baseUrl?: string | undefined;
  readonly model: string;
  /** Silence after which a call counts as timed out. */
  readonly timeoutMs: number;
  /** Further tries after the first one; 3 in production. */
  readonly maxRetries: number;
  readonly clock: Clock;
  /** Told of every attempt that failed and of the one that worked. */
  readonly onAttempt?: ((attempt: AttemptReport) => void) | undefined;
}

export interface AttemptReport {
  readonly attempt: number;
  readonly outcome: 'answered' | 'retried' | 'given_up' | 'refused';
  readonly what: string;
  readonly waitMs: number;
}

const FIRST_WAIT_MS = 1000;
/** A longer `retry-after` is not sat out here: the task waits without a worker instead. */
const LONGEST_WAIT_MS = 60_000;

export function createAnthropicModel(options: AnthropicModelOptions): Model {
  const client = new Anthropic({
    apiKey: options.apiKey,
    maxRetries: 0,
    logLevel: 'off',
    ...(options.baseUrl === undefined ? {} : { baseURL: options.baseUrl }),
  });
  const capabilities = capabilitiesOf(options.model);
  return {
    name: options.model,
    price: (usage) => priceOf(capabilities, usage),
    ask: (request, signal) => askWithRetries(options, client, request, signal),
  };
}

async function askWithRetries(
  options: AnthropicModelOptions,
  client: Anthropic,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelAnswer> {
  const body = requestBody(options.model, request, capabilitiesOf(options.model));
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await streamCall(client, body, options.timeoutMs, signal);
      options.onAttempt?.({ attempt, outcome: 'answered', what: answer.stopReason, waitMs: 0 });
      return { ...answer, attempts: attempt };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const failure = classifyFailure(error, options.model, options.clock.now());
      if (failure.kind === 'fault') {
        options.onAttempt?.({ attempt, outcome: 'refused', what: failure.fault.message, waitMs: 0 });
        throw failure.fault;
      }
      const waitMs = failure.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
      if (attempt > options.maxRetries || waitMs > LONGEST_WAIT_MS) {
        options.onAttempt?.({ attempt, outcome: 'given_up', what: failure.what, waitMs: 0 });
        throw new RetryLater(`${failure.what}, ${attempt} of ${options.maxRetries + 1} tries made.`, {
          of: 'model',
          cause: failure.cause,
          ...(failure.retryAfterMs === null ? {} : { afterMs: failure.retryAfterMs }),
        });
      }
      options.onAttempt?.({ attempt, outcome: 'retried', what: failure.what, waitMs });
      await options.clock.sleep(waitMs, signal);
    }
  }
}
