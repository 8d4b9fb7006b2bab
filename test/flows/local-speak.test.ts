import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openLocalWorld, type LocalRun, type LocalWorld } from './local-world.ts';
import { answerBy, containersOf, docker, done, NUMBER_FILES, run, says, scriptOf, write } from './stories.ts';
import { until } from './world.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { LocalIssue } from '../../src/local/local-issues.ts';

const QUESTION = 'Which number is the right one?';
const GOAL = {
  goal_understanding: {
    main_objective: 'Put the right number into answer.txt (story asking).',
    success_criteria: ['sh check.sh passes'],
    constraints: [],
    context: 'One file.',
  },
};
const UNCLEAR = {
  error: {
    type: 'unclear_goal',
    message: 'The issue names no number.',
    clarification_needed: [QUESTION],
    assumptions: ['The number is 42.'],
  },
};
const STORIES = {
  /** The current step lasts until it is released. */
  long: {
    steps: [run('until [ -e ../home/go ]; do sleep 0.05; done'), run('echo two'), write('answer.txt', '42\n'), done()],
  },
  asking: {
    goal: (request: Parameters<typeof says>[0]) =>
      says(request, answerBy('Mika-Moller', '42')) || says(request, 'assumed as nobody answered') ? GOAL : UNCLEAR,
  },
};

