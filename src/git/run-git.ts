import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { Fault } from '../errors.ts';
import { gitEnvironment, scrubToken, type GitConfig, type GitHost } from './git-environment.ts';

export interface GitCommand {
  /** The subcommand and its arguments. Never a token, never anything for a shell. */
  readonly args: readonly string[];
  readonly gitDirectory?: string;
  readonly token?: string;
  readonly config?: GitConfig;
  readonly input?: string;
  readonly timeoutMs?: number;
  /** Above this git is killed and the result says `truncated`. */
  readonly maxOutputBytes?: number;
  readonly signal?: AbortSignal;
  readonly environment?: Readonly<Record<string, string>>;
  /** With low priority and little memory, since others' content decides how much work it is. */
  readonly isPatient?: true;
  /**
   * Gets the output as it arrives instead of collecting it; git waits for the returned promise. Without
   * `maxOutputBytes`, all of it.
   */
  readonly onStdout?: (chunk: Buffer) => void | Promise<void>;
}

export interface GitResult {
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  /** The last part of it, without the token. */
  readonly stderr: string;
  readonly truncated: boolean;
  readonly timedOut: boolean;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_OUTPUT_BYTES = 4 * 1024 * 1024;
const STDERR_BYTES = 32 * 1024;

/** The only way in which the host runs git. A non-zero exit is a result; an abort rejects with the signal's reason. */
export async function runGit(host: GitHost, command: GitCommand): Promise<GitResult> {
  const { signal, onStdout } = command;
  signal?.throwIfAborted();
  const child = spawnGit(host, command);
  const ending = new AbortController();
  const ended = AbortSignal.any([ending.signal, ...(signal === undefined ? [] : [signal])]);
  ended.addEventListener('abort', () => killGroup(child), { once: true });
  const stdout: Buffer[] = [];
  let room = command.maxOutputBytes ?? (onStdout === undefined ? DEFAULT_OUTPUT_BYTES : Infinity);
  let stderr = Buffer.alloc(0);
  let truncated = false;
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(child);
  }, command.timeoutMs ?? DEFAULT_TIMEOUT_MS);

  child.stdout.on('data', (chunk: Buffer) => {
    if (truncated) return;
    truncated = chunk.length > room;
    if (truncated) killGroup(child);
    const taken = truncated ? chunk.subarray(0, room) : chunk;
    room -= taken.length;
    if (onStdout === undefined) {
      stdout.push(taken);
      return;
    }
    const busy = onStdout(taken);
    if (busy === undefined) return;
    child.stdout.pause();
    busy.catch((error: unknown) => ending.abort(error)).finally(() => child.stdout.resume());
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]).subarray(-STDERR_BYTES);
  });
  // git may end without reading its input; its exit code says why.
  child.stdin.on('error', () => {});
  child.stdin.end(command.input ?? '');

  try {
    const exitCode = await exitOf(child);
    ended.throwIfAborted();
    return {
      exitCode,
      truncated,
      timedOut,
      stdout: Buffer.concat(stdout),
      stderr: scrubToken(stderr.toString('utf8'), command.token ?? null),
    };
  } finally {
    clearTimeout(timer);
  }
}

/** In kilobytes; the repository does not count, since git maps it. A short pattern can require any amount of memory. */
const PATIENT = 'ulimit -d 524288 2> /dev/null; exec nice -n 10 git "$@"';

/** Starts git in its own process group, so that its helpers end with it. */
export function spawnGit(host: GitHost, command: GitCommand): ChildProcessWithoutNullStreams {
  const place = command.gitDirectory === undefined ? [] : [`--git-dir=${command.gitDirectory}`];
  const git = command.isPatient === true ? (['sh', '-c', PATIENT, 'git'] as const) : (['git'] as const);
  const [program, ...before] = git;
  return spawn(program, [...before, ...place, ...command.args], {
    cwd: host.homeDirectory,
    env: { ...gitEnvironment(host, command.token ?? null, command.config), ...command.environment },
    detached: true,
  });
}

/** A shell sets the limit for each process and reports the total at the end. */
const LIMITED = 'ulimit -t "$1" 2> /dev/null; shift; nice -n 10 git "$@" 3>&-; status=$?; times >&3; exit $status';

export interface LimitedGit {
  readonly child: ChildProcessWithoutNullStreams;
  /** Its processor time, once it has ended; null if it was killed. */
  readonly cpuSeconds: Promise<number | null>;
}

/** For requests of a sandbox: with low priority and a limit of processor time. */
export function spawnLimitedGit(host: GitHost, command: GitCommand, maxCpuSeconds: number): LimitedGit {
  const child = spawn('sh', ['-c', LIMITED, 'git', String(Math.ceil(maxCpuSeconds)), ...command.args], {
    cwd: host.homeDirectory,
    env: { ...gitEnvironment(host, null, command.config), ...command.environment },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const told = text(child.stdio[3] as Readable).catch(() => '');
  return { child, cpuSeconds: told.then(childrensSeconds) };
}

/** The second line of `times` is about the children: user and system time, as in `0m1.820000s 0m0.030000s`. */
function childrensSeconds(times: string): number | null {
  const parts = [...(times.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.length === 2
    ? parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
    : null;
}

export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('close', (code) => resolve(code));
    child.once('error', (error) => {
      reject(
        new Fault(
          'git_failed',
          'git could not be started.',
          'Install git 2.38 or newer and make sure it is on the PATH of the service.',
          error,
        ),
      );
    });
  });
}
