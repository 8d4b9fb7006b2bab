import { describe, expect, it } from '@jest/globals';
import { exceeded, NOTHING_USED } from '../../src/state/spending.ts';

const HOUR_MS = 3_600_000;
const budget = { tokens: 1_000, usd: 1, minutes: 60, modelCalls: 10 };

describe('the minutes of a budget', () => {
  it('are those of work; waiting for people is not counted (EXEC-1)', () => {
    const task = { startedAt: 0, updatedAt: 5 * HOUR_MS, settings: { budget }, extensions: 0 };
    expect(exceeded({ ...task, usage: NOTHING_USED })).toBe('minutes');
    expect(exceeded({ ...task, usage: { ...NOTHING_USED, waitedMs: 4 * HOUR_MS + 1 } })).toBeNull();
    expect(exceeded({ ...task, usage: { ...NOTHING_USED, waitedMs: 4 * HOUR_MS } })).toBe('minutes');
  });
});
