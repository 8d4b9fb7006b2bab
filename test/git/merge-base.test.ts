import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
const CANARY = 'canary-value-0123456789-abcdef';
const LINES = Array.from({ length: 30 }, (_, at) => `line ${at}`);

describe('a base branch that moved while the work was done (GH-7, R16)', () => {
  let bench: GitBench;
  let seed: string;
  let sandbox: string;
  let startSha: string;
  beforeEach(async () => {
    bench = await startGitBench({ knownSecrets: () => [CANARY] });
    seed = bench.seed({ 'a.txt': `${LINES.join('\n')}\n`, 'b.txt': 'b\n', '.github/workflows/ci.yml': 'on: push\n' });
    const outcome = await bench.repositories.fetch(TASK, REPO, WISH);
    if (outcome.kind !== 'snapshot') throw new Error('expected a snapshot');
    ({ startSha } = outcome.snapshot);
    sandbox = await bench.cloneInSandbox();
  });
  afterEach(() => bench.close());

  const changed = (at: number, text: string) => `${LINES.with(at, text).join('\n')}\n`;
  const onBase = (files: Readonly<Record<string, string | Buffer>>) => {
    commitFiles(bench.git, seed, files, 'on the base');
    bench.git(seed, 'push', '-q', 'origin', 'main');
    return bench.git(seed, 'rev-parse', 'HEAD').trim();
  };
  const save = async (files: Readonly<Record<string, string | Buffer>>) => {
    commitFiles(bench.git, sandbox, files, 'work');
    const pushed = await tryGit(bench, sandbox, 'push', '-q', '--force', 'origin', 'HEAD:refs/heads/work');
    expect(pushed).toMatchObject({ code: 0 });
    return bench.git(sandbox, 'rev-parse', 'HEAD').trim();
  };
  const look = (since = startSha) =>
    bench.repositories.lookAtBase(TASK, REPO, { baseBranch: 'main', since, token: TOKEN });
  const merge = async (sha: string, takesConflicts = true, beforeTaking: () => Promise<void> = async () => undefined) =>
    bench.repositories.mergeBase(TASK, { sha, takesConflicts, beforeTaking });
  const push = (savedSha: string) =>
    bench.repositories.push(TASK, REPO, { branch: BRANCH, savedSha, commit: COMMIT, token: TOKEN });
  const pushed = async (savedSha: string) => {
    const outcome = await push(savedSha);
    if (outcome.kind !== 'pushed') throw new Error(`expected a push, not ${JSON.stringify(outcome)}`);
    return outcome.sha;
  };
  const inTask = (...args: string[]) => bench.git(join(bench.data, `${TASK}.git`), ...args).trim();
  const onGitHub = (...args: string[]) => bench.git(join(bench.root, 'remotes/octo/project.git'), ...args).trim();
  const work = () => inTask('rev-parse', 'refs/heads/work');
  const shown = (path: string, of = work()) => inTask('show', `${of}:${path}`);

  it('is asked about in one short question where it did not move', async () => {
    const before = bench.authorizations.length;
    expect(await look()).toEqual({ kind: 'current' });
    expect(bench.authorizations.length - before).toBeLessThanOrEqual(2);
  });

  it('is merged without rewriting what is pushed: one commit of ours with both parents, the same when it is repeated', async () => {
    const first = await pushed(await save({ 'a.txt': changed(2, 'ours') }));
    const base = onBase({ 'a.txt': changed(20, 'theirs'), 'c.txt': 'new\n' });
    expect(await look()).toEqual({ kind: 'moved', sha: base, commits: 1, isTaken: false });
    expect(await merge(base)).toEqual({ kind: 'merged' });
    expect(shown('a.txt')).toBe(LINES.with(2, 'ours').with(20, 'theirs').join('\n'));
    const merged = work();
    // A crash before it was recorded: nothing is merged twice.
    expect(await look()).toEqual({ kind: 'moved', sha: base, commits: 1, isTaken: true });
    expect(await merge(base)).toEqual({ kind: 'merged' });
    expect(work()).toBe(merged);
    expect(await look(base)).toEqual({ kind: 'current' });

    const reading = await bench.repositories.change(TASK, base, null);
    if (reading.kind !== 'change') throw new Error('expected a change');
    expect(reading.change.files.map(({ path }) => path)).toEqual(['a.txt']);
    expect(reading.change.touched.map(({ path }) => path)).toEqual(['a.txt']);
    const sha = await pushed(merged);
    expect(await pushed(merged)).toBe(sha);
    expect(onGitHub('log', '-1', '--format=%P|%an|%at', sha)).toBe(`${first} ${base}|${BOT.name}|1700000000`);
    expect(onGitHub('rev-parse', BRANCH)).toBe(sha);
    expect(onGitHub('merge-base', 'main', BRANCH)).toBe(base);
  });

  it('reaches the sandbox, which goes on from the merge, and further work needs no second merge', async () => {
    await pushed(await save({ 'b.txt': 'ours\n' }));
    const base = onBase({ 'c.txt': 'new\n' });
    await look();
    await merge(base);
    const merged = await pushed(work());
    sandbox = await bench.cloneInSandbox('again');
    expect(bench.git(sandbox, 'cat-file', '-t', base).trim()).toBe('commit');
    const sha = await pushed(await save({ 'd.txt': 'more\n' }));
    expect(onGitHub('log', '-1', '--format=%P', sha)).toBe(merged);
    const next = onBase({ 'e.txt': 'newer\n' });
    expect(await look(base)).toMatchObject({ kind: 'moved', sha: next, commits: 1 });
    expect(await merge(next)).toEqual({ kind: 'merged' });
    expect(onGitHub('log', '-1', '--format=%P', await pushed(work()))).toBe(`${sha} ${next}`);
  });

  it('needs no merge commit where nothing was pushed before', async () => {
    await save({ 'b.txt': 'ours\n' });
    const base = onBase({ 'c.txt': 'new\n' });
    await look();
    await merge(base);
    expect(onGitHub('log', '-1', '--format=%P', await pushed(work()))).toBe(base);
  });

  it('keeps protected files and secrets that came from the base out of what is ours', async () => {
    await pushed(await save({ 'b.txt': 'ours\n' }));
    const base = onBase({ '.github/workflows/ci.yml': 'on: pull_request\n', 'fixture.txt': `${CANARY}\n` });
    await look();
    await merge(base);
    const reading = await bench.repositories.change(TASK, base, null);
    if (reading.kind !== 'change') throw new Error('expected a change');
    expect(reading.change.touched.map(({ path }) => path)).toEqual(['b.txt']);
    await pushed(work());
    sandbox = await bench.cloneInSandbox('again');
    expect(await push(await save({ 'mine.txt': `${CANARY}\n` }))).toMatchObject({ kind: 'secret' });
  });

  it('is refused with a secret of ours in the merge itself', async () => {
    await pushed(await save({ 'b.txt': 'ours\n' }));
    const base = onBase({ 'c.txt': 'new\n' });
    await save({ 'mine.txt': `${CANARY}\n` });
    await look();
    await merge(base);
    expect(await push(work())).toMatchObject({ kind: 'secret' });
  });

  it('tells the files of a conflict, leaves the work alone unless it is to be resolved, and then holds both sides', async () => {
    const first = await pushed(await save({ 'a.txt': changed(2, 'ours'), 'pic.bin': Buffer.from([0, 1, 2]) }));
    const base = onBase({ 'a.txt': changed(2, 'theirs'), 'pic.bin': Buffer.from([0, 9, 9]) });
    const before = work();
    await look();
    const files = ['a.txt', 'pic.bin'];
    expect(await merge(base, false)).toEqual({ kind: 'conflicts', files, isTaken: false });
    expect(work()).toBe(before);
    expect(await merge(base)).toEqual({ kind: 'conflicts', files, isTaken: true });
    expect(shown('a.txt')).toMatch(/<<<<<<< [0-9a-f]+\nours\n=======\ntheirs\n>>>>>>> [0-9a-f]+\n/);
    // A crash before it was recorded: it is still the same conflict.
    expect(await look()).toMatchObject({ isTaken: true });
    expect(await merge(base, false)).toEqual({ kind: 'conflicts', files, isTaken: true });
    sandbox = await bench.cloneInSandbox('again');
    const sha = await pushed(await save({ 'a.txt': changed(2, 'both') }));
    expect(onGitHub('log', '-1', '--format=%P', sha)).toBe(`${first} ${base}`);
  });

  it('is merged into a resolution that keeps everything as it was, so that GitHub shows no conflict any more', async () => {
    const first = await pushed(await save({ 'a.txt': changed(2, 'ours') }));
    const base = onBase({ 'a.txt': changed(2, 'theirs') });
    await look();
    await merge(base);
    sandbox = await bench.cloneInSandbox('again');
    const sha = await pushed(await save({ 'a.txt': changed(2, 'ours') }));
    expect(onGitHub('log', '-1', '--format=%P', sha)).toBe(`${first} ${base}`);
    expect(onGitHub('diff', '--name-only', first, sha)).toBe('');
  });

  it('follows files that were renamed', async () => {
    await pushed(await save({ 'a.txt': changed(2, 'ours') }));
    renameSync(join(seed, 'a.txt'), join(seed, 'renamed.txt'));
    const base = onBase({});
    await look();
    expect(await merge(base)).toEqual({ kind: 'merged' });
    expect(shown('renamed.txt')).toContain('ours');
  });

  it('runs nothing that either side planted: no merge driver, no filter, no hook (G1)', async () => {
    const ran = join(bench.root, 'ran');
    const attributes = '* merge=evil filter=evil diff=evil\n';
    const evil = `[merge "evil"]\n\tdriver = touch ${ran}\n[filter "evil"]\n\tsmudge = touch ${ran}\n\tclean = touch ${ran}\n`;
    await save({ '.gitattributes': attributes, '.gitconfig': evil, 'a.txt': changed(2, 'ours') });
    const base = onBase({ '.gitattributes': attributes, '.gitconfig': evil, 'a.txt': changed(2, 'theirs') });
    const hook = join(sandbox, '.git/hooks/post-merge');
    writeFileSync(hook, `#!/bin/sh\ntouch ${ran}\n`);
    chmodSync(hook, 0o755);
    await look();
    expect(await merge(base)).toEqual({ kind: 'conflicts', files: ['a.txt'], isTaken: true });
    expect(existsSync(ran)).toBe(false);
    expect(readdirSync(join(bench.data, '.home'))).toEqual([]);
  });

  it('is not taken back by a sandbox that says it had merged it already', async () => {
    await save({ 'b.txt': 'ours\n' });
    const base = onBase({ 'c.txt': 'new\n' });
    await look();
    const tree = bench.git(sandbox, 'rev-parse', 'HEAD^{tree}').trim();
    bench.git(sandbox, 'fetch', '-q', seed, 'main');
    const liar = bench.git(sandbox, 'commit-tree', '-m', 'merged', '-p', base, tree).trim();
    bench.git(sandbox, 'reset', '-q', '--hard', liar);
    expect(await tryGit(bench, sandbox, 'push', '-q', '-f', 'origin', 'HEAD:refs/heads/work')).toMatchObject({
      code: 0,
    });
    expect(await merge(base)).toEqual({ kind: 'merged' });
    expect(shown('c.txt')).toBe('new');
  });

  it('is left alone where nothing was done, and where the container cannot be removed', async () => {
    const base = onBase({ 'c.txt': 'new\n' });
    await look();
    expect(await merge(base)).toEqual({ kind: 'nothing' });
    await save({ 'b.txt': 'ours\n' });
    const before = work();
    const failing = merge(base, true, async () => {
      throw new Error('busy');
    });
    await expect(failing).rejects.toThrow('busy');
    expect(work()).toBe(before);
    expect(await look()).toMatchObject({ isTaken: false });
  });

  it('is merged however far it moved on, and where it was rewritten without a common commit people are told', async () => {
    await pushed(await save({ 'b.txt': 'ours\n' }));
    addHistory(bench, seed, 80);
    bench.git(seed, 'push', '-q', 'origin', 'main');
    const look80 = await look();
    expect(look80).toMatchObject({ kind: 'moved', commits: 80 });
    if (look80.kind === 'moved') expect(await merge(look80.sha)).toEqual({ kind: 'merged' });
    bench.git(seed, 'checkout', '-q', '--orphan', 'other');
    const base = bench
      .git(seed, 'commit-tree', '-m', 'anew', bench.git(seed, 'rev-parse', 'main^{tree}').trim())
      .trim();
    bench.git(seed, 'push', '-q', '-f', 'origin', `${base}:refs/heads/main`);
    const before = work();
    expect(await look(look80.kind === 'moved' ? look80.sha : startSha)).toMatchObject({ kind: 'moved', sha: base });
    expect(await merge(base)).toEqual({ kind: 'conflicts', files: [], isTaken: false });
    expect(work()).toBe(before);
  });

  it('is told as missing once it is deleted or renamed', async () => {
    await save({ 'b.txt': 'ours\n' });
    bench.git(seed, 'push', '-q', 'origin', 'main:refs/heads/trunk');
    onGitHub('symbolic-ref', 'HEAD', 'refs/heads/trunk');
    onGitHub('update-ref', '-d', 'refs/heads/main');
    await expect(look()).rejects.toMatchObject({ code: 'base_branch_missing' });
  });

  it('is merged anew on another machine, where the merge was not pushed yet', async () => {
    const first = await pushed(await save({ 'b.txt': 'ours\n' }));
    const base = onBase({ 'c.txt': 'new\n' });
    await look();
    await merge(base);
    rmSync(join(bench.data, `${TASK}.git`), { recursive: true });
    await bench.repositories.restore(TASK, REPO, {
      baseSha: base,
      isBaseMerged: true,
      branch: BRANCH,
      branchSha: null,
      pushedSha: first,
      authorEmail: BOT.email,
      token: async () => TOKEN,
    });
    expect(shown('c.txt')).toBe('new');
    expect(onGitHub('log', '-1', '--format=%P', await pushed(work()))).toBe(`${first} ${base}`);
  });
});
