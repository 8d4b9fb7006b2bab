/** Connects the parts and starts what the role needs. No logic of its own. */
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import { createMetrics, startMetricsServer, type Metrics } from '../api/metrics.ts';
import { firstStartOf, makeDataFolder, instanceId, joinInstallation } from './join-installation.ts';
import { githubChecks, modelCheck, tellForeignSignature, tellMistakes } from './check-github.ts';
import { programs } from './check-machine.ts';
import { createGitHub } from '../github/open-github.ts';
import { startRedelivery } from '../queue/redelivery.ts';
import { listenToRelay } from './listen-to-relay.ts';
import { keepIdentity, recallIdentity } from './own-identity.ts';
import { openRecords } from './records.ts';
import { readiness, serviceCheck, watchGitHub } from './readiness.ts';
import { redisWarnings } from '../redis/check-redis.ts';
import { type ConnectionPurpose, connectRedis, untilConnected } from '../redis/connect-redis.ts';
import { createWritePace } from '../redis/redis-write-pace.ts';
import { keepRedisRunning } from '../redis/embedded-redis.ts';
import { startTrouble } from './start-trouble.ts';
import { startWorker } from './start-worker.ts';
import { systemClock as clock } from './system-clock.ts';
import { registerApi } from '../api/routes.ts';
import { loadPrompts } from '../model-calls/catalogue.ts';
import { registerAfterSetUp } from '../setup-page/after-set-up.ts';
import { registerEvents, createProbot } from '../intake/register-events.ts';
import { createDoor } from '../intake/door.ts';
import { createDepthReader } from '../queue/depth.ts';
import { createFairQueue } from '../queue/fair-queue.ts';
import { createProducer } from '../queue/producer.ts';
import { createSender } from '../queue/redis-inbox.ts';
import { mayBeTrigger } from '../queue/trigger-labels.ts';
import type { ServiceInput } from './service-input.ts';
import type { ReadinessCheck } from '../intake/health.ts';
import type { GitHub } from '../ports/github.ts';
import type { HistoryStore } from '../ports/history.ts';

/** Longer than a reachable Redis takes for another connection. */
const CONNECT_MS = 2_500;

interface Service {
  /** Resolves when nothing is in progress any more, or when the time for that is over. */
  stop(): Promise<void>;
}

export async function startService(input: ServiceInput): Promise<Service> {
  const { role, settings, service, credentials, log } = input;
  const stops: (() => Promise<void> | void)[] = [];
  makeDataFolder(service.dataDir);
  const embedded =
    service.redisUrl === null
      ? await keepRedisRunning({ directory: join(service.dataDir, 'redis'), log }, clock)
      : null;
  if (embedded) stops.unshift(() => embedded.stop());
  const place = service.redisUrl ?? embedded?.socketPath ?? '';
  const storage = settings.planning.history.storage_type;
  for (const warning of await redisWarnings(place, storage === 'redis')) log.warn({ warning }, 'redis');
  const connect = (purpose: ConnectionPurpose): Redis => {
    const redis = connectRedis(place, purpose, log);
    stops.unshift(() => redis.disconnect());
    return redis;
  };
  /** Commands before it is connected would be reported as an outage. */
  const connectNow = async (purpose: 'intake' | 'accepting'): Promise<Redis> => {
    const ready = connect(purpose);
    await untilConnected(ready, CONNECT_MS);
    return ready;
  };
  const redis = connect('worker');
  const { dataDir } = service;
  const instance = await joinInstallation(
    redis,
    { storage, instance: instanceId(dataDir), dataDir, isOwnRedis: embedded !== null },
    log,
  );

  const metrics = createMetrics();
  const app = { appId: credentials.appId, apiUrl: service.githubApiUrl };
  const github = createGitHub({
    ...app,
    privateKey: credentials.privateKey,
    remembered: await recallIdentity(redis, app),
    onIdentity: keepIdentity(redis, app, log),
    clock,
    log,
    pace: settings.github.pace_writes ? createWritePace(await connectNow('intake')) : null,
    onCall: ({ status }) => metrics.githubCalls.inc({ status }),
    onLimit: ({ installationId, resource, remaining }) =>
      metrics.githubRemaining.set({ installation: installationId, resource }, remaining),
    onToken: (token) => input.redactor.add(token),
  });
  const watch = watchGitHub(github, clock, log);
  stops.unshift(() => watch.stop());
  const records = openRecords(input, () => connect('worker'));
  const checks: Record<string, () => Promise<ReadinessCheck>> = { github: () => watch.check() };

  if (role !== 'intake') {
    const worker = await startWorker(input, { redis, connect, github, records, instance, metrics });
    stops.unshift(() => worker.stop());
    const docker = { check: () => worker.sandboxes.check(), fine: 'engine and images are there' };
    checks['docker'] = readiness('docker', docker, log);
    checks['model'] = () => worker.modelState();
  }
  const asking = await connectNow('intake');
  const door = await openDoor(input, {
    redis: asking,
    accepting: await connectNow('accepting'),
    github,
    history: records.historyOver(asking),
    metrics,
    checks,
  });
  stops.unshift(() => door.close());
  const isDoor = role !== 'worker';
  if (isDoor) {
    const missed = { app: github, redis, clock, log, firstStartMs: firstStartOf(dataDir) };
    const redelivery = startRedelivery(missed, settings.github.redelivery_sec * 1_000);
    stops.unshift(() => redelivery.stop());
    const relay = listenToRelay(input, door.url);
    stops.unshift(() => relay?.stop());
  }
  void tellMistakes(
    [
      ...(isDoor ? githubChecks({ service, credentials, github }) : []),
      ...(role === 'intake' ? [] : [programs, modelCheck(input)]),
    ],
    log,
  );
  log.info(
    { url: door.url, role, redis: embedded ? 'embedded' : 'external' },
    'planwright has started; /readyz says whether it can work',
  );

  return {
    async stop() {
      for (const stop of stops)
        await Promise.resolve(stop()).catch((error: unknown) => log.warn({ err: error }, 'could not stop cleanly'));
    },
  };
}

