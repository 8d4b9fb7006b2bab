/**
 * Tells people that a task waits for its turn, and its place (GH-3): at once if no worker is free, and again when the
 * place changes. Meanwhile nobody drives the task, so that an outdated text is never written last.
 */
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { progressComment } from '../comments/progress-comment.ts';
import { type FairQueue, QUEUE_CHANGED } from '../queue/fair-queue.ts';
import { replay } from '../state/evolve.ts';
import { blockingIn } from '../state/select.ts';
import { readHistory } from '../state/stored.ts';
import type { Clock } from '../ports/clock.ts';
import type { GitHub } from '../ports/github.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { Queued } from '../ports/service-control.ts';
import type { Task } from '../state/task.ts';

export interface NoticeParts {
  readonly queue: FairQueue;
  readonly redis: Redis;
  readonly subscriber: Redis;
  readonly history: Pick<HistoryStore, 'readUndamaged'>;
  readonly github: Pick<GitHub, 'editLater'>;
  /** Drives the task until it has its progress comment, which shows that it waits. */
  readonly announce: (taskId: string, queued: Queued) => Promise<void>;
  readonly redact: (text: string) => string;
  readonly noteUrl: (taskId: string) => string | null;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface QueueNotices {
  /** For a new task; does nothing if it is driven already. */
  announce(taskId: string): Promise<void>;
  stop(): void;
}

/** Longer than writing a comment takes, including an outage in between. */
const HOLD_MS = 60_000;
/** Checked per round, the longest-waiting first. */
const MOST = 50;
/** An edit for every step of a long list would leave no room for running tasks. */
const BETWEEN_EDITS_MS = 60_000;

export function startQueueNotices(parts: NoticeParts, everyMs: number): QueueNotices {
  const { queue, redis, subscriber, history, clock, log } = parts;
  const told = new Map<string, { readonly text: string; readonly at: number }>();
  let isChanged = true;
  let isLooking = false;

  async function queuedAs(taskId: string): Promise<Queued> {
    const [place, { pausedAt }] = await Promise.all([queue.placeOf(taskId), queue.status()]);
    return { place, isServicePaused: pausedAt !== null };
  }

  async function announce(taskId: string): Promise<void> {
    const held = await queue.hold(taskId, HOLD_MS);
    if (held === null) return;
    try {
      const queued = await queuedAs(taskId);
      // Somebody else was faster.
      if (isTold(taskId, queued)) return;
      await parts.announce(taskId, queued);
      remember(taskId, queued);
    } catch (error) {
      // Its own drive will post it.
      log.warn({ task: taskId, err: error }, 'the waiting of the task could not be shown');
    } finally {
      await queue.leave(held, 'again');
    }
  }

  /** True if it is shown or need not be. */
  function isTold(taskId: string, queued: Queued): boolean {
    const last = told.get(taskId);
    if (last === undefined) return false;
    return last.text === JSON.stringify(queued) || clock.now() - last.at < BETWEEN_EDITS_MS;
  }

  function remember(taskId: string, queued: Queued): void {
    told.set(taskId, { text: JSON.stringify(queued), at: clock.now() });
  }

  async function tell(taskId: string): Promise<void> {
    if (isTold(taskId, await queuedAs(taskId))) return;
    const task = await taskOf(taskId);
    if (task === null || task.progressComment === null) return announce(taskId);
    // An open question or a pause matters more than waiting for a worker.
    if (blockingIn(task) !== null || task.paused !== null || task.stage.is === 'report') return;
    await edit(taskId, task, task.progressComment.id);
  }

  async function edit(taskId: string, task: Task, commentId: number): Promise<void> {
    let held: Awaited<ReturnType<FairQueue['hold']>> = null;
    let isWanted = true;
    const giveUp = setTimeout(() => {
      isWanted = false;
    }, everyMs);
    try {
      await parts.github.editLater(task.request.repo, commentId, {
        rank: 'place',
        isWanted: () => isWanted,
        newest: async () => {
          held = await queue.hold(taskId, HOLD_MS);
          const newest = held === null ? null : await taskOf(taskId);
          if (newest === null) return null;
          const queued = await queuedAs(taskId);
          remember(taskId, queued);
          return parts.redact(progressComment(newest, { now: clock.now(), noteUrl: parts.noteUrl(taskId), queued }));
        },
      });
    } finally {
      clearTimeout(giveUp);
      if (held !== null) await queue.leave(held, 'again');
    }
  }

  async function taskOf(taskId: string): Promise<Task | null> {
    return replay(readHistory(await history.readUndamaged(taskId)));
  }

  async function look(): Promise<void> {
    if (isLooking || !isChanged) return;
    isLooking = true;
    isChanged = false;
    try {
      const waiting = await queue.waiting(MOST);
      // One process checks at a time.
      if (waiting.length === 0 || (await redis.set(NOTICING, '1', 'PX', everyMs, 'NX')) === null) {
        isChanged = waiting.length > 0;
        return;
      }
      for (const taskId of told.keys()) if (!waiting.includes(taskId)) told.delete(taskId);
      for (const taskId of waiting)
        await tell(taskId).catch((error: unknown) =>
          log.warn({ task: taskId, err: error }, 'queue place could not be shown'),
        );
    } finally {
      isLooking = false;
    }
  }

  const onMessage = (channel: string) => {
    if (channel === QUEUE_CHANGED) isChanged = true;
  };
  subscriber.on('message', onMessage);
  subscriber.subscribe(QUEUE_CHANGED).catch((error: unknown) => log.warn({ err: error }, 'queue trouble'));
  const timer = setInterval(
    () => void look().catch((error: unknown) => log.warn({ err: error }, 'queue places could not be shown')),
    everyMs,
  );
  return {
    announce,
    stop() {
      clearInterval(timer);
      subscriber.off('message', onMessage);
    },
  };
}

const NOTICING = 'planwright:turns:noticing';
