import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { reply, text, toolUse } from '../../standins/anthropic/script.ts';
import {
  actionPlan,
  askFor,
  branchesOf,
  commentsOn,
  containersOf,
  decomposition,
  done,
  gitOf,
  homeOf,
  isRepair,
  numberRepository,
  pullsFor,
  requestsFor,
  RIGHT,
  run,
  scriptOf,
  storyNamed,
  subtask,
  untilOver,
  worldOf,
  write,
} from './stories.ts';
import { MAINTAINER } from '../../demo/story.ts';
import { factsOf } from './tales.ts';
import { api, openWorld } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

const CYCLE = decomposition(subtask('task_1', ['task_2']), subtask('task_2', ['task_1']));
const MODEL_CALLS = 24;
/** Invented, beyond its end, real. */
const PLACES = ['src/answer.ts:3', 'README.md:30', 'README.md line 3 says how to see it'];

const STORIES: Readonly<Record<string, Story>> = {
  'failing-tests': { steps: [write('answer.txt', '43\n'), done()] },
  'no-tests': { plan: actionPlan({ testCommand: null }) },
  'failed-action': { steps: [write('answer.txt', '42\n'), done('failure', ['The number may be another one.'])] },
  'failed-without-change': { steps: [run('cat answer.txt'), done('failure')] },
  'nothing-to-change': { steps: [run('cat answer.txt'), done()], plan: actionPlan({ testCommand: 'true' }) },
  unclear: {
    goal: {
      error: {
        type: 'unclear_goal',
        message: 'There are several answers.',
        clarification_needed: ['Which answer is meant?'],
        assumptions: ['The usual one.'],
      },
    },
  },
  already: {
    goal: (request) => ({
      error: {
        type: 'already_done',
        message: 'The number is there.',
        evidence: [PLACES[request.messages.filter(({ role }) => role === 'assistant').length] ?? 'README.md'],
      },
    }),
  },
  'cycle-repaired': { decomposition: (request) => (isRepair(request) ? decomposition(subtask('task_1')) : CYCLE) },
  'cycle-kept': { decomposition: CYCLE },
  nonsense: { goal: () => reply(text('Certainly! Here is a poem about answers.')) },
  'wrong-shape': { plan: { action_plan: 'do it', selected_environment: 7 } },
  'no-tools': {
    steps: [reply(text('I would change the number.')), reply(text('I really would.')), reply(text('There it is.'))],
  },
  'odd-tools': {
    steps: [
      toolUse('launch_rocket', { to: 'the moon' }),
      toolUse('run_command', { command: 5 }),
      [write('answer.txt', '4'), run('printf 2 >> answer.txt'), run('echo >> answer.txt; cat answer.txt')],
      [run('echo once >> log.txt'), done(), write('answer.txt', 'too late')],
    ],
  },
  overloaded: {},
  'refused-pull': {},
  budget: { steps: [write('answer.txt', '40\n'), ...Array.from({ length: 40 }, () => run('true')), done()] },
};

interface Seen {
  readonly repository: string;
  readonly issue: number;
  readonly history: readonly Recorded[];
  readonly comments: readonly string[];
  readonly result: string;
  readonly progress: string;
  readonly pulls: ReturnType<typeof pullsFor>;
}