interface DoorParts {
  /** Only for the intake: answers in time or fails. */
  readonly redis: Redis;
  /** The same for calls that the webhook server limits itself. */
  readonly accepting: Redis;
  readonly github: GitHub;
  readonly history: HistoryStore;
  readonly metrics: Metrics;
  readonly checks: Readonly<Record<string, () => Promise<ReadinessCheck>>>;
}

interface OpenDoor {
  readonly url: string;
  close(): Promise<void>;
}

/** Everything between a webhook and the queue, and the content of /readyz and /metrics. */
async function openDoor(input: ServiceInput, parts: DoorParts): Promise<OpenDoor> {
  const { settings, service, credentials, log, redactor } = input;
  const { redis, accepting, github, history, metrics } = parts;
  const queue = createFairQueue(redis);
  const checks = {
    ...parts.checks,
    service: serviceCheck(queue),
    redis: readiness('redis', { check: () => redis.ping(), fine: 'answers' }, log),
  };
  const note = {
    prompts: await loadPrompts({ overrideFolder: service.promptsDir }),
    redact: (text: string) => redactor.text(text),
  };
  const producer = createProducer(accepting);
  const api = { history, token: service.dashboardToken, service: queue, note, send: createSender(redis, queue) };
  const probot = await createProbot({
    credentials,
    log,
    ...(service.gheHost === null ? {} : { baseUrl: service.githubApiUrl }),
  });
  registerEvents(probot, {
    accept: (delivery) => producer.accept(delivery),
    identity: async () => ({ ...(await github.identity()), aliases: settings.aliases }),
    settings: {
      triggerLabel: settings.trigger_label,
      anyLabel: true,
      allowedBots: [...settings.allowed_bots, ...settings.repositories.bots],
    },
    mayBeTrigger: (repositoryId, label) => mayBeTrigger(redis, repositoryId, label),
    clock,
    log,
  });
  const door = createDoor({
    probot,
    secrets: credentials.webhookSecrets,
    host: service.host,
    port: service.port,
    log,
    onForeignSignature: tellForeignSignature(github, log),
    onWebhook: (status) => metrics.webhooks.inc({ status }),
    readiness: async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await check()] as const)),
      ),
    routes: (app) => {
      // In its own scope, so that all of it requires the token.
      void app.register(async (scope) => registerApi(scope, api));
      registerAfterSetUp(app, service.githubUrl, input.setUp);
    },
  });
  const measuring =
    service.metricsPort === null
      ? null
      : await openMetrics(service.host, service.metricsPort).catch((error: unknown) => {
          throw startTrouble(error, 'METRICS_PORT');
        });
  await input.setUp?.makeRoom();
  const url = await door.listen();
  return {
    url,
    async close() {
      await door.close();
      await producer.close();
      await measuring?.close();
    },
  };

  async function openMetrics(host: string, port: number): Promise<{ close(): Promise<void> }> {
    const reader = createDepthReader(redis);
    const server = await startMetricsServer({
      host,
      port,
      metrics,
      log,
      depths: () => reader.read(clock.now()),
    });
    log.info({ port: server.port }, 'metrics are served');
    return {
      async close() {
        await server.close();
        await reader.close();
      },
    };
  }
}
