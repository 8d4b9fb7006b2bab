import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foundIn, objectsIn } from '../../src/model-calls/json-in-text.ts';
import { growthOf } from '../growth.ts';

const DECISION = '{"replan_needed": false, "confidence": 0.9,}';

describe('objects in what a model wrote', () => {
  it.each([
    '{',
    '{"',
    '{"a',
    '{"a":',
    '{"a,}',
    '{"a":1,}',
    '{"a":1}',
    '{ }',
    '{"a": : : : ',
    '{"a":[',
    '[{',
    '\\"{',
    'function () { return {} }\n',
    `${'{"a":'.repeat(90)}1${'}'.repeat(90)}`,
    `{"a":1,${'? '.repeat(2_400)}}`,
    `{"a":1,${'!a '.repeat(1_600)}}`,
    '{"a":`,`,',
    `{"a":${'`,`,'.repeat(5_000)}}`,
    `${'{"a":'.repeat(110)}1${'}'.repeat(110)}`,
    '[[{"',
    '[1,',
    '"',
    '\\',
    '{"\\',
    '{"\\"',
  ])('are looked for in time that grows with the text, and no more (MODEL-4, I11, I16): %#', (piece) => {
    const reading = (length: number) => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      return () => void [...foundIn(text)];
    };
    // Ten times the text: a factor of ten, or a hundred if it is not linear.
    const below = 32;
    expect(growthOf({ small: reading(20_000), large: reading(200_000), floorMs: 5, below })).toBeLessThan(below);
  });

  it('are found behind a long text, and mended where they are nearly JSON (MODEL-4)', () => {
    const text = `${'Look at `const a = { b: () => { return { c } } };`.\n'.repeat(2_000)}${DECISION}`;
    expect([...foundIn(text)].at(-1)).toEqual({
      value: { replan_needed: false, confidence: 0.9 },
      isRepaired: true,
      isInside: false,
    });
  });

  it.each([
    ['a list', '[1, {"a": 1}]', [{ a: 1 }], true],
    ['a list of lists', '[["", {"a": 1}]]', [{ a: 1 }], true],
    ['a list that is cut off', '["x", {"a": 1}', [{ a: 1 }], true],
    ['a list that is none', '["x" {"a": 1}]', [{ a: 1 }], true],
    ['a remark', '[as asked] {"a": 1}', [{ a: 1 }], false],
    ['a text that may be one, cut off', '1 true "{" null {"a": 1}', [{ a: 1 }], true],
    ['a number', '[1] 2 {"a": 1}', [{ a: 1 }], false],
    ['a bracket', '[as asked: {"a": 1}', [{ a: 1 }], false],
    ['eight that are cut off', `${'{"x": '.repeat(7)}${'y'.repeat(100_000)} {"a": 1}`, [{ a: 1 }], true],
  ])('are not what stands beside or around them: %s (MODEL-4)', (_, text, values, isInside) => {
    const found = [...foundIn(text)];
    expect(found.map(({ value }) => value)).toEqual(values);
    for (const one of found) expect(one).toMatchObject({ isInside, isRepaired: false });
  });

  it('are a hundred deep at most (MODEL-4)', () => {
    const nested = (depth: number) => [...foundIn(`${'{"x":'.repeat(depth)}1${'}'.repeat(depth)}`)];
    expect([nested(100).length, nested(100).filter(({ isInside }) => !isInside).length]).toEqual([100, 1]);
    expect([nested(101).length, nested(101).filter(({ isInside }) => !isInside).length]).toEqual([100, 0]);
  });

  it('have a hundred thousand values in them at most (MODEL-4)', () => {
    const of = (values: number) => [...foundIn(`{"word": [${'[],'.repeat(values - 3)}[]]}`, 'word')].length;
    expect([of(100_000), of(100_001)]).toEqual([1, 0]);
  });

  it('are mended up to a few thousand characters in all, lists never (MODEL-4)', () => {
    const nearly = (length: number) => `{"a": "${'x'.repeat(length)}",}`;
    expect([...foundIn(nearly(4_000))]).toMatchObject([{ isRepaired: true }]);
    expect([...foundIn(nearly(5_000))]).toEqual([]);
    expect([...foundIn(`["${'x'.repeat(4_000)}" 1] ${nearly(1_000)}`)]).toMatchObject([{ isRepaired: true }]);
  });

  it('come with those inside of them, in the order in which they stand (MODEL-4)', () => {
    const text = '{"a": {"b": {}}, "c": [1, {"d": 2}, [{"e": null}]]} {"f": "{"}';
    expect([...foundIn(text)].map(({ value, isInside }) => [Object.keys(value).join(), isInside])).toEqual([
      ['a,c', false],
      ['b', true],
      ['', true],
      ['d', true],
      ['e', true],
      ['f', false],
    ]);
    expect([...objectsIn(text)]).toEqual([...foundIn(text)].map(({ value }) => value));
  });

  it('are those with the word that is asked for, outside or inside (MODEL-4)', () => {
    const text = '{"a": 1} {"b": {"word": 1}} {"word": 2} {"c": "} {\\"word"} {"d": 1}';
    expect([...foundIn(text, 'word')].map(({ value }) => value)).toEqual([
      { b: { word: 1 } },
      { word: 1 },
      { word: 2 },
      { c: '} {"word' },
    ]);
    expect([...foundIn('{"a": 1}', 'word')]).toEqual([]);
    // A text without the word is skipped completely.
    for (const other of ['{"a": 1} ', `${'{"a":'.repeat(99)}1${'}'.repeat(99)} `])
      expect([...foundIn(`${other.repeat(20_000 / (other.length / 9))}{"word": 1}`, 'word')]).toHaveLength(1);
  });

  it('are ten thousand at most, and a thousand that are none (MODEL-4)', () => {
    expect([...foundIn('{"a":1} '.repeat(20_000))]).toHaveLength(10_000);
    const behind = (passedOver: number) => [...foundIn(`${'{}'.repeat(passedOver)}{"word":1}`, 'word')];
    expect(behind(999_999)).toHaveLength(1);
    expect(behind(1_000_000)).toEqual([]);
    const whole = (text: string) => [...foundIn(text)].filter(({ isRepaired }) => !isRepaired);
    expect(whole(`${'{"a" 1} '.repeat(999)}{"b":1}`)).toHaveLength(1);
    expect(whole(`${'{"a" 1} '.repeat(1_000)}{"b":1}`)).toHaveLength(0);
  });

  it('are read as JSON.parse reads them, wherever they stand (MODEL-4)', () => {
    const between = fc.string({ unit: 'binary' }).map((text) => text.replace(/[{}"[\]]/g, ''));
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 }));
    fc.assert(
      fc.property(between, object, between, fc.boolean(), (before, value, behind, isSpaced) => {
        const json = JSON.stringify(value, null, isSpaced ? 2 : undefined);
        const [first] = foundIn(`${before}${json}${behind}`);
        expect(first).toEqual({ value: JSON.parse(json), isRepaired: false, isInside: false });
      }),
      { numRuns: 500 },
    );
  });
});
