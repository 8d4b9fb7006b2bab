import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import {
  answerBy,
  actionPlan,
  askFor,
  commentsOn,
  containersOf,
  decided,
  docker,
  done,
  gitOf,
  historyOf,
  homeOf,
  isQuestion,
  pointOf,
  pullsFor,
  requestsFor,
  run,
  says,
  untilOver,
  verdictsIn,
  worldOf,
  write,
} from './stories.ts';
import { api, openWorld, until } from './world.ts';
import { toolUse } from '../../standins/anthropic/script.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { SeenRequest } from '../../standins/anthropic/script.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

const COLLEAGUE = 'noor';
const READER = 'rene';
const QUESTIONS = ['Which number is the right one?', 'May the check stay as it is?'];
const ASSUMPTIONS = ['The number is 42.', 'The check stays as it is.'];

function goal(story: string) {
  return {
    goal_understanding: {
      main_objective: `Put the right number into answer.txt (story ${story}).`,
      success_criteria: ['sh check.sh passes'],
      constraints: [],
      context: 'One file.',
    },
  };
}

/** Unclear until every one of these texts is in the prompt. */
const unclearUntil =
  (story: string, ...told: readonly string[]) =>
  (request: SeenRequest) =>
    told.every((text) => says(request, text))
      ? goal(story)
      : {
          error: {
            type: 'unclear_goal',
            message: 'The issue names no number.',
            clarification_needed: QUESTIONS,
            assumptions: ASSUMPTIONS,
          },
        };

const answeredByTwo = (story: string) =>
  unclearUntil(story, QUESTIONS[0] ?? '', answerBy('mika', '42'), answerBy('noor', 'yes, it may'));

const asks = (texts: readonly string[]) =>
  decided({
    replan_needed: true,
    confidence: 0.85,
    replan_type: 'clarification_request',
    target_phase: 'goal_understanding',
    reasoning: 'The issue contradicts itself.',
    issues_found: ['41 and 42 are both wanted'],
    clarification_needed: true,
    clarification_questions: texts,
    assumptions_to_make: ['The later sentence counts: 42.'],
  });

const STORIES: Readonly<Record<string, Story>> = {
  complete: { goal: unclearUntil('complete', answerBy('mika', 'It is 42')) },
  partial: { goal: answeredByTwo('partial') },
  edited: { goal: answeredByTwo('edited') },
  quoted: { goal: unclearUntil('quoted', answerBy('noor', 'forty-two'), answerBy('noor', 'it may stay')) },
  contradictory: {
    decision: (request) =>
      pointOf(request) === 'goal_understanding' && !says(request, answerBy('mika', '42 counts'))
        ? asks(['Is it 41 or 42?'])
        : decided(),
  },
  rounds: {
    decision: (request) =>
      pointOf(request) === 'goal_understanding'
        ? asks([says(request, answerBy('mika', 'first')) ? 'And in which base?' : 'Is it 41 or 42?'])
        : decided(),
  },
  'never-clear': { goal: unclearUntil('never-clear', 'nobody will ever say this') },
  restart: { goal: unclearUntil('restart', answerBy('mika', '42')) },
  later: {},
  tool: {
    plan: actionPlan({ subtasks: ['task_1'] }),
    steps: [
      run('printf kept > kept.txt; echo $HOSTNAME'),
      toolUse('ask_human', {
        question: 'Is 42 the number?',
        context: 'The check wants one.',
        assumptions: ['It is 42.'],
      }),
      (request) =>
        says(request, '@mika answered: Yes, 42.') ? write('answer.txt', '42\n') : write('answer.txt', '0\n'),
      run('cat kept.txt'),
      (request) => (says(request, 'Exit code 0.\nkept') ? done() : done('failure', ['kept.txt is gone'])),
    ],
  },
  'stopped-waiting': {
    plan: actionPlan(),
    steps: [
      run('printf half > half.txt'),
      toolUse('ask_human', { question: 'Go on?', context: '', assumptions: [] }),
      done(),
    ],
  },
};

