/**
 * The HTTP server for webhooks. We use our own because Probot's buffers bodies without a limit, answers 202 before the
 * event is stored, and has set-up routes that trust every caller.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Probot } from 'probot';
import { Fault } from '../errors.ts';
import { endConnectionsOnClose } from '../net/end-connections.ts';
import { createGiveWay, type Share } from './give-way.ts';
import { type Readiness, registerHealthRoutes } from './health.ts';
import { createBodyReader } from './read-body.ts';
import { registerWebhookRoute, type ProbotEvent } from './webhook-route.ts';

export interface DoorOptions {
  readonly probot: Probot;
  /** The webhook secret and, while it is being changed, the previous one. */
  readonly secrets: readonly string[];
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly readiness: Readiness;
  readonly log: Logger;
  /** Called with the App named by a delivery whose signature does not fit; anybody can send such a delivery. */
  readonly onForeignSignature?: (appId: string) => void;
  /** Called with the status that each webhook was answered with. */
  readonly onWebhook?: (status: number) => void;
  /** Further routes of this server, such as the dashboard's. */
  readonly routes?: (app: FastifyInstance) => void | Promise<void>;
  readonly bodyLimitBytes?: number;
  readonly headersTimeoutMs?: number;
  readonly bodyTimeoutMs?: number;
  readonly acceptTimeoutMs?: number;
  readonly readinessTimeoutMs?: number;
  /** How long a readiness result is reused for other callers. */
  readonly readinessKeptMs?: number;
}

export interface Door {
  /** Resolves with the base URL as soon as requests are answered. */
  listen(): Promise<string>;
  /** Refuses new requests, finishes those in progress, then resolves. */
  close(): Promise<void>;
}

/** GitHub's own cap on payloads. */
const GITHUB_MAX_BYTES = 25 * 1024 * 1024;
const BODIES_TOGETHER = 4;
const MAX_CONNECTIONS = 512;
/** Per connection; then it is closed. */
const MAX_REQUESTS = 100;
const KEEP_ALIVE_MS = 5_000;
const CHECK_CONNECTIONS_MS = 1_000;
const MAX_HEADER_BYTES = 16 * 1024;

export function createDoor(options: DoorOptions): Door {
  if (options.secrets.length === 0 || options.secrets.includes('')) {
    throw new Fault(
      'credentials',
      'The webhook server has no secret to check signatures with.',
      'Set WEBHOOK_SECRET to the secret of the GitHub App.',
    );
  }
  const { probot, secrets, log, routes } = options;
  const { bodyLimitBytes: maxBytes = GITHUB_MAX_BYTES, headersTimeoutMs = 4_000, bodyTimeoutMs = 10_000 } = options;
  // GitHub itself gives up after 10 s.
  const { acceptTimeoutMs = 4_000, readinessTimeoutMs = 3_000, readinessKeptMs = 1_000 } = options;
  const app = createServer(headersTimeoutMs, bodyTimeoutMs);
  endConnectionsOnClose(app);
  const connections = limitConnections(app.server);
  const readBody = createBodyReader({
    maxBytes,
    maxBytesTogether: BODIES_TOGETHER * maxBytes,
    timeoutMs: bodyTimeoutMs,
    onProgress: ({ socket }) => connections.renew(socket),
  });
  // No response here is a page, or may be cached.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    done();
  });

  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: 'There is nothing here. GET /readyz says whether this service can work.' }),
  );
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ error: error.message });
    log.error({ err: error }, 'request failed');
    return reply.code(500).send({ error: 'Something went wrong here; the log says what.' });
  });
  // Each in its own scope: only the webhook route reads raw bodies.
  void app.register(async (scope) => {
    scope.addHook('onResponse', (_request, reply, done) => {
      options.onWebhook?.(reply.statusCode);
      done();
    });
    const handle = (event: ProbotEvent) => withTimeout(acceptTimeoutMs, probot.webhooks.receive(event));
    const { onForeignSignature } = options;
    registerWebhookRoute(scope, {
      secrets,
      log,
      readBody,
      handle,
      ...(onForeignSignature === undefined ? {} : { onForeignSignature }),
    });
  });
  void app.register(async (scope) => {
    const checks = keptFor(readinessKeptMs, options.readiness);
    const readiness = async () => withTimeout(readinessTimeoutMs, checks());
    registerHealthRoutes(scope, { readiness, log });
  });
  if (routes !== undefined) void app.register(async (scope) => routes(scope));

  return {
    async listen() {
      await probot.ready();
      return app.listen({ host: options.host, port: options.port });
    },
    close: () => app.close(),
  };
}

function createServer(headersTimeout: number, bodyTimeoutMs: number): FastifyInstance {
  const app = Fastify({
    logger: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    maxRequestsPerSocket: MAX_REQUESTS,
    // Node ends requests slower than this, also while a refused body is still arriving.
    requestTimeout: bodyTimeoutMs + CHECK_CONNECTIONS_MS,
    http: {
      headersTimeout,
      connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
  });
  // Pipelined requests pile up; a well-behaved client sends no more after the last one was announced.
  app.server.on('dropRequest', (_request, socket) => socket.destroy());
  return app;
}

/**
 * Closes the connection that has been without a request the longest, rather than refusing the next one, which may be
 * GitHub's.
 */
function limitConnections(server: Server): { renew(socket: Socket): void } {
  const connections = createGiveWay(MAX_CONNECTIONS);
  const shares = new WeakMap<Socket, Share>();
  server.on('connection', (socket: Socket) => {
    const share = connections.take(socket.remoteAddress ?? '', () => socket.destroy());
    shares.set(socket, share);
    socket.once('close', share.end);
    share.grow(1);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const share = shares.get(socket);
    share?.renew();
    share?.use(true);
    response.once('close', () => share?.use(false));
  });
  return { renew: (socket) => shares.get(socket)?.renew() };
}

/** Callers during a check or shortly after get the same result, since requests are free and checks are not. */
function keptFor<Result>(keptMs: number, look: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<Result> | null = null;
  return () => {
    if (last !== null) return last;
    const looking = look();
    last = looking;
    const forget = (): void => {
      if (last === looking) last = null;
    };
    looking.then(
      () => setTimeout(forget, keptMs).unref(),
      () => forget(),
    );
    return looking;
  };
}

/** Waits for `work` up to the time limit. After `too_late` the work continues and its result is ignored. */
async function withTimeout<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result | 'too_late'> {
  let timer: NodeJS.Timeout | undefined;
  const alarm = new Promise<'too_late'>((resolve) => {
    timer = setTimeout(() => resolve('too_late'), timeoutMs);
  });
  try {
    return await Promise.race([work, alarm]);
  } finally {
    clearTimeout(timer);
  }
}
