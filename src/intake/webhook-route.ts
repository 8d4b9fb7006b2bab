/**
 * POST /api/github/webhooks: reads within bounds, verifies, then lets Probot's handlers accept it. 202 means that it is
 * stored durably; any failure is reported to GitHub, whose list of failed deliveries we read later.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Probot } from 'probot';
import type { BodyOutcome, ReadBody } from './read-body.ts';
import { DELIVERY_ID } from '../people/intent.ts';
import { isEventName } from '../ports/webhook-events.ts';
import { parsePayload } from './payload.ts';

interface WebhookDeps {
  readonly secrets: readonly string[];
  readonly readBody: ReadBody;
  /** Resolves when Probot's handlers have accepted the event, or when that takes too long. */
  readonly handle: (event: ProbotEvent) => Promise<unknown>;
  /** Called with the headers of a delivery for this App whose signature does not fit. */
  readonly onForeignSignature?: (appId: string) => void;
  readonly log: Logger;
}

export type ProbotEvent = Parameters<Probot['webhooks']['receive']>[0];

/** GitHub's `X-Hub-Signature-256`: HMAC-SHA-256 over the bytes as they arrived. */
const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

const RETRY_AFTER_S = '60';
const REFUSED_BODY: Readonly<Record<Exclude<BodyOutcome['kind'], 'body'>, readonly [number, string]>> = {
  too_large: [413, 'The body is larger than GitHub ever sends.'],
  too_slow: [408, 'The body did not arrive in time.'],
  busy: [503, 'Too much is arriving at once. Please deliver this again in a minute.'],
  gone: [400, 'The connection was closed before the body was complete.'],
};

/** Log lines about refused requests: this many per period, then only their number. */
const MOST_LINES = 20;
const LINES_MS = 10_000;

export function registerWebhookRoute(app: FastifyInstance, options: WebhookDeps): void {
  const deps = { ...options, warn: briefly(options.log) };
  app.removeAllContentTypeParsers();
  // The handler reads the stream itself: the signature covers the raw bytes, and the bounds apply before any parsing.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  app.post('/api/github/webhooks', (request, reply) => receive(deps, request, reply));
}

interface Receiving extends WebhookDeps {
  readonly warn: (fields: object, message: string) => void;
}

/** Endless invalid requests must not fill the log. */
function briefly(log: Pick<Logger, 'warn'>): (fields: object, message: string) => void {
  let since = -Infinity;
  let lines = 0;
  return (fields, message) => {
    const now = performance.now();
    if (now - since > LINES_MS) {
      if (lines > MOST_LINES)
        log.warn({ count: lines - MOST_LINES }, 'further requests were refused without a log line each');
      since = now;
      lines = 0;
    }
    lines += 1;
    if (lines <= MOST_LINES) log.warn(fields, message);
  };
}

async function receive(deps: Receiving, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { headers } = request;
  const signature = headers['x-hub-signature-256'];
  // Checked before the body is read: without a well-formed signature there is nothing to read it for.
  const given = readSignature(signature);
  if (typeof given === 'string') return refuseSignature(deps, reply, given);

  const read = await deps.readBody(request.raw);
  if (read.kind !== 'body') {
    deps.warn({ outcome: read.kind }, 'webhook body refused');
    const [status, error] = REFUSED_BODY[read.kind];
    if (status === 503) reply.header('retry-after', RETRY_AFTER_S);
    if (read.kind === 'too_slow' || read.kind === 'busy') reply.header('connection', 'close');
    return reply.code(status).send({ error });
  }
  if (!isSigned(read.body, given, deps.secrets)) {
    deps.onForeignSignature?.(String(headers['x-github-hook-installation-target-id'] ?? ''));
    return refuseSignature(deps, reply, 'mismatch');
  }

  const id = headers['x-github-delivery'];
  const event = headers['x-github-event'];
  if (typeof id !== 'string' || !DELIVERY_ID.test(id))
    return reply.code(400).send({ error: 'X-GitHub-Delivery is missing or no delivery id.' });
  if (typeof event !== 'string' || event === '') return reply.code(400).send({ error: 'X-GitHub-Event is missing.' });
  if (!isEventName(event)) return accepted(reply);

  const parsed = parsePayload(read.body);
  if (parsed.kind === 'unreadable') return reply.code(400).send({ error: parsed.reason });
  // Of the events we read, only the deletion of a branch has none.
  if (event !== 'delete' && typeof parsed.payload['action'] !== 'string')
    return reply.code(400).send({ error: 'The event has no action.' });
  return accept(deps, reply, { id, name: event, payload: parsed.payload } as unknown as ProbotEvent);
}

async function accept({ handle, log }: WebhookDeps, reply: FastifyReply, event: ProbotEvent): Promise<FastifyReply> {
  const fields = { delivery: event.id, event: event.name };
  try {
    if ((await handle(event)) !== 'too_late') return await accepted(reply);
    log.error(fields, 'delivery not accepted in time');
  } catch {
    // Probot has logged the error itself.
    log.error(fields, 'delivery not accepted');
  }
  return reply
    .code(503)
    .header('retry-after', RETRY_AFTER_S)
    .send({ error: 'The delivery could not be kept. Please deliver it again in a minute.' });
}

function accepted(reply: FastifyReply): FastifyReply {
  return reply.code(202).send({ accepted: true });
}

function refuseSignature(deps: Receiving, reply: FastifyReply, reason: string): FastifyReply {
  deps.warn({ reason }, 'webhook signature refused');
  return reply.code(401).send({
    error:
      'X-Hub-Signature-256 is missing or does not fit. Check that the webhook secret is the same here and on GitHub.',
  });
}

export function readSignature(header: unknown): Buffer | 'missing' | 'malformed' {
  if (header === undefined || header === '') return 'missing';
  const digits = typeof header === 'string' ? SIGNATURE.exec(header)?.[1] : undefined;
  return digits === undefined ? 'malformed' : Buffer.from(digits, 'hex');
}

/** Any of `secrets` is accepted, so that a secret can be changed without losing deliveries in transit. */
export function isSigned(body: Buffer, given: Buffer, secrets: readonly string[]): boolean {
  return secrets.some((secret) => timingSafeEqual(createHmac('sha256', secret).update(body).digest(), given));
}
