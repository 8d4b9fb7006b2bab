import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { BRANCH, REPO, TASK, WISH, commitFiles, startGitBench, tryGit, type GitBench } from './git-bench.ts';

describe('the repository as the sandbox sees it', () => {
  let bench: GitBench;
  let sandbox: string;
  beforeEach(async () => {
    bench = await startGitBench({ effort: { pushBytes: 20 * 1024 * 1024 } });
    const copy = bench.seed({ 'a.txt': 'one\n' });
    bench.git(copy, 'push', '-q', 'origin', `main:${BRANCH}`);
    await bench.repositories.fetch(TASK, REPO, WISH);
    sandbox = await bench.cloneInSandbox();
  });
  afterEach(async () => {
    await bench.close();
  });

  const push = (...refspecs: string[]) => tryGit(bench, sandbox, 'push', 'origin', ...refspecs);
  const ask = (path: string, init?: RequestInit) => fetch(`${bench.sandboxUrl}${path}`, init);

  it('has one branch', async () => {
    const listed = await tryGit(bench, sandbox, 'ls-remote', 'origin');
    expect(
      listed.output
        .trim()
        .split('\n')
        .map((line) => line.split('\t')[1]),
    ).toEqual(['HEAD', 'refs/heads/work']);
  });

  it('takes an amended commit on that branch', async () => {
    commitFiles(bench.git, sandbox, { b: '1' }, 'first try');
    expect(await push('work')).toMatchObject({ code: 0 });
    bench.git(sandbox, 'commit', '-q', '--amend', '-m', 'second try');
    expect(await push('+work')).toMatchObject({ code: 0 });
  });

  it.each([
    'HEAD:refs/heads/main',
    'HEAD:refs/planwright/base',
    'HEAD:refs/tags/v1',
    'HEAD:refs/replace/0123456789012345678901234567890123456789',
    'HEAD:refs/heads/work2',
    ':refs/heads/work',
  ])('refuses a push of %s (G8)', async (refspec) => {
    commitFiles(bench.git, sandbox, { b: '1' }, 'work');
    expect((await push(refspec)).code).not.toBe(0);
  });

  it('takes a large push in one compressed stream', async () => {
    const sha = commitFiles(bench.git, sandbox, { 'big.bin': randomBytes(12 * 1024 * 1024) }, 'large');
    expect(await push('work')).toMatchObject({ code: 0 });
    bench.git(sandbox, 'rm', '-q', 'big.bin');
    commitFiles(bench.git, sandbox, {}, 'small again');
    expect(await push('work')).toMatchObject({ code: 0 });
    expect(bench.git(`${bench.data}/${TASK}.git`, 'cat-file', '-t', sha).trim()).toBe('commit');
  });

  it('refuses a push that is too large, and says why (G19)', async () => {
    commitFiles(bench.git, sandbox, { 'huge.bin': randomBytes(20.5 * 1024 * 1024) }, 'huge');
    const refused = await push('work');
    expect(refused.code).not.toBe(0);
    expect(refused.output).toMatch(/pack exceeds maximum allowed size|unpack/);
  });

  it('refuses objects that fsck finds dangerous (G3, G5)', async () => {
    const blob = bench.git(sandbox, 'rev-parse', 'HEAD:a.txt').trim();
    const { execFileSync } = await import('node:child_process');
    const tree = execFileSync('git', ['mktree'], {
      cwd: sandbox,
      input: `100644 blob ${blob}\t.git\n`,
      encoding: 'utf8',
    }).trim();
    const commit = bench.git(sandbox, 'commit-tree', tree, '-p', 'HEAD', '-m', 'evil').trim();
    expect((await push(`+${commit}:refs/heads/work`)).output).toMatch(/hasDotgit|fsck|unpacker error/);
  });

  it('refuses a commit that hides something behind a NUL', async () => {
    const { execFileSync } = await import('node:child_process');
    const plain = bench.git(sandbox, 'cat-file', 'commit', 'HEAD');
    const stored = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], {
      cwd: sandbox,
      input: `${plain}\0hidden`,
      encoding: 'utf8',
    });
    expect((await push(`+${stored.trim()}:refs/heads/work`)).output).toMatch(/nulInCommit|unpacker error|NUL/);
  });

  it('serves no files, no other repository and no other service', async () => {
    for (const path of [
      '/project.git/config',
      '/project.git/HEAD',
      '/project.git/objects/info/packs',
      '/other.git/info/refs?service=git-upload-pack',
      '/project.git/../other.git/info/refs?service=git-upload-pack',
      '/project.git/info/refs',
      '/project.git/info/refs?service=git-upload-archive',
      '/',
    ]) {
      expect((await ask(path)).status).toBe(404);
    }
    expect((await ask('/project.git/git-upload-pack', { method: 'PUT' })).status).toBe(404);
  });

  it('answers a broken request with an error and goes on', async () => {
    const broken = await ask('/project.git/git-receive-pack', {
      method: 'POST',
      headers: { 'content-type': 'application/x-git-receive-pack-request', 'content-encoding': 'gzip' },
      body: 'no gzip',
    });
    await broken.arrayBuffer();
    expect(await tryGit(bench, sandbox, 'fetch', 'origin')).toMatchObject({ code: 0 });
  });

  it('lets go of a push that the sandbox abandons', async () => {
    const abort = new AbortController();
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(4));
        queueMicrotask(() => abort.abort());
      },
    });
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/x-git-receive-pack-request' },
      body,
      duplex: 'half',
      signal: abort.signal,
    };
    await expect(ask('/project.git/git-receive-pack', request as RequestInit)).rejects.toThrow();
    for (let index = 0; index < 6; index += 1)
      expect(await tryGit(bench, sandbox, 'fetch', 'origin')).toMatchObject({ code: 0 });
  });
});
