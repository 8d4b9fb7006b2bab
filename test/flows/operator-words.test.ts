import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../src/package-root.ts';
import { askFor, commentsOn, docker, done, historyOf, run, scriptOf, untilOver, write } from './stories.ts';
import { openWorld, until, type World } from './world.ts';
import type { AddressInfo } from 'node:net';
import type { ServiceProcess } from '../../demo/bench.ts';

const SCRIPT = scriptOf({
  works: {
    steps: [run('until [ -e ../home/go ]; do sleep 0.05; done'), write('answer.txt', '42\n'), done()],
  },
});

describe('what the operator says to a task of a service on the command line (OPS-3, OPS-9)', () => {
  let world: World;
  let service: ServiceProcess;

  beforeAll(async () => {
    world = await openWorld({ script: SCRIPT });
    service = await world.start();
  });
  afterAll(() => world.close());

  const planwright = (...args: readonly string[]) =>
    planwrightWith({ DASHBOARD_TOKEN: world.secrets['dashboard'] ?? '' }, args);

  async function planwrightWith(
    env: Readonly<Record<string, string>>,
    args: readonly string[],
  ): Promise<readonly [unknown, string]> {
    const child = spawn(process.execPath, [join(packageRoot(), 'dist/planwright.mjs'), ...args], {
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    const [code] = (await once(child, 'close')) as [number];
    return [code, chunks.join('')];
  }

  it('reaches the task through the API: it pauses, hears, goes on and stops, and the issue says who asked for it', async () => {
    const issue = await askFor(world, 'works');
    const names = async () =>
      (await historyOf(world, issue)).flatMap((fact) => (fact.type === 'control' ? [fact.name] : []));
    const running = async () =>
      (await historyOf(world, issue)).some(
        (fact) => fact.type === 'effect' && fact.name === 'started' && fact.effect === 'use_tool',
      );
    await until(running, 'the command');
    const id = (await historyOf(world, issue))[0]?.task_uuid ?? '';
    const at = ['--at', service.url];
    expect(await planwright('pause', id.slice(0, 8), ...at)).toEqual([0, 'Sent to the task.\n']);
    expect(await planwright('tell', id.slice(0, 8), ...at, 'Keep the names.')).toEqual([0, 'Sent to the task.\n']);
    expect(await planwright('answer', id, ...at, '42')).toEqual([
      2,
      expect.stringContaining(`planwright tell ${id} "…"`),
    ]);
    docker('exec', `planwright-${id}`, 'touch', '/workspace/home/go');
    await until(async () => (await names()).includes('paused'), 'the pause');
    await until(() => commentsOn(world, issue).some((body) => body.includes('`the operator`')), 'who asked for it');
    expect(await planwright('resume', id, ...at)).toEqual([0, 'Sent to the task.\n']);
    await until(async () => (await names()).includes('resume'), 'going on');
    await untilOver(world, issue);
    expect(await names()).toEqual(expect.arrayContaining(['pause', 'paused', 'resume', 'comment']));
    expect(await planwright('retry', id, ...at)).toEqual([2, expect.stringContaining('GitHub says there who may')]);
    expect(await planwright('stop', 'nobody', ...at)).toEqual([
      2,
      expect.stringContaining('There is no task nobody here.'),
    ]);
    expect(await planwright('stop', id)).toEqual([2, expect.stringContaining('--at https://')]);
  }, 120_000);

  it('finds the service by its whole address alone, below a path too, with the token of a file', async () => {
    for (const wrong of ['127.0.0.1:3000', 'not an address', 'ftp://127.0.0.1'])
      expect(await planwright('stop', 'x', '--at', wrong)).toEqual([2, expect.stringContaining('--at https://')]);
    const asked: (readonly (string | undefined)[])[] = [];
    const proxy = createServer(({ method, url, headers }, response) => {
      asked.push([method, url, headers.authorization]);
      response.end(JSON.stringify(method === 'GET' ? { tasks: [{ id: 'abc' }] } : { said: 'Heard.' }));
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const folder = await mkdtemp(join(tmpdir(), 'pw-words-'));
    try {
      const { port } = proxy.address() as AddressInfo;
      const at = ['--at', `http://127.0.0.1:${port}/planwright`];
      await writeFile(join(folder, 'token'), 'of a file\n');
      const from = (name: string) => ({ DASHBOARD_TOKEN_FILE: join(folder, name) });
      expect(await planwrightWith(from('token'), ['stop', 'a', ...at])).toEqual([0, 'Heard.\n']);
      expect(asked).toEqual([
        ['GET', '/planwright/api/tasks', 'Bearer of a file'],
        ['POST', '/planwright/api/tasks/abc/stop', 'Bearer of a file'],
      ]);
      expect(await planwrightWith(from('gone'), ['stop', 'a', ...at])).toEqual([
        2,
        expect.stringContaining('DASHBOARD_TOKEN_FILE (environment variable)'),
      ]);
    } finally {
      proxy.close();
      await rm(folder, { recursive: true });
    }
  });
});
