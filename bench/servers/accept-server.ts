/**
 * A server that accepts webhooks into a queue: ours, a bare Fastify route, Probot's own server, or its middleware
 * alone.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Queue } from 'bullmq';
import Fastify from 'fastify';
import { pino } from 'pino';
import { createNodeMiddleware, Probot, Server } from 'probot';
import { openOurDoor, type DoorInput, type DoorReady } from './our-door.ts';
import { serve } from './serve.ts';
import type { Delivery } from '../../src/people/intent.ts';
import type { LabeledPayload } from '../payload.ts';

export interface AcceptServerInput extends DoorInput {
  readonly kind: 'ours' | 'fastify' | 'server' | 'middleware';
}

const quiet = pino({ level: 'silent' });

serve(async (input: AcceptServerInput): Promise<DoorReady> => {
  switch (input.kind) {
    case 'ours':
      return openOurDoor(input);
    case 'fastify':
      return bareFastify(input);
    case 'server':
      return probotServer(input);
    case 'middleware':
      return probotMiddleware(input);
  }
});

/** A minimal implementation: the signature over the raw body, then the same job. */
async function bareFastify({ socketPath, secret }: AcceptServerInput): Promise<DoorReady> {
  const queue = queueOn(socketPath);
  const app = Fastify({ logger: false });
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/api/github/webhooks', async (request, reply) => {
    const body = request.body as Buffer;
    const given = Buffer.from(String(request.headers['x-hub-signature-256']).slice('sha256='.length), 'hex');
    const expected = createHmac('sha256', secret).update(body).digest();
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      return reply.code(401).send({ error: 'signature' });
    await add(queue, String(request.headers['x-github-delivery']), JSON.parse(body.toString('utf8')) as LabeledPayload);
    return reply.code(202).send({ accepted: true });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { port: (app.server.address() as AddressInfo).port };
}

/**
 * As started by `probot run`, with a log line per request; plain pino instead of its transformed log, which costs more.
 */
async function probotServer({ socketPath, secret, privateKey, logLevel }: AcceptServerInput): Promise<DoorReady> {
  const queue = queueOn(socketPath);
  // Probot takes 0 for its default port.
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  await once(free.close(), 'close');
  const server = new Server({
    Probot: Probot.defaults({ appId: 1, privateKey, secret }),
    log: pino({ level: logLevel }, pino.destination({ dest: '/dev/null', sync: true })),
    host: '127.0.0.1',
    port,
  });
  await server.load((app) => registerBare(app, queue));
  await server.start();
  return { port };
}

async function probotMiddleware({ socketPath, secret, privateKey }: AcceptServerInput): Promise<DoorReady> {
  const queue = queueOn(socketPath);
  const probot = new Probot({ appId: 1, privateKey, secret, log: quiet });
  const middleware = await createNodeMiddleware((app) => registerBare(app, queue), { probot });
  const server = createServer((request, response) => void middleware(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { port: (server.address() as AddressInfo).port };
}

function registerBare(app: Probot, queue: Queue<Delivery>): void {
  app.on('issues.labeled', async ({ id, payload }) => add(queue, id, payload as unknown as LabeledPayload));
}

function queueOn(socketPath: string): Queue<Delivery> {
  return new Queue<Delivery>('planwright-deliveries', {
    connection: { path: socketPath },
    prefix: 'planwright',
    skipMetasUpdate: true,
  });
}

async function add(
  queue: Queue<Delivery>,
  deliveryId: string,
  { issue, repository, installation, sender }: LabeledPayload,
): Promise<void> {
  const delivery: Delivery = {
    deliveryId,
    event: 'issues',
    receivedAt: new Date().toISOString(),
    intent: {
      kind: 'start',
      repo: {
        installationId: installation.id,
        repositoryId: repository.id,
        owner: repository.owner.login,
        name: repository.name,
      },
      issue: issue.number,
      sender: { id: sender.id, login: sender.login, isBot: sender.type === 'Bot' },
      occurrence: `label-${issue.id}-${issue.updated_at}`,
      trigger: 'label',
      target: { kind: 'issue', issue: issue.number },
      title: issue.title,
      body: issue.body,
      author: { id: issue.user.id, login: issue.user.login },
      instruction: null,
      isPrivate: repository.private,
    },
  };
  await queue.add('delivery', delivery, {
    jobId: `delivery-${deliveryId}`,
    attempts: 1_000,
    backoff: { type: 'exponential', delay: 1_000, jitter: 0.2 },
    removeOnComplete: true,
    removeOnFail: { count: 1_000 },
  });
}
