/** The two kinds of work: deliveries (short, many at once, so that 👀 never waits for a free worker) and drives. */
import { type Job, UnrecoverableError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { RetryLater } from '../errors.ts';
import { claimIssue, issueRefOf, issuesHeldBy } from './active-issues.ts';
import { type EndingTools, endWithoutRecord, releaseTask } from './end-task.ts';
import { DELIVERIES, PREFIX } from './names.ts';
import { reportOf } from '../state/select.ts';
import { MOST_FAILURES, startTaskRunner, type TaskRunner, type TaskRunnerSettings } from './task-runner.ts';
import { createHandling, type Handling, STARTS_ALONE } from './unended.ts';
import type { WakeUp } from './task-jobs.ts';
import type { Taken } from './fair-queue.ts';
import { withPatience } from '../patience.ts';
import type { Delivery } from '../people/intent.ts';
import type { Logger } from 'pino';
import type { DriveEnd, Task } from '../state/task.ts';

const LONGEST_BACKOFF_MS = 60_000;
/** Less than for how long a place in the line of writes is kept. */
const MOST_LATE_MS = 1_000;
const DELIVERIES_AT_A_TIME = 20;
const PATIENCE_MS = 1_000;

export interface WorkerTools extends EndingTools {
  readonly subscriber: Redis;
  readonly actOn: (delivery: Delivery) => Promise<void>;
  /** Gives the delivery up, and tells people so. */
  readonly giveUp: (delivery: Delivery) => Promise<void>;
  readonly wake: (taskId: string) => Promise<void>;
  readonly drive: (taskId: string, shutdown: AbortSignal) => Promise<DriveEnd>;
  /** Drops what this process kept for an ended task. */
  readonly ended: (taskId: string, status: string) => Promise<void>;
}

export interface Workers extends Pick<TaskRunner, 'begin'> {
  /** Takes no more jobs, hands over those in progress, and resolves when that is done or the time is over. */
  close(deadlineMs: number): Promise<void>;
}

export function startWorkers(connection: Redis, settings: TaskRunnerSettings, tools: WorkerTools): Workers {
  const shutdown = new AbortController();
  const options = {
    prefix: PREFIX,
    lockDuration: settings.lockMs,
    lockRenewTime: settings.lockMs / 4,
    stalledInterval: settings.stalledMs,
    // A crash does not count as an attempt of the job: tasks count their own, and deliveries theirs (`unended.ts`).
    maxStalledCount: 1_000_000,
    removeOnComplete: { count: 0 },
    settings: { backoffStrategy: backoffMs },
  };
  const handling = createHandling(tools.redis);
  const deliveries = new Worker<Delivery | WakeUp>(
    DELIVERIES,
    async (job) => {
      const { data } = job;
      if ('taskId' in data) return tools.wake(data.taskId);
      return withPatience(PATIENCE_MS, () => handleOne(data, job, { ...tools, handling }));
    },
    { ...options, connection, concurrency: DELIVERIES_AT_A_TIME },
  );
  logTrouble(deliveries, tools.log);
  const oneDrive = createOneDrive();
  const runner = startTaskRunner(
    {
      queue: tools.jobs.queue,
      subscriber: tools.subscriber,
      log: tools.log,
      drive: (taken, lost) =>
        oneDrive(taken.taskId, AbortSignal.any([shutdown.signal, lost]), (signal) =>
          withPatience(Number.POSITIVE_INFINITY, () => driveOne(taken, tools, signal)),
        ),
      wakeIn: (taskId, waitMs) => tools.jobs.park(taskId, Date.now() + waitMs),
    },
    settings,
  );

  return {
    begin: (beginning) => runner.begin(beginning),
    async close(deadlineMs) {
      shutdown.abort(new Error('The service is stopping.'));
      const closed = Promise.all([deliveries.close(), runner.close()]).then(() => true);
      const late = new Promise<false>((resolve) => setTimeout(resolve, deadlineMs, false).unref());
      if (await Promise.race([closed, late])) return;
      await Promise.all([handling.letGo(), deliveries.close(true), runner.close(true)]);
    },
  };
}

interface HandlingTools extends WorkerTools {
  readonly handling: Handling;
}

type Started = Pick<Job, 'id' | 'attemptsStarted' | 'attemptsMade'>;

async function handleOne(delivery: Delivery, job: Started, tools: HandlingTools): Promise<void> {
  const { deliveryId, event, intent } = delivery;
  const { handling, actOn, giveUp, log } = tools;
  // All attempts came to an end, even if a bad one.
  const starts = job.attemptsStarted - job.attemptsMade > 1 ? 'again' : 'first';
  const work = { act: () => actOn(delivery), giveUp: () => giveUp(delivery) };
  const end = await handling.handle(deliveryId, work, starts);
  if (end === 'handled') return;
  const reason = `Handling this delivery stopped the service ${STARTS_ALONE} times: it is not tried again.`;
  const advice = `Report this with the log of the service. The delivery is kept as the failed job ${job.id} of the queue ${DELIVERIES} in Redis.`;
  const issue = `${intent.repo.owner}/${intent.repo.name}#${intent.issue}`;
  log.error({ delivery: deliveryId, event, issue, reason, advice }, 'delivery given up');
  throw new UnrecoverableError(reason);
}

type OneDrive = <Result>(
  taskId: string,
  shutdown: AbortSignal,
  work: (shutdown: AbortSignal) => Promise<Result>,
) => Promise<Result>;

/**
 * One drive of a task at a time in this process. A busy machine can lose the lock of a job in progress, and the same
 * process may get it again: the first drive is aborted and ends before the second begins, since both would use the same
 * container and connection.
 */
export function createOneDrive(): OneDrive {
  const running = new Map<string, { readonly abort: AbortController; readonly over: Promise<unknown> }>();
  return async (taskId, shutdown, work) => {
    for (let before = running.get(taskId); before !== undefined; before = running.get(taskId)) {
      before.abort.abort(new Error('This task was taken up again.'));
      await before.over;
    }
    const abort = new AbortController();
    const mine = work(AbortSignal.any([shutdown, abort.signal]));
    running.set(taskId, { abort, over: mine.catch(() => undefined).finally(() => running.delete(taskId)) });
    return mine;
  };
}

async function driveOne(
  { taskId, failures }: Taken,
  tools: WorkerTools,
  shutdown: AbortSignal,
): Promise<'again' | 'sleep'> {
  const isLastTry = failures + 1 >= MOST_FAILURES;
  const end = await tools.drive(taskId, shutdown).catch(async (error: unknown): Promise<DriveEnd> => {
    const task = await endWithoutRecord({ taskId, isLastTry, error }, tools, shutdown);
    return task === 'unknown' ? releaseUnknown(taskId, tools) : { kind: 'ended', task };
  });
  switch (end.kind) {
    case 'again':
      await keepIssue(end.task, tools);
      return 'again';
    case 'wait':
      await keepIssue(end.task, tools);
      await tools.jobs.park(taskId, end.until);
      return 'sleep';
    case 'ended':
      await tools.ended(taskId, reportOf(end.task)?.ending.status ?? 'ended');
      await tools.jobs.unpark(taskId);
      await releaseTask(taskId, issueRefOf(end.task.request), tools);
      return 'sleep';
    case 'overtaken':
    case 'nothing':
      return 'sleep';
  }
}

/** Not even its request is readable, so nobody can be told, but its issue is released for the next task. */
async function releaseUnknown(taskId: string, tools: WorkerTools): Promise<DriveEnd> {
  await tools.ended(taskId, 'failed');
  await tools.jobs.unpark(taskId);
  for (const issue of await issuesHeldBy(tools.redis, taskId)) await releaseTask(taskId, issue, tools);
  return { kind: 'nothing' };
}

/** A Redis that lost its data has forgotten who holds the issue; a second task would start beside this one (R4). */
async function keepIssue({ id, request }: Task, { redis }: WorkerTools): Promise<void> {
  await claimIssue(redis, issueRefOf(request), id);
}

/** Waits twice as long each time, but short enough to notice the end of an outage. */
function backoffMs(attemptsMade: number, _type?: string, error?: Error): number {
  // A wait that GitHub or the pace of writes asked for is respected, and not much exceeded.
  if (error instanceof RetryLater && error.afterMs !== null)
    return Math.min(LONGEST_BACKOFF_MS, error.afterMs) + MOST_LATE_MS * Math.random();
  return Math.min(LONGEST_BACKOFF_MS, 1_000 * 2 ** Math.min(attemptsMade - 1, 10)) * (0.8 + 0.4 * Math.random());
}

function logTrouble(worker: Worker, log: Logger): void {
  const queue = worker.name;
  worker.on('error', (error) => log.warn({ queue, err: error }, 'queue trouble'));
  worker.on('failed', (job, error) => {
    const about = { queue, job: job?.id, attempt: job?.attemptsMade };
    if (error instanceof RetryLater && error.afterMs !== null)
      log.info({ ...about, waitMs: error.afterMs, reason: error.message }, 'job waits');
    else log.warn({ ...about, err: error }, 'job failed');
  });
  worker.on('stalled', (job) => log.warn({ queue, job }, 'job taken over from a worker that died'));
}
