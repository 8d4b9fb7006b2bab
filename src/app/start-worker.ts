/** Connects the parts of a worker: the sources of its tasks, and its maintenance. No logic of its own. */
import type { Redis } from 'ioredis';
import { countFacts } from '../api/count-facts.ts';
import { type Metrics, withMetrics } from '../api/metrics.ts';
import { createUserSettings } from '../config/user-settings.ts';
import { createSettingsReader } from './repository-settings.ts';
import { startRetaining, startReaping } from './retain.ts';
import { createRedisInbox } from '../queue/redis-inbox.ts';
import { claimAgain, startSweeper } from '../queue/sweeper.ts';
import { createTaskJobs } from '../queue/task-jobs.ts';
import { watchIssues } from '../queue/watched-issues.ts';
import { startWorkers } from '../queue/workers.ts';
import { actOnDelivery } from '../requests/act-on-delivery.ts';
import { giveUpDelivery } from '../requests/give-up-delivery.ts';
import type { ActingTools } from '../requests/acting-tools.ts';
import { systemClock as clock } from './system-clock.ts';
import { startQueueNotices } from './queue-notices.ts';
import { announce, drive, type DriveOptions } from '../drive/drive.ts';
import { endUnrecorded } from '../drive/end-without-history.ts';
import { createEditPace } from '../drive/edit-pace.ts';
import { createProgressEditor } from '../drive/progress-editor.ts';
import { readActiveTasks } from './read-neighbours.ts';
import { createRepositorySpending } from '../queue/spent-in-repositories.ts';
import { createToolbox } from './toolbox.ts';
import type { Records } from './records.ts';
import type { ServiceInput } from './service-input.ts';
import type { ReadinessCheck } from '../intake/health.ts';
import type { GitHub } from '../ports/github.ts';
import type { Sandboxes } from '../ports/sandbox.ts';

const SHORTEST_NOTICE_MS = 1_000;

interface WorkerParts {
  readonly redis: Redis;
  readonly connect: (purpose: 'worker' | 'subscriber') => Redis;
  readonly github: GitHub;
  readonly records: Records;
  /** The name for tasks and containers. */
  readonly instance: string;
  readonly metrics: Metrics;
}

export async function startWorker(
  input: ServiceInput,
  { redis, connect, github, records, instance, metrics }: WorkerParts,
): Promise<{ sandboxes: Sandboxes; modelState: () => Promise<ReadinessCheck>; stop(): Promise<void> }> {
  const { settings, service, credentials, log } = input;
  const { history, retention } = records;
  const spending = createRepositorySpending({ redis, history, log });
  const {
    tools: ports,
    modelState,
    forget,
  } = await createToolbox({
    ...input,
    loaded: input,
    instance,
    secret: credentials.webhookSecrets[0],
    github,
    githubUrl: service.githubUrl,
    gitUrl: service.githubUrl,
    history,
    observed: (model) => withMetrics(model, metrics),
    activeTasks: (about) => readActiveTasks({ redis, history, log }, about),
    watchIssues: (taskId, issueIds) => watchIssues(redis, taskId, issueIds),
    spending,
  });
  const tools = { ...ports, count: countFacts(metrics) };
  const { sandboxes, repositories } = tools;

  const subscriber = connect('subscriber');
  const inbox = await createRedisInbox(redis, subscriber);
  const jobs = createTaskJobs(redis);
  const pace = createEditPace(settings.progress.edit_interval_sec * 1_000);
  const driveOptions = (taskId: string, shutdown: AbortSignal): DriveOptions => ({
    taskId,
    history,
    inbox,
    tools,
    shutdown,
    editor: (isOurs) => createProgressEditor({ ...tools, isOurs }, pace),
    sliceMs: settings.queue.drive_sec * 1_000,
    inboxMs: settings.queue.inbox_sec * 1_000,
  });
  const stopping = new AbortController();
  const notices = startQueueNotices(
    {
      queue: jobs.queue,
      redis,
      subscriber,
      history,
      github,
      announce: (taskId, queued) => {
        const options = driveOptions(taskId, stopping.signal);
        return announce({ ...options, tools: { ...tools, queued } });
      },
      redact: tools.redact,
      noteUrl: tools.noteUrl,
      clock,
      log,
    },
    Math.max(SHORTEST_NOTICE_MS, settings.progress.edit_interval_sec * 1_000),
  );
  await claimAgain({ history, redis, log });
  const acting: ActingTools = {
    instance,
    redis,
    inbox,
    github,
    log,
    spending,
    settingsOf: createSettingsReader({
      settings,
      github,
      userSettings: service.userConfigUrl === null ? null : createUserSettings(service.userConfigUrl),
      log,
    }),
    begin: (beginning) => workers.begin(beginning),
    wake: (taskId) => jobs.wake(taskId),
    isStartComing: (of) => jobs.isStartComing(of),
    hurry: (taskId) => jobs.queue.hurry(taskId),
    announce: (taskId) => notices.announce(taskId),
    actLater: (delivery, afterMs) => jobs.actLater(delivery, afterMs),
    ciFixAttempts: settings.ci_fix_attempts,
    history,
    redact: tools.redact,
  };
  const workers = startWorkers(
    connect('worker'),
    {
      concurrency: settings.queue.concurrency,
      perInstallation: settings.queue.per_installation,
      perRepository: settings.queue.per_repository,
      lockMs: settings.queue.lock_sec * 1_000,
      stalledMs: settings.queue.stalled_sec * 1_000,
    },
    {
      redis,
      subscriber,
      inbox,
      jobs,
      log,
      actOn: (delivery) => actOnDelivery(delivery, acting),
      giveUp: (delivery) => giveUpDelivery(delivery, acting, jobs),
      wake: (taskId) => jobs.wake(taskId),
      drive: (taskId, shutdown) => drive(driveOptions(taskId, shutdown)),
      endUnrecorded: (taskId, fault, shutdown) => endUnrecorded(driveOptions(taskId, shutdown), fault),
      ended: async (taskId, status) => {
        metrics.tasksEnded.inc({ state: status });
        forget(taskId);
      },
    },
  );
  const sweeper = startSweeper({ history, redis, jobs, log }, settings.queue.sweep_sec * 1_000);
  const retaining = startRetaining(
    { retention, history, repositories, images: tools.images, downloads: tools.downloads, clock, log },
    settings.planning.history.retention_days,
  );
  const reaping = startReaping({
    sandboxes,
    history,
    clock,
    log,
    keepStoppedMs: settings.sandbox.keep_hours * 3_600_000,
  });
  return {
    sandboxes,
    modelState,
    async stop() {
      stopping.abort(new Error('The service is stopping.'));
      notices.stop();
      sweeper.stop();
      retaining.stop();
      reaping.stop();
      await workers.close(settings.queue.shutdown_sec * 1_000);
      await inbox.close();
      await jobs.close();
    },
  };
}
