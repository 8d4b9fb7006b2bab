/**
 * The queue of tasks, shared fairly over all processes (OPS-5). A woken task waits in the list of its repository, and a
 * process with a free slot takes the task whose turn it is (`take-next.ts`). Each change that may give a task its turn is
 * published. The tasks of a killed process become free when its lease ends.
 */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { argumentsToBegin, BEGIN_TASK, type Beginning, keysToBegin } from './begin-script.ts';
import { FORGET, HOLD, JOIN, LEAVE, LISTS, PRIORITISE, RENEW, STATE } from './fair-queue-scripts.ts';
import { PREFIX } from './names.ts';
import { placeInLists, type WaitingList } from './place-in-queue.ts';
import type { Standing } from './ready-lists.ts';
import { argumentsToTake, type Slot, TAKE } from './take-next.ts';
import type { ServiceControl } from '../ports/service-control.ts';
import type { Priority } from '../state/request.ts';

const TURNS = `${PREFIX}:turns:`;
/** The channel on which a change is published that may give a task its turn. */
export const QUEUE_CHANGED = `${TURNS}changed`;

/** For a task whose data Redis has lost; the sweeper provides it again. */
const UNKNOWN: Standing = { installationId: 0, repositoryId: 0, priority: 'normal' };

/** Lower goes first. */
const CLASSES: { readonly [Which in Priority]: number } = { high: 0, normal: 1, low: 2 };

export interface Held {
  readonly taskId: string;
  readonly token: string;
}

export interface Taken extends Held {
  /** Consecutive failures to drive it. */
  readonly failures: number;
}

export interface TurnTaken {
  readonly taken: Taken | null;
  /** Tasks whose holder died; they wait again. */
  readonly dead: readonly string[];
}

export interface Begun extends TurnTaken {
  /** The holder of the issue. */
  readonly holder: string;
}

export interface FairQueue extends ServiceControl {
  /** Queues it; if it is being driven, it is queued again afterwards. */
  join(taskId: string, standing?: Standing): Promise<void>;
  /**
   * Claims the issue for a new task and queues the task; does nothing if another task holds the issue. `here`: a free slot,
   * which then takes the task whose turn it is: this one or another.
   */
  begin(beginning: Beginning, here?: Slot): Promise<Begun>;
  take(slot: Slot): Promise<TurnTaken>;
  /** Returns the lost tasks, which other processes may hold now. */
  renew(worker: string, of: Lease): Promise<readonly string[]>;
  /** `again`: it is queued again even if nothing woke it. `failures`: consecutive. `next`: the slot takes the next task. */
  leave(held: Held & Partial<Taken>, how: 'again' | 'sleep', next?: Slot): Promise<TurnTaken>;
  /** Null if it does not wait, or is held already. It keeps its place and is not driven until it is released. */
  hold(taskId: string, leaseMs: number): Promise<Held | null>;
  /** For an ended task. */
  forget(taskId: string): Promise<void>;
  /** The task has to end: it goes first within its installation, even while the service is paused. */
  hurry(taskId: string): Promise<void>;
  isKnown(taskId: string): Promise<boolean>;
  /** Whether it waits or is driven. */
  isAwake(taskId: string): Promise<boolean>;
  /** Waiting tasks; the one that has waited longest comes first. */
  waiting(most: number): Promise<readonly string[]>;
  /** The place in its installation's list, from 1; null if it does not wait. */
  placeOf(taskId: string): Promise<number | null>;
}

export interface Lease {
  /** Of this process; none while it is stopping. */
  readonly slots: number;
  readonly leaseMs: number;
  readonly held: readonly Held[];
}

/** The task, its consecutive failures, and the tasks whose holder died. */
type Answered = readonly [string | null, number, readonly string[]];

export function createFairQueue(redis: Redis): FairQueue {
  const runOn = (script: string, more: readonly string[], given: readonly (string | number)[]) =>
    redis.eval(script, 1 + more.length, TURNS, ...more, ...given);
  const run = (script: string, ...given: readonly (string | number)[]) => runOn(script, [], given);

  return {
    async join(taskId, { installationId, repositoryId, priority } = UNKNOWN) {
      await run(JOIN, taskId, installationId, repositoryId, CLASSES[priority]);
    },

    async begin(beginning, here) {
      const turn = here === undefined ? [] : argumentsToTake(here);
      const given = [...argumentsToBegin(beginning, CLASSES[beginning.begins.priority]), ...turn];
      const [holder, answer] = (await runOn(BEGIN_TASK, keysToBegin(beginning), given)) as [string, Answered?];
      return { holder, ...turnIn(answer ?? [null, 0, []], turn) };
    },

    async take(slot) {
      const turn = argumentsToTake(slot);
      return turnIn((await run(TAKE, ...turn)) as Answered, turn);
    },

    async renew(worker, { slots, leaseMs, held }) {
      const all = held.flatMap(({ taskId, token }) => [taskId, token]);
      return (await run(RENEW, worker, slots, leaseMs, ...all)) as string[];
    },

    async leave({ taskId, token, failures = 0 }, how, next) {
      const turn = next === undefined ? [] : argumentsToTake(next);
      return turnIn((await run(LEAVE, taskId, token, how, failures, ...turn)) as Answered, turn);
    },

    async hold(taskId, leaseMs) {
      const token = randomUUID();
      return (await run(HOLD, taskId, token, leaseMs)) === 1 ? { taskId, token } : null;
    },

    async forget(taskId) {
      await run(FORGET, taskId);
    },

    async prioritise(taskId, priority) {
      return (await run(PRIORITISE, taskId, CLASSES[priority], 0)) === 1;
    },

    async hurry(taskId) {
      await run(PRIORITISE, taskId, CLASSES.high, 1);
    },

    async isKnown(taskId) {
      return (await redis.hexists(`${TURNS}tasks`, taskId)) === 1;
    },

    async isAwake(taskId) {
      const [waiting, held] = await Promise.all([
        redis.zscore(`${TURNS}waiting`, taskId),
        redis.hexists(`${TURNS}held`, taskId),
      ]);
      return waiting !== null || held === 1;
    },

    async waiting(most) {
      return redis.zrange(`${TURNS}waiting`, '0', String(most - 1));
    },

    async placeOf(taskId) {
      const lists = ((await run(LISTS, taskId)) as (string | number)[][]).map(listIn);
      return placeInLists(lists, taskId);
    },

    async setPaused(isPaused) {
      const change = redis.multi();
      if (isPaused) change.set(`${TURNS}paused`, new Date().toISOString(), 'NX');
      else change.del(`${TURNS}paused`);
      await change.publish(QUEUE_CHANGED, '').exec();
    },

    async status() {
      const [slots, driven, waiting, longestMs, paused] = (await run(STATE)) as [
        number,
        number,
        number,
        number,
        string,
      ];
      const pausedAt = paused === '' ? null : paused;
      const state = pausedAt !== null ? 'PAUSED' : driven > 0 ? 'RUNNING' : 'IDLE';
      return { state, slots, driven, waiting, longestMs, pausedAt };
    },
  };
}

function turnIn([taskId, failures, dead]: Answered, turn: readonly (string | number)[]): TurnTaken {
  return { taken: taskId === null ? null : { taskId, token: String(turn[0]), failures }, dead };
}

function listIn(flat: readonly (string | number)[]): WaitingList {
  const list: { taskId: string; rank: number }[] = [];
  for (let at = 0; at < flat.length; at += 2) list.push({ taskId: String(flat[at]), rank: Number(flat[at + 1]) });
  return list;
}
