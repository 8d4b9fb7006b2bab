import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BRANCH, REPO, TASK, TOKEN, addHistory, commitFiles, startGitBench, tryGit, type GitBench } from './git-bench.ts';

// Many processes of git on a machine that may be busy.
jest.setTimeout(60_000);

describe('a change on its way from the sandbox to GitHub', () => {
  let bench: GitBench;
  let baseSha: string;
  let sandbox: string;
  let seed: string;
  beforeEach(async () => {
    bench = await startGitBench({ knownSecrets: () => ['canary-value-0123456789-abcdef'] });
    seed = bench.seed({ 'a.txt': 'one\ntwo\n', 'old name.txt': 'a\nb\nc\nd\ne\nf\n' });
    const outcome = await bench.repositories.fetch(TASK, REPO, 'main', BRANCH, TOKEN);
    if (outcome.kind !== 'snapshot') throw new Error('expected a snapshot');
    baseSha = outcome.snapshot.baseSha;
    sandbox = await bench.cloneInSandbox();
  });
  afterEach(async () => {
    await bench.close();
  });

  const pushWork = async (files: Readonly<Record<string, string | Buffer>>, message = 'work') => {
    const sha = commitFiles(bench.git, sandbox, files, message);
    expect(await tryGit(bench, sandbox, 'push', '-q', 'origin', 'HEAD:refs/heads/work')).toMatchObject({ code: 0 });
    return sha;
  };
  const change = () => bench.repositories.change(TASK, baseSha);
  const push = (sha: string, branch = BRANCH) => bench.repositories.push(TASK, REPO, branch, sha, TOKEN);
  const remoteTip = (branch: string) => bench.git(seed, 'ls-remote', 'origin', `refs/heads/${branch}`).split('\t')[0];

  it('is null while the sandbox has pushed nothing', async () => {
    expect(await change()).toBeNull();
  });

  it('is read from objects: renames, added lines, odd and Japanese names', async () => {
    bench.git(sandbox, 'mv', 'old name.txt', '新しい 名前.txt');
    const headSha = await pushWork({ 'a.txt': 'one\n+++ b/fake\nthree\n', 'tab\tquote".md': '-- x\n', '設計/計画.md': 'はい\n' });
    const found = await change();
    expect(found).toMatchObject({ headSha, isEmpty: false, insertions: 4, deletions: 1 });
    expect(found?.files).toEqual(
      expect.arrayContaining([
        { status: 'M', path: 'a.txt', oldPath: null },
        { status: 'R', path: '新しい 名前.txt', oldPath: 'old name.txt' },
        { status: 'A', path: '設計/計画.md', oldPath: null },
      ]),
    );
    expect(found?.addedLines).toEqual(
      expect.arrayContaining([
        { path: 'a.txt', line: 2, text: '+++ b/fake' },
        { path: 'a.txt', line: 3, text: 'three' },
        { path: 'tab\tquote".md', line: 1, text: '-- x' },
        { path: '設計/計画.md', line: 1, text: 'はい' },
      ]),
    );
    expect(found?.addedLines).toHaveLength(4);
    expect(found?.diff).toContain('+はい');
  });

  it('is empty when commits add up to nothing', async () => {
    const headSha = await pushWork({}, 'nothing');
    expect(await change()).toMatchObject({ headSha, isEmpty: true, files: [], diff: '' });
  });

  it('cuts a long diff but not what is searched', async () => {
    await pushWork({ 'long.txt': 'line of text\n'.repeat(100_000) });
    const found = await change();
    expect(Buffer.byteLength(found?.diff ?? '')).toBeLessThan(1_050_000);
    expect(found?.diff).toMatch(/left out: it is longer than 1 MB\.\n$/);
    expect(found?.addedLines).toHaveLength(100_000);
  });

  it('refuses what is too large to be checked (G19)', async () => {
    await pushWork({ 'bomb.bin': Buffer.alloc(25 * 1024 * 1024) });
    await expect(change()).rejects.toMatchObject({ code: 'git_failed', message: expect.stringContaining('20 MB') });
  });

  it('shows lines that a NUL byte or an attribute would hide', async () => {
    await pushWork({ '.gitattributes': '* -diff -text\n', 'hidden.bin': 'NUL \0\nvisible\n' });
    const found = await change();
    expect(found?.addedLines).toContainEqual({ path: 'hidden.bin', line: 2, text: 'visible' });
    expect(found?.diff).toContain('+* -diff -text');
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
    for (const hook of ['pre-push', 'pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction', 'proc-receive']) {
      files[`hooks/${hook}`] = `#!/bin/sh\ntouch ${trap}\n`;
    }
    files['.gitconfig'] = config.map(([key, value]) => `# ${key}=${value}`).join('\n');
    const sha = await pushWork(files);
    for (const [key = '', value = ''] of config) bench.git(sandbox, 'config', key, value);
    expect((await change())?.diff).toContain('changed');
    expect(await push(sha)).toEqual({ kind: 'pushed', sha });
    expect(remoteTip(BRANCH)).toBe(sha);
    expect(existsSync(trap)).toBe(false);
    expect(readdirSync(join(bench.data, `${TASK}.git`))).not.toContain('hooks');
  });

  it('is pushed once, and again without harm (R16)', async () => {
    const sha = await pushWork({ 'b.txt': 'b\n' });
    expect(await push(sha)).toEqual({ kind: 'pushed', sha });
    expect(await push(sha)).toEqual({ kind: 'pushed', sha });
    expect(remoteTip(BRANCH)).toBe(sha);
    expect(remoteTip('main')).toBe(baseSha);
  });

  it('never overwrites commits of others on the branch (G8)', async () => {
    const sha = await pushWork({ 'b.txt': 'b\n' });
    bench.git(seed, 'checkout', '-q', '-b', BRANCH);
    const theirs = commitFiles(bench.git, seed, { theirs: '1' }, 'theirs');
    bench.git(seed, 'push', '-q', 'origin', BRANCH);
    expect(await push(sha)).toMatchObject({ kind: 'rejected', reason: expect.stringContaining('did not make') });
    expect(remoteTip(BRANCH)).toBe(theirs);
  });

  it('is complete though the history here is cut', async () => {
    addHistory(bench, seed, 80);
    bench.git(seed, 'push', '-q', 'origin', 'main');
    const outcome = await bench.repositories.fetch(TASK, REPO, 'main', BRANCH, TOKEN);
    if (outcome.kind !== 'snapshot') throw new Error('expected a snapshot');
    expect(bench.git(join(bench.data, `${TASK}.git`), 'rev-parse', '--is-shallow-repository').trim()).toBe('true');
    sandbox = await bench.cloneInSandbox('second');
    const sha = await pushWork({ 'b.txt': 'b\n' });
    expect((await bench.repositories.change(TASK, outcome.snapshot.baseSha))?.files).toHaveLength(1);
    expect(await push(sha)).toEqual({ kind: 'pushed', sha });
    expect(bench.git(join(bench.root, 'remotes/octo/project.git'), 'rev-list', '--count', BRANCH).trim()).toBe('82');
  });

  it('leaves out what the base got since the sandbox pushed', async () => {
    await pushWork({ 'b.txt': 'b\n' });
    addHistory(bench, seed, 60);
    commitFiles(bench.git, seed, { theirs: '1' }, 'theirs');
    bench.git(seed, 'push', '-q', 'origin', 'main');
    const outcome = await bench.repositories.fetch(TASK, REPO, 'main', BRANCH, TOKEN);
    if (outcome.kind !== 'snapshot') throw new Error('expected a snapshot');
    expect((await bench.repositories.change(TASK, outcome.snapshot.baseSha))?.files.map((file) => file.path)).toEqual(['b.txt']);
  });

  it('goes to branches of ours alone (G7, G8)', async () => {
    const sha = await pushWork({ 'b.txt': 'b\n' });
    for (const branch of ['main', 'planwright/a$(id)', 'planwright/../main', '--force', 'planwright/x:refs/heads/main', 'planwright/あ']) {
      await expect(push(sha, branch)).rejects.toMatchObject({ code: 'internal' });
    }
    expect(remoteTip('main')).toBe(baseSha);
  });

  it('is rejected in the words of GitHub when a rule forbids it (G10)', async () => {
    const sha = await pushWork({ 'b.txt': 'b\n' });
    const hook = join(bench.root, 'remotes/octo/project.git/hooks/pre-receive');
    const { mkdirSync, writeFileSync } = await import('node:fs');
    mkdirSync(join(hook, '..'), { recursive: true });
    writeFileSync(hook, '#!/bin/sh\necho "error: GH013: Repository rule violations found for refs/heads/x." >&2\nexit 1\n', {
      mode: 0o755,
    });
    expect(await push(sha)).toEqual({
      kind: 'rejected',
      reason: expect.stringMatching(/pre-receive hook declined.*GH013: Repository rule violations/),
    });
  });

  it('with a secret stays here, though a later commit took it out (S5)', async () => {
    await pushWork({ 'key.txt': `id\nAKIA${'Q7'.repeat(8)}\n` });
    const sha = await pushWork({ 'key.txt': 'id\n' });
    const outcome = await push(sha);
    expect(outcome).toMatchObject({ kind: 'rejected', reason: expect.stringContaining('key.txt, line 2 (AWS access key)') });
    expect(JSON.stringify(outcome)).not.toContain('Q7Q7');
    expect(remoteTip(BRANCH)).toBe('');
  });

  it('with a known secret in a commit message stays here (S4)', async () => {
    const encoded = Buffer.from('xy canary-value-0123456789-abcdef').toString('base64');
    const sha = await pushWork({ c: 'c\n' }, `subject\n\n${encoded}`);
    expect(await push(sha)).toMatchObject({ kind: 'rejected', reason: expect.stringContaining('the message of commit') });
  });

  it('with a secret in the name of a file stays here, and the name is not told', async () => {
    const sha = await pushWork({ [`docs/ghp_${'a1B2'.repeat(9)}`]: '' });
    const outcome = await push(sha);
    expect(outcome).toMatchObject({ kind: 'rejected', reason: expect.stringContaining('the name of a file') });
    expect(JSON.stringify(outcome)).not.toContain('a1B2');
  });

  it('waits for a GitHub that is in trouble', async () => {
    const sha = await pushWork({ 'b.txt': 'b\n' });
    bench.intercept = (_request, response) => {
      response.writeHead(502).end();
      return true;
    };
    await expect(push(sha)).rejects.toMatchObject({ name: 'RetryLater' });
    bench.intercept = (request, response) => {
      if (request.method !== 'POST') return false;
      response.destroy();
      return true;
    };
    await expect(push(sha)).rejects.toMatchObject({ name: 'RetryLater' });
    bench.intercept = null;
    expect(await push(sha)).toEqual({ kind: 'pushed', sha });
  });

  it('travels with the token in an environment alone: not in argv, files or redirected addresses (S2, G20)', async () => {
    const sha = await pushWork({ 'b.txt': 'b\n' });
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
      expect(await push(sha)).toEqual({ kind: 'pushed', sha });
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
