/** The program of the embedded Redis, its command line, and its process. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Owner, RedisPlace } from './redis-place.ts';

/** The exit code of flock if somebody else has the lock; Redis does not use it. */
export const LOCKED_EXIT_CODE = 75;
const KEPT_OUTPUT_LINES = 20;

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RedisChild {
  readonly pid: number | null;
  readonly exited: Promise<ChildExit>;
  hasExited(): boolean;
  kill(signal: NodeJS.Signals): void;
  /** The last lines that it wrote. */
  output(): string;
}

/**
 * What this machine offers to keep one Redis per folder, and none without its service. Both tools are in util-linux.
 */
export interface Guards {
  readonly diesWithParent: boolean;
  readonly locks: boolean;
}

/** The first of these names found in PATH. */
export function findExecutable(names: readonly string[], path = process.env['PATH'] ?? ''): string | null {
  const folders = path.split(delimiter).filter(isAbsolute);
  for (const name of names) {
    const found = folders.map((folder) => join(folder, name)).find(isExecutable);
    if (found !== undefined) return found;
  }
  return null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

export async function findGuards(place: RedisPlace): Promise<Guards> {
  const [diesWithParent, locks] = await Promise.all([
    succeeds('setpriv', ['--pdeathsig', 'TERM', 'true']),
    succeeds('flock', ['--no-fork', '--nonblock', '--conflict-exit-code', '0', place.lockFile, 'true']),
  ]);
  return { diesWithParent, locks };
}

/** True if the command exists and succeeds; used to find out whether a tool knows an option. */
function succeeds(command: string, argv: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(command, [...argv], { timeout: 5_000 }, (error) => resolve(error === null));
  });
}

export function redisCommandLine(program: string, place: RedisPlace, owner: Owner, guards: Guards): readonly string[] {
  return [
    ...(guards.diesWithParent ? ['setpriv', '--pdeathsig', 'TERM'] : []),
    // The process itself holds the lock, so the kernel releases it however the process ends.
    ...(guards.locks
      ? ['flock', '--no-fork', '--nonblock', '--conflict-exit-code', String(LOCKED_EXIT_CODE), place.lockFile]
      : []),
    // The owner is written under the lock and before Redis listens, so that a client of this Redis reads its owner.
    'sh',
    '-c',
    'umask 077; printf %s "$1" > "$2" || exit 1; shift 2; exec "$@"',
    'sh',
    JSON.stringify(owner),
    place.ownerFile,
    program,
    '--port',
    '0',
    '--unixsocket',
    place.socketPath,
    '--unixsocketperm',
    '700',
    '--dir',
    place.directory,
    '--appendonly',
    'yes',
    '--appendfsync',
    'always',
    '--save',
    '',
    '--maxmemory-policy',
    'noeviction',
    '--daemonize',
    'no',
    '--logfile',
    '',
  ];
}

export function startChild(commandLine: readonly string[], place: RedisPlace): RedisChild {
  const [command = 'sh', ...argv] = commandLine;
  // In its own session: Ctrl-C in the terminal must not end Redis before the service has stopped.
  const child = spawn(command, argv, {
    cwd: place.directory,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '' },
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      lines.push(...text.split('\n').filter((line) => line.trim() !== ''));
      lines.splice(0, lines.length - KEPT_OUTPUT_LINES);
    });
  }
  return {
    pid: child.pid ?? null,
    exited: exitOf(child),
    hasExited: () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined,
    kill: (signal) => void child.kill(signal),
    output: () => lines.join('\n'),
  };
}

function exitOf(child: ChildProcess): Promise<ChildExit> {
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: 127, signal: null }));
  });
}
