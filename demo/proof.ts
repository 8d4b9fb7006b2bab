/** What anybody could verify from outside: a fresh clone from GitHub, the real diff, and another run of the tests. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInContainer } from './containers.ts';
import { Settings } from '../src/config/schema.ts';
import { gitEnvironment } from '../standins/github/git/run-git.ts';
import type { ContainerRun } from './containers.ts';

export interface Proof {
  readonly diff: string;
  readonly before: ContainerRun;
  readonly after: ContainerRun;
}

export interface ProofRequest {
  readonly url: string;
  readonly base: string;
  readonly branch: string;
  readonly testCommand: string;
  /** A folder for the clone. */
  readonly folder: string;
  readonly instance: string;
}

const execute = promisify(execFile);
const MAX_BYTES = 32 * 1024 ** 2;

export async function prove({ url, base, branch, testCommand, folder, instance }: ProofRequest): Promise<Proof> {
  const clone = join(folder, 'clone');
  const git = async (...args: readonly string[]): Promise<Buffer> => {
    const { stdout } = await execute('git', [...args], {
      env: gitEnvironment(),
      encoding: 'buffer',
      maxBuffer: MAX_BYTES,
    });
    return stdout;
  };
  await git('clone', '--quiet', '--bare', url, clone);
  const inClone = (...args: readonly string[]) => git('--git-dir', clone, ...args);
  const diff = await inClone('diff', '--no-color', '--no-ext-diff', `refs/heads/${base}...refs/heads/${branch}`);
  const image = Settings.parse({}).environments['node']?.image ?? '';
  const test = async (name: string): Promise<ContainerRun> =>
    runInContainer({
      image,
      command: testCommand,
      archive: await inClone('archive', '--format=tar', `refs/heads/${name}`),
      instance,
    });
  const [before, after] = await Promise.all([test(base), test(branch)]);
  return { diff: diff.toString(), before, after };
}

/** How the tests went, in the test runner's words: Node's counts, else its last line. */
export function outcome(output: string): string {
  const lines = output.trimEnd().split('\n');
  const counts = lines.flatMap((line) => /^(?:ℹ|#) ((?:pass|fail) \d+)$/.exec(line.trim())?.[1] ?? []);
  return counts.length > 0 ? counts.join(', ') : (lines.at(-1) ?? '').trim();
}
