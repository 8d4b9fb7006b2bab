import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Fault, RetryLater } from '../../src/errors.ts';
import { keys } from '../../src/queue/names.ts';
import { redeliveryTurn } from '../../src/queue/redelivery.ts';
import { systemClock } from '../../src/app/system-clock.ts';
import { queueBench, type QueueBench } from './queue-bench.ts';
import type { AppItself, HookAttempt } from '../../src/ports/github-app.ts';

const PAGE = 3;
const START = 5_000_000;

/** GitHub's list of attempts, newest first, in pages of three; a repetition is answered as told. */
function hook(answerAgain = 202) {
  const attempts: HookAttempt[] = [];
  const asked: string[] = [];
  let now = START;
  const app = {
    attempts,
    asked,
    pages: 0,
    trouble: null as Error | null,
    tick: (ms = 1) => (now += ms),
    told(guid: string, statusCode: number, over: Partial<HookAttempt> = {}) {
      attempts.push({
        id: `${attempts.length + 1}`,
        guid,
        event: 'issues',
        deliveredAt: (now += 1),
        isRepetition: attempts.some((one) => one.guid === guid),
        isUnderWay: false,
        statusCode,
        ...over,
      });
    },
    whoAmI: async () => ({ appId: 1, slug: 'planwright' }),
    async hookAttempts(cursor: string | null) {
      app.pages += 1;
      if (app.trouble !== null) throw app.trouble;
      const listed = attempts.toReversed();
      const from = cursor === null ? 0 : Number(cursor);
      return {
        attempts: listed.slice(from, from + PAGE),
        next: listed.length > from + PAGE ? String(from + PAGE) : null,
      };
    },
    async deliverAgain(id: string) {
      if (app.trouble !== null) throw app.trouble;
      asked.push(id);
      const first = attempts.find((one) => one.id === id);
      if (first) app.told(first.guid, answerAgain, { event: first.event });
    },
  } satisfies AppItself & Record<string, unknown>;
  return { app, clock: { ...systemClock, now: () => now } };
}

