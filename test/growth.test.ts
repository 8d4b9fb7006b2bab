import { describe, expect, it } from '@jest/globals';
import { growthOf } from './growth.ts';

describe('the measurement of growth', () => {
  /** This many rounds of the same work; under jest, a global name such as `Math` costs a hundred times as much. */
  const work = (rounds: number) => () => {
    let sum = 0;
    for (let round = 0; round < rounds * 20_000; round += 1) sum = (sum * 31 + round) % 1_000;
    expect(sum).toBeGreaterThan(-1);
  };

  it('lets work pass that grows with its input', () => {
    expect(growthOf({ small: work(100), large: work(800), floorMs: 1, below: 24 })).toBeLessThan(24);
  });

  it('finds work that grows with the square of it', () => {
    expect(growthOf({ small: work(10), large: work(1_280), floorMs: 0.1, below: 24 })).toBeGreaterThan(24);
  });
});
