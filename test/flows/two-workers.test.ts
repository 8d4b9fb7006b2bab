import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { MAINTAINER } from '../../demo/story.ts';
import { freePort } from '../../demo/bench.ts';
import { startOwnRedis } from './own-redis.ts';
import {
  actionPlan,
  askFor,
  branchesOf,
  commentsOn,
  containersOf,
  docker,
  done,
  gitOf,
  historyOf,
  isQuestion,
  numberRepository,
  pullsFor,
  reachedIn,
  RIGHT,
  run,
  scriptOf,
  untilOver,
  untilRecorded,
} from './stories.ts';
import { openWorld, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { OwnRedis } from './own-redis.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

/** Writes a line when it begins and one when it ends, so that a repeated or killed run shows. */
const LONG = run(
  'echo begun >> log.txt; touch /tmp/reached; until [ -e /tmp/go ]; do sleep 0.05; done; echo ended >> log.txt',
);
const plan = actionPlan({ testCommand: 'true' });
const long: Story = { plan, steps: [LONG, done()] };
const STORIES: Readonly<Record<string, Story>> = {
  'shared-a': long,
  'shared-b': long,
  stopped: long,
  killed: long,
  paused: long,
  approved: { steps: RIGHT },
  frozen: long,
  'frozen-long': long,
  after: { steps: RIGHT },
  asleep: { steps: RIGHT },
  afterwards: { steps: RIGHT },
  thinking: { plan, steps: [run('echo begun >> log.txt'), run('echo ended >> log.txt'), done()] },
  dozing: { plan, steps: [run('echo begun >> log.txt'), run('echo ended >> log.txt'), done()] },
};

describe('two workers on one machine', () => {
  let world: World;
  let redis: OwnRedis;
  let shared: Readonly<Record<string, string>>;
  const workers: ServiceProcess[] = [];

  beforeAll(async () => {
    redis = await startOwnRedis();
    world = await openWorld({
      script: scriptOf(STORIES),
      repository: numberRepository('acme'),
      others: [numberRepository('bell')],
    });
    // An unanswered call is given up when its task is taken away, and not before the test is over.
    shared = { REDIS_URL: redis.url, PLANWRIGHT_MODEL__TIMEOUT_SEC: '600' };
    await world.start(shared, ['serve', '--role', 'intake']);
  });
  afterEach(async () => {
    for (const worker of workers) if (isRunning(worker)) worker.child.kill('SIGKILL');
    await Promise.all(workers.splice(0).map((worker) => worker.ended));
  });
  afterAll(async () => {
    await world?.close();
    await redis?.close();
  });

  async function startWorker(extra: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
    const worker = await world.start(
      {
        ...shared,
        PORT: String(await freePort()),
        PLANWRIGHT_QUEUE__CONCURRENCY: '1',
        PLANWRIGHT_GITHUB__PACE_WRITES: 'true',
        ...extra,
      },
      ['serve', '--role', 'worker'],
    );
    workers.push(worker);
    return worker;
  }

  /** A first worker with the story's task and its running command, and an idle second one. */
  async function inTheMiddleOf(story: string) {
    const first = await startWorker();
    const issue = await askFor(world, story);
    const container = await runningCommand(issue);
    const second = await startWorker();
    return { first, second, issue, container };
  }

  async function runningCommand(issue: number, repository = world.repository): Promise<string> {
    const taskId = await until(async () => (await historyOf(world, issue, repository))[0]?.task_uuid, 'the task');
    return until(async () => {
      const id = containersOf(taskId);
      return id !== '' && (await reachedIn(id)) ? id : null;
    }, 'its long command');
  }

  /**
   * The task ended as if one worker had done it all: every step once, in one container, one of everything on GitHub.
   */
  async function expectUndisturbed(issue: number, story: string): Promise<readonly Recorded[]> {
    const history = await untilOver(world, issue);
    expect(history.map((fact) => fact.seq)).toEqual(history.map((_, index) => index + 1));
    expect(history.filter((fact) => fact.type === 'completion')).toHaveLength(1);
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(history.filter((fact) => fact.type === 'environment' && fact.name === 'container')).toHaveLength(1);
    expect(history.filter((fact) => fact.type === 'environment' && fact.name === 'workspace_lost')).toEqual([]);
    expect(gitOf(world)('show', `planwright/${issue}-story-${story}:log.txt`)).toBe('begun\nended\n');
    expect(
      gitOf(world)('log', '--format=%s', `main..planwright/${issue}-story-${story}`).trim().split('\n'),
    ).toHaveLength(1);
    expect(branchesOf(world).filter((name) => name.startsWith(`planwright/${issue}-`))).toHaveLength(1);
    expect(pullsFor(world, issue).map((one) => one.pull?.draft)).toEqual([false]);
    expect(commentsOn(world, issue)).toHaveLength(2);
    expect(containersOf(history[0]?.task_uuid ?? '')).toBe('');
    return history;
  }

  /** Its own time limit on exit would give another code; the work here never ends by itself. */
  async function expectOrderlyExit(worker: ServiceProcess): Promise<void> {
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toEqual({ code: 0, signal: null });
  }

  it('share the tasks between them', async () => {
    const both = [await startWorker(), await startWorker()];
    const [a, b] = [await askFor(world, 'shared-a', 'acme/answer'), await askFor(world, 'shared-b', 'bell/answer')];
    // Each worker drives one task at a time, so both commands run only if both workers work.
    const containers = [await runningCommand(a, 'acme/answer'), await runningCommand(b, 'bell/answer')];
    for (const container of containers) docker('exec', container, 'touch', '/tmp/go');
    await expectUndisturbed(a, 'shared-a');
    await untilOver(world, b, 'bell/answer');
    for (const worker of both) await expectOrderlyExit(worker);
  });

  it('hand over in mid-command: the one told to stop leaves in order, the command runs on and runs once (R3)', async () => {
    const { first, issue, container } = await inTheMiddleOf('stopped');
    await expectOrderlyExit(first);
    docker('exec', container, 'touch', '/tmp/go');
    const history = await expectUndisturbed(issue, 'stopped');
    expect(
      history.filter((fact) => fact.type === 'tool').map((fact) => fact.type === 'tool' && fact.exit_code),
    ).toEqual([0]);
  });

  it('hand over while the model thinks: the call is given up and made again by the other', async () => {
    const isMidway = (text: string) => text.includes('story thinking') && text.includes('echo begun');
    world.anthropic.fault({ trouble: { kind: 'silent' }, when: (request) => isMidway(JSON.stringify(request.body)) });
    const first = await startWorker();
    const issue = await askFor(world, 'thinking');
    await until(() => world.anthropic.requests.some((request) => isMidway(request.bodyText)), 'the model call');
    await startWorker();
    await expectOrderlyExit(first);
    await expectUndisturbed(issue, 'thinking');
  });

  it('lose nothing when one of them is killed', async () => {
    const { first, issue, container } = await inTheMiddleOf('killed');
    first.child.kill('SIGKILL');
    await first.ended;
    docker('exec', container, 'touch', '/tmp/go');
    await expectUndisturbed(issue, 'killed');
  });

  it('pause and resume a task although the worker that has it is killed each time (GH-5, EXEC-5)', async () => {
    const { first, second, issue, container } = await inTheMiddleOf('paused');
    const say = (body: string) =>
      world.github.acts.comment({ repository: world.repository, issue, by: MAINTAINER, body });
    const control = (name: string) => (fact: Recorded) => fact.type === 'control' && fact.name === name;
    const comments = () => world.github.acts.readIssue({ repository: world.repository, issue }).comments;
    await Promise.all([say('@planwright pause'), kill(first)]);
    await until(() => comments().some((comment) => comment.reacted.length > 0), 'the reaction to the wish to pause');
    docker('exec', container, 'touch', '/tmp/go');
    await untilRecorded(world, issue, control('paused'), 'the pause');
    const third = await startWorker();
    await Promise.all([kill(second), say('@planwright resume')]);
    const history = await untilOver(world, issue);
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    for (const name of ['pause', 'paused', 'resume']) expect(history.filter(control(name))).toHaveLength(1);
    expect(
      history.filter((fact) => fact.type === 'tool').map((fact) => fact.type === 'tool' && fact.exit_code),
    ).toEqual([0]);
    expect(gitOf(world)('show', `planwright/${issue}-story-paused:log.txt`)).toBe('begun\nended\n');
    expect(pullsFor(world, issue)).toHaveLength(1);
    expect(comments().filter((comment) => comment.user.login === 'planwright[bot]')).toHaveLength(2);
    expect(comments().flatMap((comment) => comment.reacted)).toEqual(['planwright[bot] +1', 'planwright[bot] +1']);
    expect(isRunning(third)).toBe(true);
  });

  it('carry out a plan that was approved to one which is killed at once, and answer the approval once (GH-2)', async () => {
    const first = await startWorker();
    const { number: issue } = await world.github.acts.openIssue({
      repository: world.repository,
      by: MAINTAINER,
      title: 'story approved',
      body: 'Please.',
    });
    const say = (body: string) =>
      world.github.acts.comment({ repository: world.repository, issue, by: MAINTAINER, body });
    await say('@planwright plan');
    await untilRecorded(world, issue, isQuestion, 'the plan');
    await kill(first);
    const approving = await say('@planwright approve');
    const crashes = join(world.folder, 'approval');
    const told = await startWorker({ PLANWRIGHT_CRASHPOINTS: `after:${crashes}` });
    await told.ended;
    expect(await readFile(crashes, 'utf8')).toMatch(/^tell /);
    await startWorker();
    const history = await untilOver(world, issue);
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(history.filter((fact) => fact.type === 'answer')).toHaveLength(1);
    const comments = () => world.github.acts.readIssue({ repository: world.repository, issue }).comments;
    await until(() => comments().find(({ id }) => id === approving.id)?.reacted.length, 'the reaction');
    expect(comments().find(({ id }) => id === approving.id)?.reacted).toEqual(['planwright[bot] +1']);
    expect(comments().filter(({ body }) => body.includes('planwright:reply'))).toEqual([]);
  });

  it('keep out one that slept through its replacement: awake again, it writes nothing and works on (R6, R7)', async () => {
    const { first, second, issue, container } = await inTheMiddleOf('frozen');
    first.child.kill('SIGSTOP');
    docker('exec', container, 'touch', '/tmp/go');
    const history = await expectUndisturbed(issue, 'frozen');
    const edits = () => world.github.journal.writes().length;
    const writes = edits();
    first.child.kill('SIGCONT');
    await expectOrderlyExit(second);
    const after = await askFor(world, 'after', 'bell/answer');
    await untilOver(world, after, 'bell/answer');
    expect(await historyOf(world, issue)).toEqual(history);
    expect(commentsOn(world, issue)).toHaveLength(2);
    // The last edits about tasks of earlier tests may still come.
    const { comments } = world.github.acts.readIssue({ repository: world.repository, issue });
    const about = [`/issues/${issue}/`, ...comments.map(({ id }) => `/issues/comments/${id}/`)];
    const isAboutIt = ({ path }: { readonly path: string }) => about.some((part) => `${path}/`.includes(part));
    const ofTheTask = world.github.journal.writes().filter(isAboutIt);
    expect(ofTheTask).not.toEqual([]);
    expect(world.github.journal.writes().slice(writes).filter(isAboutIt)).toEqual([]);
  });

  it('keep out one that wakes up while the other has its task in hand', async () => {
    const { first, issue, container } = await inTheMiddleOf('frozen-long');
    const version = (await historyOf(world, issue)).length;
    first.child.kill('SIGSTOP');
    await until(async () => (await historyOf(world, issue)).length > version, 'the other to take over');
    first.child.kill('SIGCONT');
    await until(async () => (await fetch(`${first.url}/readyz`).catch(() => null))?.ok, 'the sleeper to be awake');
    docker('exec', container, 'touch', '/tmp/go');
    await expectUndisturbed(issue, 'frozen-long');
    expect(isRunning(first)).toBe(true);
    await untilRecorded(world, issue, (fact) => fact.type === 'completion', 'the end');
  });

  it('keep out one that fell asleep between looking for its comment and writing it: there is one result (R6)', async () => {
    const first = await startWorker();
    const issue = await askFor(world, 'asleep');
    await startWorker();
    await untilRecorded(
      world,
      issue,
      (fact) => fact.type === 'effect' && fact.name === 'started' && fact.effect === 'post_result',
      'the result to be due',
    );
    first.child.kill('SIGSTOP');
    await expectOne(issue);
    first.child.kill('SIGCONT');
    await expectOrderlyExit(first);
    await expectOne(issue);

    async function expectOne(of: number): Promise<void> {
      await untilOver(world, of);
      expect(commentsOn(world, of)).toHaveLength(2);
      expect(pullsFor(world, of)).toHaveLength(1);
    }
  });

  it('keep out one that sleeps in the middle of a model call: awake again, it shows no old progress and lets the task go at once (GH-4)', async () => {
    const isMidway = (text: string) => text.includes('story dozing') && text.includes('echo begun');
    world.anthropic.fault({ trouble: { kind: 'silent' }, when: (request) => isMidway(JSON.stringify(request.body)) });
    const first = await startWorker({ PLANWRIGHT_PROGRESS__EDIT_INTERVAL_SEC: '2' });
    const issue = await askFor(world, 'dozing');
    await until(() => world.anthropic.requests.some((request) => isMidway(request.bodyText)), 'the model call');
    first.child.kill('SIGSTOP');
    const second = await startWorker();
    await expectUndisturbed(issue, 'dozing');
    const [final] = commentsOn(world, issue);
    expect(final).toContain('🏁 **Complete**');
    await expectOrderlyExit(second);
    first.child.kill('SIGCONT');
    // It can only do this after releasing the other task: it drives one at a time, and that call is never answered.
    const after = await askFor(world, 'afterwards', 'bell/answer');
    await untilOver(world, after, 'bell/answer');
    expect(commentsOn(world, issue)[0]).toBe(final);
  });
});

async function kill({ child, ended }: ServiceProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

function isRunning({ child }: ServiceProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}
