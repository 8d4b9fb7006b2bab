import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rulesFileDepth } from '../../src/git/read-snapshot.ts';
import { BRANCH, REPO, TASK, WISH, commitFiles, startGitBench, type GitBench } from './git-bench.ts';

describe("reading the project's own rules (PLAN-2)", () => {
  let bench: GitBench;
  beforeEach(async () => {
    bench = await startGitBench();
  });
  afterEach(async () => {
    await bench.close();
  });

  const rules = async () => {
    const outcome = await bench.repositories.fetch(TASK, REPO, WISH);
    if (outcome.kind !== 'snapshot') throw new Error('expected a snapshot');
    return outcome.snapshot.projectRules ?? {};
  };

  it('takes AGENTS.md, CLAUDE.md and GEMINI.md of every folder and the one file of Copilot, those of the root first', async () => {
    bench.seed({
      'a/b/c/d/AGENTS.md': 'deep',
      'apps/web/CLAUDE.md': 'web 日本語',
      'AGENTS.md': 'root',
      'CLAUDE.md': 'claude',
      'GEMINI.md': 'gemini',
      '.github/copilot-instructions.md': 'copilot',
      'docs/.github/copilot-instructions.md': 'not here',
      'docs/agents.md': 'another file',
      'node_modules/x/AGENTS.md': 'not ours',
      'README.md': 'hello',
    });
    const found = await rules();
    expect(Object.entries(found)).toEqual([
      ['.github/copilot-instructions.md', 'copilot'],
      ['AGENTS.md', 'root'],
      ['CLAUDE.md', 'claude'],
      ['GEMINI.md', 'gemini'],
      ['apps/web/CLAUDE.md', 'web 日本語'],
      ['a/b/c/d/AGENTS.md', 'deep'],
    ]);
  });

  it('reads them from the base commit, not from the branch of the task (I5)', async () => {
    const copy = bench.seed({ 'AGENTS.md': 'of the base' });
    bench.git(copy, 'checkout', '-q', '-b', BRANCH);
    commitFiles(bench.git, copy, { 'AGENTS.md': 'of the branch', 'CLAUDE.md': 'of the branch' }, 'second');
    bench.git(copy, 'push', '-q', 'origin', BRANCH);
    expect(await rules()).toEqual({ 'AGENTS.md': 'of the base' });
  });

  it('follows no link and reads no binary file', async () => {
    const copy = bench.seed({ 'docs/secret.txt': 'secret' });
    symlinkSync('/etc/passwd', join(copy, 'AGENTS.md'));
    symlinkSync('docs/secret.txt', join(copy, 'CLAUDE.md'));
    writeFileSync(join(copy, 'docs/AGENTS.md'), Buffer.from([0x50, 0x4b, 0, 1, 2, 3]));
    bench.git(copy, 'add', '-A');
    bench.git(copy, 'commit', '-q', '-m', 'links');
    bench.git(copy, 'push', '-q', 'origin', 'main');
    expect(await rules()).toEqual({});
  });

  it('takes exactly 100 KB whole and cuts what is longer, saying so, never within a letter', async () => {
    bench.seed({ 'AGENTS.md': 'x'.repeat(102_400), 'CLAUDE.md': `x${'長'.repeat(50_000)}` });
    const found = await rules();
    expect(found['AGENTS.md']).toBe('x'.repeat(102_400));
    expect(Buffer.byteLength(found['CLAUDE.md']!)).toBeLessThanOrEqual(102_400);
    expect(found['CLAUDE.md']).toMatch(/^x長+\n\[The file is longer; the rest is left out\.\]$/);
  });

  it('takes exactly 500 KB whole, and nothing beyond', async () => {
    bench.seed(
      Object.fromEntries(
        ['', 'a/', 'b/', 'c/', 'd/', 'e/'].map((folder) => [`${folder}AGENTS.md`, 'y'.repeat(102_400)]),
      ),
    );
    const found = await rules();
    expect(Object.entries(found).map(([path, text]) => [path, text.length])).toEqual(
      ['', 'a/', 'b/', 'c/', 'd/'].map((folder) => [`${folder}AGENTS.md`, 102_400]),
    );
  });

  it('takes 500 KB in all, the folders nearest to the root first', async () => {
    const folders = ['', 'a/', 'b/', 'c/', 'd/', 'e/', 'f/'];
    bench.seed(Object.fromEntries(folders.map((folder) => [`${folder}AGENTS.md`, 'y'.repeat(90_000)])));
    const found = await rules();
    expect(Object.keys(found)).toEqual([
      'AGENTS.md',
      'a/AGENTS.md',
      'b/AGENTS.md',
      'c/AGENTS.md',
      'd/AGENTS.md',
      'e/AGENTS.md',
    ]);
    expect(Object.values(found).reduce((sum, text) => sum + Buffer.byteLength(text), 0)).toBeLessThanOrEqual(512_000);
    expect(found['e/AGENTS.md']).toContain('[The file is longer');
  });
});

it.each([
  ['AGENTS.md', 0],
  ['x/CLAUDE.md', 1],
  ['.github/copilot-instructions.md', 0],
  ['.github/AGENTS.md', 1],
  ['__proto__/AGENTS.md', 1],
  ['vendor/x/AGENTS.md', null],
  ['x/AGENTS.md.bak', null],
  ['Claude.md', null],
  ['AGENTS.md/README.md', null],
])('%s is a file of rules %j folders down (PLAN-2)', (path, depth) => {
  expect(rulesFileDepth(path)).toBe(depth);
});
