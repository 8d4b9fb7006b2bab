import { readFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { createRedisStore } from '../../src/history/redis-store.ts';
import { readHistory } from '../../src/state/stored.ts';
import { sandboxesOf } from './deliver.ts';
import { SIDES, crashesOf, crashing, killsOf, patience } from './crash-places.ts';
import { keepRunning } from './keep-running.ts';
import { startOwnRedis } from './own-redis.ts';
import { untilOver } from './stories.ts';
import { timeless } from './tales.ts';
import { askForFix, issueOf, openWorld, until, untilEnded } from './world.ts';
import type { World } from './world.ts';

/** What is left on GitHub when a task is over, without what differs from run to run. */
function leftBehind(world: World, issue: number) {
  const { comments, reactions, labels } = issueOf(world, issue);
  const repository = world.github.world.repositories[0];
  if (!repository) throw new Error('There is no repository.');
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['--git-dir', repository.gitDir, ...args], { encoding: 'utf8' });
  const branches = git('for-each-ref', '--format=%(refname)', 'refs/heads').trim().split('\n');
  const work = branches.filter((branch) => branch.includes('planwright/'));
  const without = (text: string) => timeless(text).replace(/\(\d+(?:\.\d+)?ms\)|duration_ms \d+(?:\.\d+)?/g, 'ms');
  return {
    comments: comments.map((comment) => without(comment.body)),
    reactions,
    labels,
    branches,
    commits: work.flatMap((branch) => git('log', '--format=%B', `main..${branch}`).trim().split('\n')),
    diff: work.map((branch) => git('diff', `main...${branch}`)),
    pulls: repository.issues
      .filter((one) => one.pull !== null)
      .map((one) => [one.title, without(one.body ?? ''), one.pull?.draft, one.state]),
  };
}

/** What differs with the records in Redis: how they are begun, appended to and ended. */
const RECORDED = ['claim', 'record of clone', 'checkpoint', 'open_pull_request', 'post_result', 'complete'];

describe('a service that is killed (R1)', () => {
  let calm: ReturnType<typeof leftBehind>;
  const worlds: World[] = [];
  const open = async () => {
    const world = await openWorld();
    worlds.push(world);
    return world;
  };
  afterAll(async () => {
    await Promise.all(worlds.map((world) => world.close()));
  });

  beforeAll(async () => {
    const world = await open();
    const service = await world.start();
    const issue = await askForFix(world);
    await untilEnded(service, world, issue);
    calm = leftBehind(world, issue);
    expect(calm.comments).toHaveLength(2);
    expect(calm.pulls).toHaveLength(1);
    expect(calm.labels).toEqual(['planwright', 'planwright:done']);
  });

  for (const side of SIDES) {
    it(
      `${side} every effect leaves behind what an undisturbed one does, nothing lost and nothing doubled (QUAL-2.3, EXEC-5)`,
      async () => {
        const world = await open();
        const service = await keepRunning(world, crashing(side, world, 'first'));
        const issue = await askForFix(world);
        const history = await untilOver(world, issue, world.repository, patience(300_000));
        await service.stop();
        expect(service.kills()).toBeGreaterThan(20);
        expect(leftBehind(world, issue)).toEqual(calm);
        expect(sandboxesOf(history[0]?.task_uuid ?? '')).toEqual([]);
        const crashes = (await readFile(crashesOf(world), 'utf8')).trim().split('\n');
        process.stdout.write(
          `killed ${service.kills()} times ${side} ${new Set(crashes.map((place) => place.split(' ')[0])).size} kinds of effects\n`,
        );
      },
      patience(400_000),
    );
  }

  it(
    'after every effect, with its records in Redis, leaves behind the same (PLAN-4, QUAL-2.3)',
    async () => {
      const world = await open();
      const redis = await startOwnRedis();
      const client = new Redis(redis.url);
      const store = createRedisStore({ redis: client });
      try {
        const service = await keepRunning(world, {
          REDIS_URL: redis.url,
          PLANWRIGHT_PLANNING__HISTORY__STORAGE_TYPE: 'redis',
          ...crashing('after', world, RECORDED),
        });
        const issue = await askForFix(world);
        const history = await until(
          async () => {
            const [taskId] = await store.ofIssue(`${world.repository}#${issue}`);
            const entries = taskId === undefined ? [] : readHistory(await store.read(taskId));
            return entries.at(-1)?.type === 'completion' ? entries : null;
          },
          'the end of the task',
          patience(300_000),
        );
        await service.stop();
        expect(service.kills()).toBeGreaterThan(killsOf(20, 5));
        expect(leftBehind(world, issue)).toEqual(calm);
        expect(history.map((fact) => fact.seq)).toEqual(history.map((_, index) => index + 1));
        expect(await store.unfinished()).toEqual([]);
        expect(sandboxesOf(history[0]?.task_uuid ?? '')).toEqual([]);
      } finally {
        client.disconnect();
        await redis.close();
      }
    },
    patience(400_000),
  );
});
