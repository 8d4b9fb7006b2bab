/**
 * Puts the parts of the intake together: everything between a webhook and the queue, and what /readyz and /metrics
 * say.
 */
import { registerApi } from '../api/routes.ts';
import { startMetricsServer } from '../api/metrics-server.ts';
import { registerEvents } from '../intake/register-events.ts';
import { createDoor } from '../intake/door.ts';
import { createProbot } from '../intake/probot.ts';
import { createDepthReader } from '../queue/depth.ts';
import { createProducer } from '../queue/producer.ts';
import { ready } from './readiness.ts';
import { systemClock as clock } from './system-clock.ts';
import type { Redis } from 'ioredis';
import type { Metrics } from '../api/metrics.ts';
import type { ReadinessCheck } from '../intake/health.ts';
import type { GitHub } from '../ports/github.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { ServiceInput } from './service-input.ts';

interface DoorParts {
  /** For the intake alone: it answers in time or fails. */
  readonly redis: Redis;
  readonly github: GitHub;
  readonly history: HistoryStore;
  readonly metrics: Metrics;
  readonly checks: Readonly<Record<string, () => Promise<ReadinessCheck>>>;
}

interface OpenDoor {
  readonly url: string;
  close(): Promise<void>;
}

export async function openDoor(
  { settings, service, credentials, log }: ServiceInput,
  parts: DoorParts,
): Promise<OpenDoor> {
  const { redis, github, history, metrics } = parts;
  const checks = { ...parts.checks, redis: async () => ready(() => redis.ping(), 'answers') };
  const producer = createProducer(redis);
  const probot = await createProbot({
    credentials,
    log,
    ...(service.gheHost === null ? {} : { baseUrl: service.githubApiUrl }),
  });
  registerEvents(probot, {
    accept: (delivery) => producer.accept(delivery),
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
    onWebhook: (status) => metrics.webhooks.inc({ status }),
    readiness: async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await check()] as const)),
      ),
    routes: (app) => registerApi(app, { history, token: service.dashboardToken }),
  });
  const measuring = service.metricsPort === null ? null : await openMetrics(service.host, service.metricsPort);
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
