/** A real webhook server on a free port, with a real Probot behind it; deliveries end up in a list. */
import { createHmac, generateKeyPairSync } from 'node:crypto';
import { pino } from 'pino';
import { registerEvents, createProbot } from '../../../src/intake/register-events.ts';
import type { Delivery } from '../../../src/people/intent.ts';
import { createDoor, type Door, type DoorOptions } from '../../../src/intake/door.ts';
import { identity, settings } from './payloads.ts';

export const SECRET = 'canary-webhook-secret-0f9a';
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
export const PEM = privateKey;

export interface TestDoor {
  readonly url: string;
  readonly door: Door;
  readonly accepted: readonly Delivery[];
  readonly log: () => string;
}

export async function openDoor(
  options: Partial<DoorOptions> = {},
  accept?: (delivery: Delivery) => Promise<void>,
): Promise<TestDoor> {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const accepted: Delivery[] = [];
  const probot = await createProbot({ credentials: { appId: 77, privateKey, webhookSecrets: [SECRET] }, log });
  registerEvents(probot, {
    accept: accept ?? (async (delivery) => void accepted.push(delivery)),
    identity: () => identity,
    settings,
    mayBeTrigger: async () => false,
    clock: { now: () => 1_700_000_000_000 },
    log,
  });
  const door = createDoor({
    probot,
    secrets: [SECRET],
    host: '127.0.0.1',
    port: 0,
    readiness: async () => ({}),
    log,
    ...options,
  });
  return { url: await door.listen(), door, accepted, log: () => lines.join('') };
}

export function sign(body: string | Buffer, secret = SECRET): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

type Headers = Readonly<Record<string, string>>;

export async function post(url: string, body: string, headers: Headers = {}, signature: string | null = sign(body)) {
  const response = await fetch(`${url}/api/github/webhooks`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'issues',
      'x-github-delivery': 'd-1',
      ...(signature === null ? {} : { 'x-hub-signature-256': signature }),
      ...headers,
    },
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
}
