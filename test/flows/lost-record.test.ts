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
import { openWorld, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { World } from './world.ts';

let isFirst = true;
const STORIES = {
  lost: { steps: [write('answer.txt', '42\n'), () => run(isFirst ? 'sleep 600' : 'true'), done()] },
  other: {},
};
const DAMAGED_LINE = 6;

describe('a task whose record was damaged while nobody looked (PLAN-4, PLAN-6 level 4)', () => {
  let world: World;
  let service: ServiceProcess;
  let issue: number;
  let task: string;
  let damaged: string;

  beforeAll(async () => {
    world = await openWorld(worldOf(STORIES));
    service = await world.start();
    issue = await askFor(world, 'lost');
    await untilRecorded(world, issue, (fact) => fact.type === 'tool', 'the first step of the work');
    task = (await historyOf(world, issue))[0]?.task_uuid ?? '';
    service.child.kill('SIGKILL');
    await service.ended;
    const file = join(historyFolder(world), `${task}.jsonl`);
    const lines = (await readFile(file, 'utf8')).split('\n');
    lines[DAMAGED_LINE - 1] = '{"type":"phase","seq":';
    damaged = lines.join('\n');
    await writeFile(file, damaged);
    expect(containersOf(task)).not.toBe('');
    service = await world.start();
    await until(() => commentsOn(world, issue).find((body) => body.includes('planwright:result')), 'the result comment');
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
    expect(progress).toContain('## ❌ Failed');
  });

  it('is reported by file and line, in the log and to whoever runs the service, and not changed', async () => {
    const file = `${task}.jsonl`;
    const told = service
      .output()
      .split('\n')
      .filter((line) => line.includes(file) && line.includes(`Line ${DAMAGED_LINE} of `));
    expect(told.length).toBeGreaterThan(0);
    const answer = await fetch(`${service.url}/api/tasks/${task}`, { headers: { authorization: `Bearer ${world.secrets['dashboard']}` } });
    expect(answer.status).toBe(500);
    expect(await answer.text()).toContain(`Line ${DAMAGED_LINE} of `);
    expect(await readFile(join(historyFolder(world), file), 'utf8')).toBe(damaged);
  });

  it('holds up neither its own issue, asked for anew, nor another', async () => {
    const other = await askFor(world, 'other');
    isFirst = false;
    await world.github.acts.comment({ repository: world.repository, issue, by: MAINTAINER, body: '@planwright retry' });
    await until(() => commentsOn(world, other).some((body) => body.includes('planwright:result')), 'the end of the other task');
    await until(() => commentsOn(world, issue).filter((body) => body.includes('planwright:result'))[1], 'the end of the new task');
    expect(branchesOf(world).filter((name) => name.startsWith('planwright/'))).toHaveLength(2);
  });
});
