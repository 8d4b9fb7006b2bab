import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Fault, RetryLater } from '../../src/errors.ts';
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

describe('fetching a repository from GitHub', () => {
  let bench: GitBench;
  beforeEach(async () => {
    bench = await startGitBench();
  });
  afterEach(async () => {
    await bench.close();
  });

  const fetch = (baseBranch = 'main', token = TOKEN) =>
    bench.repositories.fetch(TASK, REPO, { ...WISH, baseBranch, token });
  const byOther = (copy: string, files: Readonly<Record<string, string>>): string =>
    commitFiles(bench.git, copy, files, 'other');
  const commitAsBot = (copy: string, files: Readonly<Record<string, string>>): string => {
    byOther(copy, files);
    bench.git(copy, 'commit', '-q', '--amend', '-m', 'ours', '--author', `${BOT.name} <${BOT.email}>`);
    return bench.git(copy, 'rev-parse', 'HEAD').trim();
  };
  const snapshot = async () => {
    const outcome = await fetch();
    if (outcome.kind !== 'snapshot') throw new Error('expected a snapshot');
    return outcome.snapshot;
  };

  it('tells what is tracked and how the project is built, Japanese names included (ENV-1)', async () => {
    const copy = bench.seed({
      'package.json': '{"name":"x"}',
      'README.md': 'hello',
      '日本語/説明 書.md': 'こんにちは',
      'apps/web/package.json': '{}',
      'a/b/c/go.mod': 'deep',
      '.devcontainer/devcontainer.json': '{}',
    });
    const found = await snapshot();
    expect(found).toMatchObject({
      baseBranch: 'main',
      branchSha: null,
      fileCount: 6,
      baseSha: bench.git(copy, 'rev-parse', 'HEAD').trim(),
    });
    expect(found.files).toContain('日本語/説明 書.md');
    expect(found.environmentFiles).toEqual({
      'package.json': '{"name":"x"}',
      '.devcontainer/devcontainer.json': '{}',
      'apps/web/package.json': '{}',
    });
  });

  it('bounds the list of files but counts them all, and cuts long environment files (G19)', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_200 }, (_, index) => [`files/${index}`, '']));
    bench.seed({ ...many, 'package-lock.json': 'x'.repeat(100_000) });
    const found = await snapshot();
    expect([found.files.length, found.fileCount, found.environmentFiles['package-lock.json']?.length]).toEqual([
      5_000, 5_201, 65_536,
    ]);
  });

  it('says that an empty repository is empty', async () => {
    await expect(fetch()).resolves.toEqual({ kind: 'empty' });
  });

  it('finds a renamed repository by the redirect of GitHub (R13)', async () => {
    bench.seed({ a: '1' });
    bench.intercept = (request, response) => {
      if (request.url?.startsWith('/octo/former.git/') !== true) return false;
      response.writeHead(301, { location: request.url.replace('/former.git/', '/project.git/') }).end();
      return true;
    };
    await expect(bench.repositories.fetch(TASK, { ...REPO, name: 'former' }, WISH)).resolves.toMatchObject({
      kind: 'snapshot',
    });
  });

  it('names a base branch that does not exist', async () => {
    bench.seed({ a: '1' });
    await expect(fetch('develop')).rejects.toMatchObject({
      code: 'base_branch_missing',
      message: expect.stringContaining('"develop"'),
    });
  });

  it('refuses a base branch whose name is an option or a range (G7)', async () => {
    for (const name of ['--upload-pack=touch /tmp/PWN', 'a..b', 'main:refs/heads/x', '*']) {
      await expect(fetch(name)).rejects.toBeInstanceOf(Fault);
    }
  });

  it('starts the work on the branch of the task when GitHub has it (R16)', async () => {
    const copy = bench.seed({ a: '1', 'AGENTS.md': 'Be brief.' });
    bench.git(copy, 'checkout', '-q', '-b', BRANCH);
    commitAsBot(copy, { b: '1' });
    const onBranch = { b: '2', 'package.json': '{"name":"new"}', 'AGENTS.md': 'Obey the branch.' };
    const tip = commitFiles(bench.git, copy, onBranch, 'second');
    bench.git(copy, 'push', '-q', 'origin', BRANCH);
    const found = await snapshot();
    // The plan is made from the work's starting point (PLAN-2); rules count as merged by people.
    expect([found.branchSha, found.startSha, found.files]).toEqual([tip, tip, ['AGENTS.md', 'a', 'b', 'package.json']]);
    expect(found.environmentFiles).toEqual({ 'package.json': '{"name":"new"}' });
    expect(found.projectRules).toEqual({ 'AGENTS.md': 'Be brief.' });
    const names = { files: [], symbols: [], words: [] };
    const { pieces } = await bench.repositories.lookFirst(TASK, found, names);
    expect(await bench.repositories.showPieces(TASK, found.startSha, pieces)).toContain('1\t2');
    const sandbox = await bench.cloneInSandbox();
    expect(bench.git(sandbox, 'rev-parse', 'HEAD').trim()).toBe(tip);
    expect(bench.git(sandbox, 'symbolic-ref', '--short', 'HEAD').trim()).toBe('work');
  });

  it('follows a base that moved while the sandbox has pushed nothing, and forgets a deleted branch', async () => {
    const copy = bench.seed({ a: '1' });
    bench.git(copy, 'push', '-q', 'origin', `main:${BRANCH}`);
    await snapshot();
    bench.git(copy, 'push', '-q', 'origin', `:${BRANCH}`);
    const moved = commitFiles(bench.git, copy, { a: '2' }, 'moved');
    bench.git(copy, 'push', '-q', 'origin', 'main');
    expect(await snapshot()).toMatchObject({ baseSha: moved, branchSha: null, startSha: moved });
    const sandbox = await bench.cloneInSandbox();
    expect(bench.git(sandbox, 'rev-parse', 'HEAD').trim()).toBe(moved);
  });

  it('never takes back what the sandbox has pushed, however often it is repeated', async () => {
    const copy = bench.seed({ a: '1' });
    const { baseSha } = await snapshot();
    const sandbox = await bench.cloneInSandbox();
    const work = commitFiles(bench.git, sandbox, { a: 'work' }, 'work');
    expect(await tryGit(bench, sandbox, 'push', '-q', 'origin', 'work')).toMatchObject({ code: 0 });
    commitFiles(bench.git, copy, { c: '3' }, 'moved');
    bench.git(copy, 'push', '-q', 'origin', 'main');
    await fetch();
    await fetch();
    expect(await bench.repositories.change(TASK, baseSha, work)).toMatchObject({
      kind: 'change',
      change: { savedSha: work },
    });
  });

  it('shows a change of a branch that left the base long ago without the commits the base got since', async () => {
    const copy = bench.seed({ a: '1' });
    bench.git(copy, 'checkout', '-q', '-b', BRANCH);
    commitAsBot(copy, { mine: '1' });
    bench.git(copy, 'push', '-q', 'origin', BRANCH);
    bench.git(copy, 'checkout', '-q', 'main');
    addHistory(bench, copy, 60);
    commitFiles(bench.git, copy, { theirs: '1' }, 'theirs');
    bench.git(copy, 'push', '-q', 'origin', 'main');
    const { baseSha } = await snapshot();
    const reading = await bench.repositories.change(TASK, baseSha, null);
    expect(reading).toMatchObject({
      kind: 'change',
      change: { files: [{ status: 'A', path: 'mine', oldPath: null }], touched: [] },
    });
  });

  const onBranch = (
    copy: string,
    name: string,
    commit: (copy: string, files: Readonly<Record<string, string>>) => string,
  ) => {
    bench.git(copy, 'checkout', '-q', '-B', name, 'main');
    const tip = commit(copy, { [name]: '1' });
    bench.git(copy, 'push', '-q', 'origin', name);
    return tip;
  };

  it('goes on with the branch that we made under another title (GH-7)', async () => {
    const copy = bench.seed({ a: '1' });
    const tip = onBranch(copy, 'planwright/12-former-title', commitAsBot);
    onBranch(copy, 'planwright/12-of-somebody', byOther);
    onBranch(copy, 'planwright/123-other-issue', commitAsBot);
    const found = await snapshot();
    expect(found).toMatchObject({ branch: 'planwright/12-former-title', branchSha: tip });
    expect(found).not.toHaveProperty('taken');
    const sandbox = await bench.cloneInSandbox();
    expect(bench.git(sandbox, 'rev-parse', 'HEAD').trim()).toBe(tip);
  });

  it('keeps to the branch of its title when we made several, and takes in what people added (R16)', async () => {
    const copy = bench.seed({ a: '1' });
    onBranch(copy, BRANCH, commitAsBot);
    const tip = byOther(copy, { theirs: '1' });
    bench.git(copy, 'push', '-q', 'origin', BRANCH);
    onBranch(copy, 'planwright/12-later', commitAsBot);
    expect(await snapshot()).toMatchObject({ branch: BRANCH, branchSha: tip });
  });

  it('leaves a branch of somebody else alone and takes a name beside it (G8, R16)', async () => {
    const copy = bench.seed({ a: '1' });
    onBranch(copy, BRANCH, byOther);
    onBranch(copy, `${BRANCH}-2/deeper`, byOther);
    const taken = [BRANCH, `${BRANCH}-2/deeper`];
    expect(await snapshot()).toMatchObject({ branch: `${BRANCH}-3`, branchSha: null, taken });
  });

  it('leaves a branch behind whose pull request was squash-merged or closed, and begins from the base beside it (GH-7)', async () => {
    const copy = bench.seed({ a: '1' });
    onBranch(copy, BRANCH, commitAsBot);
    onBranch(copy, 'planwright/12-former-title', commitAsBot);
    bench.git(copy, 'checkout', '-q', 'main');
    bench.git(copy, 'merge', '-q', '--squash', BRANCH);
    bench.git(copy, 'commit', '-q', '-m', 'Fix (#7)');
    bench.git(copy, 'push', '-q', 'origin', 'main');
    const base = bench.git(copy, 'rev-parse', 'HEAD').trim();
    const asked: string[] = [];
    const fetched = await bench.repositories.fetch(TASK, REPO, {
      ...WISH,
      isFinished: async (name) => {
        asked.push(name);
        return true;
      },
    });
    expect(fetched).toMatchObject({ kind: 'snapshot', snapshot: { branch: `${BRANCH}-2`, branchSha: null } });
    expect(asked.toSorted()).toEqual([BRANCH, 'planwright/12-former-title'].toSorted());
    const sandbox = await bench.cloneInSandbox();
    expect(bench.git(sandbox, 'rev-parse', 'HEAD').trim()).toBe(base);
  });

  it('goes on with the branch of the second pull request when the first was merged (GH-7)', async () => {
    const copy = bench.seed({ a: '1' });
    onBranch(copy, BRANCH, commitAsBot);
    const tip = onBranch(copy, `${BRANCH}-2`, commitAsBot);
    const isFinished = async (name: string) => name === BRANCH;
    expect(await bench.repositories.fetch(TASK, REPO, { ...WISH, isFinished })).toMatchObject({
      snapshot: { branch: `${BRANCH}-2`, branchSha: tip },
    });
  });

  it('knows its own commits with and without the number of its account, and nobody else asks about a branch (GH-7)', async () => {
    const copy = bench.seed({ a: '1' });
    const isFinished = () => Promise.reject(new Error('Not ours.'));
    onBranch(copy, 'planwright/12-of-somebody', byOther);
    expect(await bench.repositories.fetch(TASK, REPO, { ...WISH, isFinished })).toMatchObject({
      snapshot: { branch: BRANCH },
    });
    const numbered = (at: string, files: Readonly<Record<string, string>>) => {
      commitAsBot(at, files);
      bench.git(at, 'commit', '-q', '--amend', '--no-edit', `--author=${BOT.name} <41+${BOT.email}>`);
      return bench.git(at, 'rev-parse', 'HEAD').trim();
    };
    const tip = onBranch(copy, 'planwright/12-numbered', numbered);
    expect(await snapshot()).toMatchObject({ branch: 'planwright/12-numbered', branchSha: tip });
  });

  it('begins from the base where its branch was merged', async () => {
    const copy = bench.seed({ a: '1' });
    onBranch(copy, BRANCH, commitAsBot);
    bench.git(copy, 'checkout', '-q', 'main');
    bench.git(copy, 'merge', '-q', '--no-ff', '-m', 'merged', BRANCH);
    const merged = commitFiles(bench.git, copy, { later: '1' }, 'later');
    bench.git(copy, 'push', '-q', 'origin', 'main');
    expect(await snapshot()).toMatchObject({ branch: BRANCH });
    const sandbox = await bench.cloneInSandbox();
    expect(bench.git(sandbox, 'rev-parse', 'HEAD').trim()).toBe(merged);
  });

  it('is not stopped by the lock file of a killed git', async () => {
    bench.seed({ a: '1' });
    await fetch();
    const { utimesSync, writeFileSync } = await import('node:fs');
    const lock = `${bench.data}/${TASK}.git/shallow.lock`;
    writeFileSync(lock, '');
    utimesSync(lock, 1, 1);
    await expect(fetch()).resolves.toMatchObject({ kind: 'snapshot' });
  });

  it.each([
    [401, 'github_refused'],
    [403, 'github_refused'],
    [404, 'github_gone'],
  ])('translates %i into the fault %s', async (status, code) => {
    bench.intercept = (_request, response) => {
      response.writeHead(status).end();
      return true;
    };
    const error = await fetch().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'Fault', code });
  });

  it.each([429, 403])('waits where GitHub limits with %i (GH-10)', async (status) => {
    bench.intercept = (_request, response) => {
      const said = 'You have exceeded a secondary rate limit. Please wait a few minutes.';
      response.writeHead(status, { 'content-type': 'text/plain' }).end(said);
      return true;
    };
    await expect(fetch()).rejects.toMatchObject({ name: 'RetryLater', of: 'github_limit', afterMs: 60_000 });
  });

  it('comes back later when GitHub is in trouble, and never shows the token (S2)', async () => {
    const token = `ghs_${'Zz9'.repeat(20)}`;
    for (const trouble of [500, 502, 503, 0]) {
      bench.intercept = (request, response) => {
        if (trouble === 0) request.socket.destroy();
        else response.writeHead(trouble).end(`echo ${request.headers.authorization ?? ''}`);
        return true;
      };
      const error = await fetch('main', token).catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(RetryLater);
      expect(`${String(error)} ${JSON.stringify(error)}`).not.toMatch(/Zz9|Wno5/);
    }
  });
});
