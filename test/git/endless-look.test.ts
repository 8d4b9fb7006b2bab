import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { startGitBench, TASK, type GitBench } from './git-bench.ts';
import { imported, remoteOf, snapshotOf } from './imported.ts';

describe('what looking things up would never come to an end of (PLAN-2, QUAL-1)', () => {
  let bench: GitBench;
  beforeEach(async () => {
    bench = await startGitBench();
  });
  afterEach(() => bench.close());

  it('a pattern that would take all the memory of the machine is refused, and after two that take too long none is begun', async () => {
    imported(bench, [[`${'a'.repeat(200)}.txt`, 'aaaa\n']]);
    const { startSha } = await snapshotOf(bench);
    const slow = { pattern: 'a', glob: `${'*a'.repeat(90)}b` };
    const search = [{ pattern: 'a{1,32767}' }, slow, { pattern: 'aaaa' }, slow, { pattern: 'aaa' }];
    const { leftOut, pieces } = await bench.repositories.lookUp(TASK, startSha, { read: [], search, list: [] });
    expect(leftOut.map(({ why }) => why)).toEqual(['no_match', 'too_slow', 'too_slow', 'too_slow']);
    expect(pieces).toEqual([expect.objectContaining({ pattern: 'aaaa' })]);
  }, 60_000);

  it('a tree that unfolds into more files than can be listed ends the task with a reason (G19)', async () => {
    bench.seed({ 'first.txt': 'x' });
    const git = (args: readonly string[], input: string) =>
      execFileSync('git', ['--git-dir', remoteOf(bench), ...args], { input, encoding: 'utf8' }).trim();
    let entry = `100644 blob ${git(['hash-object', '-w', '--stdin'], 'x')}`;
    for (let level = 0; level < 7; level += 1)
      entry = `040000 tree ${git(['mktree'], Array.from({ length: 10 }, (_, at) => `${entry}\tf${at}\n`).join(''))}`;
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    const commit = git([...who, 'commit-tree', entry.slice('040000 tree '.length), '-m', 'x'], '');
    git(['update-ref', 'refs/heads/main', commit], '');
    await expect(snapshotOf(bench)).rejects.toMatchObject({
      code: 'git_failed',
      message: expect.stringContaining('files'),
    });
  }, 120_000);
});
