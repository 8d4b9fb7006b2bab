import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { registerEvents, createProbot } from '../../src/intake/register-events.ts';
import { openDoor, PEM, post, SECRET } from './support/door.ts';
import { identity, labeled, settings } from './support/payloads.ts';
import type { Delivery } from '../../src/people/intent.ts';

afterEach(() => {
  delete process.env['REDIS_URL'];
});

describe('Probot as we construct it', () => {
  it('does not connect to Redis, whatever REDIS_URL says', async () => {
    let connections = 0;
    const redis = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => void redis.listen(0, '127.0.0.1', resolve));
    const address = redis.address();
    process.env['REDIS_URL'] =
      `redis://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    const { url, door } = await openDoor();
    expect((await post(url, JSON.stringify(labeled()))).status).toBe(202);
    await door.close();
    await new Promise((resolve) => redis.close(resolve));
    expect(connections).toBe(0);
  });

  it('takes a Client ID, which Probot itself would read as no number', async () => {
    const log = pino({ level: 'silent' });
    const credentials = { appId: 'Iv23liCanary0123Abcd', privateKey: PEM, webhookSecrets: [SECRET] } as const;
    await expect(createProbot({ credentials, log })).resolves.toBeDefined();
  });

  it('holds no payload while a delivery waits to be kept, and loses nothing of what was asked for', async () => {
    const log = pino({ level: 'silent' });
    const probot = await createProbot({ credentials: { appId: 77, privateKey: PEM, webhookSecrets: [SECRET] }, log });
    const payload = labeled();
    const kept: { readonly delivery: Delivery; readonly heldMeanwhile: readonly string[] }[] = [];
    registerEvents(probot, {
      accept: async (delivery) => void kept.push({ delivery, heldMeanwhile: Object.keys(payload) }),
      identity: () => identity,
      settings,
      mayBeTrigger: async () => false,
      clock: { now: () => 0 },
      log,
    });
    const { title, body } = labeled().issue;
    await probot.webhooks.receive({ id: 'd-1', name: 'issues', payload } as never);
    expect(kept).toMatchObject([{ delivery: { intent: { kind: 'start', title, body } }, heldMeanwhile: [] }]);
  });

  it('logs what a failing handler said, without the event', async () => {
    const { url, door, log } = await openDoor({}, () => Promise.reject(new Error('the queue is away')));
    expect((await post(url, JSON.stringify(labeled({ secretPart: 'canary-in-payload' })))).status).toBe(503);
    await door.close();
    const lines = log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; err?: { message: string } });
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ err: expect.objectContaining({ message: 'the queue is away' }) }),
      ]),
    );
    expect(log()).not.toContain('canary-in-payload');
  });
});
