import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createNearPaths } from '../../src/git/near-paths.ts';
import { createResolver } from '../../src/git/resolve-names.ts';
import { namesIn } from '../../src/environments/names-in-text.ts';
import { growthOf } from '../growth.ts';
import { startGitBench, TASK, type GitBench } from './git-bench.ts';
import { imported, snapshotOf } from './imported.ts';
import type { Wanted } from '../../src/ports/repository-look.ts';

const NOTHING: Wanted = { read: [], search: [], list: [] };
const DEEP = 'folder/'.repeat(500);

describe('what a hostile repository, or a model, has looked up (PLAN-2, QUAL-1)', () => {
  let bench: GitBench;
  beforeEach(async () => {
    bench = await startGitBench();
  });
  afterEach(() => bench.close());

  it('a path longer than any file may have is missing, and is no fault', async () => {
    imported(bench, [['README.md', '# Shop\n']]);
    const { startSha } = await snapshotOf(bench);
    const path = 'q'.repeat(200_000);
    const { leftOut } = await bench.repositories.lookUp(TASK, startSha, {
      ...NOTHING,
      read: [{ path }],
      list: [{ path }],
    });
    expect(leftOut.map(({ why }) => why)).toEqual(['missing', 'missing']);
  });

  it('a file of nothing but line ends is too large, and one of as many lines as people write is not', async () => {
    imported(bench, [
      ['ends.txt', '\n'.repeat(50_001)],
      ['many.txt', '\n'.repeat(50_000)],
    ]);
    const { startSha } = await snapshotOf(bench);
    const read = [{ path: 'ends.txt' }, { path: 'many.txt', end_line: 1 }];
    const { pieces, leftOut } = await bench.repositories.lookUp(TASK, startSha, { ...NOTHING, read });
    expect(leftOut).toEqual([{ what: 'ends.txt', why: 'large' }]);
    expect(pieces).toEqual([{ is: 'lines', path: 'many.txt', from: 1, to: 1, of: 50_000 }]);
  });

  it('what is shown is that of this commit, these places and this task, whatever was shown last', async () => {
    imported(bench, [['a.txt', 'one\ntwo\n']]);
    const { startSha } = await snapshotOf(bench);
    const line = (from: number) => ({ is: 'lines', path: 'a.txt', from, to: from, of: 2 }) as const;
    const show = async (from: number, sha = startSha) => bench.repositories.showPieces(TASK, sha, [line(from)]);
    expect([await show(1), await show(1), await show(2), await show(1)]).toEqual([
      ['1\tone'],
      ['1\tone'],
      ['2\ttwo'],
      ['1\tone'],
    ]);
    await expect(show(1, '0'.repeat(40))).rejects.toThrow();
    expect(await show(1)).toEqual(['1\tone']);
    await expect(bench.repositories.showPieces('another', startSha, [line(1)])).rejects.toThrow();
  });

  it('a line counts once, however often it has the name', async () => {
    const lines = Array.from({ length: 400 }, (_, at) => `line ${at}`);
    lines[9] = `    ${'targetName '.repeat(50)}`;
    for (const at of [100, 200, 300]) lines[at] = '    call(targetName)';
    imported(bench, [
      ['src/a.js', lines.join('\n')],
      ['src/b.js', 'x\n'.repeat(30_000)],
    ]);
    const seen = await snapshotOf(bench);
    const { pieces } = await bench.repositories.lookFirst(TASK, seen, namesIn('`targetName` is wrong'));
    const shown = pieces.map((piece) => (piece.is === 'lines' ? [piece.from, piece.to] : piece.is));
    expect(shown).toEqual([
      [4, 16],
      [95, 107],
      [195, 207],
      [295, 307],
    ]);
  });

  it('a list tells of as many files as ever, and how many more there are', async () => {
    const files = Array.from({ length: 450 }, (_, at): [string, string] => [
      `src/part-${1_000 + (at % 225)}/${at}.ts`,
      '',
    ]);
    imported(bench, files);
    const { startSha } = await snapshotOf(bench);
    const list = [{ path: 'src' }, { path: 'src/part-1000' }];
    const { pieces } = await bench.repositories.lookUp(TASK, startSha, { ...NOTHING, list });
    const [all = '', one] = await bench.repositories.showPieces(TASK, startSha, [...pieces, ...pieces]);
    expect(all.split('\n')).toHaveLength(201);
    expect(all).toMatch(/^src\/part-1000\/ \(2 files\)\n[^]*\n… and 25 more$/);
    expect(one).toBe('src/part-1000/0.ts\nsrc/part-1000/225.ts');
  });

  it('paths of thousands of letters are recorded within a megabyte, and all of them are counted', async () => {
    imported(
      bench,
      Array.from({ length: 400 }, (_, at): [string, string] => [`part-${at}/${DEEP}same.ts`, '']),
    );
    const { files, fileCount } = await snapshotOf(bench);
    expect(fileCount).toBe(400);
    expect(files.length).toBeGreaterThan(200);
    expect(files.join('').length).toBeLessThan(1_000_000);
  });
});

describe('how long it takes to find what a text names (QUAL-1)', () => {
  const deep = (folders: number) => Array.from({ length: 500 }, (_, at) => `${at}/${'folder/'.repeat(folders)}same.ts`);
  const names = Array.from({ length: 40 }, (_, at) => ({ path: `${'folder/'.repeat(40)}${at}/same.ts`, line: null }));

  it.each([
    [
      'which files it means',
      (paths: readonly string[]) => {
        const resolver = createResolver({ files: names, symbols: [] });
        paths.forEach(resolver.take);
        resolver.files();
      },
    ],
    [
      'which are near to them',
      (paths: readonly string[]) => {
        const near = createNearPaths({ found: paths.slice(0, 100), words: names.map(({ path }) => path.slice(-12)) });
        paths.forEach(near.take);
        near.chosen();
      },
    ],
  ] as const)('does not grow with the length of the paths: %s', (_, work) => {
    const [short, long] = [deep(20), deep(10_000)];
    // The first runs include the cost of compilation.
    for (let runs = 0; runs < 10; runs += 1) work(short);
    expect(growthOf({ small: () => work(short), large: () => work(long), floorMs: 2, below: 30 })).toBeLessThan(30);
  });
});
