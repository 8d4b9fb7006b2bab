import { spawn } from 'node:child_process';

export interface GitResult {
  readonly code: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** A fixed, minimal environment, independent of the machine's git configuration. */
export function gitEnvironment(extra: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    HOME: '/nonexistent',
    LC_ALL: 'C.UTF-8',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'GitHub',
    GIT_AUTHOR_EMAIL: 'noreply@github.test',
    GIT_COMMITTER_NAME: 'GitHub',
    GIT_COMMITTER_EMAIL: 'noreply@github.test',
    ...extra,
  };
}

export function tryGit(
  gitDir: string,
  args: readonly string[],
  input?: string | Buffer,
  env: Readonly<Record<string, string>> = {},
): Promise<GitResult> {
  return new Promise((resolve, reject) => {
    const child = spawn('git', ['--git-dir', gitDir, ...args], {
      env: gitEnvironment(env),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code: code ?? 1, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString() }),
    );
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

export async function git(
  gitDir: string,
  args: readonly string[],
  input?: string | Buffer,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const result = await tryGit(gitDir, args, input, env);
  if (result.code !== 0) throw new Error(`git ${args.join(' ')} failed in the stand-in: ${result.stderr}`);
  return result.stdout.toString().trimEnd();
}
