import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { causeOf } from '../../src/replan/counts.ts';
import { growthOf } from '../growth.ts';

describe('the cause of a re-plan, made comparable (REPLAN-4)', () => {
  it.each([
    ['numbers', '3 of 17 tests failed', '5 of 204 tests failed'],
    ['durations', 'timed out after 30 s', 'timed out after 1.75 s'],
    ['times', 'failed at 2026-11-18T09:30:00Z', 'failed at 2027-01-02T23:59:59.123Z'],
    ['paths', 'cannot read src/a/b.ts', 'cannot read /workspace/lib/other.ts'],
    ['places in files', 'src/a.ts:12:5 is wrong', 'test/b/c.ts:7 is wrong'],
    ['quotes', 'unknown name "alpha" here', "unknown name 'beta gamma' here"],
    ['Japanese quotes', '「甲」が見つかりません', '「乙丙」が見つかりません'],
    ['commit ids', 'at commit 1a2b3c4d5e', 'at commit 9f8e7d6'],
    ['addresses in memory', 'bad pointer 0xdead', 'bad pointer 0x7fff01'],
    [
      'ids',
      'request 3f2504e0-4f89-11d3-9a0c-0305e82c3301 failed',
      'request c56a4180-65aa-42ec-a945-5fd21dec0538 failed',
    ],
    ['versions', 'needs version 1.2.3', 'needs version 10.0'],
    ['upper case and width', 'ＥＲＲＯＲ １２', 'error 7'],
    ['white space', ' lost\n\n connection ', 'lost connection'],
  ])('REPLAN-4: %s make no other cause', (_, one, other) => {
    expect(causeOf([one])).toBe(causeOf([other]));
    expect(causeOf([one])).not.toBe('');
  });

  it.each([
    ['cannot read the file', 'cannot write the file'],
    ['the tests failed', 'the build failed'],
    ['接続できません', 'テストが失敗しました'],
  ])('REPLAN-4: %j and %j are two causes', (one, other) => {
    expect(causeOf([one])).not.toBe(causeOf([other]));
  });

  it('REPLAN-4: several texts make one cause, in their order', () => {
    expect(causeOf(['Lost 3 files', 'at src/x'])).toBe('lost 0 files at');
    expect(causeOf([])).toBe('');
  });

  it('REPLAN-4: a cause is short and whole', () => {
    expect(causeOf(['word '.repeat(100)])).toHaveLength(160);
    expect(causeOf([`${'a b '.repeat(39)}cde😀 tail`]).isWellFormed()).toBe(true);
  });

  it('REPLAN-4: what stands after 4,000 characters does not count', () => {
    expect(causeOf([`"${'x'.repeat(199)}" `.repeat(20), 'one'])).toBe(
      causeOf([`"${'x'.repeat(199)}" `.repeat(20), 'two']),
    );
  });

  it.each([
    ['one word', 'a'],
    ['slashes', '/'],
    ['dots', '.'],
    ['quotes', '"'],
    ['hexadecimal digits', 'f'],
    ['digits and dots', '1.'],
    ['combining marks out of order', '\u0301\u0323'],
    ['ids that do not end', '3f2504e0-4f89-'],
    ['paths', 'ab/'],
    ['wide ligatures', '\uFDFA'],
  ])('REPLAN-4: reads only the beginning of a megabyte of %s', (_, piece) => {
    const reading = (length: number) => {
      const text = piece.repeat(length / piece.length);
      return () => void causeOf([text]);
    };
    const below = 32;
    for (const length of [50_000, 1_000_000])
      expect(growthOf({ small: reading(5_000), large: reading(length), floorMs: 1, below })).toBeLessThan(below);
  });

  it('REPLAN-4: any texts make a short, whole, stable cause without digits other than 0', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }), (texts) => {
        const cause = causeOf(texts);
        expect(cause.length).toBeLessThanOrEqual(160);
        expect(cause.isWellFormed()).toBe(true);
        expect(cause).not.toMatch(/[1-9]/);
        expect(causeOf(texts)).toBe(cause);
      }),
    );
  });
});
