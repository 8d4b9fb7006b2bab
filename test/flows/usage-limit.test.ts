/** Black-box: the model's provider reports a usage limit with its end (MODEL-5, EXEC-1). */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askFor, commentsOn, done, historyOf, homeOf, requestsFor, run, untilOver, worldOf, write } from './stories.ts';
import { letTimePass } from './let-time-pass.ts';
import { api, openWorld, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { World } from './world.ts';

const STORY = 'limited';
const repository = homeOf(STORY);
const HOURS_MS = 5 * 3_600_000;
const QUICKLY = { PLANWRIGHT_SANDBOX__KEEP_SEC: '0.5', PLANWRIGHT_GITHUB__OUTAGE_HOURS: '1' };

describe('a usage limit with the time of its end, in the middle of an action', () => {
  let world: World;
  let service: ServiceProcess;
  let issue: number;
  const progress = () =>
    commentsOn(world, issue, repository).find((body) => body.includes('planwright:progress')) ?? '';
  const running = async () => {
    const instance = (await readFile(join(world.dataDir, 'instance'), 'utf8')).trim();
    return execFileSync('docker', ['ps', '--quiet', '--filter', `label=planwright.instance=${instance}`], {
      encoding: 'utf8',
    }).trim();
  };

  beforeAll(async () => {
    world = await openWorld(
      worldOf({ [STORY]: { steps: [write('answer.txt', '42\n'), run('cat answer.txt'), done()] } }),
    );
    const reset = String(Math.floor((Date.now() + HOURS_MS) / 1_000));
    world.anthropic.fault({
      trouble: { kind: 'status', status: 429, headers: { 'anthropic-ratelimit-unified-reset': reset } },
      when: ({ tools, messages }) => tools.includes('finish_action') && messages.length > 2,
    });
    service = await world.start(QUICKLY);
    issue = await askFor(world, STORY, repository);
  }, 60_000);
  afterAll(async () => {
    await world?.close();
  });

  it('is waited for without a worker and without a container, and the progress comment says until when', async () => {
    await until(() => progress().includes('Planwright is waiting for its model'), 'the comment to say so', 60_000);
    expect(progress()).toMatch(/waiting until \d{4}-\d\d-\d\d \d\d:\d\d UTC: .*I will continue by myself/);
    await until(async () => (await running()) === '', 'the container to be let go', 40_000);
    const atWork = async () =>
      ((await api(service, world, '/api/service')) as { readonly tasks: { readonly running: number } }).tasks.running;
    await until(async () => (await atWork()) === 0, 'the worker to be let go');
    const [task] = ((await api(service, world, '/api/tasks')) as { readonly tasks: readonly object[] }).tasks;
    expect(task).toMatchObject({ retry: { of: 'model_limit', attempt: 1 } });
  }, 140_000);

  it('then the work goes on by itself where it was, also after a kill', async () => {
    const asked = requestsFor(world, STORY);
    service.child.kill('SIGKILL');
    await service.ended;
    await letTimePass(world, HOURS_MS);
    await world.start(QUICKLY);
    const history = await untilOver(world, issue, repository);
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    // Earlier work is not repeated.
    expect(history.filter((fact) => fact.type === 'tool' && fact.tool === 'write_file')).toHaveLength(1);
    expect(requestsFor(world, STORY)).toBeGreaterThan(asked);
    expect((await historyOf(world, issue, repository)).filter((fact) => fact.type === 'question')).toEqual([]);
  }, 140_000);
});
