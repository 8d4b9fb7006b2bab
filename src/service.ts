/** Puts the parts together and starts what the role needs. No logic of its own; above 250 lines, because all wiring is in one place. */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import Docker from 'dockerode';
import type { Redis } from 'ioredis';
import { counted } from './api/counting.ts';
import { createMetrics, type Metrics } from './api/metrics.ts';
import { imageOf, sandboxLimits, taskSettings } from './config/task-settings.ts';
import { issueImages } from './issue-images.ts';
import { makeDataFolder } from './installation/data-folder.ts';
import { readEarlierTasks } from './read-earlier-tasks.ts';
import { Fault } from './errors.ts';
import { createRepositories } from './git/repositories.ts';
import { createGitHub } from './github/github.ts';
import { withMaskedTokens } from './github/masked-tokens.ts';
import { joinInstallation } from './installation/join-installation.ts';
import { instanceId } from './installation/instance.ts';
import { createAnthropicModel } from './models/anthropic.ts';
import { openDoor } from './open-door.ts';
import { loadPrompts } from './prompts/catalogue.ts';
import { startRedelivery } from './queue/redelivery.ts';
import { createRedisInbox } from './queue/redis-inbox.ts';
import { claimAgain, startSweeper } from './queue/sweeper.ts';
import { createTaskJobs } from './queue/task-jobs.ts';
import { startWorkers } from './queue/workers.ts';
import { openRecords, type Records } from './installation/records.ts';
import { startRetaining } from './installation/retain.ts';
import { ready, watchGitHub } from './readiness.ts';
import { checkRedis } from './redis/check.ts';
import { connectRedis } from './redis/connect.ts';
import { keepRedisRunning } from './redis/keep-running.ts';
import { createDockerSandboxes } from './sandbox/docker-sandboxes.ts';
import { defaultEgressHosts } from './sandbox/egress-hosts.ts';
import { createGateway } from './sandbox/gateway.ts';
import { startReaping } from './sandbox/reap-forgotten.ts';
import { SandboxLost } from './sandbox/sandbox-lost.ts';
import { systemClock as clock } from './system-clock.ts';
import { drive } from './task/drive.ts';
import { endUnrecorded } from './task/end-unrecorded.ts';
import { createProgressEditor } from './task/progress-editor.ts';
import { createSandboxSessions } from './task/sandbox-sessions.ts';
import type { Role } from './command-line.ts';
import type { AppCredentials } from './intake/credentials.ts';
import type { LoadedSettings } from './config/load.ts';
import type { ReadinessCheck } from './intake/health.ts';
import type { Logger } from './log.ts';
import type { Redactor } from './redact/redactor.ts';
import type { DriveOptions } from './task/drive.ts';
import type { Toolbox } from './task/toolbox.ts';
import type { GitHub } from './ports/github.ts';
import type { SandboxGateway, Sandboxes } from './ports/sandbox.ts';

export interface ServiceInput extends LoadedSettings {
  readonly role: Role;
  readonly credentials: AppCredentials;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly secrets: readonly string[];
}

export interface Service {
  readonly url: string;
  /** Resolves when nothing is in hand any more, or when the time for that is over. */
  stop(): Promise<void>;
}

export async function startService(input: ServiceInput): Promise<Service> {
  const { role, settings, service, credentials, log } = input;
  const stops: (() => Promise<void> | void)[] = [];
  makeDataFolder(service.dataDir);
  const embedded = service.redisUrl === null ? await keepRedisRunning({ directory: join(service.dataDir, 'redis'), log }, clock) : null;
  if (embedded) stops.unshift(() => embedded.stop());
  const connect = (purpose: 'intake' | 'worker' | 'subscriber'): Redis => {
    const redis = connectRedis(service.redisUrl ?? embedded?.socketPath ?? '', purpose, log);
    stops.unshift(() => redis.disconnect());
    return redis;
  };
  const redis = connect('worker');
  const storage = settings.planning.history.storage_type;
  for (const warning of await checkRedis(redis, { keepsHistory: storage === 'redis' })) log.warn({ warning }, 'redis');
  const { dataDir } = service;
  const instance = await joinInstallation(redis, { storage, instance: instanceId(dataDir), dataDir, isOwnRedis: embedded !== null }, log);

  const metrics = createMetrics();
  const app = createGitHub({
    appId: credentials.appId,
    privateKey: credentials.privateKey,
    apiUrl: service.githubApiUrl,
    clock,
    log,
    pacing: settings.github.pace_writes,
    onCall: ({ status }) => metrics.count('planwright_github_calls_total', { status }),
  });
  const github = withMaskedTokens(app, input.redactor);
  const watch = watchGitHub(app, clock, log);
  stops.unshift(() => watch.stop());
  const records = openRecords(input, () => connect('worker'));
  const checks: Record<string, () => Promise<ReadinessCheck>> = { github: () => watch.check() };

  if (role !== 'intake') {
    const worker = await startWorker(input, { redis, connect, github, records, instance, metrics });
    stops.unshift(() => worker.stop());
    checks['docker'] = async () => ready(() => worker.sandboxes.check(), 'engine and images are there');
  }
  const accepting = connect('intake');
  const door = await openDoor(input, { redis: accepting, github, history: records.historyOver(accepting), metrics, checks });
  stops.unshift(() => door.close());
  if (role !== 'worker') {
    const redelivery = startRedelivery({ app, redis, clock, log }, settings.github.redelivery_sec * 1_000);
    stops.unshift(() => redelivery.stop());
  }
  log.info({ url: door.url, role, redis: embedded ? 'embedded' : 'external' }, 'planwright has started; /readyz says whether it can work');

  return {
    url: door.url,
    async stop() {
      for (const stop of stops) await Promise.resolve(stop()).catch((error: unknown) => log.warn({ err: error }, 'could not stop cleanly'));
    },
  };
}

