import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { namesIn } from '../../src/environments/names-in-text.ts';
import { TASK, startGitBench, type GitBench } from './git-bench.ts';
import { imported, snapshotOf } from './imported.ts';
import type { FirstLook, Piece } from '../../src/ports/repository-look.ts';
import type { SeenFiles } from '../../src/ports/repositories.ts';

const FILES = 20_000;

const placesOf = (pieces: readonly Piece[]) =>
  pieces.map((piece) => (piece.is === 'lines' ? `${piece.path}:${piece.from}-${piece.to}/${piece.of}` : piece.is));

describe('the first look at a repository of 20,000 files (PLAN-2)', () => {
  let bench: GitBench;
  let seen: SeenFiles;
  beforeAll(async () => {
    bench = await startGitBench();
    const lines = Array.from({ length: 200 }, (_, at) => `line ${at + 1};`);
    lines[99] = 'export function subtractDiscount(price) {';
    const many = Array.from({ length: FILES - 6 }, (_, at): [string, string] => [
      `services/part-${at % 150}/src/module-${at}.ts`,
      `export const value${at} = ${at};\n`,
    ]);
    const edition = (line: string) => [...Array.from({ length: 70 }, () => '//'), line, '};'].join('\n');
    const copied = edition('module.exports = function RoundHalf(value) {');
    imported(bench, [
      ...many,
      ['old/editions/one/RoundHalf.js', copied],
      ['old/editions/two/RoundHalf.js', copied],
      ['old/editions/a.js', edition("  E.RoundHalf('def', 3)")],
      ['README.md', '# A large shop\n'],
      ['services/prices/src/discount.ts', lines.join('\n')],
      ['services/prices/src/caller.ts', 'import { subtractDiscount } from "./discount";\nsubtractDiscount(3);\n'],
    ]);
    seen = await snapshotOf(bench);
  }, 60_000);
  afterAll(() => bench.close());
  const look = (text: string): Promise<FirstLook> => bench.repositories.lookFirst(TASK, seen, namesIn(text));

  it('shows the lines around what the issue names, what is nearest to it, and the sizes of the largest folders', async () => {
    const found = await look('割引の計算が `subtractDiscount` でおかしい');
    expect(placesOf(found.pieces)).toEqual([
      'README.md:1-1/1',
      'services/prices/src/discount.ts:94-134/200',
      'services/prices/src/caller.ts:1-2/2',
    ]);
    expect(found).toMatchObject({ namesSomething: true, showsAllNamed: true, isWhole: false, leftOut: [] });
    expect(found.near?.slice(0, 4)).toEqual([
      'services/prices/src/caller.ts',
      'services/prices/src/discount.ts',
      'README.md',
      expect.stringContaining('services/part-'),
    ]);
    expect([found.near?.length, found.folders?.length]).toEqual([500, 120]);
    expect(JSON.stringify(found).length).toBeLessThan(40_000);
    const [, text] = await bench.repositories.showPieces(TASK, seen.startSha, found.pieces);
    expect(text).toContain('100\texport function subtractDiscount(price) {');
  });

  it('shows what is exported under a name before what calls it, and of copies the first', async () => {
    const { pieces } = await look('`RoundHalf` is wrong in every edition');
    expect(placesOf(pieces)).toEqual([
      'README.md:1-1/1',
      'old/editions/one/RoundHalf.js:65-72/72',
      'old/editions/a.js:65-72/72',
    ]);
  });

  it('finds a file by its name or by its path on another machine, and says where nothing is named that is there', async () => {
    const paths = async (text: string) =>
      placesOf((await look(text)).pieces).filter((place) => place.includes('module'));
    expect(await paths('at run (/app/services/part-7/src/module-7.ts:1:5)')).toEqual([
      'services/part-7/src/module-7.ts:1-1/1',
    ]);
    expect(await paths('MODULE-9.ts is slow')).toEqual(['services/part-9/src/module-9.ts:1-1/1']);
    const nothing = await look('It is slow. `noSuchName`');
    expect(nothing).toMatchObject({ namesSomething: false, isWhole: false });
    expect(nothing.near).toHaveLength(500);
  });

  it('takes no second of a search that a pattern would make endless, and little of one for a name (QUAL-1)', async () => {
    const wanted = { read: [], list: [], search: [{ pattern: '(a+)+$' }, { pattern: '(v|va)*(a|al)*=x' }] };
    const found = await bench.repositories.lookUp(TASK, seen.startSha, wanted);
    expect(found.pieces.length + found.leftOut.length).toBe(2);
  });
});

