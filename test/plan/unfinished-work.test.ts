import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numberedDiff, readDiff } from '../../src/plan/diff-lines.ts';
import { unfinishedIn } from '../../src/plan/unfinished-work.ts';
import { growthOf } from '../growth.ts';

/** A diff of one file, from lines with their signs. */
function diff(path: string, ...lines: readonly string[]): string {
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign) || line.startsWith(' ')).length;
  return [
    `diff --git a/${path} b/${path}`,
    'index 1..2 100644',
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -10,${count('-')} +20,${count('+')} @@ somewhere`,
    ...lines,
    '',
  ].join('\n');
}
const kinds = (path: string, ...lines: readonly string[]) =>
  unfinishedIn(diff(path, ...lines)).map(({ kind, line }) => `${kind} ${line}`);

describe('unfinished work in a diff (EXEC-6)', () => {
  it('is an added note of work to do, not one that was there or was moved', () => {
    expect(kinds('a.js', ' one();', '+// TODO: round', '+# FIXME', '-// TODO: gone')).toEqual(['todo 21', 'todo 22']);
    expect(kinds('a.js', '-// TODO: round it', '+  // TODO: round it')).toEqual([]);
    expect(kinds('a.js', ' // TODO: round', '+const TODO_LIST = [];', '+const todo = 1;')).toEqual([]);
  });

  it.each([
    ['a.js', '+function a() {}', 'empty_body 20'],
    ['a.js', '+const a = () => {};', 'empty_body 20'],
    ['a.ts', '+  } catch (error) {}', 'empty_body 20'],
    ['a.py', '+    pass', 'empty_body 20'],
    ['a.py', '+    ...', 'empty_body 20'],
    ['a.py', '+def a(): ...', 'empty_body 20'],
    ['a.py', '+    raise NotImplementedError', 'not_implemented 20'],
    ['a.js', "+  throw new Error('not implemented');", 'not_implemented 20'],
    ['a.rs', '+    todo!()', 'not_implemented 20'],
    ['a.cs', '+    throw new NotImplementedException();', 'not_implemented 20'],
  ])('is what has no body, in %s: %s', (path, line, told) => {
    expect(kinds(path, line)).toEqual([told]);
  });

  it('is a body of several lines without a statement, and no class of Python without one', () => {
    expect(kinds('a.js', '+function a() {', '+}')).toEqual(['empty_body 21']);
    expect(kinds('a.js', '+function a() {', '+  return 1;', '+}')).toEqual([]);
    expect(kinds('a.py', '+class NotThere(Exception):', '+    pass')).toEqual([]);
    expect(kinds('a.js', '+list.forEach(() => {});', '+const a = {};', '+const b = { ...a };')).toEqual([]);
    expect(kinds('a.md', '+pass', '+...')).toEqual([]);
  });

  it.each([
    ['test/a.test.js', "+  suite.skip('rounds', () => {", 'skipped_test 20'],
    ['test/a.test.js', "+test('rounds', { skip: true }, () => {", 'skipped_test 20'],
    ['test/a.test.js', "+xit('rounds', () => {", 'skipped_test 20'],
    ['tests/test_a.py', '+@pytest.mark.skip(reason="later")', 'skipped_test 20'],
    ['tests/test_a.py', '+    @unittest.skip("later")', 'skipped_test 20'],
    ['a_test.go', '+\tt.Skip("later")', 'skipped_test 20'],
    ['test/a.test.js', "+  suite.only('rounds', () => {", 'focused_test 20'],
    ['test/a.test.js', "+fdescribe('rounding', () => {", 'focused_test 20'],
  ])('is a test that is skipped or runs alone, in %s: %s', (path, line, told) => {
    expect(kinds(path, line)).toEqual([told]);
  });

  it('is no option of the same name elsewhere', () => {
    expect(kinds('src/a.js', '+const page = { skip: true, only: true };', '+model.fit(data)')).toEqual([]);
  });

  it('is a test that is gone, not one that was moved or changed', () => {
    expect(kinds('test/a.test.js', "-test('rounds', () => {", '-  assert.equal(a(), 1);', '-});')).toContain(
      'deleted_test 10',
    );
    const moved =
      diff('test/a.test.js', "-test('rounds', () => {") + diff('test/b.test.js', "+  test('rounds', () => {");
    expect(unfinishedIn(moved)).toEqual([]);
    expect(kinds('test_a.py', '-def test_rounds():', '+def test_rounds(x):')).toEqual([]);
  });

  it('is a whole file of tests that is gone, told once', () => {
    const gone = [
      'diff --git a/test/a.test.js b/test/a.test.js',
      'deleted file mode 100644',
      '--- a/test/a.test.js',
      '+++ /dev/null',
      '@@ -1,3 +0,0 @@',
      "-test('rounds', () => {",
      '-  assert.equal(a(), 1);',
      '-});',
      '',
    ].join('\n');
    expect(unfinishedIn(gone)).toEqual([{ kind: 'deleted_test', path: 'test/a.test.js', line: 1, text: '' }]);
    expect(unfinishedIn(gone.replaceAll('test/a.test.js', 'src/a.js'))).not.toContainEqual(
      expect.objectContaining({ text: '' }),
    );
  });

  it('is an assertion that is gone without another in its place', () => {
    const lost = ['-  assert.equal(a(), 1);', '-  assert.equal(b(), 2);'] as const;
    expect(kinds('test/a.test.js', ...lost)).toEqual(['weakened_test 10', 'weakened_test 11']);
    expect(kinds('test/a.test.js', ...lost, '+  assert.equal(a(), 3);')).toEqual(['weakened_test 11']);
    expect(kinds('test/a.test.js', ...lost, '+  expect(a()).toBe(3);', '+  expect(b()).toBe(4);')).toEqual([]);
    expect(kinds('src/a.js', ...lost)).toEqual([]);
  });

  it('is bounded, never fails, and takes time by the length of the diff alone', () => {
    const many = Array.from({ length: 500 }, (_, at) => `+// TODO ${at}`);
    expect(unfinishedIn(diff('a.js', ...many))).toHaveLength(40);
    const long = unfinishedIn(diff('a.js', `+// TODO ${'x'.repeat(10_000)}`));
    expect(long[0]?.text.length).toBeLessThanOrEqual(160);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => Array.isArray(unfinishedIn(text))));
    for (const line of ['-{ '.repeat(60), '+function '.repeat(40), '+   (  {  '.repeat(40), '-test("']) {
      const of = (size: number) => diff('test/a.py', ...Array.from({ length: size }, () => line));
      const [small, large] = [of(400), of(4_000)];
      const growth = growthOf({
        small: () => unfinishedIn(small),
        large: () => unfinishedIn(large),
        floorMs: 5,
        below: 32,
      });
      expect(growth).toBeLessThan(32);
    }
  });
});

describe('a diff with the numbers of its lines', () => {
  it('says where each line stands at the end, and names the files (EXEC-6)', () => {
    const text = diff('a.js', ' one', '-two', '+three', ' four');
    expect(numberedDiff(text).split('\n').slice(5)).toEqual([' 20: one', '-two', '+21: three', ' 22: four', '']);
    expect(readDiff(text).lines.map(({ path, is, line, text: said }) => [path, is, line, said])).toEqual([
      ['a.js', 'same', 20, 'one'],
      ['a.js', 'removed', 11, 'two'],
      ['a.js', 'added', 21, 'three'],
      ['a.js', 'same', 22, 'four'],
    ]);
  });

  it('takes no line of a file for a head, and reads several files and odd names', () => {
    const tricky = diff('a.md', '+-- a/x', '+++ b/y', '-- - b') + diff('b c.js', '+x');
    expect(readDiff(tricky).lines.map(({ path, text }) => `${path}: ${text}`)).toEqual([
      'a.md: -- a/x',
      'a.md: ++ b/y',
      'a.md: - - b',
      'b c.js: x',
    ]);
  });
});