interface WorkerParts {
  readonly redis: Redis;
  readonly connect: (purpose: 'worker' | 'subscriber') => Redis;
  readonly github: GitHub;
  readonly records: Records;
  /** Under which tasks and containers are made. */
  readonly instance: string;
  readonly metrics: Metrics;
}

async function startWorker(
  input: ServiceInput,
  { redis, connect, github, records, instance, metrics }: WorkerParts,
): Promise<{ sandboxes: Sandboxes; stop(): Promise<void> }> {
  const { settings, service, credentials, log, redactor } = input;
  const { history, retention } = records;
  if (service.anthropicApiKey === null) {
    throw new Fault(
      'model_credentials',
      'There is no key for the model.',
      'Set ANTHROPIC_API_KEY (and ANTHROPIC_BASE_URL if the API is reached elsewhere).',
    );
  }
  const model = createAnthropicModel({
    apiKey: service.anthropicApiKey,
    baseUrl: service.anthropicBaseUrl ?? undefined,
    model: settings.model.name,
    timeoutMs: settings.model.timeout_sec * 1_000,
    maxRetries: 3,
    clock,
  });
  const { sandbox } = settings;
  const sandboxes = createDockerSandboxes({
    docker: new Docker(),
    instance,
    limits: sandboxLimits(sandbox),
    images: Object.values(settings.environments).map((environment) => environment.image),
    log,
    clock,
  });
  const repositories = createRepositories({
    directory: join(service.dataDir, 'repositories'),
    githubUrl: service.githubUrl,
    botName: 'planwright[bot]',
    log,
    knownSecrets: () => input.secrets,
  });
  const egress =
    sandbox.network.mode === 'allowlist'
      ? { kind: 'allowlist' as const, hosts: [...defaultEgressHosts, ...sandbox.network.allow] }
      : { kind: sandbox.network.mode };
  const gateways = new Map<string, SandboxGateway>();
  const gatewayFor = (taskId: string): SandboxGateway => {
    const gateway =
      gateways.get(taskId) ??
      createGateway({
        git: (request, response) => repositories.serve(taskId, request, response),
        egress,
        log: log.child({ task: taskId }),
        onDenied: () => undefined,
      });
    gateways.set(taskId, gateway);
    return gateway;
  };
  const tools: Toolbox = {
    clock,
    log,
    github,
    model: counted(model, metrics),
    images: issueImages(service, github),
    sandboxes,
    repositories,
    maxOutputTokens: settings.model.max_output_tokens,
    sessions: createSandboxSessions(sandboxes, gatewayFor, (error) => error instanceof SandboxLost),
    prompts: await loadPrompts(),
    imageOf: (name) => imageOf(settings.environments, name),
    redact: (text) => redactor.text(text),
    nonceOf: (taskId) => createHmac('sha256', credentials.webhookSecrets[0]).update(`prompt ${taskId}`).digest('hex').slice(0, 32),
    taskUrl: () => null,
    earlierTasks: (taskId, issue) => readEarlierTasks({ history, clock, log }, taskId, issue),
  };

  const inbox = await createRedisInbox(redis, connect('subscriber'));
  const jobs = createTaskJobs(redis);
  const driveOptions = (taskId: string, shutdown: AbortSignal): DriveOptions => ({
    taskId,
    history,
    inbox,
    tools,
    shutdown,
    editor: (isOurs) => createProgressEditor({ ...tools, isOurs }, settings.progress.edit_interval_sec * 1_000),
    sliceMs: settings.queue.drive_sec * 1_000,
    inboxMs: settings.queue.inbox_sec * 1_000,
  });
  await claimAgain({ history, redis, log });
  const workers = startWorkers(
    () => connect('worker'),
    {
      concurrency: settings.queue.concurrency,
      lockMs: settings.queue.lock_sec * 1_000,
      stalledMs: settings.queue.stalled_sec * 1_000,
    },
    {
      ...tools,
      instance,
      redis,
      inbox,
      jobs,
      settingsFor: async () => taskSettings(settings, (await github.identity()).slug),
      wake: (taskId, beganIn) => jobs.wake(taskId, beganIn),
      history,
      drive: (taskId, shutdown) => drive(driveOptions(taskId, shutdown)),
      endUnrecorded: (taskId, fault, shutdown) => endUnrecorded(driveOptions(taskId, shutdown), fault),
      ended: async (taskId, status) => {
        metrics.count('planwright_tasks_ended_total', { state: status });
        gateways.get(taskId)?.close();
        gateways.delete(taskId);
      },
    },
  );
  const sweeper = startSweeper({ history, redis, jobs, log }, settings.queue.sweep_sec * 1_000);
  const retaining = startRetaining(
    { retention, history, repositories, images: tools.images, clock, log },
    settings.planning.history.retention_days,
  );
  const reaping = startReaping({ sandboxes, history, log, keepStoppedMs: sandbox.keep_hours * 3_600_000 });
  return {
    sandboxes,
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