describe('a repository that holds what is built of it, too (PLAN-2)', () => {
  let bench: GitBench;
  afterAll(() => bench.close());

  it('shows what the request names where it is written, not its copies in the bundle', async () => {
    bench = await startGitBench();
    const source = (name: string) => `${'// A line.\n'.repeat(80)}var ${name} = function ${name}(text) {\n};\n`;
    imported(bench, [
      ['bundle.js', ['one', 'two', 'three', 'four', 'five'].map((name) => source(name) + source('read')).join('')],
      ['lib/read-the-text.js', source('read')],
    ]);
    const found = await bench.repositories.lookFirst(TASK, await snapshotOf(bench), namesIn('`read` is wrong'));
    expect(placesOf(found.pieces)).toEqual(['lib/read-the-text.js:75-82/82']);
  });

  it('shows a use of it in each file before a second one in another, and of a list of changes its newest entries', async () => {
    const changes = await startGitBench();
    const lines = Array.from({ length: 100 }, (_, at) => (at % 10 === 0 ? `- ${at}: read is better` : '-'));
    imported(changes, [
      ['CHANGES.md', lines.join('\n')],
      ['too-long-to-be-shown-whole.txt', 'A line.\n'.repeat(20_000)],
      ['examples.txt', lines.join('\n').replaceAll('better', 'called')],
      ['main-of-all.js', `${'// A line.\n'.repeat(80)}print(read);\n`],
    ]);
    const look = async (text: string) => changes.repositories.lookFirst(TASK, await snapshotOf(changes), namesIn(text));
    const found = await look('`read` is wrong');
    expect(placesOf(found.pieces)).toContain('main-of-all.js:75-81/81');
    const named = await look('Please add a line to main-of-all.js and CHANGES.md');
    await changes.close();
    expect(placesOf(named.pieces)).toEqual(['main-of-all.js:1-81/81', 'CHANGES.md:1-40/100']);
    expect(named).toMatchObject({ showsAllNamed: true, leftOut: [] });
  });
});

describe('a quoted name of code that a file is named by (PLAN-2)', () => {
  it('shows that file whole and how it is tested, and no list of changes in its place', async () => {
    const named = await startGitBench();
    const body = Array.from({ length: 150 }, (_, at) => `var part${at} = ${at};`).join('\n');
    imported(named, [
      ['CHANGELOG.md', `${'- older\n'.repeat(90)}- qs.parse stackoverflow on circular objects\n`],
      ['dist/parser.js', `${'// A line.\n'.repeat(90)}// qs.parse, parse\n`],
      ['lib/parse.js', `${body}\n`],
      ['lib/index.js', `${'// A line.\n'.repeat(70)}module.exports = { parse: require("./parse") };\n`],
      ['test/parse.js', `test('parse()');\n${body}\n`],
    ]);
    const look = async (text: string) => named.repositories.lookFirst(TASK, await snapshotOf(named), namesIn(text));
    const found = await look("`qs.parse('ids=1,2,3', { comma: true })` should give a list");
    await named.close();
    expect(placesOf(found.pieces)).toEqual([
      'lib/parse.js:1-150/150',
      'test/parse.js:1-60/151',
      'lib/index.js:65-71/71',
    ]);
  });
});

describe('a small repository that does not fit as a whole (PLAN-2)', () => {
  it('is shown without its tests, examples, built files and list of changes', async () => {
    const small = await startGitBench();
    const long = '// A line.\n'.repeat(3_000);
    imported(small, [
      ['CHANGES.md', long],
      ['index.js', 'module.exports = function (args) {};\n'],
      ['readme.markdown', '# Parse\n\nnpm install parse\n'],
      ['dist/index.js', long],
      ['example/read.js', 'var parse = require("../");\nparse(process.argv);\n'],
      ['test/proto.js', `var parse = require("../");\n${long}`],
    ]);
    const found = await small.repositories.lookFirst(TASK, await snapshotOf(small), namesIn('`parse(argv)` is unsafe'));
    await small.close();
    expect(placesOf(found.pieces).toSorted()).toEqual([
      'example/read.js:1-2/2',
      'index.js:1-1/1',
      'readme.markdown:1-3/3',
    ]);
    expect(found.isWhole).toBe(false);
  });
});

