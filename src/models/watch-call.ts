/** One attempt at a streamed call: watched for silence, aborted with the caller, and complete or failed. */
import { CutStream, ModelTimeout, NoEventStream } from './call-failure.ts';
import { httpFetch } from './http-fetch.ts';

/** Traffic that never becomes an answer (endless pings) ends an attempt after this many times its silence limit. */
const WHOLE_ATTEMPT_FACTOR = 10;

interface Limits {
  /** Of silence. */
  readonly timeoutMs: number;
  /** For the whole attempt, if less than the limit above. */
  readonly wholeMs?: number;
  readonly signal: AbortSignal;
}

/** Throws the signal's reason when aborted. The reader gets a `fetch` in which every byte counts as a sign of life. */
export async function watchCall<Answer>(
  { timeoutMs, wholeMs, signal }: Limits,
  read: (watched: typeof fetch, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  signal.throwIfAborted();
  const longestMs = Math.min(wholeMs ?? Number.POSITIVE_INFINITY, timeoutMs * WHOLE_ATTEMPT_FACTOR);
  const watch = createWatch(timeoutMs, longestMs, signal);
  try {
    const answer = await Promise.race([watch.stopped, read(watch.fetch, watch.signal)]);
    watch.end();
    return answer;
  } catch (error) {
    watch.end();
    // What still arrives is not wanted.
    watch.abort();
    throw error;
  }
}

interface Ended {
  readonly events: number;
  readonly response: Response;
  readonly url: string;
}

/** Why a finished stream contains no answer. */
export function withoutAnswer({ events, response, url }: Ended): CutStream | NoEventStream {
  const type = mediaType(response);
  return events > 0 || type === EVENT_STREAM
    ? new CutStream('The stream ended before the message did.')
    : new NoEventStream(`${addressOf(url)} answers with ${type}, not as the API of a model does`);
}

const EVENT_STREAM = 'text/event-stream';

/** In our own words, since readers of the readiness status see it. */
function mediaType({ headers }: Response): string {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[a-z0-9.+-]{1,60}\/[a-z0-9.+-]{1,60}$/.test(type) ? type : 'something without a type';
}

/** Without parts that may be secret. */
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
  abort(): void;
}

/** Any byte counts as a sign of life: while a model thinks only pings arrive, and the SDK hides those. */
function createWatch(timeoutMs: number, longestMs: number, caller: AbortSignal): Watch {
  const controller = new AbortController();
  const stop = (reason: unknown): void => controller.abort(reason);
  const onCallerAbort = (): void => stop(caller.reason);
  caller.addEventListener('abort', onCallerAbort, { once: true });
  const silence = setTimeout(() => stop(new ModelTimeout(`The model was silent for ${timeoutMs} ms.`)), timeoutMs);
  const whole = setTimeout(() => stop(new ModelTimeout('The model did not finish its answer in time.')), longestMs);
  const stopped = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error), { once: true });
  });
  stopped.catch(() => undefined);
  return {
    signal: controller.signal,
    stopped,
    fetch: async (input, init) => {
      const response = await httpFetch(input, init);
      silence.refresh();
      if (response.body === null) return response;
      // The SDK iterates over the body; a transform stream around it would cost more than everything else in a short
      // call.
      const watched = watchedBody(response.body, () => silence.refresh());
      return Object.defineProperty(response, 'body', { value: watched });
    },
    end() {
      clearTimeout(silence);
      clearTimeout(whole);
      caller.removeEventListener('abort', onCallerAbort);
    },
    abort: () => stop(new CutStream('The attempt is over.')),
  };
}

async function* watchedBody(body: AsyncIterable<Uint8Array>, onBytes: () => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    onBytes();
    yield chunk;
  }
}