describe('a task, however it goes,', () => {
  let world: World;
  let service: ServiceProcess;
  const seen = new Map<string, Seen>();
  const of = (story: string): Seen => {
    const found = seen.get(story);
    if (!found) throw new Error(`The story ${story} did not end.`);
    return found;
  };
  const reasonOf = (story: string) => of(story).history.at(-1);
  /** The file on the task's branch. */
  const onBranch = (story: string, path: string) =>
    gitOf(world, of(story).repository)('show', `planwright/${of(story).issue}-story-${story}:${path}`);

  beforeAll(async () => {
    world = await openWorld(worldOf(STORIES));
    world.anthropic.fault({
      trouble: { kind: 'status', status: 529, retryAfter: '0' },
      when: (request) => storyNamed(request.body) === 'overloaded',
      times: 2,
    });
    const refusing = (path: string, status: number, message: string) =>
      world.github.faults.add({ method: 'POST', path, status, body: { message }, times: 9 });
    refusing(`/repos/${homeOf('refused-pull')}/pulls`, 422, 'Validation Failed');
    refusing(`/repos/${homeOf('overloaded')}/pulls/*/requested_reviewers`, 422, 'Only collaborators.');
    service = await world.start({
      PLANWRIGHT_BUDGET__MODEL_CALLS: String(MODEL_CALLS),
      // budget.test.ts asks whether it may continue.
      PLANWRIGHT_BUDGET_EXTENSIONS: '0',
      PLANWRIGHT_QUEUE__CONCURRENCY: '6',
      // Without re-planning; its effects are in replan-levels, reflection and stubborn-models.
      PLANWRIGHT_PLANNING__REPLANNING__ENABLED: 'false',
      PLANWRIGHT_PLANNING__REFLECTION__ENABLED: 'false',
      // Nobody answers here, so unclear requests end at once. questions.test.ts asks and waits.
      PLANWRIGHT_PLANNING__REPLANNING__GOAL_UNDERSTANDING__MAX_CLARIFICATION_REQUESTS: '0',
      PLANWRIGHT_PLANNING__REPLANNING__GOAL_UNDERSTANDING__AUTO_ASSUME_ON_NO_RESPONSE: 'false',
    });
    await Promise.all(
      Object.keys(STORIES).map(async (story) => {
        const repository = homeOf(story);
        const issue = await askFor(world, story, repository);
        const history = await untilOver(world, issue, repository, 150_000);
        const comments = commentsOn(world, issue, repository);
        seen.set(story, {
          repository,
          issue,
          history,
          comments,
          progress: comments[0] ?? '',
          result: comments[1] ?? '',
          pulls: pullsFor(world, issue, repository),
        });
      }),
    );
  });
  afterAll(async () => {
    await world?.close();
  });

  it.each(Object.keys(STORIES))(
    'ends with a final word that says why and what next, and without a container: %s (GH-4)',
    (story) => {
      const { comments, progress, result, history } = of(story);
      expect(comments).toHaveLength(2);
      expect(result).toContain('**→** ');
      expect(progress).toMatch(
        /^\*\*.*\*\*: \[what came of it and what you can do next\]\(http.*#issuecomment-\d+\)$/m,
      );
      expect(`${progress}${result}`).not.toContain('is working on this');
      expect(result).toContain(`Requested by @${MAINTAINER} · `);
      const end = history.at(-1);
      const isFine = end?.type === 'completion' && end.status === 'succeeded';
      const isUnopened = end?.type === 'completion' && 'reason' in end && end.reason === 'no_pull_request';
      expect(progress).toContain(isFine ? '🏁 **Complete**' : isUnopened ? '❌ **Complete**' : '➖ Complete');
      expect(containersOf(history[0]?.task_uuid ?? '')).toBe('');
      expect(history.filter((fact) => fact.type === 'completion')).toHaveLength(1);
    },
  );

  it('offers a draft and says so when its tests fail (EXEC-7)', () => {
    const { pulls, result } = of('failing-tests');
    expect(pulls.map((one) => one.pull?.draft)).toEqual([true]);
    expect(result).toContain('## ⚠️ Incomplete: the tests fail\n');
    expect(result).toContain('It is a draft.');
    expect(result).toMatch(/❌ .*sh check\.sh.* failed/);
    expect(result).toContain('wrong');
    expect(result.split('<summary>Acceptance criteria')[0]).not.toContain('✅');
    expect(reasonOf('failing-tests')).toMatchObject({ summary: { goal_achieved: false } });
  });

  it('goes by the review when no test command is known, and says that nothing was verified (EXEC-6)', () => {
    const { pulls, result } = of('no-tests');
    expect(pulls.map((one) => one.pull?.draft)).toEqual([false]);
    expect(result).toContain('the review of the change passed');
    expect(result).toContain('nothing was verified');
  });

  it('offers a draft when the model says that an action failed, and names what it saw (PLAN-7)', () => {
    const { pulls, result } = of('failed-action');
    expect(pulls.map((one) => one.pull?.draft)).toEqual([true]);
    expect(result).toContain('The number may be another one.');
    expect(reasonOf('failed-action')).toMatchObject({ summary: { goal_achieved: false, tasks_failed: 1 } });
  });

  it('does not pass off as "no change needed" that nothing came of it (PLAN-7)', () => {
    const { pulls, result } = of('failed-without-change');
    expect(pulls).toEqual([]);
    expect(result).not.toContain('No change needed');
    expect(reasonOf('failed-without-change')).toMatchObject({ status: 'failed', summary: { goal_achieved: false } });
  });

  it('opens no pull request when nothing had to change, and says so (GH-7)', () => {
    expect(of('nothing-to-change').pulls).toEqual([]);
    expect(of('nothing-to-change').result).toContain('No change needed');
    expect(reasonOf('nothing-to-change')).toMatchObject({ status: 'succeeded', reason: 'no_change' });
  });

  it('ends with the questions when the request is unclear (PLAN-6)', () => {
    expect(of('unclear').result).toContain('- Which answer is meant?');
    expect(reasonOf('unclear')).toMatchObject({ status: 'failed', reason: 'unclear_goal' });
    expect(of('unclear').pulls).toEqual([]);
  });

  it('ends with the evidence and without a branch when it is done already: with places that are there (PLAN-2)', () => {
    const faults = factsOf(of('already'), 'error').map((fact) => ('problems' in fact ? fact.problems : []));
    expect(faults).toEqual([
      ['error.evidence, not there: src/answer.ts is not in the repository.'],
      ['error.evidence, not there: README.md has 3 lines, and no line 30.'],
    ]);
    expect(of('already').result).toContain('README.md line 3 says how to see it');
    expect(reasonOf('already')).toMatchObject({ status: 'succeeded', reason: 'already_done' });
    expect(branchesOf(world, of('already').repository).filter((name) => name.includes('already'))).toEqual([]);
  });

  it('shows the model a cycle among the subtasks once, and goes on when it is repaired (PLAN-1)', () => {
    expect(of('cycle-repaired').pulls.map((one) => one.pull?.draft)).toEqual([false]);
    const repair = world.anthropic.requests.find(
      (request) => request.bodyText.includes('story cycle-repaired') && request.bodyText.includes('form a cycle'),
    );
    expect(repair?.bodyText).toContain('task_1 → task_2 → task_1');
  });

  it('asks for a coarser division when the cycle comes back, gives up when that has one too, and names it (PLAN-1, PLAN-6)', () => {
    expect(reasonOf('cycle-kept')).toMatchObject({ status: 'failed', reason: 'impossible_plan' });
    expect(of('cycle-kept').result).toMatch(/cycle: .?task_1 → task_2 → task_1/);
    expect(requestsFor(world, 'cycle-kept')).toBe(5);
    const coarser = world.anthropic.requests.filter(({ bodyText }) =>
      bodyText.includes('Divide more coarsely this time'),
    );
    expect(coarser).toHaveLength(2);
  });

  it.each([
    ['nonsense', 4],
    ['wrong-shape', 6],
  ])('gives up on answers that cannot be read, without asking for ever: %s (MODEL-3)', (story, calls) => {
    expect(reasonOf(story)).toMatchObject({ status: 'failed', reason: 'invalid_answers' });
    expect(requestsFor(world, story)).toBe(calls);
    expect(of(story).pulls).toEqual([]);
  });

  it('reminds a model that only talks, then counts the action as not done', () => {
    // The criteria are judged, too, and what nothing shows goes back to work once.
    expect(requestsFor(world, 'no-tools')).toBe(11);
    expect(of('no-tools').pulls).toEqual([]);
    expect(of('no-tools').result).toContain('The model stopped without finishing this action.');
    expect(of('no-tools').result).not.toContain('No change needed');
  });

  it('answers unknown tools and wrong input with an error, runs several tools in their order, and stops at finish_action', () => {
    const tools = of('odd-tools').history.flatMap((fact) => (fact.type === 'tool' ? [fact] : []));
    expect(tools.map((fact) => fact.ok)).toEqual([false, false, true, true, true, true]);
    expect(tools[0]?.text).toContain('launch_rocket');
    expect(tools[1]?.text).toContain('command');
    expect(of('odd-tools').pulls.map((one) => one.pull?.draft)).toEqual([false]);
    expect(onBranch('odd-tools', 'answer.txt')).toBe('42\n');
    expect(onBranch('odd-tools', 'log.txt')).toBe('once\n');
  });

  it('asks whoever asked to review the pull request, and takes no harm where GitHub does not (GH-7)', () => {
    const reviewers = (story: string) =>
      of(story).pulls.flatMap(({ pull }) => pull?.requestedReviewers.map(({ login }) => login));
    expect([reviewers('odd-tools'), reviewers('failing-tests')]).toEqual([[MAINTAINER], [MAINTAINER]]);
    expect(reviewers('overloaded')).toEqual([]);
    expect(reasonOf('overloaded')).toMatchObject({ status: 'succeeded', reason: 'finished' });
  });

  it('has not succeeded when GitHub refuses its pull request, and says where the work is (GH-7, EXEC-9)', async () => {
    expect(reasonOf('refused-pull')).toMatchObject({ status: 'failed', reason: 'no_pull_request' });
    expect(of('refused-pull').result).toMatch(
      /## ❌ I couldn't open[^]*GitHub refused[^]*saved so far is on the branch/,
    );
    expect(onBranch('refused-pull', 'answer.txt')).toBe('42\n');
    const id = of('refused-pull').history[0]?.task_uuid;
    expect(await api(service, world, `/api/tasks/${id}`)).toMatchObject({ state: 'FAILED' });
    expect(await api(service, world, `/api/tasks/${id}/result`)).toMatchObject({ status: 'failed' });
  });

  it('waits out an overloaded model (MODEL-3, R17)', () => {
    expect(of('overloaded').pulls.map((one) => one.pull?.draft)).toEqual([false]);
    // Including the judgement of the criteria and the review of the change.
    expect(requestsFor(world, 'overloaded')).toBe(10);
  });

  it('stops when its budget is used up, and keeps what there is as a draft (MODEL-6)', () => {
    const { pulls, result } = of('budget');
    expect(reasonOf('budget')).toMatchObject({ status: 'failed', reason: 'budget' });
    expect(requestsFor(world, 'budget')).toBe(MODEL_CALLS);
    expect(result).toContain(` ${MODEL_CALLS} `);
    expect(pulls.map((one) => one.pull?.draft)).toEqual([true]);
    expect(onBranch('budget', 'answer.txt')).toBe('40\n');
  });

  it('keeps every answer of the stand-in within what GitHub publishes', () => {
    expect(world.github.violations).toEqual([]);
  });
});

describe('a service whose model key is refused (R17)', () => {
  it('ends the task, tells people that the operator has to look and the operator what to do, and shows the key to nobody', async () => {
    const world = await openWorld({
      script: scriptOf({ plain: { steps: RIGHT } }),
      repository: numberRepository('acme'),
    });
    try {
      const wrongKey = 'sk-ant-api03-this-is-not-the-key-you-are-looking-for';
      const service = await world.start({ ANTHROPIC_API_KEY: wrongKey });
      const issue = await askFor(world, 'plain');
      const history = await untilOver(world, issue);
      const [progress = '', result = ''] = commentsOn(world, issue);
      expect(history.at(-1)).toMatchObject({ status: 'failed', reason: 'no_model_access' });
      // People read that the operator has to look; the operator finds the rest in the log (R17).
      expect(result).toContain('The operator of this service can find the details in its log');
      expect([progress, result].join('\n')).not.toMatch(/ANTHROPIC|API key|401/);
      expect(service.output()).toContain('Check ANTHROPIC_API_KEY');
      expect(world.anthropic.requests.filter((request) => request.status !== 401)).toEqual([]);
      expect(world.anthropic.requests).toHaveLength(1);
      expect([progress, result, JSON.stringify(history), service.output()].join('\n')).not.toContain('not-the-key');
    } finally {
      await world.close();
    }
  });
});
