/**
 * The slots of one process. Each drives the task whose turn it is for one slice, then the next one. The script that ends a
 * slice takes the next turn for the same slot; a task that starts while a slot is free is taken in the script that starts
 * it. A free slot looks for a turn when the queue publishes a change, and on a timer, in case a holder died or a message
 * got lost.
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
  /** How long a task belongs to its holder without renewal. */
  readonly lockMs: number;
  readonly stalledMs: number;
}

export interface TaskRunnerParts {
  readonly queue: FairQueue;
  readonly subscriber: Redis;
  readonly log: Logger;
  /** Drives it for one slice; retried if it throws. */
  readonly drive: (taken: Taken, lost: AbortSignal) => Promise<'again' | 'sleep'>;
  /** Called after it threw: wakes the task after that time. */
  readonly wakeIn: (taskId: string, waitMs: number) => Promise<void>;
}

export interface TaskRunner {
  /** Queues the task; drives it here at once if a slot is free and it is its turn. Returns the holder of the issue. */
  begin(beginning: Beginning): Promise<string>;
  /** Starts nothing more and resolves when nothing is in progress; with `isForced`, at once. */
  close(isForced?: boolean): Promise<void>;
}

interface Worked {
  readonly how: 'again' | 'sleep';
  readonly failures: number;
}

/** After this many failures only the sweeper wakes it. */
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
  /** The number of published changes of the queue. */
  let news = 0;
  let isLooking = false;
  let isClosing = false;
  let isRenewing = false;

  const isSlotFree = () => inUse.size < concurrency && !isClosing;

  /** One free slot asks at a time; when it gets a turn, the next one asks. */
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

  /** Uses a slot until no task has a turn for it. */
  function use(first: Promise<TurnTaken>): void {
    const thisSlot = async (): Promise<void> => {
      const heard = await untilNobodyHasATurn(first, news).catch(trouble);
      inUse.delete(used);
      // A change during the request may have given a task its turn.
      if (heard !== undefined && heard !== news) look();
    };
    const used = thisSlot();
    inUse.add(used);
  }

  /** Returns the value of `heard` at the last request. */
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
  /** Looks once for changes that were published before the subscription. */
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
