/**
 * Who is driven next, over all processes (OPS-5): a task that is woken waits in the list of its installation, and a job
 * in BullMQ says that somebody may have a turn. The worker that works on the job takes the task whose turn it is. What
 * a killed process held comes free when its lease ends.
 */
import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { PREFIX, TASKS } from './names.ts';
import { placeInLists, type WaitingList } from './place.ts';
import { inOneWrite } from './one-write.ts';
import { argumentsToBegin, BEGIN_TASK, type Beginning, keysToBegin } from './begin-script.ts';
import type { Standing } from './turn-lists.ts';
import { argumentsToTake, type Limits, type Slot, TAKE } from './take-turn.ts';
import { FORGET, HOLD, JOIN, LEAVE, LISTS, PRIORITISE, RENEW, STATE } from './turn-scripts.ts';
import type { ServiceControl } from '../ports/service-control.ts';
import type { Priority } from '../state/request.ts';

const TURNS = `${PREFIX}:turns:`;
/** Something happened after which somebody may have a turn. */
export const TURNS_CHANGED = `${TURNS}changed`;

/** Of a task that nothing is known of: what an emptied Redis forgot is told again by the sweeper. */
const UNKNOWN: Standing = { installationId: 0, repositoryId: 0, priority: 'normal' };

/** The lower, the earlier. */
const CLASSES: { readonly [Which in Priority]: number } = { high: 0, normal: 1, low: 2 };

export interface Held {
  readonly taskId: string;
  readonly token: string;
}

export interface Taken extends Held {
  /** How often in a row driving it failed. */
  readonly failures: number;
}

export interface TurnTaken {
  readonly taken: Taken | null;
  readonly dead: readonly string[];
}

export interface Begun extends TurnTaken {
  /** Of the issue. */
  readonly holder: string;
}

/** A job: that task, or whoever is before it, may have a turn. */
export interface Advance {
  readonly taskId: string;
}

export interface Turns extends ServiceControl {
  /** Has it driven once more; where it is driven already, afterwards. */
  join(taskId: string, standing?: Standing): Promise<void>;
  /**
   * Claims the issue for a task that begins, and has it driven; where another holds the issue, nothing happens. `here`: in
   * this process, without a job, where it is its turn; else whoever's turn it is is taken.
   */
  begin(beginning: Beginning, here?: Slot): Promise<Begun>;
  /** The job of this task is for another process. */
  handOn(taskId: string): Promise<void>;
  /** `by`: the task whose job is worked on. `dead`: tasks whose holder died; they wait again. */
  take(leaseMs: number, limits: Limits, by?: string): Promise<TurnTaken>;
  /** Answers what was lost: another may hold it now. */
  renew(worker: string, of: Lease): Promise<readonly string[]>;
  /** `again`: it goes on in its next turn, whoever woke it. */
  leave(held: Held, how: 'again' | 'sleep', failures?: number): Promise<void>;
  /** Null when it does not wait, or is held already. It keeps its place, and nobody drives it until it is left. */
  hold(taskId: string, leaseMs: number): Promise<Held | null>;
  /** Of a task that has ended. */
  forget(taskId: string): Promise<void>;
  /** It is to end: that goes before all else of its installation, also while the service is paused. */
  hurry(taskId: string): Promise<void>;
  isKnown(taskId: string): Promise<boolean>;
  /** It waits or is driven. */
  isAwake(taskId: string): Promise<boolean>;
  /** Those that wait, the one that has waited the longest first. */
  waiting(most: number): Promise<readonly string[]>;
  /** The place in the list of its installation, from 1; null when it does not wait. */
  placeOf(taskId: string): Promise<number | null>;
  /** For what nobody says: a job that was lost, or a holder that died. */
  lookAgain(): Promise<void>;
  close(): Promise<void>;
}

export interface Lease {
  /** Of this process; none when it is leaving. */
  readonly slots: number;
  readonly leaseMs: number;
  readonly held: readonly Held[];
}

/** The task, how often it failed in a row, those whose holder died, one that still waits. */
type Answered = readonly [string | null, number, readonly string[], string | null];

