/** A worker process whose drives report their start to the parent, and then continue for ever. */
import { createRedisInbox } from '../../src/queue/redis-inbox.ts';
import { createTaskJobs } from '../../src/queue/task-jobs.ts';
import { startWorkers } from '../../src/queue/workers.ts';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { connectRedis } from '../../src/redis/connect-redis.ts';
import { pino } from 'pino';
import { instantGitHub } from '../instant-github.ts';
import { UNCONFIGURED, UNCOUNTED } from '../task-facts.ts';
import { serve } from './serve.ts';

export interface WorkerInput {
  readonly socketPath: string;
  readonly lockMs: number;
  readonly stalledMs: number;
}

const log = pino({ level: 'silent' });

serve(async ({ socketPath, lockMs, stalledMs }: WorkerInput) => {
  const redis = connectRedis(socketPath, 'worker', log);
  const subscriber = connectRedis(socketPath, 'subscriber', log);
  const inbox = await createRedisInbox(redis, subscriber);
  const jobs = createTaskJobs(redis);
  const workers = startWorkers(
    connectRedis(socketPath, 'worker', log),
    { concurrency: 1, perInstallation: null, perRepository: null, lockMs, stalledMs },
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
          github: instantGitHub,
          log,
          settingsOf: async () => UNCONFIGURED,
          history: { read: async () => [], ofIssue: async () => [] },
          redact: (text) => text,
          actLater: (later, afterMs) => jobs.actLater(later, afterMs),
          ciFixAttempts: 2,
          begin: (beginning) => workers.begin(beginning),
          spending: UNCOUNTED,
          wake: (taskId) => jobs.wake(taskId),
          isStartComing: (of) => jobs.isStartComing(of),
          hurry: (taskId) => jobs.queue.hurry(taskId),
          announce: async () => undefined,
        }),
      giveUp: async () => undefined,
      wake: (taskId) => jobs.wake(taskId),
      endUnrecorded: async () => null,
      drive: (taskId) => {
        process.send?.({ began: taskId, pid: process.pid });
        return new Promise(() => undefined);
      },
      ended: async () => undefined,
    },
  );
  await redis.ping();
  return { pid: process.pid };
});
