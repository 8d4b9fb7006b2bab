import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openWorld, until } from './world.ts';
import type { Socket } from 'node:net';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { World } from './world.ts';

describe('Ctrl-C on a running service (OPS-2)', () => {
  let world: World;
  let service: ServiceProcess;
  let request: Socket;

  beforeEach(async () => {
    world = await openWorld();
    service = await world.start({}, ['--role', 'intake']);
    request = await begunRequest();
  });
  afterEach(async () => {
    request.destroy();
    await world.close();
  });

  /** The service answers requests in progress before it exits; while this one is open, it is stopping. */
  async function begunRequest(): Promise<Socket> {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    // Without a signature it would be refused before its body.
    const head = [
      'host: x',
      'expect: 100-continue',
      'content-length: 1000',
      `x-hub-signature-256: sha256=${'0'.repeat(64)}`,
    ];
    socket.write(`POST /api/github/webhooks HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    await once(socket, 'data');
    return socket;
  }

  const isStopping = () => until(() => service.output().includes('stopping'), 'the service to stop', 30_000);

  it('that arrives twice at once, as under npm, is one: the service leaves in order (R3)', async () => {
    service.child.kill('SIGINT');
    await isStopping();
    service.child.kill('SIGINT');
    service.child.kill('SIGTERM');
    request.destroy();
    expect(await service.ended).toEqual({ code: 0, signal: null });
  }, 60_000);

  it('that is pressed again later ends it at once, and not within the first second (R3)', async () => {
    const begunAt = performance.now();
    service.child.kill('SIGINT');
    await isStopping();
    await until(() => !service.child.kill('SIGINT') || service.child.exitCode !== null, 'the service to end', 30_000);
    expect(await service.ended).toEqual({ code: 1, signal: null });
    expect(performance.now() - begunAt).toBeGreaterThan(1_000);
  }, 60_000);
});
