import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import {
  actionPlan,
  askFor,
  commentsOn,
  containersOf,
  decided,
  decomposition,
  docker,
  done,
  gitOf,
  historyOf,
  homeOf,
  isQuestion,
  isUnrevised,
  numberRepository,
  pointOf,
  run,
  says,
  scriptOf,
  subtask,
  untilOver,
  verdictsIn,
  write,
} from './stories.ts';
import { api, openWorld, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

const PARTIAL = {
  replan_needed: true,
  confidence: 0.9,
  reasoning: 'Another way is needed.',
  replan_type: 'partial_replan',
  target_phase: 'execution',
  replan_level: 2,
  issues_found: ['It does not work so'],
};

const STORIES: Readonly<Record<string, Story>> = {
  works: {
    decomposition: decomposition(subtask('one'), subtask('two', ['one'])),
    plan: actionPlan({ subtasks: ['one', 'two'] }),
    steps: [
      run('printf a >> once.txt; until [ -e ../home/go ]; do sleep 0.05; done; printf b >> once.txt'),
      write('answer.txt', '42\n'),
      done(),
      run('cat once.txt'),
      done(),
    ],
  },
  replans: {
    decision: (request) => (pointOf(request) === 'execution' && isUnrevised(request) ? decided(PARTIAL) : decided()),
    steps: [
      run('printf half > half.txt'),
      done('failure', ['It does not work so']),
      write('answer.txt', '42\n'),
      done(),
    ],
  },
  plans: {
    patch: (request) => ({
      understanding: 'A note is wanted too.',
      operations: says(request, 'メモも')
        ? [
            {
              op: 'create',
              temp_id: 'note',
              title: 'Write a note',
              description: 'Write a note about it',
              dependencies: ['task_1'],
            },
          ]
        : [],
      questions: [],
      potential_conflicts: [],
    }),
    steps: [write('answer.txt', '42\n'), done(), write('note.txt', 'It is 42.\n'), done()],
  },
  asks: {},
};

const SETTINGS = { PLANWRIGHT_SANDBOX__KEEP_SEC: '0.5', PLANWRIGHT_GITHUB__REDELIVERY_SEC: '0.5' };

describe('pausing and planning first', () => {
  let world: World;
  let service: ServiceProcess;
  const issues = new Map<string, number>();

  beforeAll(async () => {
    const [repository, ...others] = Object.keys(STORIES).map((story) => {
      const about = numberRepository(story);
      return { ...about, labels: [...(about.labels ?? []), 'planwright:plan'] };
    });
    world = await openWorld({ script: scriptOf(STORIES), others, ...(repository === undefined ? {} : { repository }) });
    service = await world.start(SETTINGS);
  });
  afterAll(async () => {
    await world.close();
  });

  const issueOf = (story: string) => issues.get(story) ?? 0;
  const facts = (story: string) => historyOf(world, issueOf(story), homeOf(story));
  const recorded = (story: string, isIt: (fact: Recorded) => boolean, what: string, times = 1) =>
    until(
      async () => (await facts(story)).filter(isIt).length >= times,
      `${what} of ${story}\n${service.output().slice(-3_000)}`,
    );
  const control = (name: string) => (fact: Recorded) => fact.type === 'control' && fact.name === name;
  const isReleased = (fact: Recorded) => fact.type === 'environment' && fact.name === 'sandbox_released';
  const say = (story: string, body: string) =>
    world.github.acts.comment({ repository: homeOf(story), issue: issueOf(story), by: MAINTAINER, body });
  /** Said, and accepted. */
  const tell = async (story: string, body: string) => {
    await say(story, body);
    await until(
      () =>
        world.github.acts
          .readIssue({ repository: homeOf(story), issue: issueOf(story) })
          .comments.some((comment) => comment.body === body && comment.reacted.length > 0),
      `the reaction to ${body}`,
    );
  };
  const open = async (story: string) => {
    const { number } = await world.github.acts.openIssue({
      repository: homeOf(story),
      by: MAINTAINER,
      title: `story ${story}`,
      body: 'Please.',
    });
    issues.set(story, number);
    return number;
  };
  const restart = async () => {
    service.child.kill('SIGKILL');
    await service.ended;
    service = await world.start(SETTINGS);
  };
  const taskIdOf = async (story: string) => (await facts(story))[0]?.task_uuid ?? '';
  const stateOf = async (story: string) => {
    const id = await taskIdOf(story);
    const { tasks } = (await api(service, world, '/api/tasks')) as {
      readonly tasks: readonly { id: string; state: string; waiting_for: string | null }[];
    };
    const task = tasks.find((one) => one.id === id);
    return [task?.state, task?.waiting_for];
  };
  const fileOn = (story: string, path: string) =>
    gitOf(world, homeOf(story))('show', `planwright/${issueOf(story)}-story-${story}:${path}`);
  const labels = (story: string) =>
    world.github.acts.readIssue({ repository: homeOf(story), issue: issueOf(story) }).labels.slice(1);
  const shows = (story: string, label: string) =>
    until(() => labels(story).join() === `planwright:${label}`, `the label ${label}, not ${labels(story).join()}`);
  const questions = (story: string) =>
    commentsOn(world, issueOf(story), homeOf(story)).filter((body) => body.includes('planwright:question'));

  it('a pause in mid-execution lets the command in hand end, saves the work, shows it by a label, and nothing is done twice (GH-5, GH-8, EXEC-1, EXEC-5)', async () => {
    issues.set('works', await askFor(world, 'works', homeOf('works')));
    await recorded(
      'works',
      (fact) => fact.type === 'effect' && fact.name === 'started' && fact.effect === 'use_tool',
      'the command',
    );
    await tell('works', 'please hold on');
    const taskId = await taskIdOf('works');
    expect(await stateOf('works')).toEqual(['RUNNING', null]);
    docker('exec', containersOf(taskId), 'touch', '/workspace/home/go');
    await recorded('works', isReleased, 'the release');
    expect(await stateOf('works')).toEqual(['PAUSED', null]);
    expect(fileOn('works', 'once.txt')).toBe('ab');
    await until(
      () => commentsOn(world, issueOf('works'), homeOf('works'))[0]?.includes('## ⏸️ Planwright is paused'),
      'the progress comment',
    );
    expect(docker('inspect', '--format', '{{.State.Running}}', containersOf(taskId)).trim()).toBe('false');
    // People's change of the label is left alone until the state changes (GH-8).
    await shows('works', 'paused');
    const label = { repository: homeOf('works'), issue: issueOf('works'), by: MAINTAINER };
    await world.github.acts.removeLabel({ ...label, label: 'planwright:paused' });
    await world.github.acts.addLabel({ ...label, label: 'planwright:failed' });
    await restart();
    await tell('works', 'status');
    expect(labels('works')).toEqual(['planwright:failed']);
    await tell('works', '再開してください');
    const history = await untilOver(world, issueOf('works'), homeOf('works'));
    expect(history.at(-1)).toMatchObject({ type: 'completion', status: 'succeeded', reason: 'finished' });
    expect(fileOn('works', 'once.txt')).toBe('ab');
    expect(history.filter((fact) => fact.type === 'tool' && fact.tool === 'run_command')).toHaveLength(2);
    expect(history.filter(control('paused'))).toHaveLength(1);
    expect(history.flatMap((fact) => (fact.type === 'effect' && fact.name === 'labelled' ? [fact.label] : []))).toEqual(
      ['working', 'paused', 'working'],
    );
    expect(labels('works')).toEqual(['planwright:done']);
  }, 300_000);

  it('a pause during a re-plan decision keeps decision, attempts and counts through a restart of everything (REPLAN-8, PLAN-5)', async () => {
    const isDecision = (text: string) =>
      text.includes('# Go on, try again, or plan anew?') && text.includes('story replans');
    world.anthropic.fault({ trouble: { kind: 'silent' }, when: (request) => isDecision(JSON.stringify(request.body)) });
    issues.set('replans', await askFor(world, 'replans', homeOf('replans')));
    await until(
      () => world.anthropic.requests.some(({ bodyText }) => isDecision(bodyText)),
      'the decision to be asked for',
    );
    await tell('replans', '@planwright pause');
    await restart();
    await recorded('replans', isReleased, 'the release');
    const before = await facts('replans');
    expect(verdictsIn(before).filter((fact) => fact.executed)).toHaveLength(1);
    expect(before.findLast((fact) => fact.type === 'control' && fact.name !== 'pause_due')).toMatchObject({
      name: 'paused',
    });
    await restart();
    await tell('replans', '@planwright resume');
    const history = await untilOver(world, issueOf('replans'), homeOf('replans'));
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    // Granted once, and carried out once.
    expect(verdictsIn(history).filter((fact) => fact.executed)).toHaveLength(1);
    expect(history.filter((fact) => fact.type === 'replan_decision' && fact.name === 'completed')).toMatchObject([
      { result: 'success' },
    ]);
    expect(fileOn('replans', 'half.txt')).toBe('half');
  }, 300_000);

  it('a plan that was asked for by its label is shown, changed by a comment, and carried out when it is approved (GH-2, PLAN-9)', async () => {
    const issue = await open('plans');
    await world.github.acts.addLabel({ repository: homeOf('plans'), issue, by: MAINTAINER, label: 'planwright:plan' });
    await recorded('plans', isQuestion, 'the question');
    await shows('plans', 'waiting');
    const taskId = await taskIdOf('plans');
    expect(await stateOf('plans')).toEqual(['WAITING', 'plan_approval']);
    expect(questions('plans')).toEqual([expect.stringContaining('## 📋 May I Carry Out This Plan?')]);
    await until(
      () => commentsOn(world, issue, homeOf('plans'))[0]?.includes('Do what task_1 asks for'),
      'the plan to be shown',
    );
    await say('plans', 'メモも書いてください。');
    await recorded('plans', isQuestion, 'the question about the changed plan', 2);
    await until(
      () => commentsOn(world, issue, homeOf('plans'))[0]?.includes('Write a note'),
      'the changed plan to be shown',
    );
    expect(questions('plans')[1]).toContain('I have changed the plan');
    const before = await facts('plans');
    expect(
      before.filter((fact) => fact.type === 'effect' && fact.name === 'started' && fact.effect === 'start_sandbox'),
    ).toEqual([]);
    expect(containersOf(taskId)).toBe('');
    await restart();
    await tell('plans', '承認');
    const history = await untilOver(world, issue, homeOf('plans'));
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(fileOn('plans', 'note.txt')).toBe('It is 42.\n');
  }, 300_000);

  it('`計画` begins a task that only plans, and `stop` ends it with nothing done (GH-5)', async () => {
    const issue = await open('asks');
    await say('asks', '@planwright 計画');
    await recorded('asks', isQuestion, 'the question');
    await say('asks', '@planwright plan');
    await until(
      () =>
        commentsOn(world, issue, homeOf('asks')).some((body) => body.includes('I am already working on this issue')),
      'the reply',
    );
    await tell('asks', 'stop');
    expect((await untilOver(world, issue, homeOf('asks'))).at(-1)).toMatchObject({ status: 'stopped' });
    expect(commentsOn(world, issue, homeOf('asks')).at(-1)).toContain('No change had been made yet.');
    expect(world.github.acts.readIssue({ repository: homeOf('asks'), issue }).labels).toEqual(['planwright:stopped']);
  }, 300_000);
});
