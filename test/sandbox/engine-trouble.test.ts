import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Sandboxes } from '../../src/ports/sandbox.ts';
import { defaultLimits } from '../../src/sandbox/container-settings.ts';
import { closedGateway, newId, sandboxesOf, specOf } from './rig.ts';

const closes: (() => Promise<unknown> | void)[] = [];
afterAll(async () => {
  for (const close of closes) await close();
});

async function listening(server: Server): Promise<Docker> {
  const folder = await mkdtemp(join(tmpdir(), 'pw-engine-'));
  const socketPath = join(folder, 'docker.sock');
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  closes.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    await rm(folder, { recursive: true });
  });
  return new Docker({ socketPath });
}

/** An engine that answers everything the same way. */
async function engineThat(answers: RequestListener): Promise<Sandboxes> {
  return sandboxesOf(newId(), { docker: await listening(createHttp({ maxHeaderSize: 2 ** 20 }, answers)) });
}

async function saying(status: number, message: string): Promise<Sandboxes> {
  return engineThat((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message })),
  );
}

const everyCall: readonly (readonly [string, (sandboxes: Sandboxes, signal?: AbortSignal) => Promise<unknown>])[] = [
  ['attach', (sandboxes, signal) => sandboxes.attach('t1', closedGateway(), signal)],
  ['create', (sandboxes, signal) => sandboxes.create(specOf('t1'), closedGateway(), signal)],
  ['stop', (sandboxes, signal) => sandboxes.stop('t1', signal)],
  ['remove', (sandboxes, signal) => sandboxes.remove('t1', signal)],
];

describe('an engine in trouble (EXEC-2, R18)', () => {
  describe.each(everyCall)('%s', (_, ask) => {
    it('ends at its time limit when the engine accepts and never answers, to be tried again (R5)', async () => {
      const docker = await listening(createServer());
      const deaf = sandboxesOf(newId(), { docker, limits: { ...defaultLimits, engineTimeoutMs: 200 } });
      await expect(ask(deaf)).rejects.toMatchObject({
        name: 'RetryLater',
        message: expect.stringContaining('did not answer within 0.2 s'),
      });
    });

    it('ends at once when it is aborted', async () => {
      const heard = new AbortController();
      const docker = await listening(createServer(() => heard.abort(new Error('a person said stop'))));
      await expect(ask(sandboxesOf(newId(), { docker }), heard.signal)).rejects.toThrow('a person said stop');
    });

    it('is tried again later when the engine hangs up, or fails without a verdict', async () => {
      const hangingUp = await engineThat((request) => request.socket.destroy());
      await expect(ask(hangingUp)).rejects.toMatchObject({ name: 'RetryLater' });
      for (const [status, message] of [
        [503, 'service unavailable'],
        [500, 'dial unix /run/containerd.sock: connection refused'],
        [502, ''],
      ] as const)
        await expect(ask(await saying(status, message))).rejects.toMatchObject({ name: 'RetryLater' });
    });

    it('is final when the engine refuses, in its own words', async () => {
      await expect(ask(await saying(400, 'that is not allowed here'))).rejects.toMatchObject({
        name: 'Fault',
        code: 'docker',
        message: expect.stringContaining('that is not allowed here'),
      });
    });
  });

  it('reaps and checks within the limit too', async () => {
    const docker = await listening(createServer());
    const deaf = sandboxesOf(newId(), { docker, limits: { ...defaultLimits, engineTimeoutMs: 200 } });
    await expect(deaf.reap({ isAlive: async () => true, keepStoppedMs: 0 })).rejects.toMatchObject({
      name: 'RetryLater',
    });
    await expect(deaf.check()).rejects.toMatchObject({ name: 'RetryLater' });
  });
});

/** An engine with these answers to `create` and `pull`; everything else is missing. */
async function pulling(pull: RequestListener): Promise<Sandboxes> {
  return engineThat((request, response) => {
    const url = request.url ?? '';
    if (url.startsWith('/images/create')) return pull(request, response);
    const message = url.startsWith('/containers/create') ? 'No such image: registry.example.com/ours:1' : 'not there';
    return response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
  });
}

describe('an image that is not on the machine (R18)', () => {
  const spec = { ...specOf('t1'), image: 'registry.example.com/ours:1' };

  it('is pulled, and said to be missing with what the registry said and what to do', async () => {
    const asked: string[] = [];
    const refused = await pulling((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200);
      response.write(`${JSON.stringify({ status: 'Pulling from ours', id: '1' })}\n`);
      response.end(`${JSON.stringify({ error: 'manifest unknown', errorDetail: { message: 'manifest unknown' } })}\n`);
    });
    await expect(refused.create(spec, closedGateway())).rejects.toMatchObject({
      code: 'image_missing',
      message: expect.stringMatching(/registry\.example\.com\/ours:1 .*could not be pulled.*manifest unknown/),
      advice: expect.stringContaining('docker pull registry.example.com/ours:1'),
    });
    expect(asked).toHaveLength(1);
    const unreachable = await pulling((_request, response) =>
      response
        .writeHead(500, { 'content-type': 'application/json' })
        .end(JSON.stringify({ message: 'dial tcp: lookup registry.example.com: no such host' })),
    );
    await expect(unreachable.create(spec, closedGateway())).rejects.toMatchObject({
      code: 'image_missing',
      message: expect.stringContaining('no such host'),
    });
  });

  it('is given up when the engine falls silent while it pulls', async () => {
    const docker = await listening(
      createHttp({ maxHeaderSize: 2 ** 20 }, (request, response) => {
        if (request.url?.startsWith('/images/create'))
          return void response.writeHead(200).write(`${JSON.stringify({ status: 'Pulling' })}\n`);
        const message = request.url?.startsWith('/containers/create') ? 'No such image' : 'not there';
        return void response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
      }),
    );
    const silent = sandboxesOf(newId(), { docker, limits: { ...defaultLimits, pullSilenceMs: 200 } });
    await expect(silent.create(spec, closedGateway())).rejects.toMatchObject({
      code: 'image_missing',
      message: expect.stringContaining('said nothing'),
    });
  });

  it('is not looked for in a registry when it is one of those made here', async () => {
    const asked: string[] = [];
    const engine = await pulling((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(200).end();
    });
    await expect(
      engine.create({ ...spec, image: 'planwright/sandbox-base:0.1' }, closedGateway()),
    ).rejects.toMatchObject({
      code: 'image_missing',
      advice: expect.stringContaining('npm run setup'),
    });
    expect(asked).toEqual([]);
  });
});
