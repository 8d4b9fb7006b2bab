/**
 * One conversation with a container's agent over its attached stream. It begins with a hello that names the
 * session; everything before the agent's answer to it is left over from an earlier one and is ignored. The newest
 * session is the only one obeyed; an older one learns of that and ends.
 */
import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { Clock } from '../ports/clock.ts';
import type { SandboxGateway } from '../ports/sandbox.ts';
import { createChannel, type Channel } from './channel.ts';
import {
  createFrames,
  FromAgent,
  maxChannels,
  maxLineBytes,
  protocolVersion,
  windowBytes,
  type KeyedRequest,
  type ToAgent,
} from './protocol.ts';

/**
 * The stream to the sandbox ended while an answer was awaited: the container is gone, the engine restarted, or
 * another driver took over. Attach again to see which; what ran may still be running.
 */
export class SandboxLost extends Error {
  override readonly name = 'SandboxLost';
  /** The container may well run, but its agent says nothing any more. */
  readonly isSilent: boolean;
  constructor(message: string, isSilent = false) {
    super(message);
    this.isSilent = isSilent;
  }
}

export interface Session {
  /** The agent's answer to this key, now or when what runs under it has ended. */
  ask(request: KeyedRequest): Promise<unknown>;
  send(message: ToAgent): void;
  isOpen(): boolean;
  /** Ends the session; all that is awaited is rejected with `SandboxLost`. */
  close(why: string, isSilent?: boolean): void;
  /** Takes leave of the agent first, so that it need not find out. */
  leave(): Promise<void>;
}

interface SessionOptions {
  readonly stream: Duplex;
  readonly gateway: SandboxGateway;
  readonly clock: Clock;
  readonly helloTimeoutMs: number;
}

const helloEveryMs = 1000;
/** All windows, in base64, and a long request: who leaves more unread wants to fill our memory. */
const maxUnreadBytes = maxChannels * windowBytes * (4 / 3) + 8 * maxLineBytes;

interface Waiting {
  readonly promise: Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export async function openSession(options: SessionOptions): Promise<Session> {
  const { stream, gateway, clock } = options;
  const id = randomUUID();
  const waiting = new Map<string, Waiting>();
  const channels = new Map<number, Channel>();
  const hello = withResolvers();
  let isGreeted = false;
  let isClosed = false;

  function send(message: ToAgent): void {
    if (isClosed) return;
    stream.write(`${JSON.stringify({ s: id, ...message })}\n`);
    if (stream.writableLength > maxUnreadBytes) close('The sandbox does not read what it is sent.');
  }

  function close(why: string, isSilent = false): void {
    if (isClosed) return;
    isClosed = true;
    stream.destroy();
    const lost = new SandboxLost(
      `${why}${frames.errors() === '' ? '' : ` Its last words: ${frames.errors().trim()}`}`,
      isSilent,
    );
    hello.reject(lost);
    for (const waiter of waiting.values()) waiter.reject(lost);
    waiting.clear();
    for (const channel of channels.values()) channel.close();
    for (const channel of channels.values()) channel.stream.destroy();
    channels.clear();
  }

  function takeLine(line: string): void {
    if (isClosed || line === '') return;
    const message = parse(line);
    if (message === null) {
      if (isGreeted) close('The sandbox sent something that is not part of the protocol.');
    } else if (message.s !== id) {
      if (isGreeted && message.t === 'hello') close('Another driver has taken the sandbox over.');
    } else if (message.t === 'hello') {
      if (message.version !== protocolVersion)
        close(`The agent in the sandbox speaks version ${message.version}, not ${protocolVersion}.`);
      isGreeted = true;
      hello.resolve(null);
    } else if (isGreeted) {
      take(message);
    }
  }

  function take(message: Exclude<FromAgent, { t: 'hello' }>): void {
    switch (message.t) {
      case 'result':
        waiting.get(message.key)?.resolve(message.result);
        waiting.delete(message.key);
        return;
      case 'failed':
        waiting.get(message.key)?.reject(new SandboxLost(`The agent failed: ${message.text.slice(0, 500)}`));
        waiting.delete(message.key);
        return;
      case 'garbled':
        close('The stream to the sandbox was damaged.');
        return;
      case 'open':
        openChannel(message.c);
        return;
      case 'data':
        channels.get(message.c)?.data(Buffer.from(message.d, 'base64'));
        return;
      case 'credit':
        channels.get(message.c)?.credit(message.n);
        return;
      case 'end':
        channels.get(message.c)?.end();
        return;
      case 'close':
        channels.get(message.c)?.close();
    }
  }

  function openChannel(channelId: number): void {
    if (channels.has(channelId) || channels.size >= maxChannels) {
      send({ t: 'close', c: channelId });
      return;
    }
    const channel = createChannel(channelId, send, () => channels.delete(channelId));
    channels.set(channelId, channel);
    gateway.emit('connection', channel.stream);
  }

  function ask(request: KeyedRequest): Promise<unknown> {
    if (isClosed) return Promise.reject(new SandboxLost('The stream to the sandbox has ended.'));
    const asked = waiting.get(request.key);
    if (asked !== undefined) return asked.promise;
    const waiter = withResolvers();
    waiting.set(request.key, waiter);
    send(request);
    return waiter.promise;
  }

  async function leave(): Promise<void> {
    if (isClosed) return;
    send({ t: 'bye' });
    await new Promise<void>((resolve) => {
      stream.once('close', resolve);
      stream.end(resolve);
    });
    close('The sandbox was let go.');
  }

  const frames = createFrames(maxLineBytes, takeLine, () => close('The sandbox sent a line that is too long.'));
  stream.on('data', frames.add);
  stream.on('error', (error) => close(`The stream to the sandbox broke: ${error.message}.`));
  stream.on('end', () => close('The sandbox has ended.'));
  stream.on('close', () => close('The stream to the sandbox has ended.'));

  /** Said again until it is answered: the last bytes of an earlier service may have spoilt the first. */
  async function greet(done: AbortSignal): Promise<void> {
    for (let waitedMs = 0; waitedMs < options.helloTimeoutMs; waitedMs += helloEveryMs) {
      // The line end first: an earlier service may have died in the middle of a line.
      if (!isClosed) stream.write(`\n${JSON.stringify({ s: id, t: 'hello' })}\n`);
      await clock.sleep(Math.min(helloEveryMs, options.helloTimeoutMs - waitedMs), done);
    }
    close(`The agent in the sandbox did not answer within ${options.helloTimeoutMs / 1000} s.`, true);
  }

  const answered = new AbortController();
  const greeting = greet(answered.signal).catch(() => undefined);
  try {
    await hello.promise;
  } finally {
    answered.abort();
    await greeting;
  }
  return { ask, send, isOpen: () => !isClosed, close, leave };
}

function parse(line: string): FromAgent | null {
  try {
    const message = FromAgent.safeParse(JSON.parse(line));
    return message.success ? message.data : null;
  } catch {
    return null;
  }
}

function withResolvers(): Waiting {
  let resolve: Waiting['resolve'] = () => undefined;
  let reject: Waiting['reject'] = () => undefined;
  const promise = new Promise<unknown>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // Awaited by those who ask; a rejection that nobody awaits any more is no error of the process.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
