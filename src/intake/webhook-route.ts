/**
 * POST /api/github/webhooks: read within bounds, verify, then let Probot's handlers accept it. 202 means that it
 * is safely kept; any failure is told to GitHub, whose list of failed deliveries is how it is found again.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Probot } from 'probot';
import { DELIVERY_ID } from '../people/delivery.ts';
import { isEventName } from '../ports/webhook-events.ts';
import { parsePayload } from './parse-payload.ts';
import type { BodyOutcome, ReadBody } from './read-body.ts';
import { signatureShape, verifySignature } from './signature.ts';
import { within } from './within.ts';

export interface WebhookDeps {
  readonly probot: Probot;
  readonly secrets: readonly string[];
  readonly readBody: ReadBody;
  /** Until when the handlers must have accepted; GitHub itself gives up after 10 s. */
  readonly acceptTimeoutMs: number;
  readonly log: Logger;
}

type ProbotEvent = Parameters<Probot['webhooks']['receive']>[0];

const RETRY_AFTER_S = '60';
const REFUSED_BODY: Readonly<Record<Exclude<BodyOutcome['kind'], 'body'>, readonly [number, string]>> = {
  too_large: [413, 'The body is larger than GitHub ever sends.'],
  too_slow: [408, 'The body did not arrive in time.'],
  busy: [503, 'Too much is arriving at once. Please deliver this again in a minute.'],
  gone: [400, 'The connection was closed before the body was complete.'],
};

export function registerWebhookRoute(app: FastifyInstance, deps: WebhookDeps): void {
  app.removeAllContentTypeParsers();
  // The handler reads the stream itself: the signature is over the bytes, and the bounds hold before any parsing.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.post('/api/github/webhooks', (request, reply) => receive(deps, request, reply));
}

async function receive(deps: WebhookDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { headers } = request;
  const signature = headers['x-hub-signature-256'];
  const shape = signatureShape(signature);
  if (shape !== 'present') return refuseSignature(deps, reply, shape);

  const read = await deps.readBody(request.raw);
  if (read.kind !== 'body') {
    deps.log.warn({ outcome: read.kind }, 'webhook body refused');
    const [status, error] = REFUSED_BODY[read.kind];
    if (status === 503) reply.header('retry-after', RETRY_AFTER_S);
    if (read.kind === 'too_slow') reply.header('connection', 'close');
    return reply.code(status).send({ error });
  }
  const verdict = verifySignature(read.body, signature, deps.secrets);
  if (verdict !== 'valid') return refuseSignature(deps, reply, verdict);

  const id = headers['x-github-delivery'];
  const event = headers['x-github-event'];
  if (typeof id !== 'string' || !DELIVERY_ID.test(id))
    return reply.code(400).send({ error: 'X-GitHub-Delivery is missing or no delivery id.' });
  if (typeof event !== 'string' || event === '') return reply.code(400).send({ error: 'X-GitHub-Event is missing.' });
  if (!isEventName(event)) return accepted(reply);

  const parsed = parsePayload(read.body);
  if (parsed.kind === 'unreadable') return reply.code(400).send({ error: parsed.reason });
  if (typeof parsed.payload['action'] !== 'string') return reply.code(400).send({ error: 'The event has no action.' });
  return accept(deps, reply, { id, name: event, payload: parsed.payload } as unknown as ProbotEvent);
}

async function accept(deps: WebhookDeps, reply: FastifyReply, event: ProbotEvent): Promise<FastifyReply> {
  const fields = { delivery: event.id, event: event.name };
  try {
    const outcome = await within(deps.acceptTimeoutMs, deps.probot.webhooks.receive(event));
    if (outcome !== 'too_late') return await accepted(reply);
    deps.log.error(fields, 'delivery not accepted in time');
  } catch {
    // Probot has logged the error itself.
    deps.log.error(fields, 'delivery not accepted');
  }
  return reply
    .code(503)
    .header('retry-after', RETRY_AFTER_S)
    .send({ error: 'The delivery could not be kept. Please deliver it again in a minute.' });
}

function accepted(reply: FastifyReply): FastifyReply {
  return reply.code(202).send({ accepted: true });
}

function refuseSignature(deps: WebhookDeps, reply: FastifyReply, reason: string): FastifyReply {
  deps.log.warn({ reason }, 'webhook signature refused');
  return reply.code(401).send({
    error:
      'X-Hub-Signature-256 is missing or does not fit. Check that the webhook secret is the same here and on GitHub.',
  });
}
