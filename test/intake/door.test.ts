import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { RetryLater } from '../../src/errors.ts';
import type { DoorOptions } from '../../src/intake/door.ts';
import type { Delivery } from '../../src/people/intent.ts';
import { openDoor, post, SECRET, sign, type TestDoor } from './support/door.ts';
import { labeled } from './support/payloads.ts';

const open: TestDoor[] = [];
const clients: Socket[] = [];

async function doorWith(
  options: Partial<DoorOptions> = {},
  accept?: (delivery: Delivery) => Promise<void>,
): Promise<TestDoor> {
  const door = await openDoor(options, accept);
  open.push(door);
  return door;
}

afterEach(async () => {
  clients.splice(0).forEach((socket) => socket.destroy());
  await Promise.all(open.splice(0).map(({ door }) => door.close()));
});

const label = JSON.stringify(labeled());

describe('what the door accepts', () => {
  it('hands on a signed event with its intent and answers 202 (GH-2)', async () => {
    const { url, accepted } = await doorWith();
    expect(await post(url, label)).toMatchObject({ status: 202, text: '{"accepted":true}' });
    expect(accepted).toMatchObject([
      {
        deliveryId: 'd-1',
        event: 'issues',
        receivedAt: '2023-11-14T22:13:20.000Z',
        intent: { kind: 'start', trigger: 'label', issue: 12 },
      },
    ]);
  });

  it('checks the bytes as they arrived, whatever their spacing or alphabet (W2)', async () => {
    const { url, accepted } = await doorWith();
    const body = JSON.stringify(labeled({ label: { name: 'planwright' }, note: '🦀 合計' }), null, 3);
    expect((await post(url, body)).status).toBe(202);
    expect(accepted).toHaveLength(1);
  });

  it('accepts the previous secret too while it is being changed (W14)', async () => {
    const { url } = await doorWith({ secrets: ['brand-new-secret', SECRET] });
    expect((await post(url, label, {}, sign(label, 'brand-new-secret'))).status).toBe(202);
    expect((await post(url, label, {}, sign(label, SECRET))).status).toBe(202);
    expect((await post(url, label, {}, sign(label, 'third'))).status).toBe(401);
  });

  it('accepts events that mean nothing to it without handing them on', async () => {
    const { url, accepted } = await doorWith();
    for (const event of ['ping', 'push', '__proto__', 'constructor', 'no-such-event']) {
      expect((await post(url, '{"zen":"Keep it simple."}', { 'x-github-event': event })).status).toBe(202);
    }
    expect(accepted).toEqual([]);
  });
});

