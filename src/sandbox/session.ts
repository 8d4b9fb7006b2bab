/**
 * A conversation with a container's agent over its attached stream. It begins with a hello that names the session. Only
 * the newest session is obeyed; an older one is told so and ends. Every process in the container can write to that
 * stream and read from it, so lines without proof are ignored, and lost lines are requested again.
 */
import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { Clock } from '../ports/clock.ts';
import type { SandboxGateway } from '../ports/sandbox.ts';
import { createAsked, withResolvers } from './asked.ts';
import { createBrake } from './brake.ts';
import { createChannels } from './channels.ts';
import { createFrames } from './frames.ts';
import { createOutgoing } from './outgoing.ts';
import {
  maxLineBytes,
  protocolVersion,
  read,
  type FromAgent,
  type Hello,
  type KeyedRequest,
  type ToAgent,
} from './protocol.ts';
import { lineKey, openLine, type ContainerKeys } from './seal.ts';

/**
 * The stream to the sandbox ended while an answer was awaited: the container is gone, the engine restarted, or another
 * driver took over. Attaching again shows which; what ran may still be running.
 */
export class SandboxLost extends Error {
  override readonly name = 'SandboxLost';
  /** The container may still run, but its agent does not respond. */
  readonly isSilent: boolean;
  constructor(message: string, isSilent = false) {
    super(message);
    this.isSilent = isSilent;
  }
}

export interface Session {
  /** Commands of this sandbox cannot look into its agent. */
  readonly isGuarded: boolean;
  /** The agent's answer to this key, now or when the operation ends. */
  ask(request: KeyedRequest): Promise<unknown>;
  send(message: ToAgent): void;
  isOpen(): boolean;
  /** Ends the session; pending answers are rejected with `SandboxLost`. */
  close(why: string, isSilent?: boolean): void;
  /** Says goodbye first, so that the agent notices at once. */
  leave(): Promise<void>;
}

interface SessionOptions {
  readonly stream: Duplex;
  readonly gateway: Pick<SandboxGateway, 'emit'>;
  readonly clock: Clock;
  readonly helloTimeoutMs: number;
  readonly keys: ContainerKeys;
  /** The container was started for this session: its agent has no keys yet, and nothing else has run in it. */
  readonly isFresh: boolean;
}

type Greeting = Extract<FromAgent, { t: 'hello' }>;

const helloEveryMs = 1000;
/** Verifying a seal costs about as much as reading this many bytes. */
const falseSealBytes = 256;
/** After an unproven line, which may have been a damaged line of the agent. */
const lookAfterMs = 1000;