describe('what is said from another terminal (OPS-3)', () => {
  let world: LocalWorld;

  beforeEach(async () => {
    world = await openLocalWorld({ files: NUMBER_FILES, script: scriptOf(STORIES) });
  });
  afterEach(() => world.close());

  const issue = () =>
    JSON.parse(readFileSync(join(world.repository, '.planwright/issues/1.json'), 'utf8')) as LocalIssue;
  const id = () => issue().tasks[0]?.id ?? '';
  const facts = (task = id()) =>
    readFileSync(join(world.repository, '.planwright/planning_history', `${task}.jsonl`), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Recorded);
  const controls = () => facts().flatMap((fact) => (fact.type === 'control' ? [fact.name] : []));
  const told = async (...args: readonly string[]): Promise<readonly [unknown, string]> => {
    const spoken = world.start(args);
    return [await spoken.ended, `${spoken.stdout()}${spoken.stderr()}`];
  };
  const begin = async (story: string, ...more: readonly string[]): Promise<LocalRun> => {
    const begun = world.start(['run', '--issue', `story ${story}`, ...more]);
    await until(() => existsSync(join(world.repository, '.planwright/issues/1.json')) && id() !== '', 'a task');
    return begun;
  };

  it('reaches the process at work at once: it pauses, listens and goes on, and nothing is left waiting', async () => {
    const first = await begin('long');
    await until(() => first.stdout().includes('(running a command)'), 'the work', 30_000);
    const sent = `Sent to the planwright at work on it (process ${first.child.pid}).\n`;
    expect(await told('pause', id().slice(0, 8))).toEqual([0, sent]);
    docker('exec', `planwright-${id()}`, 'touch', '/workspace/home/go');
    await until(() => first.stdout().includes('Paused. "planwright resume'), 'the pause', 30_000);
    expect(await told('pause', id())).toEqual([0, 'It is paused already.\n']);
    expect(await told('tell', id(), 'Keep', 'the', 'names.')).toEqual([0, sent]);
    await until(() => first.stdout().includes('> Keep the names. (from another terminal)'), 'what was told');
    expect(await told('retry', id())).toEqual([
      2,
      expect.stringContaining('It is at work, so there is nothing to start again.'),
    ]);
    expect(await told('resume', id())).toEqual([0, sent]);
    expect([await first.ended, first.stderr()]).toEqual([0, '']);
    expect(controls()).toEqual(expect.arrayContaining(['pause', 'paused', 'resume', 'comment', 'comment_weighed']));
    expect(issue().comments.filter(({ isOurs }) => !isOurs)).toMatchObject([{ body: 'Keep the names.' }]);
    expect(readdirSync(join(world.repository, '.planwright/inbox', id()))).toEqual([]);
    expect(await told('tell', id(), 'more')).toEqual([
      2,
      expect.stringContaining('It is done and reads no more messages.'),
    ]);
    expect(await told('stop', id())).toEqual([0, 'It is done: nothing is left to stop.\n']);
  }, 120_000);

  it('stops what is at work at once; what was stopped is done anew when it is asked for, or its plan is', async () => {
    const first = await begin('long');
    await until(() => first.stdout().includes('(running a command)'), 'the work', 30_000);
    expect(await told('tell', id(), 'stop')).toEqual([0, expect.stringContaining('Sent to')]);
    expect(await first.ended).toBe(1);
    const stopped = id();
    const asked = world.anthropic.requests.length;
    const again = world.start(['retry', stopped, '--same-plan']);
    await until(() => again.stdout().includes('(running a command)'), 'the work again', 30_000);
    docker('exec', `planwright-${issue().tasks.at(-1)?.id}`, 'touch', '/workspace/home/go');
    expect([await again.ended, again.stderr()]).toEqual([0, '']);
    const [, second] = issue().tasks;
    expect(facts(second?.id)[0]).toMatchObject({ request: { isRetry: true, plan: { test_command: 'sh check.sh' } } });
    const calls = world.anthropic.requests.slice(asked).map(({ bodyText }) => bodyText);
    expect(calls.some((body) => body.includes('"name":"submit_goal_understanding"'))).toBe(false);
    expect(world.git('branch', '--list', 'planwright/*').trim().split('\n')).toHaveLength(1);
  }, 120_000);

  it('is kept where nobody is at work; resume goes on here, with the answer', async () => {
    const first = await begin('asking', '--no-assume');
    expect(await first.ended).toBe(3);
    expect(await told('pause', id())).toEqual([0, expect.stringContaining('so it is paused already')]);
    expect(await told('show', id())).toEqual([0, expect.stringContaining(`planwright answer ${id().slice(0, 8)} "…"`)]);
    expect(await told('answer', id(), 'status')).toEqual([
      2,
      expect.stringContaining('is an order that changes nothing'),
    ]);
    const answer = world.start(['answer', id()], { input: '42\n' });
    expect([await answer.ended, answer.stdout()]).toEqual([0, expect.stringContaining('Kept for it.')]);
    const second = world.start(['resume', id()]);
    expect([await second.ended, second.stderr()]).toEqual([0, '']);
    expect(facts().filter(({ type }) => type === 'answer')).toMatchObject([{ name: 'given', text: '42' }]);
  }, 120_000);

  it('REPLAN-6: --no-assume counts for one start: the next without it takes what is stated for given', async () => {
    const first = await begin('asking', '--no-assume');
    expect(await first.ended).toBe(3);
    const second = world.start(['run', '--issue', 'story asking']);
    expect([await second.ended, second.stderr()]).toEqual([0, '']);
    expect(facts().filter(({ type }) => type === 'answer')).toMatchObject([{ name: 'assumed' }]);
    expect(controls()).toEqual(['attended']);
  }, 120_000);

  it('ends a task that nobody is at work on, and prune removes what is left of it, when its time has come', async () => {
    const first = await begin('asking', '--no-assume');
    expect(await first.ended).toBe(3);
    expect(await told('prune')).toEqual([0, expect.stringContaining(`To end it: planwright stop ${id()}`)]);
    const stop = world.start(['stop', id()]);
    expect([await stop.ended, stop.stderr()]).toEqual([0, '']);
    expect(containersOf(id())).toBe('');
    const task = id();
    expect(await told('show', task)).toEqual([
      0,
      expect.stringMatching(/STOPPED[^]*⏹️ Stopped\n {2}\S.* asked me to stop\./),
    ]);
    expect(await told('prune')).toEqual([0, 'There was nothing to remove.\n']);
    // As if it had been years ago; the index is rebuilt from the records.
    const folder = join(world.repository, '.planwright/planning_history');
    const record = join(folder, `${task}.jsonl`);
    writeFileSync(record, readFileSync(record, 'utf8').replaceAll(/"timestamp":"\d{4}/g, '"timestamp":"2020'));
    rmSync(join(folder, 'index'), { recursive: true });
    expect(await told('prune')).toEqual([0, expect.stringMatching(`^Records: 1 of tasks that ended .* ${task}\n$`)]);
    expect(readdirSync(join(world.repository, '.planwright/issues'))).toEqual([]);
    expect(await told('tasks')).toEqual([0, expect.stringContaining('There are no tasks in')]);
  }, 120_000);

  it('S1: a secret in what is asked for or said is neither kept nor shown to the model', async () => {
    const token = `ghp_${'a1B2'.repeat(10)}`;
    const first = world.start(['run', '--issue', `story asking ${world.key} and ${token}`, '--no-assume']);
    expect(await first.ended).toBe(3);
    expect(first.stdout()).toContain('What looks like a secret in it was masked');
    expect(await told('answer', id(), `42 ${token}`)).toEqual([0, expect.stringContaining('Kept for it.')]);
    expect(await world.start(['resume', id()]).ended).not.toBe(2);
    // grep exits with 1 if it finds nothing.
    const found = spawnSync('grep', ['-rlE', `${world.key}|${token}`, join(world.repository, '.planwright')]);
    expect([found.status, found.stdout.toString()]).toEqual([1, '']);
    expect(world.anthropic.requests.some(({ bodyText }) => bodyText.includes(token))).toBe(false);
  }, 120_000);

  it('is saved where nobody reads what is told any more, and the list ends without a word', async () => {
    const first = world.start(['run', '--issue', 'story long']);
    await until(() => first.stdout().includes('(running a command)'), 'the work', 30_000);
    first.child.stdout?.destroy();
    docker('exec', `planwright-${id()}`, 'touch', '/workspace/home/go');
    expect(await first.ended).toBe(130);
    expect(first.stderr()).toBe('');
    const listed = world.start(['history', id()]);
    listed.child.stdout?.destroy();
    expect([await listed.ended, listed.stderr()]).toEqual([0, '']);
  }, 120_000);
});
