import { describe, expect, it } from '@jest/globals';
import { attemptToRepeat } from '../../src/queue/redelivery.ts';
import type { HookAttempt } from '../../src/ports/github-app.ts';

const RULES = { nowMs: 1_000_000, pauseMs: 1_000 };
const attempt = (id: number, statusCode: number, agoMs: number, over: Partial<HookAttempt> = {}): HookAttempt => ({
  id: String(id),
  guid: 'g',
  event: 'issues',
  deliveredAt: RULES.nowMs - agoMs,
  isRepetition: id > 1,
  isUnderWay: false,
  statusCode,
  ...over,
});

describe('which deliveries were missed (GH-10, W7)', () => {
  it('asks at once for one that nobody answered, and never for one that was ever answered well', () => {
    const lost = attempt(1, 502, 0);
    expect(attemptToRepeat([lost], RULES)).toEqual({ repeat: lost });
    expect(attemptToRepeat([lost, attempt(2, 202, 0)], RULES)).toBe('settled');
    expect(attemptToRepeat([attempt(2, 202, 9_000), attempt(3, 502, 0)], RULES)).toBe('settled');
  });

  it('leaves alone what is under way', () => {
    expect(attemptToRepeat([attempt(1, 502, 60_000), attempt(2, 0, 0, { isUnderWay: true })], RULES)).toBe('later');
  });

  it('waits twice as long after each repetition that failed as well', () => {
    const tries = (count: number, agoMs: number) =>
      Array.from({ length: count }, (_, index) => attempt(index + 1, 503, agoMs + count - index));
    for (const [count, pause] of [
      [2, 1_000],
      [3, 2_000],
      [6, 16_000],
    ] as const) {
      expect(attemptToRepeat(tries(count, pause - 2), RULES)).toBe('later');
      expect(attemptToRepeat(tries(count, pause), RULES)).toMatchObject({ repeat: { id: String(count) } });
    }
  });

  const answered = (...statuses: readonly number[]) =>
    statuses.map((status, index) => attempt(index + 1, status, 60_000 - index));

  it.each(
    [
      [400, 400],
      [413, 413],
      [404, 413, 502, 413],
    ].map((statuses) => ({ statuses })),
  )('gives up on what we refused twice for its bytes: $statuses', ({ statuses }) => {
    expect(attemptToRepeat(answered(...statuses), RULES)).toBe('settled');
  });

  it.each(
    [
      [404, 404],
      [401, 401, 401],
      [0, 404],
      [403, 413],
      [400, 502],
      [502, 408],
      [429, 429],
    ].map((statuses) => ({
      statuses,
    })),
  )('does not give up on what others may have refused, or a wrong secret: $statuses', ({ statuses }) => {
    expect(attemptToRepeat(answered(...statuses), RULES)).toMatchObject({ repeat: { id: String(statuses.length) } });
  });

  it('gives up when the first attempt is no longer listed, since each repetition is listed for as long itself', () => {
    const [, ...repetitions] = answered(404, 404, 404);
    expect(attemptToRepeat(repetitions, RULES)).toBe('settled');
  });
});