export async function openSession(options: SessionOptions): Promise<Session> {
  const { stream, gateway, clock, keys } = options;
  const id = randomUUID();
  const keyFrom = lineKey(keys.lines, id, 'from agent');
  const outgoing = createOutgoing(stream, lineKey(keys.lines, id, 'to agent'), () =>
    close('The sandbox does not read what it is sent.'),
  );
  const asked = createAsked(send);
  const channels = createChannels(gateway, send);
  const hello = withResolvers<Greeting>();
  const ended = new AbortController();
  const brake = createBrake(stream, clock, ended.signal);
  let isGreeted = false;
  let isLooking = false;
  /** The count of the next line from the agent. */
  let expected = 0;

  function isOpen(): boolean {
    return !ended.signal.aborted;
  }

  function send(message: ToAgent): void {
    if (!isOpen()) return;
    if (message.t === 'stop') asked.stopped(message.key);
    outgoing.send(message);
  }

  function close(why: string, isSilent = false): void {
    if (!isOpen()) return;
    ended.abort();
    stream.destroy();
    const lost = new SandboxLost(
      `${why}${frames.errors() === '' ? '' : ` Its last words: ${frames.errors().trim()}`}`,
      isSilent,
    );
    hello.reject(lost);
    asked.failAll(lost);
    channels.breakAll();
  }

  function takeLine(line: Buffer): void {
    if (!isOpen() || line.length === 0) return;
    const opened = openLine(keyFrom, line);
    if (opened === null) {
      brake.arrived(falseSealBytes);
      passOver();
      return;
    }
    brake.proved(line.length);
    const message = read(opened.text);
    if (message === null) {
      close('The sandbox sent something that is not part of the protocol.');
    } else if (isGreeted) {
      // Taken from the pipe by a command and put back later.
      if (opened.count < expected) return;
      const isWhole = opened.count === expected;
      expected = opened.count + 1;
      take(message);
      if (!isWhole) mend();
    } else if (message.t === 'hello') {
      expected = opened.count + 1;
      greet(message);
    }
  }

  function greet(message: Greeting): void {
    if (message.version !== protocolVersion)
      close(`The agent in the sandbox speaks version ${message.version}, not ${protocolVersion}.`);
    isGreeted = true;
    hello.resolve(message);
  }

  function take(message: FromAgent): void {
    switch (message.t) {
      case 'hello':
      case 'seen':
        return;
      case 'over':
        close('Another driver has taken the sandbox over.');
        return;
      case 'result':
        asked.answer(message.key, message.result);
        return;
      case 'failed':
        asked.fail(message.key, new SandboxLost(`The agent failed: ${message.text.slice(0, 500)}`));
        return;
      case 'garbled':
        mend();
        return;
      default:
        channels.take(message);
    }
  }

  /** A damaged line is noticed at the next valid one, so the agent is asked to send one. */
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    await clock.sleep(lookAfterMs, ended.signal);
    isLooking = false;
    send({ t: 'look' });
  }

  function passOver(): void {
    if (isGreeted) look().catch(() => undefined);
  }

  /**
   * Lines were lost in some direction: connections miss bytes and are closed; requests are repeated, and answered once
   * per key.
   */
  function mend(): void {
    channels.breakAll();
    send({ t: 'reset' });
    asked.repeat();
  }

  function ask(request: KeyedRequest): Promise<unknown> {
    if (!isOpen()) return Promise.reject(new SandboxLost('The stream to the sandbox has ended.'));
    return asked.ask(request);
  }

  async function leave(): Promise<void> {
    if (!isOpen()) return;
    send({ t: 'bye' });
    await new Promise<void>((resolve) => {
      stream.once('close', resolve);
      stream.end(resolve);
    });
    close('The sandbox was let go.');
  }

  const frames = createFrames(maxLineBytes, takeLine, passOver);
  stream.on('data', (chunk: Buffer) => {
    brake.arrived(chunk.length);
    frames.add(chunk);
  });
  stream.on('error', (error) => close(`The stream to the sandbox broke: ${error.message}.`));
  stream.on('end', () => close('The sandbox has ended.'));
  stream.on('close', () => close('The stream to the sandbox has ended.'));

  /** Repeated until it is answered, since leftovers in the pipe may have damaged the first one. */
  async function sayHello(done: AbortSignal): Promise<void> {
    const text = (key: Buffer): string => key.toString('base64url');
    const first = options.isFresh ? { keys: { lines: text(keys.lines), notes: text(keys.notes) } } : {};
    const message: Hello = { t: 'hello', s: id, ...first };
    for (let waitedMs = 0; waitedMs < options.helloTimeoutMs; waitedMs += helloEveryMs) {
      if (isOpen()) outgoing.hello(message);
      await clock.sleep(Math.min(helloEveryMs, options.helloTimeoutMs - waitedMs), done);
    }
    close(`The agent in the sandbox did not answer within ${options.helloTimeoutMs / 1000} s.`, true);
  }

  const answered = new AbortController();
  const greeting = sayHello(answered.signal).catch(() => undefined);
  try {
    const { isGuarded } = await hello.promise;
    return { isGuarded, ask, send, isOpen, close, leave };
  } finally {
    answered.abort();
    await greeting;
  }
}
