import { createHmac, randomUUID } from 'node:crypto';
import { type App, installationOf, type Repository, type World } from './world.ts';

export interface Delivery {
  readonly id: number;
  readonly guid: string;
  readonly event: string;
  readonly action: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly repositoryId: number | null;
  readonly installationId: number | null;
  readonly redelivery: boolean;
  readonly atMs: number;
  /** Set once it was answered or failed. */
  outcome: Outcome | null;
}

export interface Outcome {
  readonly statusCode: number;
  readonly status: string;
  readonly durationSeconds: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;
}

export interface Deliveries {
  readonly all: readonly Delivery[];
  /** Resolves when it was answered, refused or timed out; never rejects. */
  send(event: string, payload: Readonly<Record<string, unknown>>, options?: SendOptions): Promise<Delivery>;
  redeliver(delivery: Delivery): Promise<Delivery>;
  /** While true nothing is posted: each delivery is recorded as failed, as if nobody answered. */
  lose(on: boolean): void;
  /** Resolves when nothing is in progress. */
  settle(): Promise<void>;
  stop(): void;
}

export interface SendOptions {
  readonly guid?: string;
  readonly repository?: Repository;
}

const TIMEOUT_MS = 10_000;
const HOOK_ID = 501_000;

export function createDeliveries(world: World, hookshot = 'GitHub-Hookshot/5f2d8a1'): Deliveries {
  const all: Delivery[] = [];
  const underWay = new Set<Promise<unknown>>();
  const stopping = new AbortController();
  let losing = false;

  function start(draft: Omit<Delivery, 'id' | 'atMs' | 'outcome'>): Promise<Delivery> {
    const delivery: Delivery = { ...draft, id: world.nextId(), atMs: world.now(), outcome: null };
    all.push(delivery);
    const sending = post(world.app, delivery, losing, hookshot, stopping.signal).then((outcome) => {
      delivery.outcome = outcome;
      return delivery;
    });
    underWay.add(sending);
    return sending.finally(() => underWay.delete(sending));
  }

  return {
    all,
    send(event, payload, { guid = randomUUID(), repository } = {}) {
      const installation = repository === undefined ? undefined : installationOf(world, repository);
      const installationId = installation?.id ?? idOf(payload['installation']);
      const action = typeof payload['action'] === 'string' ? payload['action'] : null;
      return start({
        guid,
        event,
        action,
        payload,
        repositoryId: repository?.id ?? idOf(payload['repository']),
        installationId,
        redelivery: false,
      });
    },
    redeliver({ guid, event, action, payload, repositoryId, installationId }) {
      return start({ guid, event, action, payload, repositoryId, installationId, redelivery: true });
    },
    lose(on) {
      losing = on;
    },
    async settle() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
    stop() {
      stopping.abort();
    },
  };
}

function idOf(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null;
  return typeof value.id === 'number' ? value.id : null;
}

async function post(
  app: App,
  delivery: Delivery,
  losing: boolean,
  hookshot: string,
  stop: AbortSignal,
): Promise<Outcome> {
  const body = JSON.stringify(delivery.payload);
  const requestHeaders = headersFor(app, delivery, body, hookshot);
  const startedMs = performance.now();
  const outcome = (statusCode: number, status: string, response?: Response, responseBody = ''): Outcome => ({
    statusCode,
    status,
    durationSeconds: Math.round((performance.now() - startedMs) / 10) / 100,
    requestHeaders,
    responseHeaders: response === undefined ? {} : Object.fromEntries(response.headers),
    responseBody,
  });
  if (app.webhookUrl === null || losing) return outcome(502, 'failed to connect to host');
  try {
    const response = await fetch(app.webhookUrl, {
      method: 'POST',
      headers: requestHeaders,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const text = await response.text();
    return outcome(response.status, response.ok ? 'OK' : `Invalid HTTP Response: ${response.status}`, response, text);
  } catch (error) {
    const timedOut = error instanceof Error && error.name === 'TimeoutError';
    return timedOut ? outcome(504, 'timed out') : outcome(502, 'failed to connect to host');
  }
}

function headersFor(app: App, delivery: Delivery, body: string, hookshot: string): Record<string, string> {
  return {
    accept: '*/*',
    'content-type': 'application/json',
    'user-agent': hookshot,
    'x-github-delivery': delivery.guid,
    'x-github-event': delivery.event,
    'x-github-hook-id': String(HOOK_ID),
    'x-github-hook-installation-target-id': String(app.id),
    'x-github-hook-installation-target-type': 'integration',
    'x-hub-signature': `sha1=${createHmac('sha1', app.webhookSecret).update(body).digest('hex')}`,
    'x-hub-signature-256': `sha256=${createHmac('sha256', app.webhookSecret).update(body).digest('hex')}`,
  };
}
