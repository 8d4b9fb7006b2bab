/**
 * Webhooks for a machine that GitHub cannot reach (`WEBHOOK_PROXY_URL`): a relay such as smee.io receives them, and
 * this listens to its channel and passes each to our own server, which checks the signature as usual. The relay
 * rewrites bodies and has answered GitHub already, so nobody repeats what does not arrive here. Only for trying things
 * out.
 */
import type { Logger } from 'pino';
import { z } from 'zod';
import { messageOf } from '../errors.ts';
import { DELIVERY_ID } from '../people/intent.ts';
import type { Clock } from '../ports/clock.ts';
import { parsePayload } from './payload.ts';
import { createEventReader } from './read-event-stream.ts';

interface RelayParts {
  readonly channel: string;
  /** The webhook address of our server. */
  readonly target: string;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  readonly silenceMs?: number;
}

/** smee.io sends something every 30 seconds. */
const SILENCE_MS = 90_000;
const CONNECT_MS = 20_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const HAND_OVER_MS = 15_000;
/** Retries while the server cannot store it, since GitHub will not send it again. */
const AGAIN_AFTER_MS = [2_000, 5_000, 15_000];
const LONGEST_TYPE = 100;
/** GitHub's cap on payloads, and the relay's additions. */
const MOST_CHARACTERS = 26 * 1024 * 1024;
/** The headers that the server reads. */
const PASSED_ON = [
  'x-github-event',
  'x-github-delivery',
  'x-github-hook-id',
  'x-github-hook-installation-target-id',
  'x-github-hook-installation-target-type',
  'x-hub-signature-256',
];

const Relayed = z.looseObject({ body: z.looseObject({}) });
type Relayed = z.infer<typeof Relayed>;

export function startRelay({ channel, target, clock, log, silenceMs = SILENCE_MS }: RelayParts): { stop(): void } {
  const stopping = new AbortController();
  // Anybody who knows the whole address can read what comes through it.
  const fields = { relay: new URL(channel).host };

  async function listen(onConnected: () => void): Promise<void> {
    const silence = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const expectWithin = (ms: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(new Error('nothing came for too long')), ms);
    };
    try {
      expectWithin(CONNECT_MS);
      const answer = await fetch(channel, {
        headers: { accept: 'text/event-stream', 'user-agent': 'planwright' },
        // A redirect could make this machine query its neighbours, and the log would show their answers.
        redirect: 'manual',
        signal: AbortSignal.any([stopping.signal, silence.signal]),
      });
      const type = (answer.headers.get('content-type') ?? '').slice(0, LONGEST_TYPE);
      if (answer.status >= 300 && answer.status < 400)
        throw new Error('it leads to another address, which is not followed: set WEBHOOK_PROXY_URL to that one');
      if (!answer.ok || !type.startsWith('text/event-stream') || answer.body === null)
        throw new Error(`it answered ${answer.status} and ${type === '' ? 'nothing' : type}`);
      onConnected();
      const events = createEventReader(MOST_CHARACTERS);
      for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
        clearTimeout(timer);
        for (const { name, data } of events.read(piece)) if (name === 'message') await handOver(data);
        expectWithin(silenceMs);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async function handOver(data: string): Promise<void> {
    // Anybody who knows the channel can send through it; nothing is verified until the server has checked it.
    const read = parsePayload(Buffer.from(data));
    const relayed = read.kind === 'payload' ? Relayed.safeParse(read.payload).data : undefined;
    if (relayed === undefined) return log.warn(fields, 'the relay sent something other than a webhook');
    const id = relayed['x-github-delivery'];
    const delivery = typeof id === 'string' && DELIVERY_ID.test(id) ? id : null;
    const status = await postUntilTaken(relayed);
    if (status === 202) return;
    if (status === 401)
      return log.warn(
        { ...fields, delivery },
        'a webhook came through the relay changed, or not from GitHub, and was refused: ask for it again on the issue',
      );
    log.warn({ ...fields, delivery, status }, 'a webhook from the relay was not accepted');
  }

  async function postUntilTaken(relayed: Relayed): Promise<number | null> {
    const status = await post(relayed);
    for (const pauseMs of AGAIN_AFTER_MS) {
      if (status !== 503 && status !== null) return status;
      await clock.sleep(pauseMs, stopping.signal);
      const later = await post(relayed);
      if (later !== 503 && later !== null) return later;
    }
    return status;
  }

  /** Null if the server did not answer. */
  async function post({ body, ...headers }: Relayed): Promise<number | null> {
    const passedOn = PASSED_ON.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' && /^[\x20-\x7e]{0,1000}$/.test(value) ? [[name, value] as const] : [];
    });
    try {
      const answer = await fetch(target, {
        method: 'POST',
        headers: { ...Object.fromEntries(passedOn), 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(HAND_OVER_MS)]),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return null;
    }
  }

  void (async () => {
    let pauseMs = FIRST_PAUSE_MS;
    while (!stopping.signal.aborted) {
      try {
        await listen(() => {
          pauseMs = FIRST_PAUSE_MS;
          log.info(fields, 'webhooks arrive through a relay');
        });
      } catch (error) {
        if (!stopping.signal.aborted)
          log.warn({ ...fields, reason: messageOf(error) }, 'the relay is unreachable and tried again');
      }
      await clock.sleep(pauseMs, stopping.signal).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  })();
  return { stop: () => stopping.abort() };
}
