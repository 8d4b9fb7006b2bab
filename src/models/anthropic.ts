/** The Anthropic provider (MODEL-1) over the official SDK, with the retries of MODEL-3 done here. */
import Anthropic from '@anthropic-ai/sdk';
import type { Stream } from '@anthropic-ai/sdk/streaming';
import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages/messages';
import { ConversationRefused, RetryLater, type FaultCode, type Service } from '../errors.ts';
import { capabilitiesOf, priceOf } from './capabilities.ts';
import { classifyFailure, CutStream, ModelTimeout, NoEventStream } from './failure.ts';
import { isOfAnswer, leaveOut, requestBody } from './wire.ts';
import { createAccumulator, type Before } from './accumulate.ts';
import { promptTokens } from './count-usage.ts';
import type { Clock } from '../ports/clock.ts';
import type { Model, ModelAnswer, ModelRequest } from '../ports/model.ts';

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
  /** What is waited for. */
  readonly of?: Service;
  /** Of one that was refused. */
  readonly code?: FaultCode;
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
  const capabilities = capabilitiesOf(options.model);
  const ids = idsIn(request);
  const oddities: string[] = [];
  for (let attempt = 1; ; attempt += 1) {
    const body = requestBody(options.model, request, capabilities);
    try {
      const before = { ids, promptTokens: promptTokens(request, body) };
      const answer = await streamCall(client, { body, before }, options.timeoutMs, signal);
      options.onAttempt?.({ attempt, outcome: 'answered', what: answer.stopReason, waitMs: 0 });
      const odd = [...oddities, ...(answer.oddities ?? [])];
      const model = answer.model === '' ? options.model : answer.model;
      return { ...answer, model, attempts: attempt, ...(odd.length === 0 ? {} : { oddities: odd }) };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const failure = classifyFailure(error, options.model, options.clock.now());
      if (failure.kind === 'fault') {
        const { fault, place } = failure;
        options.onAttempt?.({ attempt, outcome: 'refused', what: fault.message, waitMs: 0, code: fault.code });
        if (place === null || !isOfAnswer(place, request)) throw fault;
        if (oddities.length > 0 || !leaveOut(place, request))
          throw new ConversationRefused(fault.message, { tooLong: false, cause: error });
        oddities.push(`left out what the API will not take back: ${fault.message}`);
        continue;
      }
      const waitMs = failure.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
      const { what, of } = failure;
      if (attempt > options.maxRetries || waitMs > LONGEST_WAIT_MS) {
        options.onAttempt?.({ attempt, outcome: 'given_up', what, waitMs: 0, of });
        throw new RetryLater(`${what}, ${attempt} of ${options.maxRetries + 1} tries made.`, {
          of,
          cause: failure.cause,
          ...(failure.retryAfterMs === null ? {} : { afterMs: failure.retryAfterMs }),
        });
      }
      options.onAttempt?.({ attempt, outcome: 'retried', what, waitMs, of });
      await options.clock.sleep(waitMs, signal);
    }
  }
}

/** Of the calls of tools in a conversation. */
function idsIn({ messages }: ModelRequest): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { content } of messages) for (const block of content) if (block.type === 'tool_use') ids.add(block.id);
  return ids;
}

/** Bytes that never become an answer (pings for ever) end an attempt after this many times its silence limit. */
const WHOLE_ATTEMPT_FACTOR = 10;

/**
 * One attempt: sends the body, reads the stream to its end, watches over silence. Throws the signal's reason when
 * aborted.
 */
async function streamCall(
  client: Anthropic,
  sent: Sent,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Omit<ModelAnswer, 'attempts'>> {
  signal.throwIfAborted();
  const watch = createWatch(timeoutMs, signal);
  try {
    return await Promise.race([
      watch.stopped,
      readStream(client.withOptions({ fetch: watch.fetch }), sent, watch.signal),
    ]);
  } finally {
    watch.end();
  }
}

interface Sent {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly before: Before;
}

async function readStream(
  client: Anthropic,
  { body, before }: Sent,
  signal: AbortSignal,
): Promise<Omit<ModelAnswer, 'attempts'>> {
  const accumulator = createAccumulator(before);
  const { data: stream, response } = await client
    .post<Stream<RawMessageStreamEvent>>('/v1/messages', {
      body,
      headers: { 'content-type': 'application/json' },
      stream: true,
      signal,
    })
    .withResponse();
  let events = 0;
  for await (const event of stream) {
    accumulator.add(event);
    events += 1;
  }
  const answer = accumulator.finish();
  if (answer !== null) return answer;
  const type = mediaType(response);
  throw events > 0 || type === EVENT_STREAM
    ? new CutStream('The stream ended before the message did.')
    : new NoEventStream(`${addressOf(client.baseURL)} answers with ${type}, not as the API of a model does`);
}

const EVENT_STREAM = 'text/event-stream';

/** In words of ours: whoever asks whether the service is ready reads it. */
function mediaType({ headers }: Response): string {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,60}$/.test(type) ? type : 'something without a type';
}

/** Without what may be secret in it. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

interface Watch {
  readonly signal: AbortSignal;
  /** Rejects as soon as the caller aborts or time is up; never resolves. */
  readonly stopped: Promise<never>;
  readonly fetch: typeof fetch;
  end(): void;
}

/** Any byte counts as a sign of life: while a model thinks, only pings come, and the SDK hides those. */
function createWatch(timeoutMs: number, caller: AbortSignal): Watch {
  const controller = new AbortController();
  const stop = (reason: unknown): void => controller.abort(reason);
  const onCallerAbort = (): void => stop(caller.reason);
  caller.addEventListener('abort', onCallerAbort, { once: true });
  const silence = setTimeout(() => stop(new ModelTimeout(`The model was silent for ${timeoutMs} ms.`)), timeoutMs);
  const whole = setTimeout(
    () => stop(new ModelTimeout('The model did not finish its answer in time.')),
    timeoutMs * WHOLE_ATTEMPT_FACTOR,
  );
  const stopped = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error), { once: true });
  });
  stopped.catch(() => undefined);
  return {
    signal: controller.signal,
    stopped,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      silence.refresh();
      if (response.body === null) return response;
      // The SDK iterates over the body; a transforming stream around it costs more than all the rest of a short call.
      const watched = watchedBody(response.body, () => silence.refresh());
      return Object.defineProperty(response, 'body', { value: watched });
    },
    end() {
      clearTimeout(silence);
      clearTimeout(whole);
      caller.removeEventListener('abort', onCallerAbort);
      controller.abort(new CutStream('The attempt is over.'));
    },
  };
}

async function* watchedBody(body: AsyncIterable<Uint8Array>, onBytes: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    onBytes();
    yield chunk;
  }
}
