/** Puts the parts of a worker together: what tasks are driven with, and what looks after them. No logic of its own. */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import Docker from 'dockerode';
import type { Redis } from 'ioredis';
import { type Metrics, withMetrics } from '../api/metrics.ts';
import { imageOf, sandboxLimits, settingsFor } from './task-settings.ts';
import { Fault } from '../errors.ts';
import { createImages } from '../github/kept-images.ts';
import { createRepositories } from '../git/open-repositories.ts';
import { startRetaining, startReaping } from './retain.ts';
import { createAnthropicModel } from '../models/anthropic.ts';
import { loadPrompts } from '../model-calls/catalogue.ts';
import { createRedisInbox } from '../queue/redis-inbox.ts';
import { claimAgain, startSweeper } from '../queue/sweeper.ts';
import { createTaskJobs } from '../queue/task-jobs.ts';
import { startWorkers } from '../queue/workers.ts';
import { actOnDelivery } from '../requests/act-on-delivery.ts';
import { giveUpDelivery } from '../requests/give-up-delivery.ts';
import type { ActingTools } from '../requests/acting-tools.ts';
import { createDockerSandboxes } from '../sandbox/docker-sandboxes.ts';
import { defaultEgressHosts } from '../sandbox/egress-rules.ts';
import { createGateway, createGateways } from '../sandbox/gateway.ts';
import { SandboxLost } from '../sandbox/session.ts';
import { systemClock as clock } from './system-clock.ts';
import { drive, type DriveOptions } from '../drive/drive.ts';
import { endUnrecorded } from '../drive/end-without-history.ts';
import { createEditPace } from '../drive/edit-pace.ts';
import { createProgressEditor } from '../drive/progress-editor.ts';
import { createSandboxSessions } from '../effects/sandbox-sessions.ts';
import { readActiveTasks, readEarlierWork } from './read-neighbours.ts';
import { readEarlierTasks, type Records } from './records.ts';
import { watchModel } from './readiness.ts';
import type { ServiceInput } from './service-input.ts';
import type { ReadinessCheck } from '../intake/health.ts';
import type { Toolbox } from '../effects/performer.ts';
import type { GitHub } from '../ports/github.ts';
import type { Sandboxes } from '../ports/sandbox.ts';

interface WorkerParts {
  readonly redis: Redis;
  readonly connect: (purpose: 'worker' | 'subscriber') => Redis;
  readonly github: GitHub;
  readonly records: Records;
  /** Under which tasks and containers are made. */
  readonly instance: string;
  readonly metrics: Metrics;
}

export async function startWorker(
  input: ServiceInput,
  { redis, connect, github, records, instance, metrics }: WorkerParts,
): Promise<{ sandboxes: Sandboxes; modelState: () => Promise<ReadinessCheck>; stop(): Promise<void> }> {
  const { settings, service, credentials, log, redactor } = input;
  const { history, retention } = records;
  if (service.anthropicApiKey === null) {
    throw new Fault(
      'model_credentials',
      'There is no key for the model.',
      'Set ANTHROPIC_API_KEY (and ANTHROPIC_BASE_URL if the API is reached elsewhere).',
    );
  }
  const modelWatch = watchModel(log);
  const model = createAnthropicModel({
    apiKey: service.anthropicApiKey,
    baseUrl: service.anthropicBaseUrl ?? undefined,
    model: settings.model.name,
    timeoutMs: settings.model.timeout_sec * 1_000,
    maxRetries: 3,
    clock,
    onAttempt: (attempt) => modelWatch.note(attempt),
  });
  /** The same in every worker, and kept nowhere. */
  const derived = (what: string): string =>
    createHmac('sha256', credentials.webhookSecrets[0]).update(what).digest('hex');
  const { sandbox } = settings;
  const sandboxes = createDockerSandboxes({
    docker: new Docker(),
    instance,
    secret: derived('sandbox'),
    limits: sandboxLimits(sandbox),
    images: Object.values(settings.environments).map((environment) => environment.image),
    log,
    clock,
  });
  const repositories = createRepositories({
    directory: join(service.dataDir, 'repositories'),
    githubUrl: service.githubUrl,
    log,
    knownSecrets: () => input.secrets,
  });
  const egress =
    sandbox.network.mode === 'allowlist'
      ? { kind: 'allowlist' as const, hosts: [...defaultEgressHosts, ...sandbox.network.allow] }
      : { kind: sandbox.network.mode };
  const gateways = createGateways((taskId) =>
    createGateway({
      git: (request, response) => repositories.serve(taskId, request, response),
      egress,
      log: log.child({ task: taskId }),
    }),
  );
  const tools: Toolbox = {
    clock,
    log,
    github,
    model: withMetrics(model, metrics),
    images: createImages({
      directory: join(service.dataDir, 'images'),
      githubUrl: service.githubUrl,
      token: (repo) => github.gitToken(repo, 'read'),
    }),
    sandboxes,
    repositories,
    maxOutputTokens: settings.model.max_output_tokens,
    sessions: createSandboxSessions(
      sandboxes,
      (taskId) => gateways.of(taskId),
      (error) => error instanceof SandboxLost,
    ),
    prompts: await loadPrompts({ overrideFolder: service.promptsDir }),
    imageOf: (name) => imageOf(settings.environments, name),
    redact: (text) => redactor.text(text),
    nonceOf: (taskId) => derived(`prompt ${taskId}`).slice(0, 32),
    taskUrl: () => null,
    earlierTasks: (taskId, about) => readEarlierTasks(history, log, taskId, about),
    activeTasks: (about) => readActiveTasks({ redis, history, log }, about),
    earlierWork: (about, files) => readEarlierWork({ history, log }, about, files),
  };

  const inbox = await createRedisInbox(redis, connect('subscriber'));
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
  await claimAgain({ history, redis, log });
  const acting: ActingTools = {
    instance,
    redis,
    inbox,
    github,
    log,
    settingsFor: settingsFor(settings, async () => (await github.identity()).slug),
    wake: (taskId, beganIn) => jobs.wake(taskId, beganIn),
    history,
    redact: tools.redact,
  };
  const workers = startWorkers(
    () => connect('worker'),
    {
      concurrency: settings.queue.concurrency,
      lockMs: settings.queue.lock_sec * 1_000,
      stalledMs: settings.queue.stalled_sec * 1_000,
    },
    {
      redis,
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
        gateways.close(taskId);
      },
    },
  );
  const sweeper = startSweeper({ history, redis, jobs, log }, settings.queue.sweep_sec * 1_000);
  const retaining = startRetaining(
    { retention, history, repositories, images: tools.images, clock, log },
    settings.planning.history.retention_days,
  );
  const reaping = startReaping({ sandboxes, history, clock, log, keepStoppedMs: sandbox.keep_hours * 3_600_000 });
  return {
    sandboxes,
    modelState: () => modelWatch.check(),
    async stop() {
      sweeper.stop();
      retaining.stop();
      reaping.stop();
      await workers.close(settings.queue.shutdown_sec * 1_000);
      await inbox.close();
      await jobs.close();
    },
  };
}
