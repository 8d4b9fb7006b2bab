/** One of the doors that accept webhooks into a queue: ours, a bare Fastify route, or Probot's own middleware. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Queue } from 'bullmq';
import Fastify from 'fastify';
import { pino } from 'pino';
import { createNodeMiddleware, Probot } from 'probot';
import { registerEvents, createProbot } from '../../src/intake/register-events.ts';
import { createDoor } from '../../src/intake/door.ts';
import { createLogger } from '../../src/app/create-log.ts';
import { createProducer } from '../../src/queue/producer.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { connectRedis } from '../../src/redis/connect-redis.ts';
import { systemClock as clock } from '../../src/app/system-clock.ts';
import { serve } from './serve.ts';
import type { Delivery } from '../../src/people/intent.ts';
import type { LabeledPayload } from '../payload.ts';

export interface AcceptServerInput {
  readonly kind: 'ours' | 'fastify' | 'probot';
  readonly socketPath: string;
  readonly secret: string;
  readonly privateKey: string;
  readonly logLevel: 'info' | 'warn';
}

export interface AcceptServerReady {
  readonly port: number;
}

const quiet = pino({ level: 'silent' });

serve(async (input: AcceptServerInput): Promise<AcceptServerReady> => {
  switch (input.kind) {
    case 'ours':
      return ours(input);
    case 'fastify':
      return bareFastify(input);
    case 'probot':
      return probotAlone(input);
  }
});

async function ours({ socketPath, secret, privateKey, logLevel }: AcceptServerInput): Promise<AcceptServerReady> {
  const redactor = createRedactor([secret, privateKey]);
  const log = createLogger({
    level: logLevel,
    pretty: false,
    redactor,
    destination: pino.destination({ dest: '/dev/null', sync: true }),
  });
  const producer = createProducer(connectRedis(socketPath, 'intake', log));
  const probot = await createProbot({ credentials: { appId: 1, privateKey, webhookSecrets: [secret] }, log });
  registerEvents(probot, {
    accept: (delivery) => producer.accept(delivery),
    identity: async () => ({ appId: 1, slug: 'planwright', aliases: [] }),
    settings: { triggerLabel: 'planwright', allowedBots: [] },
    mayBeTrigger: async () => false,
    clock,
    log,
  });
  const door = createDoor({ probot, secrets: [secret], host: '127.0.0.1', port: 0, log, readiness: async () => ({}) });
  return { port: Number(new URL(await door.listen()).port) };
}

/** What one writes in an afternoon: the signature over the raw body, then the same job. */
async function bareFastify({ socketPath, secret }: AcceptServerInput): Promise<AcceptServerReady> {
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

async function probotAlone({ socketPath, secret, privateKey }: AcceptServerInput): Promise<AcceptServerReady> {
  const queue = queueOn(socketPath);
  const probot = new Probot({ appId: 1, privateKey, secret, log: quiet });
  const middleware = await createNodeMiddleware(
    (app) => {
      app.on('issues.labeled', async ({ id, payload }) => add(queue, id, payload as unknown as LabeledPayload));
    },
    { probot },
  );
  const server = createServer((request, response) => void middleware(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { port: (server.address() as AddressInfo).port };
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
