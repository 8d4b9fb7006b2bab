/**
 * The slots of one process, each of which drives the task whose turn it is for a slice, and then the next one. Whoever
 * frees a slot takes the next turn with it, and a task that begins while a slot is free takes its turn as it begins. A free
 * slot looks when the queue says that it changed; the timer is for holders that died, and for news that got lost.
 */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Beginning } from './begin-script.ts';
import { type FairQueue, type Held, QUEUE_CHANGED, type Taken, type TurnTaken } from './fair-queue.ts';
import type { Limits, Slot } from './take-next.ts';
import type { Logger } from 'pino';

export interface TaskRunnerSettings extends Limits {
  /** Slots of this process. */
  readonly concurrency: number;
  /** For how long a task belongs to its holder unless that renews it. */
  readonly lockMs: number;
  readonly stalledMs: number;
}

export interface TaskRunnerParts {
  readonly queue: FairQueue;
  readonly subscriber: Redis;
  readonly log: Logger;
  /** Drives it for one slice. What it throws is tried again. */
  readonly drive: (taken: Taken, lost: AbortSignal) => Promise<'again' | 'sleep'>;
  /** After it threw: has it woken in that time. */
  readonly wakeIn: (taskId: string, waitMs: number) => Promise<void>;
}

export interface TaskRunner {
  /** Has the task driven, at once and here where a slot is free and it is its turn; answers who holds the issue. */
  begin(beginning: Beginning): Promise<string>;
  /** Begins nothing more, and resolves when nothing is in hand; by force, when nothing is waited for. */
  close(isForced?: boolean): Promise<void>;
}

interface Worked {
  readonly how: 'again' | 'sleep';
  readonly failures: number;
}

/** Then the sweeper wakes it, as often as that takes. */
export const MOST_FAILURES = 5;
const FIRST_RETRY_MS = 1_000;

export function startTaskRunner(parts: TaskRunnerParts, settings: TaskRunnerSettings): TaskRunner {
  const { queue, subscriber, log, drive, wakeIn } = parts;
  const { concurrency, lockMs, stalledMs } = settings;
  const slot: Slot = { leaseMs: lockMs, limits: settings };
  const self = randomUUID();
  const inHand = new Map<Held, AbortController>();
  const inUse = new Set<Promise<void>>();
  const trouble = (error: unknown) => log.warn({ err: error }, 'queue trouble');
  /** How often the queue was said to have changed. */
  let news = 0;
  let isLooking = false;
  let isClosing = false;
  let isRenewing = false;

  const isSlotFree = () => inUse.size < concurrency && !isClosing;

  /** One free slot at a time asks; when it was given a turn, the next one does. */
  function look(): void {
    if (isLooking || !isSlotFree()) return;
    isLooking = true;
    const asked = queue.take(slot).finally(() => {
      isLooking = false;
    });
    use(asked);
    asked.then(({ taken }) => taken !== null && look()).catch(() => undefined);
  }

  function hear(): void {
    news += 1;
    look();
  }

  /** Takes a slot until nobody has a turn for it. */
  function use(first: Promise<TurnTaken>): void {
    const thisSlot = async (): Promise<void> => {
      const heard = await untilNobodyHasATurn(first, news).catch(trouble);
      inUse.delete(used);
      // What changed while it asked may be for this slot.
      if (heard !== undefined && heard !== news) look();
    };
    const used = thisSlot();
    inUse.add(used);
  }

  /** Answers what was heard when it asked for the last time. */
  async function untilNobodyHasATurn(first: Promise<TurnTaken>, heardBefore: number): Promise<number> {
    let heard = heardBefore;
    for (let turn = await first; ; ) {
      for (const task of turn.dead) log.warn({ task }, 'task taken over from a worker that died');
      const { taken } = turn;
      if (taken === null) return heard;
      const lost = new AbortController();
      inHand.set(taken, lost);
      try {
        const { how, failures } = isClosing ? { ...taken, how: 'again' as const } : await work(taken, lost.signal);
        heard = news;
        turn = await queue.leave({ ...taken, failures }, how, isClosing ? undefined : slot);
      } finally {
        inHand.delete(taken);
      }
    }
  }

  async function work(taken: Taken, lost: AbortSignal): Promise<Worked> {
    try {
      return { how: await drive(taken, lost), failures: 0 };
    } catch (error) {
      const { taskId } = taken;
      const attempt = taken.failures + 1;
      log.warn({ task: taskId, attempt, err: error }, 'drive failed');
      const failures = attempt % MOST_FAILURES;
      if (failures > 0) await wakeIn(taskId, FIRST_RETRY_MS * 2 ** (attempt - 1));
      return { how: 'sleep', failures };
    }
  }

  /** Lost: another worker may own this task. Abort before sending stale text to a model or to people. */
  async function renew(): Promise<void> {
    if (isRenewing) return;
    isRenewing = true;
    try {
      const held = [...inHand.keys()];
      const lost = await queue.renew(self, { slots: isClosing ? 0 : concurrency, leaseMs: lockMs, held });
      for (const [one, abort] of inHand)
        if (held.includes(one) && lost.includes(one.taskId))
          abort.abort(new Error('Another worker has taken this over.'));
    } finally {
      isRenewing = false;
    }
  }

  const onMessage = (channel: string) => {
    if (channel === QUEUE_CHANGED) hear();
  };
  /** What was said while nobody listened is looked for once. */
  const listen = () => void subscriber.subscribe(QUEUE_CHANGED).then(hear, trouble);
  subscriber.on('message', onMessage);
  subscriber.on('ready', listen);
  const everyRenewal = setInterval(() => void renew().catch(trouble), lockMs / 4);
  const everyLook = setInterval(look, stalledMs);
  void renew().then(listen, trouble);

  return {
    async begin(beginning) {
      if (!isSlotFree()) return (await queue.begin(beginning)).holder;
      const begun = queue.begin(beginning, slot);
      use(begun);
      return (await begun).holder;
    },
    async close(isForced = false) {
      isClosing = true;
      clearInterval(everyLook);
      subscriber.off('message', onMessage);
      subscriber.off('ready', listen);
      if (!isForced) await Promise.all(inUse);
      clearInterval(everyRenewal);
      await queue.renew(self, { slots: 0, leaseMs: lockMs, held: [] }).catch(trouble);
    },
  };
}
