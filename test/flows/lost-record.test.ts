import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  askFor,
  branchesOf,
  commentsOn,
  containersOf,
  done,
  historyFolder,
  historyOf,
  run,
  untilRecorded,
  worldOf,
  write,
} from './stories.ts';
import { MAINTAINER } from '../../demo/story.ts';
import { embeddedSocket, openRedis } from './deliver.ts';
import { keepRunning } from './keep-running.ts';
import { SIDES, crashesOf, crashing, patience } from './crash-places.ts';
import { openWorld, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { World } from './world.ts';

let isFirst = true;
const STORIES = {
  lost: { steps: [write('answer.txt', '42\n'), () => run(isFirst ? 'sleep 600' : 'true'), done()] },
  other: {},
};
const DAMAGED_LINE = 6;

/** A task in the middle of its work, whose service is gone and whose record was damaged since. */
async function damagedInMidWork(world: World) {
  isFirst = true;
  const service = await world.start();
  const issue = await askFor(world, 'lost');
  await untilRecorded(world, issue, (fact) => fact.type === 'tool', 'the first step of the work');
  const task = (await historyOf(world, issue))[0]?.task_uuid ?? '';
  service.child.kill('SIGKILL');
  await service.ended;
  const file = join(historyFolder(world), `${task}.jsonl`);
  const lines = (await readFile(file, 'utf8')).split('\n');
  lines[DAMAGED_LINE - 1] = '{"type":"phase","seq":';
  const damaged = lines.join('\n');
  await writeFile(file, damaged);
  expect(containersOf(task)).not.toBe('');
  return { issue, task, damaged };
}

describe('a task whose record was damaged while nobody looked (PLAN-4, PLAN-6 level 4)', () => {
  let world: World;
  let service: ServiceProcess;
  let issue: number;
  let task: string;
  let damaged: string;

  beforeAll(async () => {
    world = await openWorld(worldOf(STORIES));
    ({ issue, task, damaged } = await damagedInMidWork(world));
    service = await world.start();
    await until(
      () => commentsOn(world, issue).find((body) => body.includes('planwright:result')),
      'the result comment',
    );
    await until(() => containersOf(task) === '', 'the end of the container');
    await until(() => service.output().includes('task ended without its record'), 'the end of the task');
  });
  afterAll(async () => {
    await world?.close();
  });

  it('is not driven on, and says so on the issue, once, with what to do (GH-4)', () => {
    const comments = commentsOn(world, issue);
    const [progress = '', result = ''] = comments;
    expect(comments).toHaveLength(2);
    expect(result).toContain('The record of this task is damaged.');
    expect(result).toContain('**→**');
    expect(progress).not.toContain('is working on this');
    expect(progress).toContain('**❌ Failed**: [');
  });

  it('is reported by file and line, in the log and to whoever runs the service, and not changed', async () => {
    const file = `${task}.jsonl`;
    const told = service
      .output()
      .split('\n')
      .filter((line) => line.includes(file) && line.includes(`Line ${DAMAGED_LINE} of `));
    expect(told.length).toBeGreaterThan(0);
    const answer = await fetch(`${service.url}/api/tasks/${task}`, {
      headers: { authorization: `Bearer ${world.secrets['dashboard']}` },
    });
    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain(`Line ${DAMAGED_LINE} of `);
    expect(await readFile(join(historyFolder(world), file), 'utf8')).toBe(damaged);
  });

  it('holds up neither its own issue, asked for anew, nor another', async () => {
    const other = await askFor(world, 'other');
    isFirst = false;
    await world.github.acts.comment({ repository: world.repository, issue, by: MAINTAINER, body: '@planwright retry' });
    await until(
      () => commentsOn(world, other).some((body) => body.includes('planwright:result')),
      'the end of the other task',
    );
    await until(
      () => commentsOn(world, issue).filter((body) => body.includes('planwright:result'))[1],
      'the end of the new task',
    );
    expect(branchesOf(world).filter((name) => name.startsWith('planwright/'))).toHaveLength(2);
  });
});

describe('the end of a task whose record is damaged (PLAN-6 level 4, QUAL-2.3)', () => {
  it.each(SIDES)(
    'is told once, and holds nothing, when the service is killed %s every step of it',
    async (side) => {
      const world = await openWorld(worldOf(STORIES));
      try {
        const { issue, task, damaged } = await damagedInMidWork(world);
        const service = await keepRunning(world, crashing(side, world, 'first'));
        const crashed = () => readFile(crashesOf(world), 'utf8').catch(() => '');
        await until(async () => (await crashed()).includes('unrecorded '), 'the end of the task', 240_000);
        const redis = openRedis(embeddedSocket(world));
        await until(
          async () => (await redis.hlen('planwright:active')) === 0,
          'the issue to be free',
          patience(120_000),
        );
        redis.disconnect();
        await service.stop();
        for (const kind of ['post_result', 'finish_progress', 'remove_sandbox', 'complete', 'unrecorded'])
          expect(await crashed()).toMatch(new RegExp(`^${kind} `, 'm'));
        const [progress = '', result = '', ...more] = commentsOn(world, issue);
        expect(more).toEqual([]);
        expect(progress).toContain('**❌ Failed**: [');
        expect(result).toContain('The record of this task is damaged.');
        expect(containersOf(task)).toBe('');
        expect(await readFile(join(historyFolder(world), `${task}.jsonl`), 'utf8')).toBe(damaged);
      } finally {
        await world.close();
      }
    },
    patience(400_000),
  );
});
