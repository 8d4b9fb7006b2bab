/**
 * One attempt: sends the body, reads the stream to its end, watches over silence. Throws the signal's reason when
 * aborted.
 */
import type Anthropic from '@anthropic-ai/sdk';
import type { Stream } from '@anthropic-ai/sdk/streaming';
import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages/messages';
import type { ModelAnswer } from '../ports/model.ts';
import { createAccumulator } from './accumulate.ts';
import { CutStream, ModelTimeout } from './failure.ts';

/** Bytes that never become an answer (pings for ever) end an attempt after this many times its silence limit. */
const WHOLE_ATTEMPT_FACTOR = 10;

export async function streamCall(
  client: Anthropic,
  body: Uint8Array<ArrayBuffer>,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Omit<ModelAnswer, 'attempts'>> {
  signal.throwIfAborted();
  const watch = createWatch(timeoutMs, signal);
  try {
    return await Promise.race([
      watch.stopped,
      readStream(client.withOptions({ fetch: watch.fetch }), body, watch.signal),
    ]);
  } finally {
    watch.end();
  }
}

async function readStream(
  client: Anthropic,
  body: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<Omit<ModelAnswer, 'attempts'>> {
  const accumulator = createAccumulator();
  const stream = await client.post<Stream<RawMessageStreamEvent>>('/v1/messages', {
    body,
    headers: { 'content-type': 'application/json' },
    stream: true,
    signal,
  });
  for await (const event of stream) accumulator.add(event);
  const answer = accumulator.finish();
  if (answer === null) throw new CutStream('The stream ended before the message did.');
  return answer;
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
