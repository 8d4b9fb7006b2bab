/** Black-box: `planwright run --sandbox process`, without Docker (EXEC-2, OPS-3). */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ISSUE } from '../../demo/story.ts';
import { IS_LONG } from '../long.ts';
import { killsOf } from './crash-places.ts';
import { openLocalWorld, type LocalRun, type LocalWorld } from './local-world.ts';
import { NUMBER_FILES, RIGHT, run, scriptOf, type Story } from './stories.ts';
import { until } from './world.ts';

const ASKED = `${ISSUE.title}\n\n${ISSUE.body}`;
const BRANCH = 'planwright/1-discounts-are-added-instead-of';
const WARNING = 'without isolation';

let world: LocalWorld;
let temporary: string;

async function open(options: Parameters<typeof openLocalWorld>[0] = {}): Promise<void> {
  world = await openLocalWorld(options);
  temporary = join(world.repository, '..', 'temporary');
  mkdirSync(temporary);
}

/** No engine at the configured place. */
function start(args: readonly string[], env: Readonly<Record<string, string>> = {}): LocalRun {
  return world.start(args, { env: { DOCKER_HOST: `unix://${temporary}/none.sock`, TMPDIR: temporary, ...env } });
}

/** Processes with a folder of ours in their environment: the agent and everything it started. */
function ours(): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const isDead = /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
      return !isDead && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${temporary}/planwright-sandbox-`);
    } catch {
      return false;
    }
  });
}

function expectNothingLeft(): void {
  expect(readdirSync(temporary).filter((name) => name.startsWith('planwright-sandbox-'))).toEqual([]);
  expect(ours()).toEqual([]);
}

afterEach(() => world.close());

describe('planwright run --sandbox process', () => {
  it('EXEC-2, OPS-3: says what it is before anything else, does the whole task without Docker, and leaves nothing', async () => {
    await open();
    const ran = start(['run', '--issue', ASKED, '--sandbox', 'process'], { CANARY: 'canary-value' });
    expect([await ran.ended, ran.stderr()]).toEqual([0, '']);
    expect(ran.stdout().trimStart().slice(0, 400)).toContain(WARNING);
    expect(world.git('log', '--format=%an', `main..${BRANCH}`).trim().split('\n')).toHaveLength(2);
    expect(world.git('show', `${BRANCH}:src/total.js`)).toContain('Math.max(0, sum * (1 - discountPercent / 100))');
    expect(world.git('status', '--porcelain')).toBe('');
    expectNothingLeft();
  }, 120_000);

  it('EXEC-5: killed by SIGKILL at every kind of place, it goes on, and nothing is done twice', async () => {
    await open();
    const crashes = join(world.repository, '..', 'crashes');
    const at = IS_LONG ? 'first' : 'clone,checkpoint,run_tests,complete';
    const env = { PLANWRIGHT_CRASHPOINTS: `before:${crashes}`, PLANWRIGHT_CRASHPOINTS_AT: at };
    const begin = () => start(['run', '--issue', ASKED, '--sandbox', 'process'], env).ended;
    let kills = 0;
    for (let ended = await begin(); ended !== 0; ended = await begin()) {
      expect(ended).toBe('SIGKILL');
      kills += 1;
    }
    expect(kills).toBeGreaterThan(killsOf(15, 3));
    expect(world.git('log', '--format=%an', `main..${BRANCH}`).trim().split('\n')).toHaveLength(2);
    expect(world.git('show', `${BRANCH}:test/total.test.js`).match(/never goes below zero/g)).toHaveLength(1);
    await until(() => ours().length === 0, 'what was begun to end');
    expectNothingLeft();
  }, 600_000);

  it('EXEC-2: killed in the middle of a command, it leaves nothing of that running', async () => {
    const slow: Story = { steps: [run('touch "$TMPDIR/../../../begun"; (setsid sleep 600 &); sleep 600'), ...RIGHT] };
    await open({ files: NUMBER_FILES, script: scriptOf({ slow }) });
    const ran = start(['run', '--issue', 'story slow', '--sandbox', 'process']);
    await until(() => existsSync(join(temporary, 'begun')), 'the command to begin');
    expect(ours().length).toBeGreaterThanOrEqual(3);
    ran.child.kill('SIGKILL');
    expect(await ran.ended).toBe('SIGKILL');
    await until(() => ours().length === 0, 'what was begun to end');
  }, 120_000);

  it('OPS-3: without Docker, a plain run names this way and takes nobody there', async () => {
    await open();
    const ran = start(['run', '--issue', ASKED]);
    expect(await ran.ended).toBe(1);
    expect(ran.stderr()).toContain('--sandbox process');
    expect(ran.stderr()).toContain(WARNING);
    expectNothingLeft();
    const unknown = start(['run', '--issue', ASKED, '--sandbox', 'proces']);
    expect(await unknown.ended).toBe(2);
    expect(unknown.stderr()).toContain('Allowed choices are container, process');
  }, 60_000);

  it('EXEC-2: is refused by the service, and by settings of this machine: it is asked for by name each time', async () => {
    await open();
    writeFileSync(join(world.repository, 'planwright.yaml'), 'sandbox:\n  kind: process\n');
    const service = start([]);
    expect(await service.ended).not.toBe(0);
    expect(service.stderr() + service.stdout()).toContain('sandbox.kind (planwright.yaml, line 2)');
    expect(service.stderr() + service.stdout()).toContain('Tasks of issues always work in a container.');
    mkdirSync(join(world.repository, '.planwright'));
    writeFileSync(join(world.repository, '.planwright', 'planwright.yaml'), 'sandbox: process\n');
    const brought = start(['run', '--issue', ASKED]);
    expect(await brought.ended).toBe(2);
    expect(brought.stderr()).toContain('.planwright was not made by Planwright on this account');
    const local = start(['run', '--issue', ASKED], { DATA_DIR: '.planwright' });
    expect(await local.ended).toBe(2);
    expect(local.stderr()).toContain('"planwright run --sandbox process", which is asked for each time');
  }, 60_000);
});
