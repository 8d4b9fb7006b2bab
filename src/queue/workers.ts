/** The two kinds of work: deliveries (short, many at once, so that 👀 never waits for a free worker) and drives. */
import { Worker } from 'bullmq';
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { claimIssue, placeOf, placesOf } from './active-issues.ts';
import { releaseTask } from './release-issue.ts';
import { DELIVERIES, PREFIX, TASKS } from './names.ts';
import { createOneDrive } from './single-driver.ts';
import { endWithoutRecord } from './end-unrecorded.ts';
import { reportOf } from '../state/select.ts';
import type { EndingTools } from './end-unrecorded.ts';
import type { ReleaseTools } from './release-issue.ts';
import type { Delivery } from '../people/delivery.ts';
import type { WakeUp } from './task-jobs.ts';
import type { DriveEnd } from '../state/drive-end.ts';
import type { Logger } from 'pino';
import type { Task } from '../state/task.ts';

const LONGEST_PATIENCE_MS = 60_000;

export interface WorkerSettings {
  readonly concurrency: number;
  readonly lockMs: number;
  readonly stalledMs: number;
}

export interface WorkerTools extends EndingTools, ReleaseTools {
  readonly actOn: (delivery: Delivery) => Promise<void>;
  readonly wake: (taskId: string) => Promise<void>;
  readonly drive: (taskId: string, shutdown: AbortSignal) => Promise<DriveEnd>;
  /** Lets go of what was kept for a task that has ended. */
  readonly ended: (taskId: string, status: string) => Promise<void>;
}

export interface Workers {
  /** Takes no more jobs, hands over those in hand, and resolves when that is done or the time is over. */
  close(deadlineMs: number): Promise<void>;
}

export function startWorkers(connect: () => Redis, settings: WorkerSettings, tools: WorkerTools): Workers {
  const shutdown = new AbortController();
  const options = {
    prefix: PREFIX,
    lockDuration: settings.lockMs,
    lockRenewTime: settings.lockMs / 4,
    stalledInterval: settings.stalledMs,
    // A crash is no attempt of the task: the task counts its own.
    maxStalledCount: 1_000_000,
    removeOnComplete: { count: 0 },
    settings: { backoffStrategy: patience },
  };
  const deliveries = new Worker<Delivery | WakeUp>(DELIVERIES, (job) => actOn(job, tools), {
    ...options,
    connection: connect(),
    concurrency: 20,
  });
  const oneDrive = createOneDrive();
  const drives = new Worker<WakeUp>(
    TASKS,
    (job, _token, lost) =>
      oneDrive(job.data.taskId, AbortSignal.any(lost ? [shutdown.signal, lost] : [shutdown.signal]), (signal) =>
        driveOne(job, tools, signal),
      ),
    { ...options, connection: connect(), concurrency: settings.concurrency },
  );
  for (const worker of [deliveries, drives]) report(worker, tools.log);
  // What cannot be renewed belongs to another worker by now: let go at once, before a model or a person is told something old.
  drives.on('lockRenewalFailed', (jobIds) =>
    jobIds.forEach((id) => drives.cancelJob(id, 'Another worker has taken this over.')),
  );

  return {
    async close(deadlineMs) {
      shutdown.abort(new Error('The service is stopping.'));
      const closed = Promise.all([deliveries.close(), drives.close()]).then(() => true);
      const late = new Promise<false>((resolve) => setTimeout(resolve, deadlineMs, false).unref());
      if (!(await Promise.race([closed, late]))) await Promise.all([deliveries.close(true), drives.close(true)]);
    },
  };
}

async function actOn(job: Job<Delivery | WakeUp>, tools: WorkerTools): Promise<void> {
  if ('taskId' in job.data) await tools.wake(job.data.taskId);
  else await tools.actOn(job.data);
}

async function driveOne(job: Job<WakeUp>, tools: WorkerTools, shutdown: AbortSignal): Promise<void> {
  const { taskId } = job.data;
  const isLastTry = job.attemptsMade + 1 >= (job.opts.attempts ?? 1);
  const end = await tools.drive(taskId, shutdown).catch(async (error: unknown): Promise<DriveEnd> => {
    const task = await endWithoutRecord({ taskId, isLastTry, error }, tools, shutdown);
    return task === 'unknown' ? releaseUnknown(taskId, tools) : { kind: 'ended', task };
  });
  switch (end.kind) {
    case 'again':
      await holdOn(end.task, tools);
      return tools.jobs.wake(taskId);
    case 'wait':
      await holdOn(end.task, tools);
      return tools.jobs.park(taskId, end.until);
    case 'ended':
      await tools.ended(taskId, reportOf(end.task)?.ending.status ?? 'ended');
      await tools.jobs.unpark(taskId);
      return releaseTask(taskId, placeOf(end.task.request), tools);
    case 'overtaken':
    case 'nothing':
  }
}

/** Nobody can be told, but its issue is free for whoever asks anew. */
async function releaseUnknown(taskId: string, tools: WorkerTools): Promise<DriveEnd> {
  await tools.ended(taskId, 'failed');
  await tools.jobs.unpark(taskId);
  for (const place of await placesOf(tools.redis, taskId)) await releaseTask(taskId, place, tools);
  return { kind: 'nothing' };
}

/** A Redis that lost its data has forgotten who holds the issue: a second task would begin beside this one (R4). */
async function holdOn({ id, request }: Task, { redis }: WorkerTools): Promise<void> {
  await claimIssue(redis, placeOf(request), id);
}

/** Waits twice as long each time, but never so long that the end of an outage would go unnoticed. */
function patience(attemptsMade: number): number {
  return Math.min(LONGEST_PATIENCE_MS, 1_000 * 2 ** Math.min(attemptsMade - 1, 10)) * (0.8 + 0.4 * Math.random());
}

function report(worker: Worker, log: Logger): void {
  worker.on('error', (error) => log.warn({ queue: worker.name, err: error }, 'queue trouble'));
  worker.on('failed', (job, error) =>
    log.warn({ queue: worker.name, job: job?.id, attempt: job?.attemptsMade, err: error }, 'job failed'),
  );
  worker.on('stalled', (job) => log.warn({ queue: worker.name, job }, 'job taken over from a worker that died'));
}
