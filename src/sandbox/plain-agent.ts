/**
 * The agent of a sandbox as a plain process. It has its own session, so that keys pressed in a terminal do not reach
 * it, and ends with its parent: when its standard input ends, it kills its own processes and exits. Only this child is
 * ever signalled from here.
 */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { Socket } from 'node:net';
import { Duplex, type Readable, type Writable } from 'node:stream';
import type { Clock } from '../ports/clock.ts';
import { agentSource, agentVariable, plainAgentArguments } from './agent-source.ts';
import { commandEnvironment } from './command-environment.ts';
import { diskLimits, type SandboxLimits } from './container-settings.ts';
import type { Place } from './process-places.ts';

export interface PlainAgent {
  isAlive(): boolean;
  /** Like the stream of a container; one at a time. */
  stream(): Duplex;
  /** Resolves when it is gone; true if it exited by itself, together with everything it had started. */
  end(): Promise<boolean>;
}

interface AgentParts {
  /** The PATH. */
  readonly path: string;
  readonly limits: SandboxLimits;
  readonly clock: Clock;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Longer than killing everything takes after the grace period. */
const patienceMs = 15_000;
const frameHeaderBytes = 8;

export function startPlainAgent({ workspace, id }: Place, { path, limits, clock }: AgentParts): PlainAgent {
  const child: Child = spawn(process.execPath, [...plainAgentArguments], {
    cwd: workspace,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: environment({ workspace, id, path, limits }),
  });
  let isGone = false;
  const gone = new Promise<void>((resolve) => {
    const end = (): void => {
      isGone = true;
      resolve();
    };
    child.once('exit', end).once('error', end);
  });
  child.stdin.on('error', () => undefined);
  // The process may exit while nobody uses the agent.
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) if (stream instanceof Socket) stream.unref();

  return {
    isAlive: () => !isGone,
    stream: () => streamOf(child),
    async end() {
      child.stdin.end();
      child.stdout.resume();
      child.stderr.resume();
      const done = new AbortController();
      const late = clock.sleep(limits.graceMs + patienceMs, done.signal).then(
        () => true,
        () => false,
      );
      const isLate = await Promise.race([gone.then(() => false), late]);
      done.abort();
      if (isLate) child.kill('SIGKILL');
      await gone;
      return !isLate;
    },
  };
}

function environment({ workspace, id, path, limits }: Pick<Place, 'workspace' | 'id'> & Omit<AgentParts, 'clock'>) {
  const entries = [
    ...commandEnvironment(`${workspace}/home`, '{port}'),
    `PATH=${path}`,
    `TMPDIR=${workspace}/tmp`,
    // Marks the processes it starts as its own.
    `PLANWRIGHT_WORKSPACE=${id}`,
    `PLANWRIGHT_PLACE=${JSON.stringify({ workspace, id })}`,
    `PLANWRIGHT_DISK=${JSON.stringify(diskLimits(limits))}`,
    `${agentVariable}=${agentSource()}`,
  ];
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );
}

/** The agent outlives the stream; the next one uses the same pipes. */
function streamOf(child: Child): Duplex {
  const outputs = [child.stdout, child.stderr].map((output, at) => {
    const take = (chunk: Buffer): void => {
      if (!stream.push(framed(at + 1, chunk))) output.pause();
    };
    return { output, take };
  });
  const stream = new Duplex({
    read() {
      for (const { output } of outputs) output.resume();
    },
    write(chunk: Buffer, _encoding, done) {
      child.stdin.write(chunk, done);
    },
    destroy(error, done) {
      child.off('exit', ended);
      // Output that nobody reads is discarded.
      for (const { output, take } of outputs) output.off('data', take).resume();
      done(error);
    },
  });
  const ended = (): void => {
    stream.push(null);
  };
  for (const { output, take } of outputs) output.on('data', take);
  child.once('exit', ended);
  if (child.exitCode !== null || child.signalCode !== null) ended();
  return stream;
}

function framed(kind: number, chunk: Buffer): Buffer {
  const header = Buffer.alloc(frameHeaderBytes);
  header.writeUInt8(kind, 0);
  header.writeUInt32BE(chunk.length, 4);
  return Buffer.concat([header, chunk]);
}
