import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { NEVER_COMMITTED, SAVE, SHOW_UNSAVED } from '../../src/effects/save-work.ts';
import { REPO, TASK, WISH, commitFiles, startGitBench, tryGit, type GitBench } from './git-bench.ts';

describe('saving the files of the workspace', () => {
  let bench: GitBench;
  let project: string;
  let baseSha: string;
  beforeEach(async () => {
    bench = await startGitBench();
    bench.seed({ 'a.txt': 'one\n', '.gitignore': 'ignored\n' });
    const outcome = await bench.repositories.fetch(TASK, REPO, WISH);
    if (outcome.kind !== 'snapshot') throw new Error('expected a snapshot');
    baseSha = outcome.snapshot.baseSha;
    mkdirSync(join(bench.root, 'workspace'));
    project = await bench.cloneInSandbox('workspace/project');
  });
  afterEach(async () => {
    await bench.close();
  });

  const inProject = (path: string) => join(project, path);
  const write = (path: string, content: string): void => {
    mkdirSync(join(project, path, '..'), { recursive: true });
    writeFileSync(inProject(path), content);
  };
  const git = (...args: string[]) => bench.git(project, ...args);
  const save = (gateway = `${bench.sandboxUrl}/project.git`, script = SAVE) =>
    new Promise<{ readonly code: number | null; readonly sha: string | null; readonly output: string }>((resolve) => {
      const env = {
        PATH: process.env['PATH'] ?? '',
        HOME: join(bench.root, 'home'),
        PLANWRIGHT_GATEWAY: gateway,
        PLANWRIGHT_MESSAGE: 'Work',
        PLANWRIGHT_EXCLUDE: NEVER_COMMITTED,
      };
      const child = spawn('bash', ['-c', script], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      child.stdout.on('data', (chunk) => {
        output += String(chunk);
      });
      child.stderr.on('data', (chunk) => {
        output += String(chunk);
      });
      child.once('close', (code) => resolve({ code, output, sha: /saved (\w{40})\s*$/.exec(output)?.[1] ?? null }));
    });
  /** Path and content of every file that arrived in the quarantine. */
  const saved = async (): Promise<Readonly<Record<string, string>>> => {
    const { code, sha, output } = await save();
    expect({ code, output }).toMatchObject({ code: 0 });
    const reading = await bench.repositories.change(TASK, baseSha, sha);
    expect(reading).toMatchObject({ kind: 'change' });
    const quarantine = join(bench.data, `${TASK}.git`);
    const names = bench
      .git(quarantine, 'ls-tree', '-r', '-z', '--name-only', 'work')
      .split('\0')
      .filter((name) => name !== '');
    return Object.fromEntries(names.map((name) => [name, bench.git(quarantine, 'show', `work:${name}`)]));
  };
  const inPlaceOfOurs = (put: (store: string) => void): void => {
    const store = join(bench.root, 'workspace', '.planwright');
    rmSync(store, { recursive: true, force: true });
    put(store);
  };
  const START = { 'a.txt': 'one\n', '.gitignore': 'ignored\n' };

  it('leaves out a link to a folder of dependencies as it does the folder (GH-7)', async () => {
    for (const name of ['node_modules', '.venv']) symlinkSync('/tmp/dev', inProject(name));
    expect(await saved()).toEqual(START);
  });

  it('takes in what changed, came and went, and nothing that is ignored', async () => {
    write('b.txt', 'two\n');
    write('ignored', 'x');
    write('node_modules/x.js', 'x');
    expect(await saved()).toEqual({ ...START, 'b.txt': 'two\n' });
    rmSync(inProject('a.txt'));
    write('b.txt', 'three\n');
    expect(await saved()).toEqual({ '.gitignore': START['.gitignore'], 'b.txt': 'three\n' });
  });

  it('shows before what differs, file names as they are (REPLAN-2)', async () => {
    write('日本語.txt', 'こんにちは\n');
    const { code, output } = await save(undefined, SHOW_UNSAVED);
    expect(code).toBe(0);
    for (const text of [' 日本語.txt | 1 +', '+++ b/日本語.txt', '+こんにちは']) expect(output).toContain(text);
  });

  it('is the same commit when nothing changed', async () => {
    write('b.txt', 'two\n');
    const first = await save();
    expect(first.sha).not.toBeNull();
    expect((await save()).sha).toBe(first.sha);
  });

  it('leaves the repository of the model at the same point, so that it can take back what came later', async () => {
    write('b.txt', 'two\n');
    await saved();
    expect(git('status', '--porcelain')).toBe('');
    write('b.txt', 'wrong\n');
    git('checkout', '-q', '--', '.');
    expect(await saved()).toEqual({ ...START, 'b.txt': 'two\n' });
  });

  it.each<readonly [string, () => void]>([
    [
      'another address for the gateway',
      () => git('config', 'url.http://127.0.0.1:1/.insteadOf', `${bench.sandboxUrl}/`),
    ],
    [
      'another address in the settings of the user',
      () =>
        writeFileSync(
          join(bench.root, 'home', '.gitconfig'),
          `[url "http://127.0.0.1:1/"]\n\tinsteadOf = ${bench.sandboxUrl}/\n`,
        ),
    ],
    [
      'a filter',
      () => {
        git('config', 'filter.x.clean', 'echo filtered');
        write('.git/info/attributes', '* filter=x\n');
      },
    ],
    [
      'hooks',
      () => {
        write('.git/hooks/pre-commit', '#!/bin/sh\nexit 1\n');
        chmodSync(inProject('.git/hooks/pre-commit'), 0o755);
      },
    ],
    ['a link in the place of our own repository', () => inPlaceOfOurs((store) => symlinkSync(bench.root, store))],
    ['a file in the place of our own repository', () => inPlaceOfOurs((store) => writeFileSync(store, ''))],
    ['files marked as unchanged', () => git('update-index', '--assume-unchanged', 'a.txt')],
    ['an index that is locked', () => write('.git/index.lock', '')],
    ['an index that is broken', () => write('.git/index', 'nonsense')],
    ['no repository at all', () => rmSync(inProject('.git'), { recursive: true })],
    [
      'an empty repository',
      () => {
        rmSync(inProject('.git'), { recursive: true });
        git('init', '-q');
      },
    ],
    [
      'a file in place of the repository',
      () => {
        rmSync(inProject('.git'), { recursive: true });
        write('.git', 'gitdir: /nowhere\n');
      },
    ],
    ['a HEAD that points nowhere', () => write('.git/HEAD', 'nonsense')],
    ['a detached HEAD', () => git('checkout', '-q', '--detach')],
    ['an orphan branch', () => git('checkout', '-q', '--orphan', 'lost')],
    ['everything excluded', () => write('.git/info/exclude', '*\n')],
    [
      'a broken repository beside it',
      () => {
        mkdirSync(inProject('../.planwright/repository'), { recursive: true });
        writeFileSync(inProject('../.planwright/repository/HEAD'), 'nonsense');
        writeFileSync(inProject('../.planwright/exclude'), '');
      },
    ],
  ])('works in spite of %s', async (_, spoil) => {
    mkdirSync(join(project, '../.planwright'), { recursive: true });
    writeFileSync(join(project, '../.planwright/exclude'), NEVER_COMMITTED);
    spoil();
    write('a.txt', 'changed\n');
    write('b.txt', 'two\n');
    expect(await saved()).toEqual({ ...START, 'a.txt': 'changed\n', 'b.txt': 'two\n' });
  });

  it('works in the middle of a merge, and leaves it to the model', async () => {
    git('checkout', '-q', '-b', 'side');
    commitFiles(bench.git, project, { 'a.txt': 'side\n' }, 'side');
    git('checkout', '-q', 'work');
    commitFiles(bench.git, project, { 'a.txt': 'work\n' }, 'work');
    expect(await tryGit(bench, project, 'merge', '-q', 'side')).toMatchObject({ code: 1 });
    expect((await saved())['a.txt']).toMatch(/<<<<<<< HEAD\nwork\n/);
    expect(existsSync(inProject('.git/MERGE_HEAD'))).toBe(true);
  });

  it('takes in the files of repositories within the project, and leaves those as they are', async () => {
    for (const name of ['with commits', 'without']) {
      write(`${name}/x.txt`, `${name}\n`);
      bench.git(inProject(name), 'init', '-q');
    }
    commitFiles(bench.git, inProject('with commits'), {}, 'by a generator');
    const expected = { ...START, 'with commits/x.txt': 'with commits\n', 'without/x.txt': 'without\n' };
    expect(await saved()).toEqual(expected);
    expect(existsSync(inProject('with commits/.git/HEAD'))).toBe(true);
    expect(existsSync(inProject('without/.git/HEAD'))).toBe(true);
    write('without/x.txt', 'changed\n');
    write('without/y.txt', 'new\n');
    expect(await saved()).toEqual({ ...expected, 'without/x.txt': 'changed\n', 'without/y.txt': 'new\n' });
  });

  it('says what is wrong where nothing can be saved', async () => {
    write('b.txt', 'two\n');
    const { code, sha, output } = await save('http://127.0.0.1:1/project.git');
    expect([code, sha]).toEqual([1, null]);
    expect(output).toMatch(/unable to access|Failed to connect/);
    expect(readFileSync(inProject('b.txt'), 'utf8')).toBe('two\n');
  });
});
