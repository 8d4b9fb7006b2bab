import { describe, expect, it } from '@jest/globals';
import { foundIn } from '../../src/model-calls/json-in-text.ts';
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
  ])('are looked for in time that grows with the text, and no more (MODEL-4, I11): %#', (piece) => {
    const reading = (length: number) => {
      const text = piece.repeat(Math.ceil(length / piece.length));
      return () => void [...foundIn(text)];
    };
    // Ten times the text.
    const below = 12;
    expect(growthOf({ small: reading(20_000), large: reading(200_000), floorMs: 5, below })).toBeLessThan(below);
  });

  it('are found behind a long text, and mended where they are nearly JSON', () => {
    const text = `${'Look at `const a = { b: () => { return { c } } };`.\n'.repeat(2_000)}${DECISION}`;
    expect([...foundIn(text)].at(-1)).toEqual({
      value: { replan_needed: false, confidence: 0.9 },
      isRepaired: true,
      isInside: false,
    });
  });
});