describe('asking again for what was missed (GH-10, W7, R24)', () => {
  let bench: QueueBench;
  beforeEach(async () => {
    bench = await queueBench();
  });
  afterEach(async () => {
    await bench.end();
  });
  const log = pino({ level: 'silent' });
  const turnOf = ({ app, clock }: ReturnType<typeof hook>, firstStartMs = START) =>
    redeliveryTurn({ app, clock, log, redis: bench.redis, firstStartMs }, 120_000);

  it('asks exactly for those that were never answered well, once, over all pages', async () => {
    const github = hook();
    const turn = turnOf(github);
    expect(await turn()).toBe(0);
    for (const guid of ['a', 'b', 'c', 'd', 'e']) github.app.told(guid, 502);
    github.app.told('b', 202);
    github.app.told('d', 503);
    github.app.told('d', 200);
    github.app.told('f', 502, { event: 'push' });
    github.app.told('g', 202);
    expect(await turn()).toBe(3);
    expect(github.app.asked).toEqual(['1', '3', '5']);
    github.app.tick(3_600_000);
    expect(await turn()).toBe(0);
    const before = github.app.pages;
    await turn();
    // Of four pages: all that was delivered so far is known to be settled.
    expect(github.app.pages - before).toBe(1);
  });

  it('does not ask for what was acted on, or given up, though GitHub was never answered', async () => {
    const github = hook();
    const turn = turnOf(github);
    await turn();
    for (const guid of ['killed', 'missed']) github.app.told(guid, 502);
    await bench.redis.set(keys.acted('killed'), 'given up');
    expect(await turn()).toBe(1);
    expect(github.app.asked).toEqual(['2']);
    github.app.tick(3_600_000);
    expect(await turn()).toBe(0);
  });

  it('asks for what reached nobody, which GitHub lists without a status code, and leaves alone what is under way (R25)', async () => {
    const github = hook();
    const turn = turnOf(github);
    await turn();
    github.app.told('unreachable', 0);
    github.app.told('sending', 0, { isUnderWay: true });
    expect([await turn(), await turn()]).toEqual([1, 0]);
    expect(github.app.asked).toEqual(['1']);
    github.app.tick(3_600_000);
    expect(await turn()).toBe(0);
    const sending = github.app.attempts.findIndex(({ guid }) => guid === 'sending');
    github.app.attempts[sending] = { ...(github.app.attempts[sending] as HookAttempt), isUnderWay: false };
    expect(await turn()).toBe(1);
    expect(github.app.asked).toEqual(['1', '2']);
  });

  it('two replicas at once ask for each delivery once', async () => {
    const github = hook();
    const turns = [turnOf(github), turnOf(github), turnOf(github)];
    await turns[0]?.();
    for (const guid of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) github.app.told(guid, 502);
    await Promise.all(turns.map((turn) => turn()));
    expect(github.app.asked.toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  });

  it('asks for what was within the hour before the first start, and for nothing older, which a restart does not change', async () => {
    const github = hook();
    github.app.told('long before', 502);
    github.app.tick();
    github.app.told('while it was set up', 502);
    github.app.tick(3_600_000 - 1);
    expect(await turnOf(github, github.clock.now())()).toBe(1);
    github.app.told('after', 502);
    github.app.tick(1_000);
    expect(await turnOf(github, github.clock.now() + 3_600_000)()).toBe(1);
    expect(github.app.asked).toEqual(['2', '4']);
  });

  it('asks for what was missed while a Redis was down that came back empty (R4)', async () => {
    const github = hook();
    const first = github.clock.now();
    await turnOf(github, first)();
    github.app.told('missed', 502);
    await bench.redis.del(keys.firstStart, keys.settledUntil);
    github.app.tick(1_000);
    expect(await turnOf(github, first)()).toBe(1);
  });

  it('asks for a repetition that failed only after a pause', async () => {
    const github = hook(503);
    const turn = turnOf(github);
    await turn();
    github.app.told('a', 502);
    expect([await turn(), await turn()]).toEqual([1, 0]);
    github.app.tick(120_000);
    expect([await turn(), await turn()]).toEqual([1, 0]);
    github.app.tick(120_000);
    expect(await turn()).toBe(0);
    github.app.tick(120_000);
    expect(await turn()).toBe(1);
  });

  it('asks for three days, less and less often, for what a proxy or a wrong secret refuses, and then no more', async () => {
    const github = hook(404);
    const turn = turnOf(github);
    await turn();
    github.app.told('a', 404);
    const hour = 3_600_000;
    const asked: number[] = [];
    for (let hours = 0; hours < 6 * 24; hours += 1) {
      if ((await turn()) > 0) asked.push(hours);
      github.app.tick(hour);
    }
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.at(-1)).toBeGreaterThan(24);
    expect(asked.at(-1)).toBeLessThan(3 * 24);
  });

  it('tries at the next turn what failed at this one, also after a refused asking', async () => {
    const github = hook();
    const turn = turnOf(github);
    await turn();
    github.app.told('a', 502);
    const listing = github.app.hookAttempts;
    github.app.deliverAgain = () => Promise.reject(new RetryLater('Not now.', { of: 'github' }));
    await expect(turn()).rejects.toThrow('Not now.');
    github.app.hookAttempts = listing;
    github.app.deliverAgain = async (id) => void github.app.asked.push(id);
    expect(await turn()).toBe(1);
  });

  it('leaves to others what it was about to ask for when it was killed (QUAL-2.3)', async () => {
    const github = hook();
    await turnOf(github)();
    github.app.told('a', 502);
    const asking = github.app.deliverAgain;
    const killed = new Promise<void>((reached) => {
      github.app.deliverAgain = () => {
        reached();
        return new Promise(() => undefined);
      };
    });
    void turnOf(github)();
    await killed;
    github.app.deliverAgain = asking;
    expect(await turnOf(github)()).toBe(0);
    const mark = keys.askedAgain('1');
    expect(await bench.redis.ttl(mark)).toBeLessThanOrEqual(60);
    // As when that time is over.
    await bench.redis.del(mark);
    expect(await turnOf(github)()).toBe(1);
    expect(await bench.redis.ttl(mark)).toBeGreaterThan(3_600);
  });

  it('lives with a server that has no such list, and says so once', async () => {
    const github = hook();
    github.app.trouble = new Fault('github_gone', 'Not Found', 'Nothing.');
    const lines: string[] = [];
    const loud = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const turn = redeliveryTurn(
      { app: github.app, clock: github.clock, log: loud, redis: bench.redis, firstStartMs: START },
      120_000,
    );
    expect([await turn(), await turn()]).toEqual([0, 0]);
    expect(lines).toEqual([expect.stringContaining('does not list deliveries')]);
  });
});
