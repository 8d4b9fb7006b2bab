import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  BOT,
  BRANCH,
  REPO,
  TASK,
  TOKEN,
  WISH,
  addHistory,
  commitFiles,
  startGitBench,
  tryGit,
  type GitBench,
} from './git-bench.ts';

const COMMIT = { author: BOT, message: 'Fix it\n', at: 1_700_000_000_000 };

describe('the repository of a task that another machine began (PLAN-5)', () => {
  let bench: GitBench;
  let baseSha: string;
  let seed: string;
  let tokens: number;
  beforeEach(async () => {
    bench = await startGitBench();
    seed = bench.seed({ 'a.txt': 'one\n' });
    const outcome = await bench.repositories.fetch(TASK, REPO, WISH);
    if (outcome.kind !== 'snapshot') throw new Error('expected a snapshot');
    ({ baseSha } = outcome.snapshot);
    tokens = 0;
  });
  afterEach(() => bench.close());

  const loseIt = () => rmSync(join(bench.data, `${TASK}.git`), { recursive: true });
  const restore = (
    pushedSha: string | null = null,
    over: { readonly baseSha?: string; readonly branchSha?: string; readonly isBaseMerged?: boolean } = {},
  ) =>
    bench.repositories.restore(TASK, REPO, {
      baseSha,
      branch: BRANCH,
      branchSha: null,
      isBaseMerged: false,
      pushedSha,
      authorEmail: BOT.email,
      token: async () => {
        tokens += 1;
        return TOKEN;
      },
      ...over,
    });
  const save = async (sandbox: string, files: Readonly<Record<string, string>>) => {
    commitFiles(bench.git, sandbox, files, 'work');
    expect(await tryGit(bench, sandbox, 'push', '-q', '--force', 'origin', 'HEAD:refs/heads/work')).toMatchObject({
      code: 0,
    });
    return bench.git(sandbox, 'rev-parse', 'HEAD').trim();
  };
  const push = (savedSha: string) =>
    bench.repositories.push(TASK, REPO, { branch: BRANCH, savedSha, commit: COMMIT, token: TOKEN });
  const pushed = async (savedSha: string) => {
    const outcome = await push(savedSha);
    if (outcome.kind !== 'pushed') throw new Error(`expected a push, not ${JSON.stringify(outcome)}`);
    return outcome.sha;
  };
  const onGitHub = (...args: string[]) => bench.git(join(bench.root, 'remotes/octo/project.git'), ...args).trim();

  it('is left alone where it is, and GitHub is not asked', async () => {
    expect(await restore()).toBe('there');
    expect(tokens).toBe(0);
    expect(await bench.repositories.kept()).toEqual([TASK]);
  });

  it('is made again with the base, however far that has moved on, and says so until something is saved into it', async () => {
    addHistory(bench, seed, 80);
    bench.git(seed, 'push', '-q', 'origin', 'main');
    loseIt();
    expect(await bench.repositories.kept()).toEqual([]);
    expect([await restore(), await restore()]).toEqual(['restored', 'restored']);
    const sandbox = await bench.cloneInSandbox();
    expect(bench.git(sandbox, 'rev-parse', 'HEAD').trim()).toBe(baseSha);
    const saved = await save(sandbox, { 'a.txt': 'two\n' });
    expect(await restore()).toBe('there');
    expect(await bench.repositories.change(TASK, baseSha, saved)).toMatchObject({
      kind: 'change',
      change: { files: [{ path: 'a.txt' }] },
    });
    expect(onGitHub('rev-parse', `${await pushed(saved)}^`)).toBe(baseSha);
  });

  it('goes on from what was pushed, with the workspace of before or a new one, and makes each commit once', async () => {
    const sandbox = await bench.cloneInSandbox();
    const first = await pushed(await save(sandbox, { 'b.txt': 'b\n' }));
    loseIt();
    expect(await restore(first)).toBe('restored');
    const another = await bench.cloneInSandbox('another');
    expect(bench.git(another, 'rev-parse', 'HEAD').trim()).toBe(first);
    // The previous sandbox has commits that GitHub never received.
    const saved = await save(sandbox, { 'c.txt': 'c\n' });
    const second = await pushed(saved);
    expect(onGitHub('log', '--format=%H', `${baseSha}..${BRANCH}`).split('\n')).toEqual([second, first]);
    expect(onGitHub('ls-tree', '--name-only', BRANCH).split('\n')).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });

  it('takes what was pushed and not recorded for its own, and pushes the same once (PLAN-5)', async () => {
    const sandbox = await bench.cloneInSandbox();
    const unrecorded = await pushed(await save(sandbox, { 'b.txt': 'b\n' }));
    loseIt();
    await restore(null);
    expect(await pushed(await save(sandbox, {}))).toBe(unrecorded);
    expect(onGitHub('rev-parse', BRANCH)).toBe(unrecorded);
  });

  it('leaves a branch alone that others have committed to, and one that was deleted', async () => {
    const sandbox = await bench.cloneInSandbox();
    const first = await pushed(await save(sandbox, { 'b.txt': 'b\n' }));
    bench.git(seed, 'fetch', '-q', 'origin', BRANCH);
    bench.git(seed, 'checkout', '-q', 'FETCH_HEAD');
    commitFiles(bench.git, seed, { 'theirs.txt': 't\n' }, 'by a person');
    bench.git(seed, 'push', '-q', 'origin', `HEAD:refs/heads/${BRANCH}`);
    const theirs = onGitHub('rev-parse', BRANCH);
    loseIt();
    await restore(first);
    const again = await bench.cloneInSandbox('again');
    expect(bench.git(again, 'rev-parse', 'HEAD').trim()).toBe(first);
    expect(await push(await save(again, { 'c.txt': 'c\n' }))).toMatchObject({
      kind: 'rejected',
      reason: expect.stringContaining('did not make'),
    });
    expect(onGitHub('rev-parse', BRANCH)).toBe(theirs);

    bench.git(seed, 'push', '-q', 'origin', `:refs/heads/${BRANCH}`);
    loseIt();
    await restore(first);
    const last = await bench.cloneInSandbox('last');
    expect(await push(await save(last, { 'd.txt': 'd\n' }))).toEqual({ kind: 'branch_gone' });
  });

  it('begins where the task found its branch, with the commits of others that it had then', async () => {
    bench.git(seed, 'checkout', '-q', '-b', 'earlier');
    const earlier = commitFiles(bench.git, seed, { 'theirs.txt': 't\n' }, 'by a person');
    bench.git(seed, 'push', '-q', 'origin', `HEAD:refs/heads/${BRANCH}`);
    loseIt();
    await restore(null, { branchSha: earlier });
    const sandbox = await bench.cloneInSandbox();
    expect(bench.git(sandbox, 'rev-parse', 'HEAD').trim()).toBe(earlier);
    expect(onGitHub('rev-parse', `${await pushed(await save(sandbox, { 'b.txt': 'b\n' }))}^`)).toBe(earlier);
  });

  it('says what to do when the commit it began from is nowhere any more, or GitHub does not answer', async () => {
    loseIt();
    await expect(restore(null, { baseSha: 'a'.repeat(40) })).rejects.toMatchObject({
      code: 'git_failed',
      advice: expect.stringContaining('retry'),
    });
    bench.intercept = (_request, response) => {
      response.writeHead(502).end();
      return true;
    };
    await expect(restore()).rejects.toMatchObject({ name: 'RetryLater' });
    bench.intercept = null;
    expect(await restore()).toBe('restored');
  });
});
