/**
 * The drives of one process: as many at a time as it has slots. A job says that somebody may have a turn; whoever works on
 * it takes the task whose turn it is, which is often another one, and drives it for a slice. A task that begins here while
 * a slot is free needs no job: the turn is taken as it begins. Nobody looks again and again: the timer is for jobs that got
 * lost and for holders that died.
 */
import { randomUUID } from 'node:crypto';
import { type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Beginning } from './begin-script.ts';
import { PREFIX, TASKS } from './names.ts';
import { createSlots } from './slots.ts';
import type { Limits } from './take-turn.ts';
import type { Advance, Held, Taken, Turns, TurnTaken } from './turns.ts';
import type { Logger } from 'pino';

export interface DrivesSettings extends Limits {
  /** Slots of this process. */
  readonly concurrency: number;
  /** For how long a task belongs to its holder unless that renews it. */
  readonly lockMs: number;
  readonly stalledMs: number;
}

export interface DrivesParts {
  readonly turns: Turns;
  readonly connection: Redis;
  readonly log: Logger;
  /** Drives it for one slice. What it throws is tried again. */
  readonly drive: (taken: Taken, lost: AbortSignal) => Promise<'again' | 'sleep'>;
  /** After it threw: has it woken in that time. */
  readonly wakeIn: (taskId: string, waitMs: number) => Promise<void>;
}

export interface Drives {
  /** Has the task driven, at once and here where a slot is free and it is its turn; answers who holds the issue. */
  begin(beginning: Beginning): Promise<string>;
  /** Begins nothing more, and resolves when nothing is in hand; by force, when nothing is waited for. */
  close(isForced?: boolean): Promise<void>;
}

/** Then the sweeper wakes it, as often as that takes. */
export const MOST_FAILURES = 5;
const FIRST_RETRY_MS = 1_000;

export function startDrives(parts: DrivesParts, settings: DrivesSettings): Drives {
  const { turns, connection, log, drive, wakeIn } = parts;
  const { concurrency, lockMs, stalledMs } = settings;
  const self = randomUUID();
  const inHand = new Map<Held, AbortController>();
  const slots = createSlots(concurrency);
  /** What is done with turns that were taken as a task began. */
  const usedHere = new Set<Promise<unknown>>();
  const trouble = (error: unknown) => log.warn({ queue: TASKS, err: error }, 'queue trouble');
  let isClosing = false;
  let isRenewing = false;

  const worker = new Worker<Advance>(TASKS, oneTurn, {
    prefix: PREFIX,
    connection,
    concurrency,
    lockDuration: lockMs,
    lockRenewTime: lockMs / 4,
    stalledInterval: stalledMs,
    // A job that is worked on twice takes the next turn: whose task is whose is decided by the leases alone.
    maxStalledCount: 1_000_000,
    removeOnComplete: { count: 0 },
  });
  worker.on('error', trouble);
  worker.on('failed', (job, error) => log.warn({ queue: TASKS, job: job?.id, err: error }, 'job failed'));

  async function oneTurn({ data: { taskId } }: Job<Advance>): Promise<void> {
    if (!slots.take()) {
      // What began here fills the slots: another process may have one. If not, this goes on as soon as one is free.
      await turns.handOn(taskId);
      if (!(await slots.wait())) return;
    }
    try {
      await use(await turns.take(lockMs, settings, taskId));
    } finally {
      slots.free();
    }
  }

  async function begin(beginning: Beginning): Promise<string> {
    if (!slots.take()) return (await turns.begin(beginning)).holder;
    const begun = turns.begin(beginning, { leaseMs: lockMs, limits: settings });
    const used: Promise<unknown> = begun
      .then(use, () => undefined)
      .catch(trouble)
      .finally(() => {
        slots.free();
        usedHere.delete(used);
      });
    usedHere.add(used);
    return (await begun).holder;
  }

  async function use({ taken, dead }: TurnTaken): Promise<void> {
    for (const task of dead) log.warn({ task }, 'task taken over from a worker that died');
    if (taken === null) return;
    if (isClosing) return turns.leave(taken, 'again', taken.failures);
    const lost = new AbortController();
    inHand.set(taken, lost);
    try {
      await work(taken, lost.signal);
    } finally {
      inHand.delete(taken);
    }
  }

  async function work(taken: Taken, lost: AbortSignal): Promise<void> {
    const { taskId } = taken;
    let how: 'again' | 'sleep' = 'sleep';
    let failures = 0;
    try {
      how = await drive(taken, lost);
    } catch (error) {
      const attempt = taken.failures + 1;
      log.warn({ task: taskId, attempt, err: error }, 'drive failed');
      failures = attempt % MOST_FAILURES;
      if (failures > 0) await wakeIn(taskId, FIRST_RETRY_MS * 2 ** (attempt - 1));
    }
    await turns.leave(taken, how, failures);
  }

  /** Lost: another worker may own this task. Abort before sending stale text to a model or to people. */
  async function renew(): Promise<void> {
    if (isRenewing) return;
    isRenewing = true;
    try {
      const held = [...inHand.keys()];
      const lost = await turns.renew(self, { slots: isClosing ? 0 : concurrency, leaseMs: lockMs, held });
      for (const [one, abort] of inHand)
        if (held.includes(one) && lost.includes(one.taskId))
          abort.abort(new Error('Another worker has taken this over.'));
    } finally {
      isRenewing = false;
    }
  }

  const everyRenewal = setInterval(() => void renew().catch(trouble), lockMs / 4);
  const everyLook = setInterval(() => void turns.lookAgain().catch(trouble), stalledMs);
  void renew()
    .then(() => turns.lookAgain())
    .catch(trouble);

  return {
    begin,
    async close(isForced = false) {
      isClosing = true;
      clearInterval(everyLook);
      slots.stopWaiting();
      await Promise.all([worker.close(isForced), ...(isForced ? [] : usedHere)]);
      clearInterval(everyRenewal);
      await turns.renew(self, { slots: 0, leaseMs: lockMs, held: [] }).catch(trouble);
    },
  };
}
