/**
 * A delivery whose handling stops the service comes back at every start. So Redis counts, before handling begins, how
 * often it began; its end, good or bad, clears the count. BullMQ counts the first start with the job, and it is stored
 * here only when another follows. A delivery that was in progress three times without an end is a suspect and handled
 * alone, since several are in progress when a service is killed, and at most one of them is to blame. One that stopped
 * the service ten times alone is given up. If giving up stops the service, too, that is skipped.
 */
import type { Redis } from 'ioredis';
import { keys, REMEMBER_DELIVERY_SECONDS } from './names.ts';

export const STARTS_TOGETHER = 3;
/** Like the steps of a task (`flow/ending.ts`); a step in such a delivery is given up first. */
export const STARTS_ALONE = 10;
const STARTS_OF_GIVING_UP = 3;

export interface Handling {
  /** Resolves with how it ended. */
  handle(id: string, work: Work, starts: Starts): Promise<'handled' | 'given up'>;
  /** The deliveries in progress end with this process, which was asked to stop. */
  letGo(): Promise<void>;
}

/** `first`: the previous start, if any, came to an end. `again`: it did not. */
type Starts = 'first' | 'again';

interface Work {
  readonly act: () => Promise<void>;
  readonly giveUp: () => Promise<void>;
}

type Stage = 'together' | 'alone' | 'giving_up' | 'given_up';

/** The stage of this start. It is counted, unless it must be alone and is not. */
const BEGIN = `
if ARGV[1] ~= 'alone' and redis.call('exists', KEYS[1]) == 0 then redis.call('hset', KEYS[1], 'together', 1) end
local at = 'given_up'
for index, stage in ipairs({'together', 'alone', 'giving_up'}) do
  if tonumber(redis.call('hget', KEYS[1], stage) or 0) < tonumber(ARGV[2 + index]) then at = stage break end
end
if at == 'given_up' or (at ~= 'together' and ARGV[1] ~= 'alone') then return at end
redis.call('hincrby', KEYS[1], at, 1)
redis.call('expire', KEYS[1], ARGV[2])
return at`;

export function createHandling(redis: Redis): Handling {
  const turns = createTurns();
  const inHand = new Set<string>();

  async function begin(id: string, isAlone: boolean): Promise<Stage> {
    const limits = [STARTS_TOGETHER, STARTS_ALONE, STARTS_OF_GIVING_UP];
    const given = [isAlone ? 'alone' : 'together', REMEMBER_DELIVERY_SECONDS, ...limits];
    return (await redis.eval(BEGIN, 1, keys.unended(id), ...given)) as Stage;
  }

  async function act(id: string, work: Work): Promise<'handled'> {
    inHand.add(id);
    try {
      await work.act();
      return 'handled';
    } finally {
      await redis.del(keys.unended(id));
      inHand.delete(id);
    }
  }

  async function actTogether(id: string, work: Work, starts: Starts): Promise<'handled' | null> {
    if (starts === 'first') {
      await work.act();
      return 'handled';
    }
    return (await begin(id, false)) === 'together' ? act(id, work) : null;
  }

  async function suspected(id: string, work: Work): Promise<'handled' | 'given up'> {
    const stage = await begin(id, true);
    if (stage === 'together' || stage === 'alone') return act(id, work);
    if (stage === 'giving_up')
      await work.giveUp().catch(async (error: unknown) => {
        await redis.hdel(keys.unended(id), stage);
        throw error;
      });
    return 'given up';
  }

  return {
    async handle(id, work, starts) {
      const end = await turns.together(() => actTogether(id, work, starts));
      return end ?? turns.alone(() => suspected(id, work));
    },
    async letGo() {
      if (inHand.size > 0) await redis.del([...inHand].map(keys.unended));
    },
  };
}

/** Within one process: many at a time, or one alone. A waiting lone one lets no other start. */
function createTurns() {
  const inHand = new Set<Promise<unknown>>();
  let lastAlone: Promise<unknown> | null = null;
  return {
    async together<Result>(work: () => Promise<Result>): Promise<Result> {
      // oxlint-disable-next-line no-unmodified-loop-condition -- alone() changes it while the loop waits
      while (lastAlone !== null) await lastAlone;
      const mine = work();
      const over = mine.catch(() => undefined).finally(() => inHand.delete(over));
      inHand.add(over);
      return mine;
    },
    async alone<Result>(work: () => Promise<Result>): Promise<Result> {
      const before = lastAlone;
      const mine = (async () => {
        await before;
        await Promise.all(inHand);
        return work();
      })();
      const over = mine.catch(() => undefined);
      lastAlone = over;
      try {
        return await mine;
      } finally {
        if (lastAlone === over) lastAlone = null;
      }
    },
  };
}
