/** Webhooks through a relay such as smee.io: a channel of server-sent events, passed to the real server. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createEventReader } from '../../src/intake/read-event-stream.ts';
import { startRelay } from '../../src/intake/webhook-relay.ts';
import { until } from '../flows/world.ts';
import { type Channel, openChannel } from './support/channel.ts';
import { openDoor, sign, type TestDoor } from './support/door.ts';

describe('server-sent events (GH-1)', () => {
  it('are read from pieces of any size, with any line break, names and comments', () => {
    const text =
      'id: 0\r\nevent: ready\rdata: {}\n\n: hello\ndata: first\ndata:second\n\nevent: ping\ndata\n\nevent: none\n\n';
    const whole = createEventReader(1_000).read(text);
    expect(whole).toEqual([
      { name: 'ready', data: '{}' },
      { name: 'message', data: 'first\nsecond' },
      { name: 'ping', data: '' },
    ]);
    for (const size of [1, 2, 3, 7]) {
      const reader = createEventReader(1_000);
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect(pieces.flatMap((piece) => reader.read(piece))).toEqual(whole);
    }
  });

  it('are bounded, in one line and in many', () => {
    const reader = createEventReader(100);
    expect(() => reader.read(`data: ${'x'.repeat(100)}`)).toThrow('more than GitHub ever does');
    const other = createEventReader(100);
    expect(() => {
      for (let line = 0; line < 20; line += 1) other.read('data: xxxxxxxxxx\n');
    }).toThrow('more than GitHub ever does');
  });

  it('are bounded where their lines hold nothing (W3)', () => {
    const reader = createEventReader(100);
    expect(() => {
      for (let line = 0; line < 200; line += 1) reader.read('data\n');
    }).toThrow('more than GitHub ever does');
  });
});

describe('a relay (GH-1)', () => {
  let door: TestDoor;
  /** The answer to each webhook. */
  const received: number[] = [];
  let channel: Channel;
  let address: string;
  const seen: { relay: { stop(): void } | null; lines: string[] } = { relay: null, lines: [] };

  beforeAll(async () => {
    door = await openDoor({ onWebhook: (status) => void received.push(status) });
    channel = await openChannel();
    address = channel.address;
  });
  afterEach(() => {
    seen.relay?.stop();
    seen.lines = [];
    for (const one of channel.listeners.splice(0)) one.destroy();
  });
  afterAll(async () => {
    channel.close();
    await door.door.close();
  });

  /** Sleeps end at once, so that the test only waits for real events. */
  const clock = { now: () => 0, sleep: () => new Promise<void>((again) => void setImmediate(again)) };
  const listen = (silenceMs = 60_000) => {
    const note = (fields: object, message: string) => seen.lines.push(`${message} ${JSON.stringify(fields)}`);
    const log = { info: note, warn: note } as unknown as Parameters<typeof startRelay>[0]['log'];
    const target = `${door.url}/api/github/webhooks`;
    seen.relay = startRelay({ channel: address, target, clock, log, silenceMs });
  };
  const connected = (times = 1) => until(() => channel.listeners.length >= times, 'the relay to listen');
  const said = (text: string) => until(() => seen.lines.some((line) => line.includes(text)), text);
  const delivery = (body: object, over: object = {}) => ({
    host: 'smee.io',
    'x-github-event': 'issues',
    'x-github-delivery': '00000000-0000-4000-8000-000000000001',
    'x-hub-signature-256': sign(JSON.stringify(body)),
    'content-length': '1',
    'x-forwarded-for': '10.0.0.1',
    timestamp: 1,
    query: {},
    ...over,
    body,
  });
  const send = (event: object) => channel.send(event);

  it('hands a signed webhook to the door, with what is not ASCII in it', async () => {
    listen();
    await connected();
    const before = received.length;
    send(delivery({ action: 'opened', text: 'ラベル 🙂 "quoted" \\ <b>&amp; / é' }));
    await until(() => received.length > before, 'the webhook');
    expect(received.at(-1)).toBe(202);
    expect(seen.lines.join()).not.toContain('secret-channel');
  });

  it('has what is not signed refused, says so, and goes on after rubbish', async () => {
    listen();
    await connected();
    send({ nonsense: true });
    await said('something other than a webhook');
    send(delivery({ action: 'opened' }, { 'x-hub-signature-256': sign('something else') }));
    await said('was refused');
    const before = received.length;
    send(delivery({ action: 'opened' }));
    await until(() => received.length > before, 'the webhook after those');
    expect(received.at(-1)).toBe(202);
  });

  it('comes back when the connection ends, or is silent for too long', async () => {
    listen(50);
    await connected(1);
    channel.listeners[0]?.destroy();
    await connected(3);
    await said('unreachable');
  });

  it('is not led elsewhere, and says what to do (S6)', async () => {
    const asked: unknown[] = [];
    const neighbour = createServer((request, response) => {
      asked.push(request.url);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(neighbour, 'listening');
    const to = `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}/admin`;
    const page = createServer((_request, response) => response.writeHead(307, { location: to }).end());
    page.listen(0, '127.0.0.1');
    await once(page, 'listening');
    const kept = address;
    address = `http://127.0.0.1:${(page.address() as AddressInfo).port}/x`;
    try {
      listen();
      await until(() => asked.length > 0 || seen.lines.length > 0, 'the relay to be asked');
      expect(asked).toEqual([]);
      expect(seen.lines.join()).toContain('set WEBHOOK_PROXY_URL');
    } finally {
      address = kept;
      for (const server of [page, neighbour]) {
        server.close();
        server.closeAllConnections();
      }
    }
  });

  it.each([10_000, 1_000_000])(
    'takes a body of %d levels for no webhook, at once, and goes on (W3)',
    async (levels) => {
      listen();
      await connected();
      const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`;
      const before = received.length;
      channel.sendText(`{"x-github-delivery":"d","body":{"action":"opened","x":${deep}}}`);
      await said('something other than a webhook');
      expect(received).toHaveLength(before);
      send(delivery({ action: 'opened' }));
      await until(() => received.length > before, 'the webhook after it');
      expect(received.at(-1)).toBe(202);
    },
  );

  it('logs no delivery id that is none (I13)', async () => {
    listen();
    await connected();
    send(delivery({ action: 'opened' }, { 'x-github-delivery': `${'x'.repeat(100_000)}canary` }));
    await said('was not accepted');
    expect(seen.lines.join()).not.toContain('xxxx');
  });

  it('knows only channels, and no page', async () => {
    const page = createServer((_request, response) => response.end('<html>')).listen(0, '127.0.0.1');
    await once(page, 'listening');
    const kept = address;
    address = `http://127.0.0.1:${(page.address() as AddressInfo).port}/x`;
    listen();
    await said('it answered 200');
    address = kept;
    page.close();
    page.closeAllConnections();
  });
});
