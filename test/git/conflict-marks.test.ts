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
  commitFiles,
  startGitBench,
  tryGit,
  type GitBench,
} from './git-bench.ts';

const COMMIT = { author: BOT, message: 'Fix it\n', at: 1_700_000_000_000 };
const LINES = Array.from({ length: 30 }, (_, at) => `line ${at}`);

describe('a conflict with a base branch that moved (GH-7)', () => {
  let bench: GitBench;
  let seed: string;
  let sandbox: string;
  let startSha: string;
  beforeEach(async () => {
    bench = await startGitBench();
    seed = bench.seed({ 'a.txt': `${LINES.join('\n')}\n`, 'b.txt': 'b\n' });
    const outcome = await bench.repositories.fetch(TASK, REPO, WISH);
    if (outcome.kind !== 'snapshot') throw new Error('expected a snapshot');
    ({ startSha } = outcome.snapshot);
    sandbox = await bench.cloneInSandbox();
  });
  afterEach(() => bench.close());

  const changed = (at: number, text: string) => `${LINES.with(at, text).join('\n')}\n`;
  const onBase = (files: Readonly<Record<string, string>>) => {
    commitFiles(bench.git, seed, files, 'on the base');
    bench.git(seed, 'push', '-q', 'origin', 'main');
    return bench.git(seed, 'rev-parse', 'HEAD').trim();
  };
  const save = async (files: Readonly<Record<string, string>>) => {
    commitFiles(bench.git, sandbox, files, 'work');
    const pushed = await tryGit(bench, sandbox, 'push', '-q', '--force', 'origin', 'HEAD:refs/heads/work');
    expect(pushed).toMatchObject({ code: 0 });
    return bench.git(sandbox, 'rev-parse', 'HEAD').trim();
  };
  const merge = async (sha: string) => {
    await bench.repositories.lookAtBase(TASK, REPO, { baseBranch: 'main', since: startSha, token: TOKEN });
    await bench.repositories.mergeBase(TASK, { sha, takesConflicts: true, beforeTaking: async () => undefined });
  };
  const pushed = async (savedSha: string) => {
    const wish = { branch: BRANCH, savedSha, commit: COMMIT, token: TOKEN };
    const outcome = await bench.repositories.push(TASK, REPO, wish);
    if (outcome.kind !== 'pushed') throw new Error(`expected a push, not ${JSON.stringify(outcome)}`);
    return outcome.sha;
  };
  const work = () => bench.git(join(bench.data, `${TASK}.git`), 'rev-parse', 'refs/heads/work').trim();
  const marks = (sha = work()) => bench.repositories.conflictMarks(TASK, sha);

  it('has its marks found in what was saved, and no line that one of the two sides had before', async () => {
    const text = ['<<<<<<< as git writes it', '=======', '>>>>>>> and so on', ''].join('\n');
    await pushed(await save({ 'a.txt': changed(2, 'ours'), 'ours.md': text, 'b.txt': 'ours\n' }));
    const base = onBase({ 'a.txt': changed(2, 'theirs'), 'theirs.md': text, 'b.txt': 'theirs\n' });
    await merge(base);
    expect(await marks()).toEqual([
      { path: 'a.txt', line: 3 },
      { path: 'a.txt', line: 7 },
      { path: 'b.txt', line: 1 },
      { path: 'b.txt', line: 5 },
    ]);
    sandbox = await bench.cloneInSandbox('again');
    expect(await marks(await save({ 'a.txt': changed(2, 'both') }))).toEqual([
      { path: 'b.txt', line: 1 },
      { path: 'b.txt', line: 5 },
    ]);
    expect(await marks(await save({ 'b.txt': 'ours\n>>>>>>> theirs\r\n', 'sub/c.txt': `x\n${text}` }))).toEqual([
      { path: 'b.txt', line: 2 },
      { path: 'sub/c.txt', line: 2 },
      { path: 'sub/c.txt', line: 4 },
    ]);
    bench.git(sandbox, 'rm', '-q', '-r', 'sub');
    const fine = { 'b.txt': 'Install\n=======\n>>> quoted\n', 'theirs.md': `${text}more\n` };
    expect(await marks(await save(fine))).toEqual([]);
  });

  it('has its marks found in any number of files', async () => {
    const all = Array.from({ length: 210 }, (_, at) => `f/${at}.txt`);
    const every = (text: string) => Object.fromEntries(all.map((path) => [path, `${text}\n`]));
    await pushed(await save(every('ours')));
    const base = onBase(every('theirs'));
    await merge(base);
    expect(await marks()).toHaveLength(420);
  });

  it('has its marks found on another machine, too, where the merge was made anew', async () => {
    const text = ['<<<<<<< as git writes it', '=======', '>>>>>>> and so on', ''].join('\n');
    const first = await pushed(await save({ 'b.txt': 'ours\n', 'ours.md': text }));
    const base = onBase({ 'b.txt': 'theirs\n' });
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
    expect(await marks()).toEqual([
      { path: 'b.txt', line: 1 },
      { path: 'b.txt', line: 5 },
    ]);
  });
});
