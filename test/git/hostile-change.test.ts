import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import {
  BOT,
  BRANCH,
  REPO,
  TASK,
  TOKEN,
  WISH,
  commitFiles,
  startGitBench,
  tryGit,
  type GitBench,
} from './git-bench.ts';

const MEGABYTES = 5;

/** Each is what a model can write with one command. */
const HOSTILE: readonly (readonly [string, () => string])[] = [
  ['blank lines', () => '\n'.repeat(MEGABYTES * 1024 * 1024)],
  ['lines of one character', () => 'x\n'.repeat((MEGABYTES * 1024 * 1024) / 2)],
  ['one long line', () => 'abcdefgh'.repeat((MEGABYTES * 1024 * 1024) / 8)],
  [
    'beginnings of secrets',
    () => '-----BEGIN PRIVATE KEY----- ghs_ sk-ant- AKIA AIza x-access-token:\n'.repeat(MEGABYTES * 15_000),
  ],
];

describe('a hostile change that is looked through (G19, R7)', () => {
  let bench: GitBench;
  let sandbox: string;
  let baseSha: string;
  beforeEach(async () => {
    bench = await startGitBench({
      knownSecrets: () => Array.from({ length: 40 }, (_, index) => `canary-${index}-`.repeat(6)),
    });
    bench.seed({ 'a.txt': 'one\n' });
    const outcome = await bench.repositories.fetch(TASK, REPO, WISH);
    if (outcome.kind !== 'snapshot') throw new Error('expected a snapshot');
    baseSha = outcome.snapshot.baseSha;
    sandbox = await bench.cloneInSandbox();
  });
  afterEach(async () => {
    await bench.close();
  });

  it.each(HOSTILE)('does not keep the service from other things: %s', async (_, content) => {
    const text = content();
    commitFiles(bench.git, sandbox, { 'hostile.txt': text }, 'hostile');
    expect(await tryGit(bench, sandbox, 'push', '-q', 'origin', 'work')).toMatchObject({ code: 0 });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    const began = performance.now();
    delay.enable();
    const reading = await bench.repositories.change(TASK, baseSha, null);
    if (reading.kind !== 'change') throw new Error('expected a change');
    const commit = { author: BOT, message: 'Work\n', at: 1_000 };
    const outcome = await bench.repositories.push(TASK, REPO, {
      branch: BRANCH,
      savedSha: reading.change.savedSha,
      commit,
      token: TOKEN,
    });
    delay.disable();
    expect(outcome).toMatchObject({ kind: 'pushed' });
    const longestPauseMs = delay.max / 1e6;
    const allMs = performance.now() - began;
    process.stdout.write(`longest pause ${longestPauseMs.toFixed(1)} ms of ${allMs.toFixed(0)} ms\n`);
    // If inspected in one go, the pause would be most of the total.
    expect(longestPauseMs).toBeLessThan(allMs / 5);
  });
});