/** All that ask; with `later` there is one that does not. */
const WAITING_STORIES = Object.keys(STORIES).filter((story) => story !== 'later');

const WAITING = {
  PLANWRIGHT_QUEUE__CONCURRENCY: '1',
  PLANWRIGHT_SANDBOX__KEEP_SEC: '0.5',
};

const questionsOf = (world: World, issue: number, story: string) =>
  commentsOn(world, issue, homeOf(story)).filter((body) => body.includes('planwright:question'));
const named = (history: readonly Recorded[], type: Recorded['type'], name?: string) =>
  history.filter((fact) => fact.type === type && (name === undefined || ('name' in fact && fact.name === name)));

describe('a question to the people on an issue', () => {
  let world: World;
  let service: ServiceProcess;
  const issues = new Map<string, number>();

  const issueOf = (story: string) => issues.get(story) ?? 0;
  const ask = async (story: string) => void issues.set(story, await askFor(world, story, homeOf(story)));
  const say = (story: string, by: string, body: string) =>
    world.github.acts.comment({ repository: homeOf(story), issue: issueOf(story), by, body });
  const asked = (story: string, count = 1) =>
    until(async () => {
      const waits = (await historyOf(world, issueOf(story), homeOf(story))).filter(isQuestion).length >= count;
      return waits && questionsOf(world, issueOf(story), story).length >= count
        ? questionsOf(world, issueOf(story), story)
        : null;
    }, `question ${count} of ${story}`);
  const over = (story: string) => untilOver(world, issueOf(story), homeOf(story));
  const released = (story: string) =>
    until(
      async () =>
        named(await historyOf(world, issueOf(story), homeOf(story)), 'environment', 'sandbox_released').length === 1,
      `the release of ${story}`,
    );
  const fileOn = (story: string, path: string) =>
    gitOf(world, homeOf(story))('show', `planwright/${issueOf(story)}-story-${story}:${path}`);
  const answersIn = async (story: string) => named(await historyOf(world, issueOf(story), homeOf(story)), 'answer');

  beforeAll(async () => {
    const { repository, others = [], script } = worldOf(STORIES);
    const roles = { [MAINTAINER]: 'write', [COLLEAGUE]: 'write', [READER]: 'read' } as const;
    world = await openWorld({
      ...(script === undefined ? {} : { script }),
      repository: { ...repository, roles },
      others: others.map((one) => ({ ...one, roles })),
    });
    service = await world.start(WAITING);
    for (const story of WAITING_STORIES) await ask(story);
  });
  afterAll(async () => {
    await world?.close();
  });

  it('is a comment of its own with the questions, why they matter and what is assumed otherwise (REPLAN-6, PLAN-6)', async () => {
    const [question = ''] = await asked('complete');
    expect(question).toContain('## ❓ Clarification Needed (AI Decision)');
    expect(question).toContain(`1. ${QUESTIONS[0]}\n2. ${QUESTIONS[1]}`);
    expect(question).toContain('**Context**: The issue names no number.');
    expect(question).toContain(
      `**If no response**: I will proceed with the following assumptions:\n- ${ASSUMPTIONS[0]}\n- ${ASSUMPTIONS[1]}`,
    );
    expect(question).toContain('Please reply to this comment with your answers.');
    const progress = await until(
      () =>
        commentsOn(world, issueOf('complete'), homeOf('complete')).find((body) =>
          body.includes('Planwright is waiting for an answer'),
        ),
      'the progress comment',
    );
    expect(progress).toContain('⏸️ **Planning**');
    expect(progress).toMatch(/answer to \[my question\]\(http.*#issuecomment-\d+\)/);
  });

  it('holds no worker: with room for one task only, ten wait at the same time and an eleventh goes through (REPLAN-6, EXEC-1)', async () => {
    for (const story of WAITING_STORIES) await asked(story);
    await ask('later');
    expect((await over('later')).at(-1)).toMatchObject({ reason: 'finished' });
    const { tasks } = (await api(service, world, '/api/tasks')) as {
      readonly tasks: readonly { readonly state: string; readonly waiting_for: string | null }[];
    };
    expect(tasks.filter((task) => task.state === 'WAITING' && task.waiting_for === 'question')).toHaveLength(10);
  });

  it('is not answered by people without write access, nor by silence (GH-6)', async () => {
    await say('complete', 'stranger', 'It is 7, and no.');
    await say('complete', READER, 'It is 8, and no.');
    await until(
      () =>
        service
          .output()
          .split('\n')
          .filter((line) => line.includes('intent=remark') && line.includes('what=refused')).length === 2,
      'both refusals',
    );
    expect(await answersIn('complete')).toEqual([]);
  });

  it('is answered by the person who asked, in free words, and the work goes on with the answer (GH-6)', async () => {
    await say('complete', MAINTAINER, 'It is 42, and yes, leave the check alone.');
    const history = await over('complete');
    expect(history.at(-1)).toMatchObject({ type: 'completion', status: 'succeeded', reason: 'finished' });
    expect(named(history, 'answer')).toMatchObject([
      {
        name: 'given',
        question_id: 1,
        by: { login: MAINTAINER },
        settles: { 0: expect.stringContaining('It is 42'), 1: expect.stringContaining('It is 42') },
      },
    ]);
    expect(questionsOf(world, issueOf('complete'), 'complete')).toHaveLength(1);
    // GH-3: the answer has its reaction; other comments have none.
    const { comments } = world.github.acts.readIssue({ repository: homeOf('complete'), issue: issueOf('complete') });
    expect(comments.flatMap(({ reacted }) => reacted)).toEqual(['planwright[bot] eyes']);
    expect(fileOn('complete', 'answer.txt')).toBe('42\n');
  });

  it('stays open for the rest after a partial answer, which may come from somebody else (GH-6)', async () => {
    await say('partial', MAINTAINER, '1. 42');
    await until(async () => (await answersIn('partial')).length === 1, 'the first answer');
    expect((await historyOf(world, issueOf('partial'), homeOf('partial'))).at(-1)).toMatchObject({
      type: 'answer',
      settles: { 0: '42' },
    });
    await say('partial', COLLEAGUE, '2. yes, it may');
    const history = await over('partial');
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(named(history, 'answer')).toMatchObject([
      { by: { login: MAINTAINER }, settles: { 0: '42' } },
      { by: { login: COLLEAGUE }, settles: { 1: 'yes, it may' } },
    ]);
  });

  it('takes an answer as its author edited it before it was used, and neither the edit of somebody else nor a later one (GH-6, P12)', async () => {
    const { acts } = world.github;
    const repository = homeOf('edited');
    const edit = (comment: number, by: string, body: string) => acts.editComment({ repository, comment, by, body });
    const acted = (count: number) =>
      until(
        () =>
          service
            .output()
            .split('\n')
            .filter((line) => line.includes('delivery acted on') && line.includes('intent=correction')).length >= count,
        `correction ${count}`,
      );
    const { id } = await acts.comment({ repository, issue: issueOf('edited'), by: MAINTAINER, body: '1. 41' });
    await until(async () => (await answersIn('edited')).length === 1, 'the first answer');
    await edit(id, COLLEAGUE, '1. 40');
    await edit(id, MAINTAINER, '1. 42');
    await until(async () => (await answersIn('edited')).length === 2, 'the edit');
    await acted(1);
    await say('edited', COLLEAGUE, '2. yes, it may');
    await until(async () => (await answersIn('edited')).length === 3, 'the second answer');
    await edit(id, MAINTAINER, '@planwright stop');
    const history = await over('edited');
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(named(history, 'answer')).toMatchObject([
      { name: 'given', by: { login: MAINTAINER }, comment_id: id, settles: { 0: '41' } },
      { name: 'edited', by: { login: MAINTAINER }, comment_id: id, settles: { 0: '42' } },
      { name: 'given', by: { login: COLLEAGUE }, settles: { 1: 'yes, it may' } },
    ]);
    expect(named(history, 'control')).toEqual([]);
  });

  it('is answered by quoting it (GH-6)', async () => {
    await say('quoted', COLLEAGUE, `> ${QUESTIONS[0]}\n\nforty-two\n\n> ${QUESTIONS[1]}\n\nit may stay`);
    const history = await over('quoted');
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(named(history, 'answer')).toMatchObject([{ settles: { 0: 'forty-two', 1: 'it may stay' } }]);
  });

  it('comes of a contradictory issue by a decision of the model, recorded with its plan and outcome (REPLAN-1, 2, 8)', async () => {
    const [question = ''] = await asked('contradictory');
    expect(question).toContain('1. Is it 41 or 42?');
    await say('contradictory', MAINTAINER, '42 counts');
    const history = await over('contradictory');
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    const decision = verdictsIn(history).find((fact) => fact.llm_decision?.replan_needed);
    expect(decision).toMatchObject({
      phase: 'goal_understanding',
      confidence: 0.85,
      executed: true,
      override_reason: null,
      kind: 'clarification',
    });
    expect(named(history, 'replan_decision', 'completed')).toMatchObject([
      { phase: 'goal_understanding', result: 'success', executed: true },
    ]);
    const progress =
      commentsOn(world, issueOf('contradictory'), homeOf('contradictory')).find((body) =>
        body.includes('planwright:progress'),
      ) ?? '';
    expect(progress).toContain('Plan Revision Decided by AI');
    expect(progress).toContain('**Confidence**: 85%');
  });

  it('is asked in two rounds and not in a third: then the model is told, and what it would have asked is assumed and stated (REPLAN-4, 5)', async () => {
    await say('rounds', MAINTAINER, 'first 42');
    const [, second = ''] = await asked('rounds', 2);
    expect(second).toContain('1. And in which base?');
    await say('rounds', MAINTAINER, 'ten');
    const history = await over('rounds');
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(questionsOf(world, issueOf('rounds'), 'rounds')).toHaveLength(2);
    const goals = verdictsIn(history).filter((fact) => fact.phase === 'goal_understanding');
    expect(goals).toMatchObject([
      { executed: true },
      { executed: true },
      { executed: false, override_reason: 'limit_reached' },
      { executed: false, override_reason: 'limit_reached' },
    ]);
    const told = world.anthropic.requests.filter(
      (request) => request.bodyText.includes('story rounds') && request.bodyText.includes('take another approach'),
    );
    expect(told.length).toBeGreaterThan(0);
    const [pull] = pullsFor(world, issueOf('rounds'), homeOf('rounds'));
    expect(pull?.body).toContain('The later sentence counts: 42.');
  });

  it('ends a task that stays unclear after two answers and the request to assume (REPLAN-4, PLAN-6)', async () => {
    await say('never-clear', MAINTAINER, 'guess');
    await asked('never-clear', 2);
    await say('never-clear', MAINTAINER, 'guess again');
    const history = await over('never-clear');
    expect(history.at(-1)).toMatchObject({ status: 'failed', reason: 'unclear_goal' });
    expect(questionsOf(world, issueOf('never-clear'), 'never-clear')).toHaveLength(2);
    expect(named(history, 'phase', 'goal_error')).toHaveLength(4);
  });

  it('stops the container while it waits, and the work goes on in it from where it was (EXEC-1, PLAN-5)', async () => {
    const [question = ''] = await asked('tool');
    expect(question).toContain('1. Is 42 the number?');
    await released('tool');
    const [first] = await historyOf(world, issueOf('tool'), homeOf('tool'));
    const container = containersOf(first?.task_uuid ?? '');
    expect(docker('inspect', '--format', '{{.State.Status}}', container).trim()).toBe('exited');
    await say('tool', MAINTAINER, 'Yes, 42.');
    const history = await over('tool');
    expect(history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(named(history, 'environment', 'container')).toHaveLength(1);
    expect(named(history, 'environment', 'resumed')).toMatchObject([{ container_id: container }]);
    expect(named(history, 'environment', 'cloned')).toHaveLength(1);
    expect(named(history, 'environment', 'workspace_lost')).toEqual([]);
    expect(fileOn('tool', 'kept.txt')).toBe('kept');
    expect(requestsFor(world, 'tool')).toBeGreaterThan(0);
  });

  it('ends with a stop, and what was in the container that was let go is on the branch (GH-5, EXEC-1)', async () => {
    await released('stopped-waiting');
    await say('stopped-waiting', MAINTAINER, '@planwright stop');
    const history = await over('stopped-waiting');
    expect(history.at(-1)).toMatchObject({ status: 'stopped', reason: 'stopped' });
    expect(fileOn('stopped-waiting', 'half.txt')).toBe('half');
    expect(pullsFor(world, issueOf('stopped-waiting'), homeOf('stopped-waiting'))).toEqual([]);
  });

  it('survives the end of everything in the middle of the wait: asked once, answered after (PLAN-5, REPLAN-6)', async () => {
    service.child.kill('SIGKILL');
    await service.ended;
    service = await world.start(WAITING);
    await say('restart', MAINTAINER, '42');
    const history = await over('restart');
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(history.filter(isQuestion)).toHaveLength(1);
    expect(questionsOf(world, issueOf('restart'), 'restart')).toHaveLength(1);
  });
});

describe('a question that nobody answers', () => {
  let world: World;
  let service: ServiceProcess;
  const SILENT: Readonly<Record<string, Story>> = {
    unanswered: { goal: unclearUntil('unanswered', 'assumed as nobody answered') },
    slept: { goal: unclearUntil('slept', 'assumed as nobody answered') },
  };
  const settings = { PLANWRIGHT_PLANNING__REPLANNING__GOAL_UNDERSTANDING__AUTO_ASSUME_TIMEOUT_MINUTES: '0.05' };
  beforeAll(async () => {
    world = await openWorld(worldOf(SILENT));
    service = await world.start(settings);
  });
  afterAll(async () => {
    await world?.close();
  });

  it('is settled by the stated assumptions when its time is over, and the pull request says so (REPLAN-6, GH-7)', async () => {
    const issue = await askFor(world, 'unanswered', homeOf('unanswered'));
    const history = await untilOver(world, issue, homeOf('unanswered'));
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(named(history, 'answer')).toMatchObject([{ name: 'assumed', question_id: 1, assumptions: ASSUMPTIONS }]);
    const question = history.find(isQuestion);
    const assumed = named(history, 'answer')[0];
    expect(Date.parse(assumed?.timestamp ?? '') - Date.parse(question?.timestamp ?? '')).toBeGreaterThanOrEqual(
      3_000 - 50,
    );
    const result = commentsOn(world, issue, homeOf('unanswered')).find((body) => body.includes('planwright:result'));
    for (const assumption of ASSUMPTIONS) expect(result).toContain(`- ${assumption}`);
    expect(pullsFor(world, issue, homeOf('unanswered'))[0]?.body).toContain(ASSUMPTIONS[0]);
  });

  it('is settled by them also when the service was dead while its time ran out (PLAN-5, REPLAN-6)', async () => {
    const issue = await askFor(world, 'slept', homeOf('slept'));
    await until(
      async () => (await historyOf(world, issue, homeOf('slept'))).filter(isQuestion).length === 1,
      'the question',
    );
    service.child.kill('SIGKILL');
    await service.ended;
    const asked = Date.parse((await historyOf(world, issue, homeOf('slept'))).find(isQuestion)?.timestamp ?? '');
    await until(() => Date.now() > asked + 3_000, 'the time for an answer to run out');
    service = await world.start(settings);
    const history = await untilOver(world, issue, homeOf('slept'));
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(named(history, 'answer')).toMatchObject([{ name: 'assumed' }]);
    expect(
      commentsOn(world, issue, homeOf('slept')).filter((body) => body.includes('planwright:question')),
    ).toHaveLength(1);
  });
});
