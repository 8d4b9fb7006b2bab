/**
 * Signed webhooks of 20 KB for different issues, accepted durably: by our server, and by alternatives. All add the same
 * job with the same payload to the same Redis, which flushes to disk before it answers. Each issue is in its own
 * repository: if one repository sends them all, ours queues those beyond a fair number behind everything else.
 */
import { createHmac, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { startChild } from './children.ts';
import { connectRedis } from '../src/redis/connect-redis.ts';
import { postAll } from './load.ts';
import { atLeast, median, quantile, row, takeTurns, type Row } from './measure.ts';
import { type LabeledPayload, labeledPayload } from './payload.ts';
import type { AcceptServerInput } from './servers/accept-server.ts';
import type { DoorReady } from './servers/our-door.ts';
import type { Rig } from './rig.ts';

const BENCH = 'webhooks';
const CONNECTIONS = 24;
const CROWDED = 7;

type Kind = AcceptServerInput['kind'];

interface Sample {
  readonly perSecond: number;
  readonly cpuMs: number;
  readonly p50: number;
  readonly p99: number;
}

export async function acceptRate(
  rig: Rig,
  { deliveries, rounds }: { readonly deliveries: number; readonly rounds: number },
): Promise<readonly Row[]> {
  const { socketPath } = await rig.redis();
  const redis = connectRedis(socketPath, 'worker', rig.log);
  rig.onClose(() => redis.disconnect());
  const secret = randomBytes(24).toString('hex');
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  let issue = 0;

  /** By a new process each time: how well its code is compiled differs from process to process by a tenth. */
  async function measure(kind: Kind, round: number, isCrowded = false): Promise<Sample> {
    const input = { kind, socketPath, secret, privateKey, logLevel: 'info' } satisfies AcceptServerInput;
    const server = await startChild<DoorReady>('accept-server', input);
    rig.onClose(() => server.stop());
    const number = round < 0 ? 500 : deliveries;
    const post = async (): Promise<Sample> => {
      const requests = Array.from({ length: number }, () => {
        issue += 1;
        return requestOf(labeledPayload(issue, isCrowded ? CROWDED : 1_000_000 + issue), secret);
      });
      const cpuBefore = await server.cpuMs();
      const began = performance.now();
      const answers = await postAll(server.ready.port, requests, CONNECTIONS);
      const ms = performance.now() - began;
      const cpuMs = (await server.cpuMs()) - cpuBefore;
      const queue = 'planwright:planwright-deliveries';
      const queued = (await redis.llen(`${queue}:wait`)) + (await redis.zcard(`${queue}:prioritized`));
      if (answers.some(({ status }) => status < 200 || status > 299) || queued !== number)
        throw new Error(`${kind}: ${queued} of ${number} webhooks were queued.`);
      await redis.flushall();
      const times = answers.map((answer) => answer.ms);
      return {
        perSecond: (number * 1_000) / ms,
        cpuMs: cpuMs / number,
        p50: median(times),
        p99: quantile(times, 0.99),
      };
    };
    // The first webhooks run code that is not compiled yet.
    await post();
    const sample = await post();
    await server.stop();
    return sample;
  }

  const taken = await takeTurns(rounds, {
    ours: (round) => measure('ours', round),
    server: (round) => measure('server', round),
    middleware: (round) => measure('middleware', round),
    fastify: (round) => measure('fastify', round),
    crowded: (round) => measure('ours', round, true),
  });
  const pick = (kind: keyof typeof taken, field: keyof Sample) => taken[kind].map((sample) => sample[field]);
  const names = {
    server: "Probot's own server + the same job",
    middleware: "Probot's middleware alone, no log + the same job",
    fastify: 'bare Fastify: HMAC + the same job',
  } as const;
  const against = (ours: 'ours' | 'crowded', kind: keyof typeof names) => [
    row({
      bench: BENCH,
      what: `accepted, ${CONNECTIONS} connections${ours === 'crowded' ? ', one repository' : ''}`,
      baselineIs: names[kind],
      unit: 'per s',
      ours: pick(ours, 'perSecond'),
      baseline: pick(kind, 'perSecond'),
      ...(kind === 'server' && ours === 'ours' ? { target: atLeast(1), moonshot: 1.25 } : {}),
    }),
    row({
      bench: BENCH,
      what: '  processor time per webhook',
      baselineIs: names[kind],
      unit: 'ms',
      ours: pick(ours, 'cpuMs'),
      baseline: pick(kind, 'cpuMs'),
    }),
    row({
      bench: BENCH,
      what: '  answer time, p99',
      baselineIs: names[kind],
      unit: 'ms',
      ours: pick(ours, 'p99'),
      baseline: pick(kind, 'p99'),
    }),
  ];
  return [
    ...(['server', 'middleware', 'fastify'] as const).flatMap((kind) => against('ours', kind)),
    ...against('crowded', 'server'),
  ];
}

export function requestOf(payload: LabeledPayload, secret: string): Buffer {
  const body = Buffer.from(JSON.stringify(payload));
  const head = [
    'POST /api/github/webhooks HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${body.length}`,
    'user-agent: GitHub-Hookshot/bench',
    'x-github-event: issues',
    `x-github-delivery: ${randomUUID()}`,
    `x-hub-signature-256: sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}