describe('files that are built of others (PLAN-2)', () => {
  it('PLAN-2: only the beginning is shown where one is named, and nothing more is asked for because of it', async () => {
    const built = await startGitBench();
    const long = '// A line.\n'.repeat(500);
    imported(built, [
      ['dist/shop.js', long],
      ['web/shop.min.js', long],
      ['lib/distance.js', '// A line.\n'.repeat(20)],
    ]);
    const look = async (text: string) => built.repositories.lookFirst(TASK, await snapshotOf(built), namesIn(text));
    const found = await look('lib/distance.js is wrong; leave `dist/shop.js` and web/shop.min.js alone');
    const line = await look('It fails at dist/shop.js:250');
    await built.close();
    const places = ['dist/shop.js:1-10/500', 'lib/distance.js:1-20/20', 'web/shop.min.js:1-10/500'];
    expect(placesOf(found.pieces).toSorted()).toEqual(places);
    expect(found).toMatchObject({ showsAllNamed: true, leftOut: [] });
    expect(placesOf(line.pieces)).toEqual(['dist/shop.js:220-280/500']);
  });
});

describe('a small repository (PLAN-2)', () => {
  let bench: GitBench;
  let seen: SeenFiles;
  beforeAll(async () => {
    bench = await startGitBench();
    imported(bench, [
      ['package.json', '{"name":"shop"}'],
      ['README.md', `# Shop\n${'A line of it.\n'.repeat(100)}`],
      ['src/price.js', Array.from({ length: 100 }, (_, at) => `// line ${at + 1}`).join('\n')],
      ['src/資料/設計 書.md', 'この設計\n'],
      ['test/price.js', Array.from({ length: 300 }, (_, at) => `// test ${at + 1}`).join('\n')],
      ['test/short.js', Array.from({ length: 100 }, (_, at) => `// short ${at + 1}`).join('\n')],
      ['logo.png', 'PNG\0\0'],
      ['big.bin', 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n'],
      ['secret', '-> /etc/passwd'],
    ]);
    seen = await snapshotOf(bench);
  });
  afterAll(() => bench.close());

  it('is shown whole where the request does not lead to its sources, without what is shown anyway; what is no text is only named', async () => {
    for (const text of ['It is slow.', 'See logo.png', 'Please add a test to test/short.js']) {
      const found = await bench.repositories.lookFirst(TASK, seen, namesIn(text));
      expect(found).toMatchObject({ isWhole: true, namesSomething: text !== 'It is slow.' });
      expect(found.near).toBeUndefined();
      expect(placesOf(found.pieces).toSorted()).toEqual([
        'README.md:1-101/101',
        'src/price.js:1-100/100',
        'src/資料/設計 書.md:1-1/1',
        'test/price.js:1-300/300',
        'test/short.js:1-100/100',
      ]);
      expect(found.leftOut.map(({ what, why }) => `${what} ${why}`).toSorted()).toEqual([
        'big.bin lfs',
        'logo.png binary',
        'secret link',
      ]);
    }
  });

  it('is shown as far as the request leads into it, and no further', async () => {
    const found = await bench.repositories.lookFirst(TASK, seen, namesIn('See src/price.js:50'));
    expect(found).toMatchObject({ isWhole: false, namesSomething: true, showsAllNamed: true });
    expect(placesOf(found.pieces).toSorted()).toEqual(['README.md:1-60/101', 'src/price.js:20-80/100']);
  });

  it('shows how tests are written, not all of a long file of them, and asks for no more because of that', async () => {
    const found = await bench.repositories.lookFirst(
      TASK,
      seen,
      namesIn('Test src/price.js in test/price.js, test/short.js'),
    );
    expect(found).toMatchObject({ isWhole: false, namesSomething: true, showsAllNamed: true, leftOut: [] });
    expect(placesOf(found.pieces).toSorted()).toEqual([
      'README.md:1-60/101',
      'src/price.js:1-100/100',
      'test/price.js:1-60/300',
      'test/short.js:1-100/100',
    ]);
    const place = await bench.repositories.lookFirst(TASK, seen, namesIn('src/price.js fails at test/price.js:200'));
    expect(placesOf(place.pieces)).toContain('test/price.js:170-230/300');
  });

  it('is shown once what is shown anyway, though the request names it', async () => {
    const found = await bench.repositories.lookFirst(
      TASK,
      seen,
      namesIn('The name `shop` is wrong; see src/price.js:50'),
    );
    expect(placesOf(found.pieces).some((place) => place.startsWith('package.json'))).toBe(false);
  });

  it('shows what it is asked for, within the tree alone, and says of the rest why not (MODEL-2)', async () => {
    const found = await bench.repositories.lookUp(TASK, seen.startSha, {
      read: [
        { path: './src/price.js', start_line: 3, end_line: 4 },
        { path: '../../etc/passwd' },
        { path: 'secret' },
        { path: 'src' },
        { path: 'logo.png' },
        { path: 'src/price.js', start_line: 500 },
      ],
      search: [
        { pattern: 'line 4\\d', glob: '*.js' },
        { pattern: 'この設計' },
        { pattern: '(', glob: '**/*.js' },
        { pattern: 'x', glob: ':(top)..' },
      ],
      list: [{ path: '/' }, { path: 'src', depth: 2 }, { path: '..' }],
    });
    expect(found.leftOut.map(({ what, why }) => `${what} ${why}`)).toEqual([
      '../../etc/passwd missing',
      'secret link',
      'src folder',
      'logo.png binary',
      'src/price.js:500 missing',
      '( in **/*.js no_match',
      'x in :(top).. not_a_pattern',
      '.. missing',
    ]);
    const texts = await bench.repositories.showPieces(TASK, seen.startSha, found.pieces);
    expect(texts).toEqual([
      '3\t// line 3\n4\t// line 4',
      expect.stringMatching(/^src\/price\.js:40: \/\/ line 40\n(?:.*\n){7}… and more$/),
      'src/資料/設計 書.md:1: この設計',
      'README.md\nbig.bin\nlogo.png\npackage.json\nsecret\nsrc/ (2 files)\ntest/ (2 files)',
      'src/price.js\nsrc/資料/設計 書.md',
    ]);
  });

  it('counts the lines of what is there', async () => {
    const paths = ['src/price.js', 'src', 'nothing.js', '../x', '.', 'README.md'];
    expect(await bench.repositories.countLines(TASK, [seen.startSha], paths)).toEqual({
      'src/price.js': 100,
      src: Number.MAX_SAFE_INTEGER,
      'nothing.js': null,
      'README.md': 101,
    });
  });
});

describe('what there is no room for (PLAN-2)', () => {
  it('is left out, and said to be: no more than 16,000 tokens are shown', async () => {
    const bench = await startGitBench();
    const long = (name: string) =>
      Array.from({ length: 280 }, (_, at) => `const ${name}${at} = '${'x'.repeat(40)}';`).join('\n');
    imported(
      bench,
      ['a', 'b', 'c', 'd'].map((name) => [`src/${name}.ts`, long(name)] as const),
    );
    const seen = await snapshotOf(bench);
    const found = await bench.repositories.lookFirst(
      TASK,
      seen,
      namesIn('src/a.ts, src/b.ts, src/c.ts and src/d.ts differ'),
    );
    expect(found).toMatchObject({ showsAllNamed: false, isWhole: false, namesSomething: true });
    expect(found.leftOut).toEqual(expect.arrayContaining([{ what: 'src/d.ts', why: 'no_room' }]));
    const texts = await bench.repositories.showPieces(TASK, seen.startSha, found.pieces);
    expect(texts.join('').length).toBeLessThan(40_000);
    const asked = { read: [{ path: 'src/c.ts' }, { path: 'src/d.ts' }, { path: 'src/a.ts' }], search: [], list: [] };
    const more = await bench.repositories.lookUp(TASK, seen.startSha, asked);
    expect((await bench.repositories.showPieces(TASK, seen.startSha, more.pieces)).join('').length).toBeLessThan(
      24_000,
    );
    expect(more.leftOut.at(-1)).toMatchObject({ why: 'no_room' });
    await bench.close();
  });
});
