/**
 * A delivery whose handling stops the service comes back at every start. So it is counted in Redis, before handling
 * begins, how often that began; the end of it, good or bad, clears the count. The first start is the one that BullMQ counts
 * with the job: it is written down here when another follows. What was in hand three times without an end
 * is a suspect, and handled alone: several are in hand when a service is killed, and one of them, or none, is to blame.
 * What stopped the service ten times alone is given up. Giving up may stop it, too, and then is left out.
 */
import type { Redis } from 'ioredis';
import { keys, REMEMBER_DELIVERY_SECONDS } from './names.ts';

export const STARTS_TOGETHER = 3;
/** Like the steps of a task (`flow/ending.ts`), of which one that is tried meanwhile is given up first. */
export const STARTS_ALONE = 10;
const STARTS_OF_GIVING_UP = 3;

export interface Handling {
  /** Resolves with how it ended. */
  handle(id: string, work: Work, starts: Starts): Promise<'handled' | 'given up'>;
  /** What is in hand ends with this process, which was asked to stop. */
  letGo(): Promise<void>;
}

/** `first`: nothing is left of the one before, which came to an end. `again`: that did not. */
type Starts = 'first' | 'again';

interface Work {
  readonly act: () => Promise<void>;
  readonly giveUp: () => Promise<void>;
}

type Stage = 'together' | 'alone' | 'giving_up' | 'given_up';

/** The stage that this start belongs to. It is counted, unless it must be alone and is not. */
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

/** Of one process: many work at a time, or one alone. Who wants to be alone lets nobody else begin. */
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
