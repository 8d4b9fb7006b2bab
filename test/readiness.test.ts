import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Fault, RetryLater } from '../src/errors.ts';
import { readiness, watchGitHub, watchModel } from '../src/app/readiness.ts';
import type { Clock } from '../src/ports/clock.ts';

const REFUSED = new Fault('credentials', 'GitHub did not accept the credentials.', 'Check APP_ID.');
const GONE = new Fault('github_gone', 'Not found.', 'Check the installation.');
const AWAY = new RetryLater('GitHub could not be reached.', { of: 'github' });
const FINE = { appId: 1, slug: 'planwright' };

/** The pauses between two checks are advanced manually. */
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
        // The time limit of a check, not a pause between two.
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

describe('what /readyz says of a part of the service (OPS-9, S12)', () => {
  it('is what is to be done, in our own words; what the other side said is in the log, once', async () => {
    const lines: { msg: string; reason?: string }[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const path = 'connect ENOENT /home/mika/docker.sock';
    const answers: (Error | null)[] = [
      new RetryLater(`The Docker engine does not answer: ${path}.`, { of: 'engine' }),
      new RetryLater(`The Docker engine does not answer: ${path}.`, { of: 'engine' }),
      new Fault('docker', `The Docker engine refused access: ${path}`, 'Let this user use its socket.'),
      null,
    ];
    const check = async () => {
      const answer = answers.shift() ?? null;
      if (answer !== null) throw answer;
    };
    const docker = readiness('docker', { check, fine: 'engine and images are there' }, log);
    const shown = [await docker(), await docker(), await docker(), await docker()];
    expect(shown.map(({ ok, detail }) => [ok, detail])).toEqual([
      [false, 'does not answer; the log says why'],
      [false, 'does not answer; the log says why'],
      [false, 'Let this user use its socket.'],
      [true, 'engine and images are there'],
    ]);
    expect(lines.map(({ msg, reason }) => [msg, reason?.includes(path)])).toEqual([
      ['a part of the service does not work', true],
      ['a part of the service does not work', true],
      ['a part of the service works again', undefined],
    ]);
  });
});

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

describe('what /readyz says of the model (OPS-9, MODEL-3)', () => {
  const elsewhere = {
    outcome: 'retried',
    what: 'http://model.example/ answers with text/html',
    of: 'model_address',
  } as const;
  const away = { outcome: 'retried', what: 'The model API answered 529', of: 'model' } as const;

  it('is what its last call showed: another address, an outage or a refused key; none of it is required', async () => {
    const lines: { msg: string; reason?: string }[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    const watch = watchModel(log);
    const seen: unknown[] = [await watch.check()];
    const refused = (code: 'model_refused' | 'model_credentials') =>
      ({ outcome: 'refused', what: 'No: sk-1', code }) as const;
    for (const attempt of [
      elsewhere,
      elsewhere,
      away,
      elsewhere,
      { outcome: 'answered', what: 'tool_use' } as const,
      refused('model_credentials'),
      refused('model_refused'),
      elsewhere,
    ]) {
      watch.note({ provider: 'anthropic', ...attempt });
      seen.push(await watch.check());
    }
    const wrong = { ok: false, detail: 'http://model.example/ answers with text/html; check ANTHROPIC_BASE_URL' };
    const fine = { ok: true, detail: 'answers' };
    expect(seen).toEqual(
      [
        { ok: true, detail: 'not called yet' },
        wrong,
        wrong,
        { ok: false, detail: 'did not answer when it was called last; the log says why' },
        wrong,
        fine,
        { ok: false, detail: 'refuses the key; check ANTHROPIC_API_KEY' },
        fine,
        wrong,
      ].map((state) => ({ ...state, required: false })),
    );
    expect(lines.map(({ msg, reason }) => [msg, reason])).toEqual(
      Array.from({ length: 2 }, () => ["something else answers in place of the model's API", elsewhere.what]),
    );
  });
});
