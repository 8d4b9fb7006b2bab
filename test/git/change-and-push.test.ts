import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_PROTECTED_PATHS } from '../../src/config/schema.ts';
import { protectedPaths } from '../../src/plan/protected-paths.ts';
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
import { WRITTEN } from '../redact/written.ts';

describe('a change on its way from the sandbox to GitHub', () => {
  let bench: GitBench;
  let baseSha: string;
  let sandbox: string;
  let seed: string;
  beforeEach(async () => {
    bench = await startGitBench({ knownSecrets: () => ['canary-value-0123456789-abcdef'] });
    seed = bench.seed({ 'a.txt': 'one\ntwo\n', 'old name.txt': 'a\nb\nc\nd\ne\nf\n' });
    baseSha = await fetch();
    sandbox = await bench.cloneInSandbox();
  });
  afterEach(async () => {
    await bench.close();
  });

  const fetch = async (): Promise<string> => {
    const outcome = await bench.repositories.fetch(TASK, REPO, WISH);
    if (outcome.kind !== 'snapshot') throw new Error('expected a snapshot');
    return outcome.snapshot.baseSha;
  };
  const save = async () => {
    expect(await tryGit(bench, sandbox, 'push', '-q', '--force', 'origin', 'HEAD:refs/heads/work')).toMatchObject({
      code: 0,
    });
    return bench.git(sandbox, 'rev-parse', 'HEAD').trim();
  };
  const saveFiles = async (files: Readonly<Record<string, string | Buffer>>, message = 'work') => {
    commitFiles(bench.git, sandbox, files, message);
    return save();
  };
  const read = (savedSha: string | null = null, base = baseSha) => bench.repositories.change(TASK, base, savedSha);
  const change = async (base = baseSha) => {
    const reading = await read(null, base);
    if (reading.kind !== 'change') throw new Error(`expected a change, not ${reading.kind}`);
    return reading.change;
  };
  const COMMIT = { author: BOT, message: 'Fix it\n\nIssue: 12\n', at: 1_700_000_000_000 };
  const push = (savedSha: string, branch = BRANCH, commit = COMMIT) =>
    bench.repositories.push(TASK, REPO, { branch, savedSha, commit, token: TOKEN });
  const pushed = async (savedSha: string, commit = COMMIT) => {
    const outcome = await push(savedSha, BRANCH, commit);
    if (outcome.kind !== 'pushed') throw new Error(`expected a push, not ${JSON.stringify(outcome)}`);
    return outcome.sha;
  };
  const remoteTip = (branch: string) => bench.git(seed, 'ls-remote', 'origin', `refs/heads/${branch}`).split('\t')[0];
  const onGitHub = (...args: string[]) => bench.git(join(bench.root, 'remotes/octo/project.git'), ...args);
  const everyObject = () => onGitHub('cat-file', '--batch-all-objects', '--batch', '--buffer');

  it('is empty while the sandbox has saved nothing', async () => {
    expect(await change()).toMatchObject({ savedSha: baseSha, files: [], touched: [] });
  });

  it('is read from objects: renames, odd and Japanese names', async () => {
    bench.git(sandbox, 'mv', 'old name.txt', '新しい 名前.txt');
    const savedSha = await saveFiles({
      'a.txt': 'one\nthree\nfour\n',
      'tab\tquote".md': '-- x\n',
      '設計/計画.md': 'はい\n',
    });
    const found = await change();
    expect(found).toMatchObject({ savedSha, insertions: 4, deletions: 1 });
    expect(found.files).toEqual(
      expect.arrayContaining([
        { status: 'M', path: 'a.txt', oldPath: null },
        { status: 'R', path: '新しい 名前.txt', oldPath: 'old name.txt' },
        { status: 'A', path: 'tab\tquote".md', oldPath: null },
        { status: 'A', path: '設計/計画.md', oldPath: null },
      ]),
    );
    expect(found.touched.map(({ path }) => path)).toEqual(expect.arrayContaining(['old name.txt', '新しい 名前.txt']));
    expect(found.touched).toHaveLength(5);
  });

  it('is not believed to have been saved when something else arrived', async () => {
    const saved = await saveFiles({ b: '1' });
    expect(await read(saved)).toMatchObject({ kind: 'change' });
    const lost = commitFiles(bench.git, sandbox, { b: '2' }, 'pushed to nowhere');
    expect(await read(lost)).toEqual({ kind: 'not_saved' });
  });

  it('is refused, with the name of the file, when it is too large to be looked through (G19)', async () => {
    const saved = await saveFiles({ 'bomb.bin': Buffer.alloc(25 * 1024 * 1024) });
    expect(await read(saved)).toEqual({ kind: 'too_large', places: ['bomb.bin (25 MB)'] });
  });

  it('is refused when it adds more text, or more files, than is looked through (G19)', async () => {
    const much = await saveFiles({ 'long.txt': 'a line of text\n'.repeat(1_250_000) });
    expect(await push(much)).toEqual({ kind: 'too_large', places: [] });
    const blob = bench.git(sandbox, 'rev-parse', 'HEAD:a.txt').trim();
    const lines = Array.from({ length: 20_001 }, (_, index) => `100644 blob ${blob}\tfile ${index}\n`);
    const tree = execFileSync('git', ['mktree'], { cwd: sandbox, input: lines.join(''), encoding: 'utf8' }).trim();
    bench.git(sandbox, 'reset', '-q', '--soft', bench.git(sandbox, 'commit-tree', tree, '-m', 'many').trim());
    expect(await read(await save())).toEqual({ kind: 'too_large', places: [] });
    expect(remoteTip(BRANCH)).toBe('');
  });

  it('is refused when a tree of trees would unfold without end (G19)', async () => {
    const mktree = (input: string) => execFileSync('git', ['mktree'], { cwd: sandbox, input, encoding: 'utf8' }).trim();
    let tree = mktree(`100644 blob ${bench.git(sandbox, 'rev-parse', 'HEAD:a.txt').trim()}\tf\n`);
    for (let level = 0; level < 12; level += 1)
      tree = mktree(Array.from({ length: 10 }, (_, index) => `040000 tree ${tree}\t${index}\n`).join(''));
    bench.git(sandbox, 'update-ref', 'HEAD', bench.git(sandbox, 'commit-tree', tree, '-m', 'bomb').trim());
    expect(await read(await save())).toEqual({ kind: 'too_large', places: [] });
  });

  it('names a submodule as one', async () => {
    bench.git(sandbox, 'update-index', '--add', '--cacheinfo', `160000,${baseSha},vendored`);
    bench.git(sandbox, 'commit', '-q', '-m', 'submodule');
    await save();
    expect((await change()).touched).toMatchObject([{ path: 'vendored', isSubmodule: true }]);
  });

  it.each([
    ['a link in place of a folder', '.github', '.github'],
    ['a link in place of the workflows', '.github/workflows', '.github/workflows'],
    ['other letters', '.GITHUB/workflows', '.GITHUB/workflows'],
  ])('touches a protected path by %s (G9)', async (_, link, found) => {
    const { mkdirSync, symlinkSync } = await import('node:fs');
    mkdirSync(join(sandbox, 'elsewhere'));
    mkdirSync(join(sandbox, link, '..'), { recursive: true });
    symlinkSync('/elsewhere', join(sandbox, link));
    await saveFiles({ 'elsewhere/x.yml': 'on: push\n' });
    expect(
      protectedPaths(
        (await change()).touched.map(({ path }) => ({ path, oldPath: null })),
        DEFAULT_PROTECTED_PATHS,
      ),
    ).toEqual([found]);
  });

  it('touches a protected path also where that is moved away, and where a link stands in place of its folder (G9)', async () => {
    commitFiles(bench.git, seed, { '.github/workflows/ci.yml': 'on: push\njobs: {}\nname: ci\n' }, 'workflow');
    bench.git(seed, 'push', '-q', 'origin', 'main');
    baseSha = await fetch();
    sandbox = await bench.cloneInSandbox('again');
    bench.git(sandbox, 'mv', '.github/workflows', 'elsewhere');
    const { rmSync, symlinkSync } = await import('node:fs');
    rmSync(join(sandbox, '.github'), { recursive: true, force: true });
    symlinkSync('../elsewhere', join(sandbox, '.github'));
    await saveFiles({});
    const touched = protectedPaths(
      (await change()).touched.map(({ path }) => ({ path, oldPath: null })),
      DEFAULT_PROTECTED_PATHS,
    );
    expect(touched).toEqual(expect.arrayContaining(['.github', '.github/workflows/ci.yml']));
  });

  describe('as people are shown it before it may be pushed (GH-7, G9)', () => {
    const shown = (savedSha: string, paths: readonly string[], maxBytes = 10_000) =>
      bench.repositories.showPaths(TASK, savedSha, paths, maxBytes);

    it('has each line of these paths and of no other, whatever attributes say of them', async () => {
      const files = { '.gitattributes': '* -diff\n', 'コード/.npmrc': 'registry=x\n', 'a.txt': 'other\n' };
      const saved = await saveFiles(files);
      const paths = ['.gitattributes', 'コード/.npmrc'];
      const found = await shown(saved, paths);
      expect(found).toMatchObject({ kind: 'shown', isWhole: true, isText: true });
      expect(found).toMatchObject({
        diff: expect.stringMatching(/\+\* -diff\n[^]*b\/コード\/\.npmrc[^]*\+registry=x\n/),
      });
      expect(JSON.stringify(found)).not.toContain('a.txt');
      const touched = (await change()).touched.find(({ path }) => path === 'a.txt');
      expect(touched?.versions).toMatch(/^100644 [0-9a-f]{40} 100644 [0-9a-f]{40}$/);
    });

    it('is said to be cut, or not to be text, where it is', async () => {
      const saved = await saveFiles({
        '.npmrc': 'x\n'.repeat(500),
        CODEOWNERS: Buffer.from('a\0b'),
        b: Buffer.from([255, 10]),
      });
      expect(await shown(saved, ['.npmrc'], 400)).toMatchObject({ isWhole: false, isText: true });
      expect(await shown(saved, ['CODEOWNERS'])).toMatchObject({ isWhole: true, isText: false });
      expect(await shown(saved, ['b'])).toMatchObject({ isWhole: true, isText: false });
    });

    it('is not shown where there is a secret in the change (S5)', async () => {
      const saved = await saveFiles({ '.npmrc': 'x\n', 'b.txt': 'canary-value-0123456789-abcdef\n' });
      expect(await shown(saved, ['.npmrc'])).toMatchObject({
        kind: 'secret',
        places: [expect.stringMatching(/^b\.txt:1 /)],
      });
    });
  });

  it('executes nothing that the sandbox planted (G1, G2)', async () => {
    const trap = join(bench.root, 'PWN');
    const config = [
      ['core.fsmonitor', `touch ${trap}`],
      ['core.hooksPath', 'hooks'],
      ['core.pager', `touch ${trap}`],
      ['core.sshCommand', `touch ${trap}`],
      ['filter.x.clean', `touch ${trap}; cat`],
      ['filter.x.smudge', `touch ${trap}; cat`],
      ['diff.external', `touch ${trap}`],
      ['diff.x.textconv', `touch ${trap}`],
      ['credential.helper', `!touch ${trap}`],
      ['url.http://127.0.0.1:1/.insteadOf', bench.githubUrl],
    ];
    const files: Record<string, string> = {
      '.gitattributes': '* filter=x diff=x\n',
      '.lfsconfig': '[lfs]\n\turl = http://169.254.169.254/\n',
      'a.txt': 'changed\n',
    };
    for (const hook of [
      'pre-push',
      'pre-receive',
      'update',
      'post-receive',
      'post-update',
      'reference-transaction',
      'proc-receive',
    ]) {
      files[`hooks/${hook}`] = `#!/bin/sh\ntouch ${trap}\n`;
    }
    files['.gitconfig'] = config.map(([key, value]) => `# ${key}=${value}`).join('\n');
    const saved = await saveFiles(files);
    for (const [key = '', value = ''] of config) bench.git(sandbox, 'config', key, value);
    expect((await change()).files).toContainEqual({ status: 'M', path: 'a.txt', oldPath: null });
    const sha = await pushed(saved);
    expect(remoteTip(BRANCH)).toBe(sha);
    expect(existsSync(trap)).toBe(false);
    expect(readdirSync(join(bench.data, `${TASK}.git`))).not.toContain('hooks');
  });

  it('is pushed once, and again without harm, by whichever clock (R16)', async () => {
    const saved = await saveFiles({ 'b.txt': 'b\n' });
    const sha = await pushed(saved);
    expect(await pushed(saved)).toBe(sha);
    expect(await pushed(saved, { ...COMMIT, at: COMMIT.at + 60_000 })).toBe(sha);
    expect(remoteTip(BRANCH)).toBe(sha);
    expect(remoteTip('main')).toBe(baseSha);
    expect(onGitHub('rev-list', '--count', `${baseSha}..${BRANCH}`).trim()).toBe('1');
  });

  it('is the same commit when it was pushed and nobody could write that down (R10)', async () => {
    const saved = await saveFiles({ 'b.txt': 'b\n' });
    const sha = await pushed(saved);
    // As left by a service that is killed right after the push.
    bench.git(join(bench.data, `${TASK}.git`), 'update-ref', '-d', 'refs/planwright/branch');
    expect(await pushed(saved, { ...COMMIT, at: COMMIT.at + 60_000 })).toBe(sha);
    const more = await pushed(await saveFiles({ 'c.txt': 'c\n' }));
    expect(onGitHub('log', '--format=%H', `${baseSha}..${BRANCH}`).trim().split('\n')).toEqual([more, sha]);
  });

  it('follows from the tree, its parent, the message and the time alone', async () => {
    const saved = await saveFiles({ 'b.txt': 'b\n' });
    const sha = await pushed(saved);
    bench.git(seed, 'push', '-q', 'origin', `:${BRANCH}`);
    await bench.repositories.remove(TASK);
    await fetch();
    sandbox = await bench.cloneInSandbox('anew');
    expect(await pushed(await saveFiles({ 'b.txt': 'b\n' }, 'another history'))).toBe(sha);
  });

  it('is one commit of ours each time: what was committed in the sandbox, by whom and how, stays there (G11, S5)', async () => {
    const secret = `AKIA${'Q7'.repeat(8)}`;
    commitFiles(
      bench.git,
      sandbox,
      { 'key.txt': `id\n${secret}\n` },
      `Closes #1\n\n${secret} @everyone [skip ci]\n\nSigned-off-by: Boss <boss@example.com>`,
    );
    bench.git(sandbox, 'checkout', '-q', '-b', 'side', 'HEAD^');
    commitFiles(bench.git, sandbox, { side: '1' }, 'side');
    bench.git(sandbox, '-c', 'user.name=Boss', 'merge', '-q', '-m', 'merged by Boss', 'work');
    bench.git(sandbox, 'rm', '-q', 'key.txt');
    const first = await pushed(await saveFiles({ 'b.txt': 'b\n' }, 'without it'));
    bench.git(sandbox, 'checkout', '-q', '--orphan', 'lost');
    const second = await pushed(await saveFiles({ 'c.txt': 'c\n' }, 'orphan'), { ...COMMIT, message: 'Second\n' });
    expect(onGitHub('log', '--format=%H %P|%an %ae|%cn %ce|%at %ct|%B', `main..${BRANCH}`).trim().split('\n')).toEqual([
      `${second} ${first}|${BOT.name} ${BOT.email}|${BOT.name} ${BOT.email}|1700000000 1700000000|Second`,
      '',
      `${first} ${baseSha}|${BOT.name} ${BOT.email}|${BOT.name} ${BOT.email}|1700000000 1700000000|Fix it`,
      '',
      'Issue: 12',
    ]);
    expect(onGitHub('show', `${BRANCH}:side`)).toBe('1');
    expect(everyObject()).not.toMatch(/AKIA|Boss|everyone|Closes|orphan/);
    expect(onGitHub('fsck', '--strict')).toBe('');
  });

  it('is taken back on GitHub as well when it was taken back here', async () => {
    await pushed(await saveFiles({ 'b.txt': 'b\n' }));
    bench.git(sandbox, 'rm', '-q', 'b.txt');
    const saved = await saveFiles({}, 'back');
    expect(await change()).toMatchObject({ files: [] });
    expect(onGitHub('diff', '--name-only', baseSha, await pushed(saved))).toBe('');
  });

  it('never overwrites commits of others on the branch (G8)', async () => {
    const saved = await saveFiles({ 'b.txt': 'b\n' });
    bench.git(seed, 'checkout', '-q', '-b', BRANCH);
    const theirs = commitFiles(bench.git, seed, { theirs: '1' }, 'theirs');
    bench.git(seed, 'push', '-q', 'origin', BRANCH);
    expect(await push(saved)).toMatchObject({ kind: 'rejected', reason: expect.stringContaining('did not make') });
    expect(remoteTip(BRANCH)).toBe(theirs);
  });

  it('never overwrites what others pushed on top of ours, not even in the moment of the push (G8)', async () => {
    await pushed(await saveFiles({ 'b.txt': 'b\n' }));
    const saved = await saveFiles({ 'c.txt': 'c\n' });
    bench.git(seed, 'fetch', '-q', 'origin');
    bench.git(seed, 'checkout', '-q', BRANCH);
    const theirs = commitFiles(bench.git, seed, { theirs: '1' }, 'theirs');
    bench.intercept = (request) => {
      // After our check of the branch and before our push.
      if (request.url?.includes('git-receive-pack') === true && remoteTip(BRANCH) !== theirs)
        bench.git(seed, 'push', '-q', 'origin', BRANCH);
      return false;
    };
    expect(await push(saved)).toMatchObject({ kind: 'rejected', reason: expect.stringContaining('did not make') });
    expect(remoteTip(BRANCH)).toBe(theirs);
  });

  it('does not bring back a branch that somebody deleted (GH-7)', async () => {
    await pushed(await saveFiles({ 'b.txt': 'b\n' }));
    bench.git(seed, 'push', '-q', 'origin', `:${BRANCH}`);
    expect(await push(await saveFiles({ 'c.txt': 'c\n' }))).toEqual({ kind: 'branch_gone' });
    expect(remoteTip(BRANCH)).toBe('');
  });

  it('is complete though the history here is cut', async () => {
    addHistory(bench, seed, 80);
    bench.git(seed, 'push', '-q', 'origin', 'main');
    const base = await fetch();
    expect(bench.git(join(bench.data, `${TASK}.git`), 'rev-parse', '--is-shallow-repository').trim()).toBe('true');
    sandbox = await bench.cloneInSandbox('second');
    const saved = await saveFiles({ 'b.txt': 'b\n' });
    expect((await change(base)).files).toHaveLength(1);
    await pushed(saved);
    expect(onGitHub('rev-list', '--count', BRANCH).trim()).toBe('82');
  });

  it('leaves out what the base got since the sandbox saved', async () => {
    const saved = await saveFiles({ 'b.txt': 'b\n' });
    addHistory(bench, seed, 60);
    commitFiles(bench.git, seed, { theirs: '1' }, 'theirs');
    bench.git(seed, 'push', '-q', 'origin', 'main');
    const base = await fetch();
    expect((await change(base)).files.map((file) => file.path)).toEqual(['b.txt']);
    expect(onGitHub('diff', '--name-only', `main...${await pushed(saved)}`).trim()).toBe('b.txt');
  });

  it('goes on from the base where the branch was merged into it', async () => {
    await pushed(await saveFiles({ 'b.txt': 'b\n' }));
    bench.git(seed, 'fetch', '-q', 'origin');
    bench.git(seed, 'merge', '-q', '--no-ff', '-m', 'merged', `origin/${BRANCH}`);
    bench.git(seed, 'push', '-q', 'origin', 'main');
    await bench.repositories.remove(TASK);
    baseSha = await fetch();
    sandbox = await bench.cloneInSandbox('anew');
    const sha = await pushed(await saveFiles({ 'c.txt': 'c\n' }));
    expect(onGitHub('diff', '--name-only', `main...${sha}`).trim()).toBe('c.txt');
    expect(onGitHub('rev-parse', `${sha}^`).trim()).toBe(baseSha);
  });

  it('goes to branches of ours alone (G7, G8)', async () => {
    const saved = await saveFiles({ 'b.txt': 'b\n' });
    for (const branch of [
      'main',
      'planwright/a$(id)',
      'planwright/../main',
      '--force',
      'planwright/x:refs/heads/main',
      'planwright/あ',
    ]) {
      await expect(push(saved, branch)).rejects.toMatchObject({ code: 'internal' });
    }
    expect(remoteTip('main')).toBe(baseSha);
  });

  it('is rejected in the words of GitHub when a rule forbids it (G10)', async () => {
    const saved = await saveFiles({ 'b.txt': 'b\n' });
    const hook = join(bench.root, 'remotes/octo/project.git/hooks/pre-receive');
    const { mkdirSync, writeFileSync } = await import('node:fs');
    mkdirSync(join(hook, '..'), { recursive: true });
    writeFileSync(
      hook,
      '#!/bin/sh\necho "error: GH013: Repository rule violations found for refs/heads/x." >&2\nexit 1\n',
      {
        mode: 0o755,
      },
    );
    expect(await push(saved)).toEqual({
      kind: 'rejected',
      reason: expect.stringMatching(/pre-receive hook declined.*GH013: Repository rule violations/),
    });
  });

  it('with a secret stays here, and the place is told (S5)', async () => {
    const saved = await saveFiles({ 'key.txt': `id\nAKIA${'Q7'.repeat(8)}\n`, 'fine.txt': 'x\n' });
    const outcome = await push(saved);
    expect(outcome).toEqual({ kind: 'secret', places: ['key.txt:2 (AWS access key)'] });
    expect(remoteTip(BRANCH)).toBe('');
    bench.git(sandbox, 'rm', '-q', 'key.txt');
    await pushed(await saveFiles({}, 'without it'));
    expect(everyObject()).not.toContain('Q7Q7');
  });

  it('is searched where a NUL byte, an attribute or a second hunk would hide it', async () => {
    const key = `AKIA${'Q7'.repeat(8)}`;
    await pushed(await saveFiles({ 'far.txt': 'a\nb\nc\nd\ne\n' }));
    const saved = await saveFiles({
      '.gitattributes': '* -diff -text\n',
      'hidden.bin': `NUL \0\n+++ b/fake\n${key}\n`,
      'far.txt': `a\nB\nc\nd\n${key}\n`,
    });
    expect(await push(saved)).toEqual({
      kind: 'secret',
      places: ['far.txt:5 (AWS access key)', 'hidden.bin:3 (AWS access key)'],
    });
  });

  it('with a known secret in its message stays here (S4)', async () => {
    const encoded = Buffer.from('xy canary-value-0123456789-abcdef').toString('base64');
    const saved = await saveFiles({ c: 'c\n' });
    expect(await push(saved, BRANCH, { ...COMMIT, message: `subject\n\n${encoded}` })).toMatchObject({
      kind: 'secret',
      places: [expect.stringContaining('the message of the commit')],
    });
  });

  it('with a known secret in its files stays here, however it is written there (S16)', async () => {
    const files = WRITTEN.map(([, write], index) => [
      `${index}.txt`,
      `x = ${write('canary-value-0123456789-abcdef')}\n`,
    ]);
    const outcome = await push(await saveFiles(Object.fromEntries(files)));
    expect(outcome).toMatchObject({ kind: 'secret', places: expect.arrayContaining([`+${WRITTEN.length - 20}`]) });
  });

  it('with a secret in the name of a file stays here, and the name is not told', async () => {
    const saved = await saveFiles({ [`docs/ghp_${'a1B2'.repeat(9)}`]: '' });
    const outcome = await push(saved);
    expect(outcome).toMatchObject({ kind: 'secret', places: [expect.stringContaining('the name of a file')] });
    expect(JSON.stringify(outcome)).not.toContain('a1B2');
  });

  it('waits for a GitHub that is in trouble', async () => {
    const saved = await saveFiles({ 'b.txt': 'b\n' });
    bench.intercept = (_request, response) => {
      response.writeHead(502).end();
      return true;
    };
    await expect(push(saved)).rejects.toMatchObject({ name: 'RetryLater' });
    bench.intercept = (request, response) => {
      if (request.method !== 'POST') return false;
      response.destroy();
      return true;
    };
    await expect(push(saved)).rejects.toMatchObject({ name: 'RetryLater' });
    bench.intercept = null;
    expect(await push(saved)).toMatchObject({ kind: 'pushed' });
  });

  it('travels with the token in an environment alone: not in argv, files or redirected addresses (S2, G20)', async () => {
    const saved = await saveFiles({ 'b.txt': 'b\n' });
    const seen: string[] = [];
    process.env['GIT_TRACE'] = '1';
    process.env['http_proxy'] = 'http://127.0.0.1:1';
    bench.intercept = () => {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
          seen.push(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
        } catch {
          /* it has ended */
        }
      }
      return false;
    };
    try {
      expect(await push(saved)).toMatchObject({ kind: 'pushed' });
    } finally {
      delete process.env['GIT_TRACE'];
      delete process.env['http_proxy'];
    }
    const encoded = Buffer.from(`x-access-token:${TOKEN}`).toString('base64');
    expect(seen.some((line) => line.includes('git-remote-http'))).toBe(true);
    expect(seen.filter((line) => line.includes('canaryToken0') || line.includes(encoded.slice(0, 60)))).toEqual([]);
    const config = readFileSync(join(bench.data, `${TASK}.git`, 'config'), 'utf8');
    expect(config).not.toMatch(/extraheader|canary/i);
    expect(bench.authorizations).toContain(`Basic ${encoded}`);
  });

  it('is gone with its repository after removal', async () => {
    await bench.repositories.remove(TASK);
    await bench.repositories.remove(TASK);
    expect(existsSync(join(bench.data, `${TASK}.git`))).toBe(false);
  });
});
