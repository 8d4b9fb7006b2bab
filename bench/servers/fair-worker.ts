/**
 * A worker process whose tasks only take time, slice by slice, and which reports each slice and each write to its
 * parent.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { createWriteTurns } from '../../src/github/write-turns.ts';
import { createRedisInbox } from '../../src/queue/redis-inbox.ts';
import { createTaskJobs } from '../../src/queue/task-jobs.ts';
import { startWorkers } from '../../src/queue/workers.ts';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { connectRedis } from '../../src/redis/connect-redis.ts';
import { createWritePace } from '../../src/redis/redis-write-pace.ts';
import { systemClock } from '../../src/app/system-clock.ts';
import { instantGitHub } from '../instant-github.ts';
import { UNCONFIGURED, UNCOUNTED } from '../task-facts.ts';
import { serve } from './serve.ts';
import type { GitHub } from '../../src/ports/github.ts';
import type { Task } from '../../src/state/task.ts';

export interface FairInput {
  readonly socketPath: string;
  readonly slots: number;
  readonly sliceMs: number;
  readonly slices: number;
}

export type Told =
  | {
      readonly told: 'slice';
      readonly installation: number;
      readonly repository: number;
      readonly from: number;
      readonly to: number;
    }
  | { readonly told: 'begun'; readonly installation: number; readonly at: number }
  | { readonly told: 'write'; readonly installation: number; readonly at: number };

const log = pino({ level: 'silent' });

serve(async ({ socketPath, slots, sliceMs, slices }: FairInput) => {
  const redis = connectRedis(socketPath, 'worker', log);
  const subscriber = connectRedis(socketPath, 'subscriber', log);
  const inbox = await createRedisInbox(redis, subscriber);
  const jobs = createTaskJobs(redis);
  const turns = createWriteTurns(createWritePace(connectRedis(socketPath, 'intake', log)), systemClock, log);
  const tell = (told: Told) => process.send?.(told);
  const github: GitHub = {
    ...instantGitHub,
    react: async ({ installationId: installation }, target) => {
      await turns.turn(installation, { rank: 'first', id: JSON.stringify(target) });
      tell({ told: 'write', installation, at: Date.now() });
    },
  };
  const workers = startWorkers(
    connectRedis(socketPath, 'worker', log),
    { concurrency: slots, perInstallation: null, perRepository: null, lockMs: 5_000, stalledMs: 2_500 },
    {
      redis,
      subscriber,
      inbox,
      jobs,
      log,
      actOn: (delivery) =>
        actOnDelivery(delivery, {
          instance: 'bench',
          redis,
          inbox,
          github,
          log,
          settingsOf: async () => UNCONFIGURED,
          history: { read: async () => [], ofIssue: async () => [] },
          redact: (text) => text,
          actLater: (later, afterMs) => jobs.actLater(later, afterMs),
          ciFixAttempts: 2,
          spending: UNCOUNTED,
          begin: async (beginning) => {
            tell({ told: 'begun', installation: beginning.begins.installationId, at: Date.now() });
            return workers.begin(beginning);
          },
          wake: (taskId) => jobs.wake(taskId),
          isStartComing: (of) => jobs.isStartComing(of),
          hurry: (taskId) => jobs.queue.hurry(taskId),
          announce: async () => undefined,
        }),
      giveUp: async () => undefined,
      wake: (taskId) => jobs.wake(taskId),
      endUnrecorded: async () => null,
      drive: async (taskId) => {
        const [item] = await inbox.read(taskId);
        // It has ended, and is woken once more by the delivery that began it.
        if (item?.kind !== 'start') return { kind: 'nothing' };
        const { installationId: installation, repositoryId: repository } = item.request.repo;
        const from = Date.now();
        await wait(sliceMs);
        tell({ told: 'slice', installation, repository, from, to: Date.now() });
        const done = await redis.hincrby('bench:slices', taskId, 1);
        const stage = { is: 'ended', ending: { status: 'completed' } };
        const task = { id: taskId, stage, request: item.request } as unknown as Task;
        return { kind: done < slices ? 'again' : 'ended', task };
      },
      ended: async () => undefined,
    },
  );
  await redis.ping();
  return { pid: process.pid };
});
