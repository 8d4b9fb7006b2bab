import { spawn, type ChildProcess } from 'node:child_process';
import { Fault } from '../errors.ts';
import { gitEnvironment, type GitConfig, type GitHost } from './git-environment.ts';
import { scrubToken } from './scrub-token.ts';

export interface GitCommand {
  /** The subcommand and its arguments. Never a token, never anything for a shell. */
  readonly args: readonly string[];
  readonly gitDirectory?: string;
  readonly token?: string;
  readonly config?: GitConfig;
  readonly input?: string;
  readonly timeoutMs?: number;
  /** Beyond this git is ended and the result says `truncated`. */
  readonly maxOutputBytes?: number;
  readonly signal?: AbortSignal;
  readonly environment?: Readonly<Record<string, string>>;
  /** Takes the output as it comes, instead of collecting it; git waits for what it returns. Without `maxOutputBytes`, all of it. */
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

/** The only way in which the host runs git. A non-zero exit is a result; a signal that aborts rejects with its reason. */
export async function runGit(host: GitHost, command: GitCommand): Promise<GitResult> {
  command.signal?.throwIfAborted();
  const child = spawnGit(host, command, command.environment);
  const stdout: Buffer[] = [];
  let stdoutBytes = 0;
  let stderr = Buffer.alloc(0);
  let truncated = false;
  let timedOut = false;

  const onAbort = (): void => killGroup(child);
  command.signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => {
    timedOut = true;
    killGroup(child);
  }, command.timeoutMs ?? DEFAULT_TIMEOUT_MS);
  const { onStdout } = command;
  const maxBytes = command.maxOutputBytes ?? (onStdout === undefined ? DEFAULT_OUTPUT_BYTES : Infinity);
  let failure: { readonly error: unknown } | null = null;

  const take = (chunk: Buffer): void => {
    if (onStdout === undefined) {
      stdout.push(chunk);
      return;
    }
    const busy = onStdout(chunk);
    if (busy === undefined) return;
    child.stdout?.pause();
    busy
      .catch((error: unknown) => {
        failure = { error };
        killGroup(child);
      })
      .finally(() => child.stdout?.resume());
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    if (truncated) return;
    const room = maxBytes - stdoutBytes;
    stdoutBytes += Math.min(chunk.length, room);
    take(chunk.length > room ? chunk.subarray(0, room) : chunk);
    if (chunk.length > room) {
      truncated = true;
      killGroup(child);
    }
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = Buffer.concat([stderr, chunk]);
    if (stderr.length > STDERR_BYTES) stderr = stderr.subarray(stderr.length - STDERR_BYTES);
  });
  // git may end without reading its input; its exit code says why.
  child.stdin?.on('error', () => {});
  child.stdin?.end(command.input ?? '');

  try {
    const exitCode = await exitOf(child);
    command.signal?.throwIfAborted();
    if (failure !== null) throw (failure as { readonly error: unknown }).error;
    return {
      exitCode,
      truncated,
      timedOut,
      stdout: Buffer.concat(stdout),
      stderr: scrubToken(stderr.toString('utf8'), command.token ?? null),
    };
  } finally {
    clearTimeout(timer);
    command.signal?.removeEventListener('abort', onAbort);
  }
}

/** Starts git in its own process group, so that its helpers end with it. */
export function spawnGit(
  host: GitHost,
  command: GitCommand,
  extraEnvironment: Readonly<Record<string, string>> = {},
): ChildProcess {
  const place = command.gitDirectory === undefined ? [] : [`--git-dir=${command.gitDirectory}`];
  return spawn('git', [...place, ...command.args], {
    cwd: host.homeDirectory,
    env: { ...gitEnvironment(host, command.token ?? null, command.config), ...extraEnvironment },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    shell: false,
  });
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
          'Install git 2.31 or newer and make sure it is on the PATH of the service.',
          error,
        ),
      );
    });
  });
}
