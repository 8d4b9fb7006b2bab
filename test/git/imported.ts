import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { REPO, TASK, WISH, type GitBench } from './git-bench.ts';
import type { SeenFiles } from '../../src/ports/repositories.ts';

/** One stream for git with any content: files by path, links by `-> target`. */
export function imported(bench: GitBench, files: readonly (readonly [string, string])[]): void {
  const entries = files.map(([path, text]) =>
    text.startsWith('-> ')
      ? `M 120000 inline ${path}\ndata ${Buffer.byteLength(text) - 3}\n${text.slice(3)}\n`
      : `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  );
  const input = `commit refs/heads/main\ncommitter A <a@example.com> 1700000000 +0000\ndata 1\nx\n${entries.join('')}done\n`;
  bench.seed({ 'first.txt': 'x' });
  execFileSync('git', ['--git-dir', remoteOf(bench), 'fast-import', '--quiet', '--force', '--done'], { input });
}

export function remoteOf(bench: GitBench): string {
  return join(bench.root, 'remotes/octo/project.git');
}

export async function snapshotOf(bench: GitBench): Promise<SeenFiles> {
  const outcome = await bench.repositories.fetch(TASK, REPO, WISH);
  if (outcome.kind !== 'snapshot') throw new Error('expected a snapshot');
  return outcome.snapshot;
}
