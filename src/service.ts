/** Puts the parts together and starts what the role needs. No logic of its own; above 250 lines, because all wiring is in one place. */
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import Docker from 'dockerode';
import type { Redis } from 'ioredis';
import { registerApi } from './api/routes.ts';
import { imageOf, sandboxLimits, taskSettings } from './config/task-settings.ts';
import { readEarlierTasks } from './read-earlier-tasks.ts';
import { Fault } from './errors.ts';
import { createRepositories } from './git/repositories.ts';
import { createGitHub } from './github/github.ts';
import { withMaskedTokens } from './github/masked-tokens.ts';
import { createJsonlStore } from './history/jsonl-store.ts';
import { instanceId } from './instance.ts';
import { createAnthropicModel } from './models/anthropic.ts';
import { loadPrompts } from './prompts/catalogue.ts';
import { createProducer } from './queue/producer.ts';
import { createRedisInbox } from './queue/redis-inbox.ts';
import { startSweeper } from './queue/sweeper.ts';
import { createTaskJobs } from './queue/task-jobs.ts';
import { startWorkers } from './queue/workers.ts';
import { githubCheck, ready } from './readiness.ts';
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
import { createProgressEditor } from './task/progress-editor.ts';
import { createSandboxSessions } from './task/sandbox-sessions.ts';
import { registerEvents } from './intake/app.ts';
import { createDoor } from './intake/door.ts';
import { createProbot } from './intake/probot.ts';
import type { AppCredentials } from './intake/credentials.ts';
import type { LoadedSettings } from './config/load.ts';
import type { ReadinessCheck } from './intake/health.ts';
import type { Logger } from './log.ts';
import type { Redactor } from './redact/redactor.ts';
import type { Toolbox } from './task/toolbox.ts';
import type { GitHub } from './ports/github.ts';
import type { SandboxGateway, Sandboxes } from './ports/sandbox.ts';

export type Role = 'all' | 'intake' | 'worker';

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
  const embedded = service.redisUrl === null ? await keepRedisRunning({ directory: join(service.dataDir, 'redis'), log }, clock) : null;
  if (embedded) stops.unshift(() => embedded.stop());
  const redisUrl = service.redisUrl ?? embedded?.socketPath ?? '';
  const connect = (purpose: 'intake' | 'worker' | 'subscriber'): Redis => {
    const redis = connectRedis(redisUrl, purpose, log);
    stops.unshift(() => redis.disconnect());
    return redis;
  };
  const redis = connect('worker');
  for (const warning of await checkRedis(redis)) log.warn({ warning }, 'redis');

  const github = withMaskedTokens(
    createGitHub({
      appId: credentials.appId,
      privateKey: credentials.privateKey,
      apiUrl: service.githubApiUrl,
      clock,
      log,
      pacing: settings.github.pace_writes,
    }),
    input.redactor,
  );
  const history = createJsonlStore({ directory: join(service.dataDir, settings.planning.history.directory), clock, log });
  const checks: Record<string, () => Promise<ReadinessCheck>> = { github: async () => githubCheck(github) };

  if (role !== 'intake') {
    const worker = await startWorker(input, { redis, connect, github, history });
    stops.unshift(() => worker.stop());
    checks['docker'] = async () => ready(() => worker.sandboxes.check(), 'engine and images are there');
  }
  const accepting = connect('intake');
  checks['redis'] = async () => ready(() => accepting.ping(), 'answers');
  const producer = createProducer(accepting);
  stops.unshift(() => producer.close());
  const probot = await createProbot({ credentials, log, ...(service.gheHost === null ? {} : { baseUrl: service.githubApiUrl }) });
  registerEvents(probot, {
    accept: async (delivery) => void (await producer.accept(delivery)),
    identity: async () => ({ ...(await github.identity()), aliases: settings.aliases }),
    settings: { triggerLabel: settings.trigger_label, allowedBots: settings.allowed_bots },
    clock,
    log,
  });
  const door = createDoor({
    probot,
    secrets: credentials.webhookSecrets,
    host: service.host,
    port: service.port,
    log,
    readiness: async () =>
      Object.fromEntries(await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await check()] as const))),
    routes: (app) => registerApi(app, { history, token: service.dashboardToken }),
  });
  const url = await door.listen();
  stops.unshift(() => door.close());
  log.info({ url, role, redis: embedded ? 'embedded' : 'external' }, 'planwright is ready');

  return {
    url,
    async stop() {
      for (const stop of stops) await Promise.resolve(stop()).catch((error: unknown) => log.warn({ err: error }, 'could not stop cleanly'));
    },
  };
}

interface WorkerParts {
  readonly redis: Redis;
  readonly connect: (purpose: 'worker' | 'subscriber') => Redis;
  readonly github: GitHub;
  readonly history: ReturnType<typeof createJsonlStore>;
}

async function startWorker(
  input: ServiceInput,
  { redis, connect, github, history }: WorkerParts,
): Promise<{ sandboxes: Sandboxes; stop(): Promise<void> }> {
  const { settings, service, credentials, log, redactor } = input;
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
    instance: instanceId(service.dataDir),
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
  const nonceKey = credentials.webhookSecrets[0];
  const tools: Toolbox = {
    clock,
    log,
    github,
    model,
    sandboxes,
    repositories,
    maxOutputTokens: settings.model.max_output_tokens,
    sessions: createSandboxSessions(sandboxes, gatewayFor, (error) => error instanceof SandboxLost),
    prompts: await loadPrompts(),
    imageOf: (name) => imageOf(settings.environments, name),
    redact: (text) => redactor.text(text),
    secretValues: () => input.secrets,
    nonceOf: (taskId) => createHmac('sha256', nonceKey).update(`prompt ${taskId}`).digest('hex').slice(0, 32),
    taskUrl: () => null,
    earlierTasks: (taskId, issue) => readEarlierTasks({ history, clock, log }, taskId, issue),
  };

  const inbox = await createRedisInbox(redis, connect('subscriber'));
  const jobs = createTaskJobs(redis);
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
      github,
      log,
      jobs,
      settingsFor: async () => taskSettings(settings, (await github.identity()).slug),
      wake: (taskId) => jobs.wake(taskId),
      drive: (taskId, shutdown) =>
        drive({
          taskId,
          history,
          inbox,
          tools,
          shutdown,
          editor: (isOurs) => createProgressEditor({ ...tools, isOurs }, settings.progress.edit_interval_sec * 1_000),
          sliceMs: settings.queue.drive_sec * 1_000,
          inboxMs: settings.queue.inbox_sec * 1_000,
        }),
      ended: async (taskId) => {
        gateways.get(taskId)?.close();
        gateways.delete(taskId);
      },
    },
  );
  const sweeper = startSweeper({ history, redis, jobs, log }, settings.queue.sweep_sec * 1_000);
  const reaping = startReaping({ sandboxes, history, log, keepStoppedMs: sandbox.keep_hours * 3_600_000 });
  return {
    sandboxes,
    async stop() {
      sweeper.stop();
      reaping.stop();
      await workers.close(settings.queue.shutdown_sec * 1_000);
      await inbox.close();
      await jobs.close();
    },
  };
}
