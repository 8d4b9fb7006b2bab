import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Fault, RetryLater } from '../src/errors.ts';
import { watchGitHub } from '../src/app/readiness.ts';
import type { Clock } from '../src/ports/clock.ts';

const REFUSED = new Fault('credentials', 'GitHub did not accept the credentials.', 'Check APP_ID.');
const GONE = new Fault('github_gone', 'Not found.', 'Check the installation.');
const AWAY = new RetryLater('GitHub could not be reached.', { of: 'github' });
const FINE = { appId: 1, slug: 'planwright' };

/** Each pause between two looks is let pass by hand. */
function watching(...answers: readonly (Error | typeof FINE)[]) {
  const lines: { level: number; msg: string; advice?: string }[] = [];
  const pauses: number[] = [];
  let wake: (() => void) | null = null;
  const left = [...answers];
  const clock: Clock = {
    now: () => 0,
    sleep: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
        // The patience of a check, not a pause between two looks.
        if (ms === 2_500) return;
        pauses.push(ms);
        wake = resolve;
      }),
  };
  const app = {
    whoAmI: async () => {
      const answer = left.length > 1 ? left.shift() : left[0];
      if (answer instanceof Error || answer === undefined) throw answer ?? new Error('none');
      return answer;
    },
  };
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const watch = watchGitHub(app, clock, log);
  const turn = async () => {
    await new Promise(setImmediate);
    wake?.();
    await new Promise(setImmediate);
  };
  return { watch, turn, lines, pauses };
}

describe('what /readyz says of GitHub (OPS-9, GH-1)', () => {
  it('shows an outage of GitHub and stays ready', async () => {
    const { watch, lines } = watching(AWAY);
    expect(await watch.check()).toEqual({ ok: false, detail: 'does not answer', required: false });
    expect(lines).toEqual([]);
    watch.stop();
  });

  it.each([REFUSED, GONE])(
    'is not ready while GitHub refuses the App ($code), says what to do once, and is ready when that is mended',
    async (fault) => {
      const { watch, turn, lines } = watching(fault, fault, fault, FINE);
      expect(await watch.check()).toMatchObject({
        ok: false,
        required: true,
        detail: expect.stringContaining('APP_ID'),
      });
      await turn();
      await turn();
      expect(await watch.check()).toMatchObject({ ok: false, required: true });
      expect(lines).toMatchObject([
        { level: 50, msg: 'GitHub refuses the App', advice: expect.stringContaining('APP_ID') },
      ]);
      await turn();
      expect(await watch.check()).toEqual({ ok: true, detail: 'answers', required: false });
      expect(lines).toHaveLength(2);
      watch.stop();
    },
  );

  it('asks less and less often while it is refused, and notices a key that is revoked later', async () => {
    const { watch, turn, pauses } = watching(REFUSED, REFUSED, REFUSED, FINE, REFUSED);
    await watch.check();
    for (let count = 0; count < 3; count += 1) await turn();
    expect(pauses.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
    expect(await watch.check()).toMatchObject({ ok: true });
    await turn();
    expect(await watch.check()).toMatchObject({ ok: false, required: true });
    watch.stop();
  });
});