describe('what the door refuses', () => {
  it('answers 401 to a missing, empty, SHA-1, malformed or forged signature and logs no body (W1)', async () => {
    const { url, accepted, log } = await doorWith();
    const sha1 = `sha1=${createHmac('sha1', SECRET).update(label).digest('hex')}`;
    for (const signature of [
      null,
      '',
      sha1,
      'sha256=',
      'sha256=zz',
      `${sign(label)}00`,
      sign(label, 'other'),
      sign(label, ''),
    ]) {
      expect((await post(url, label, { 'x-hub-signature': sha1 }, signature)).status).toBe(401);
    }
    expect(accepted).toEqual([]);
    expect(log()).not.toContain('Sum is wrong');
    expect(log()).not.toContain(SECRET);
  });

  it('answers 401 when one byte changed or the JSON was written anew after signing (W2)', async () => {
    const { url } = await doorWith();
    expect((await post(url, label.replace('mona', 'mono'), {}, sign(label))).status).toBe(401);
    expect((await post(url, JSON.stringify(JSON.parse(label), null, 1), {}, sign(label))).status).toBe(401);
  });

  it('answers 400 to signed bodies that are no event (W12)', async () => {
    const { url, accepted } = await doorWith();
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    for (const body of [
      'null',
      '3',
      '"x"',
      '[]',
      '{',
      'payload=%7B%7D',
      deep,
      `{"action":"opened","x":${deep}}`,
      '{}',
      '{"action":{"toString":1}}',
      ' ',
    ]) {
      expect({ body: body.slice(0, 40), status: (await post(url, body)).status }).toEqual({
        body: body.slice(0, 40),
        status: 400,
      });
    }
    expect(accepted).toEqual([]);
  });

  it('answers 400 when event or delivery id are missing or odd', async () => {
    const { url } = await doorWith();
    expect((await post(url, label, { 'x-github-event': '' })).status).toBe(400);
    for (const id of ['', 'a:b', 'x'.repeat(65), '../etc'])
      expect((await post(url, label, { 'x-github-delivery': id })).status).toBe(400);
  });

  it('answers 413 by the announced length, before a byte of the body (W3)', async () => {
    const { url } = await doorWith();
    const sixtyMegabytes = 60 * 1024 * 1024;
    expect(await statusOf(url, { 'content-length': String(sixtyMegabytes) }, (write) => write('x'))).toBe(413);
  });

  it('answers 413 to a body of 60 MB in chunks without keeping it (W3)', async () => {
    const { url } = await doorWith();
    const before = process.memoryUsage().rss;
    const megabyte = Buffer.alloc(1024 * 1024, 0x20);
    const status = await statusOf(url, {}, (write, end) => {
      let left = 60;
      const more = (): void => {
        left -= 1;
        if (left < 0) end();
        else write(megabyte, more);
      };
      more();
    });
    expect(status).toBe(413);
    expect((process.memoryUsage().rss - before) / 1024 / 1024).toBeLessThan(100);
  });

  it('answers a signed webhook beside large bodies that never end, of which the oldest gives way (W15)', async () => {
    const { url } = await doorWith({ bodyLimitBytes: 1_000_000 });
    const made = Array.from({ length: 4 }, () => dribble(url, 'x'.repeat(999_999), 1_000_000));
    const refused = Promise.race(made.map(({ answer }) => answer));
    let over = false;
    while (!over) {
      expect(await post(url, label)).toMatchObject({ status: 202 });
      over = await Promise.race([refused.then(() => true), setImmediate(false)]);
    }
    expect(await refused).toMatch(/^HTTP\/1\.1 503 .*retry-after: 60/s);
  });

  it('answers a signed webhook beside as many idle connections as it has room for (W15)', async () => {
    const { url } = await doorWith();
    const idle = Array.from({ length: 512 }, () => connect(Number(new URL(url).port), '127.0.0.1'));
    clients.push(...idle);
    const first = everything(idle[0] as Socket);
    await Promise.all(idle.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect(await post(url, label)).toMatchObject({ status: 202 });
    expect(await first).toBe('');
  });

  it('keeps a connection whose body is on its way, however many others open one beside it (W15)', async () => {
    const { url } = await doorWith();
    const slow = dribble(url, label.slice(0, 10), Buffer.byteLength(label));
    await slow.connected;
    await setImmediate();
    for (let round = 0; round < 3; round += 1) {
      const more = Array.from({ length: 300 }, () => connect(Number(new URL(url).port), '127.0.0.1'));
      clients.push(...more);
      await Promise.all(more.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    }
    const answer = Promise.race([once(slow.socket, 'data').then(([data]) => String(data)), slow.answer]);
    slow.socket.write(label.slice(10));
    // Read completely, but its signature belongs to something else.
    expect(await answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('ends a connection that asks and asks without waiting, and looks at its readiness once for all (W3, W15)', async () => {
    let looks = 0;
    const { url } = await doorWith({
      readiness: async () => {
        looks += 1;
        await setImmediate();
        return {};
      },
    });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    clients.push(socket);
    socket.write('GET /readyz HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(2_000));
    const answers = (await everything(socket)).match(/^HTTP\/1\.1 200 /gm) ?? [];
    expect(answers.length).toBeLessThanOrEqual(100);
    expect(looks).toBe(1);
    expect(await post(url, label)).toMatchObject({ status: 202 });
  });

  it('takes several of the largest payloads at once, whatever somebody else holds back (GH-2, W15)', async () => {
    const bodyLimitBytes = 3_000_000;
    const { url, accepted } = await doorWith({ bodyLimitBytes });
    const made = Array.from({ length: 4 }, () =>
      dribble(url, 'x'.repeat(bodyLimitBytes - 1), bodyLimitBytes, '127.0.0.2'),
    );
    await Promise.all(made.map(({ connected }) => connected));
    const note = 'y'.repeat(bodyLimitBytes - Buffer.byteLength(JSON.stringify(labeled({ note: '' }))));
    const body = JSON.stringify(labeled({ note }));
    expect(Buffer.byteLength(body)).toBe(bodyLimitBytes);
    const statuses = await Promise.all(['a', 'b', 'c'].map((id) => post(url, body, { 'x-github-delivery': id })));
    expect(statuses.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(accepted).toHaveLength(3);
  });

  it('answers 408 to a body that does not come, and ends the connection (W3)', async () => {
    const { url } = await doorWith({ bodyTimeoutMs: 150 });
    expect(await dribble(url, '{"act').answer).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('ends a connection whose headers do not come, long before the time for a body is over (W3, W15)', async () => {
    const { url } = await doorWith({ headersTimeoutMs: 150, bodyTimeoutMs: 600_000 });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write('POST /api/github/webhooks HTTP/1.1\r\nhost: x\r\nx-slow: ');
    expect(await everything(socket)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('has no set-up routes and answers 404 in JSON to all it does not know (W10)', async () => {
    const { url } = await doorWith();
    for (const [method, path] of [
      ['POST', '/probot/import'],
      ['GET', '/probot/setup?code=x'],
      ['GET', '/probot'],
      ['GET', '/'],
      ['GET', '/api/github/webhooks'],
    ] as const) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { 'x-forwarded-host': 'evil' },
        ...(method === 'POST' ? { body: '{"pem":"x"}' } : {}),
      });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        error: 'There is nothing here. GET /readyz says whether this service can work.',
      });
    }
  });

  it('lets no answer be kept or taken for something else (S12)', async () => {
    const { url } = await doorWith();
    for (const path of ['/healthz', '/readyz', '/nothing']) {
      const { headers } = await fetch(`${url}${path}`);
      expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-store', 'nosniff']);
    }
  });

  it('does not open without a secret (W9)', async () => {
    for (const secrets of [[], [''], [SECRET, '']]) {
      await expect(openDoor({ secrets })).rejects.toMatchObject({ code: 'credentials' });
    }
  });
});

describe('when an event cannot be kept', () => {
  it('answers 503 when the queue refuses it, and logs no body (W6)', async () => {
    const { url, log } = await doorWith({}, () =>
      Promise.reject(new RetryLater('Redis does not answer', { of: 'history' })),
    );
    expect(await post(url, label)).toMatchObject({ status: 503, retryAfter: '60' });
    expect(log()).toContain('Redis does not answer');
    expect(log()).not.toContain('Sum is wrong');
  });

  it('answers 503 when the queue does not answer in time, even if it refuses later (W6)', async () => {
    let refuse = (_reason: Error): void => {};
    const { url } = await doorWith(
      { acceptTimeoutMs: 50 },
      () =>
        new Promise((_resolve, reject) => {
          refuse = reject;
        }),
    );
    expect(await post(url, label)).toMatchObject({ status: 503, retryAfter: '60' });
    refuse(new Error('too late to matter'));
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('finishes what has begun when it closes, and waits for no connection without a request', async () => {
    let begin = (): void => {};
    const began = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let keep = (): void => {};
    const { url, door } = await openDoor(
      {},
      () =>
        new Promise((resolve) => {
          keep = resolve;
          begin();
        }),
    );
    const idle = connect(Number(new URL(url).port), '127.0.0.1');
    const left = once(idle, 'close');
    await once(idle, 'connect');
    const answer = post(url, label);
    await began;
    const closing = door.close();
    await left;
    keep();
    expect((await answer).status).toBe(202);
    await closing;
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });
});

describe('health', () => {
  it('is alive always, and ready when all required checks are well (OPS-9)', async () => {
    const github = { ok: false, detail: 'no answer', required: false };
    const redis = { ok: true, detail: 'answers', required: true };
    const good = await doorWith({ readiness: async () => ({ redis, github }) });
    const bad = await doorWith({ readiness: async () => ({ redis: { ...redis, ok: false }, github }) });
    expect((await fetch(`${bad.url}/healthz`)).status).toBe(200);
    const ready = await fetch(`${good.url}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ ready: true, checks: { redis, github } });
    expect((await fetch(`${bad.url}/readyz`)).status).toBe(503);
  });

  it('is not ready when the checks hang or fail', async () => {
    const hanging = await doorWith({ readiness: () => new Promise(() => {}), readinessTimeoutMs: 50 });
    const failing = await doorWith({
      readiness: () => {
        throw new Error('boom at redis://user:pass@x');
      },
    });
    expect((await fetch(`${hanging.url}/readyz`)).status).toBe(503);
    const failed = await fetch(`${failing.url}/readyz`);
    expect(failed.status).toBe(503);
    expect(await failed.text()).not.toContain('pass');
  });

  it('offers the routes of others beside its own, with their own body parsing', async () => {
    const { url } = await doorWith({
      routes: (app) => {
        app.post('/echo', async (request) => request.body);
      },
    });
    const response = await fetch(`${url}/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(await response.json()).toEqual({ a: 1 });
  });
});

type Write = (chunk: string | Buffer, done?: () => void) => void;

function statusOf(
  url: string,
  headers: Readonly<Record<string, string>>,
  send: (write: Write, end: () => void) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${url}/api/github/webhooks`,
      { method: 'POST', headers: { 'x-hub-signature-256': sign('x'), ...headers } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
        outgoing.destroy();
      },
    );
    outgoing.on('error', reject);
    send(
      (chunk, done) => void outgoing.write(chunk, done),
      () => void outgoing.end(),
    );
  });
}

/** Sends the headers and a first part of a longer body, then nothing. */
function dribble(url: string, part: string, length = 960, localAddress = '127.0.0.1') {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  clients.push(socket);
  const head = `POST /api/github/webhooks HTTP/1.1\r\nhost: x\r\nx-hub-signature-256: ${sign('x')}\r\ncontent-length: ${length}\r\n\r\n`;
  const connected = new Promise<void>((resolve) => void socket.write(head + part, () => resolve()));
  return { socket, connected, answer: everything(socket) };
}

function everything(socket: ReturnType<typeof connect>): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
  });
}