const NO_TURN: TurnTaken = { taken: null, dead: [] };

export function createTurns(redis: Redis): Turns {
  const runOn = (script: string, more: readonly string[], given: readonly (string | number)[]) =>
    redis.eval(script, 1 + more.length, TURNS, ...more, ...given);
  const run = (script: string, ...given: readonly (string | number)[]) => runOn(script, [], given);
  const jobs = new Queue<Advance>(TASKS, { connection: redis, prefix: PREFIX, skipMetasUpdate: true });
  jobs.on('error', () => undefined);

  /** One job for a task at a time: one that waits to be worked on says as much as two. */
  async function advance(taskId: string | null): Promise<void> {
    if (taskId === null) return;
    await jobs.add(
      'advance',
      { taskId },
      { deduplication: { id: taskId }, removeOnComplete: true, removeOnFail: true },
    );
  }

  async function turnIn([taskId, failures, dead, next]: Answered, token: string): Promise<TurnTaken> {
    await advance(next);
    return { taken: taskId === null ? null : { taskId, token, failures }, dead };
  }

  return {
    async join(taskId, { installationId, repositoryId, priority } = UNKNOWN) {
      inOneWrite(redis);
      await Promise.all([run(JOIN, taskId, installationId, repositoryId, CLASSES[priority]), advance(taskId)]);
    },

    async begin(beginning, here) {
      const turn = here === undefined ? [] : argumentsToTake(here);
      const given = [...argumentsToBegin(beginning, CLASSES[beginning.begins.priority]), ...turn];
      if (here === undefined) inOneWrite(redis);
      const begun = runOn(BEGIN_TASK, keysToBegin(beginning), given) as Promise<[string, Answered?]>;
      // Where another holds the issue, the job is one for nobody, and ends as such.
      const [[holder, answer]] = await Promise.all([begun, here === undefined ? advance(beginning.taskId) : null]);
      return { holder, ...(answer === undefined ? NO_TURN : await turnIn(answer, String(turn[0]))) };
    },

    async take(leaseMs, limits, by) {
      const given = argumentsToTake({ leaseMs, limits });
      const answer = await runOn(TAKE, by === undefined ? [] : [jobs.toKey(`de:${by}`)], given);
      return turnIn(answer as Answered, String(given[0]));
    },

    async handOn(taskId) {
      inOneWrite(redis);
      await Promise.all([redis.del(jobs.toKey(`de:${taskId}`)), advance(taskId)]);
    },

    async renew(worker, { slots, leaseMs, held }) {
      const all = held.flatMap(({ taskId, token }) => [taskId, token]);
      return (await run(RENEW, worker, slots, leaseMs, ...all)) as string[];
    },

    async leave({ taskId, token }, how, failures = 0) {
      await advance((await run(LEAVE, taskId, token, how, failures)) as string | null);
    },

    async hold(taskId, leaseMs) {
      const token = randomUUID();
      return (await run(HOLD, taskId, token, leaseMs)) === 1 ? { taskId, token } : null;
    },

    async forget(taskId) {
      await run(FORGET, taskId);
    },

    async prioritise(taskId, priority) {
      const isKnown = (await run(PRIORITISE, taskId, CLASSES[priority], 0)) === 1;
      if (isKnown) await advance(taskId);
      return isKnown;
    },

    async hurry(taskId) {
      await run(PRIORITISE, taskId, CLASSES.high, 1);
      await advance(taskId);
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
      await change.publish(TURNS_CHANGED, '').exec();
      if (isPaused) return;
      const [first] = await redis.zrange(`${TURNS}waiting`, '0', '0');
      await advance(first ?? null);
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

    async lookAgain() {
      await advance(((await run(STATE)) as (string | null)[])[5] ?? null);
    },

    async close() {
      await jobs.close();
    },
  };
}

function listIn(flat: readonly (string | number)[]): WaitingList {
  const list: { taskId: string; rank: number }[] = [];
  for (let at = 0; at < flat.length; at += 2) list.push({ taskId: String(flat[at]), rank: Number(flat[at + 1]) });
  return list;
}
