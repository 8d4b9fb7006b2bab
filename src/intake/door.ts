/**
 * The HTTP door. Ours rather than Probot's, which buffers bodies without a limit, answers 202 before the event is
 * kept, and has set-up routes that trust whoever calls them.
 */
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Probot } from 'probot';
import { Fault } from '../errors.ts';
import { type Readiness, registerHealthRoutes } from './health.ts';
import { createBodyReader } from './read-body.ts';
import { registerWebhookRoute } from './webhook-route.ts';

export interface DoorOptions {
  readonly probot: Probot;
  /** The webhook secret and, while it is being changed, the one before it. */
  readonly secrets: readonly string[];
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly readiness: Readiness;
  readonly log: Logger;
  /** Told how each webhook was answered. */
  readonly onWebhook?: (status: number) => void;
  /** What else this server offers, such as the dashboard. */
  readonly routes?: (app: FastifyInstance) => void | Promise<void>;
  readonly bodyLimitBytes?: number;
  readonly bodyTimeoutMs?: number;
  readonly acceptTimeoutMs?: number;
  readonly readinessTimeoutMs?: number;
}

export interface Door {
  /** Resolves with the base URL as soon as requests are answered. */
  listen(): Promise<string>;
  /** Refuses new requests, answers those that have begun, then resolves. */
  close(): Promise<void>;
}

/** GitHub's own cap on payloads. */
const GITHUB_MAX_BYTES = 25 * 1024 * 1024;
const BODIES_TOGETHER = 4;
const MAX_CONNECTIONS = 512;
const KEEP_ALIVE_MS = 5_000;
const CHECK_CONNECTIONS_MS = 1_000;
const MAX_HEADER_BYTES = 16 * 1024;

export function createDoor(options: DoorOptions): Door {
  if (options.secrets.length === 0 || options.secrets.includes('')) {
    throw new Fault(
      'credentials',
      'The webhook door has no secret to check signatures with.',
      'Set WEBHOOK_SECRET to the secret of the GitHub App.',
    );
  }
  const { probot, secrets, log } = options;
  const bodyTimeoutMs = options.bodyTimeoutMs ?? 10_000;
  const maxBytes = options.bodyLimitBytes ?? GITHUB_MAX_BYTES;
  const readBody = createBodyReader({
    maxBytes,
    maxBytesTogether: BODIES_TOGETHER * maxBytes,
    timeoutMs: bodyTimeoutMs,
  });
  const app = createServer(bodyTimeoutMs);

  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: 'There is nothing here. GET /readyz says whether this service can work.' }),
  );
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ error: error.message });
    log.error({ err: error }, 'request failed');
    return reply.code(500).send({ error: 'Something went wrong here; the log says what.' });
  });
  // Each in a scope of its own: the webhook's way of reading bodies is nobody else's.
  void app.register(async (scope) => {
    scope.addHook('onResponse', async (_request, reply) => options.onWebhook?.(reply.statusCode));
    registerWebhookRoute(scope, { probot, secrets, log, readBody, acceptTimeoutMs: options.acceptTimeoutMs ?? 4_000 });
  });
  void app.register(async (scope) =>
    registerHealthRoutes(scope, {
      readiness: options.readiness,
      readinessTimeoutMs: options.readinessTimeoutMs ?? 3_000,
      log,
    }),
  );
  const { routes } = options;
  if (routes !== undefined) void app.register(async (scope) => routes(scope));

  return {
    async listen() {
      await options.probot.ready();
      return app.listen({ host: options.host, port: options.port });
    },
    close: () => app.close(),
  };
}

function createServer(bodyTimeoutMs: number): FastifyInstance {
  const app = Fastify({
    logger: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Node ends what is slower than the body may be; also while a refused body is still arriving.
    requestTimeout: bodyTimeoutMs + CHECK_CONNECTIONS_MS,
    http: {
      headersTimeout: bodyTimeoutMs,
      connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  return app;
}
