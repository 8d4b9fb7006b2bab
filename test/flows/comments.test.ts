import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import {
  actionPlan,
  askFor,
  commentsOn,
  containersOf,
  decomposition,
  docker,
  done,
  gitOf,
  historyOf,
  homeOf,
  pullsFor,
  run,
  says,
  subtask,
  untilOver,
  worldOf,
  write,
} from './stories.ts';
import { openWorld, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Fact, Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

/** Lasts until the test lets it continue. */
const AT_WORK = run('until [ -e /tmp/go ]; do sleep 0.05; done');
const LENGTH = 'Shall the note be long?';
const HELLO = 'It greets people with Hello';
const GOOD_DAY = 'It greets people with Good day';
const QUESTION = 'In which language is the note to be?';

function planOf(...subtasks: readonly ReturnType<typeof subtask>[]): Story {
  const ids = subtasks.map(({ id }) => id);
  return {
    decomposition: decomposition(...subtasks),
    plan: actionPlan({ subtasks: ids }),
    steps: [AT_WORK, write('answer.txt', '42\n'), done()],
  };
}

function patch(understanding: string, operations: readonly object[], questions: readonly object[] = []) {
  return { understanding, operations, questions, potential_conflicts: [] };
}

const STORIES: Readonly<Record<string, Story>> = {
  adds: {
    ...planOf(subtask('task_1')),
    patch: patch('A note is wanted too.', [
      {
        op: 'create',
        temp_id: 'note',
        title: 'Write a note',
        description: 'Write a note about it',
        dependencies: ['task_1'],
      },
    ]),
  },
  removes: {
    ...planOf(subtask('task_1'), subtask('task_2'), subtask('task_3', ['task_2'])),
    patch: patch('The second step is not wanted.', [{ op: 'delete', task_id: 'task_2' }]),
  },
  reorders: {
    ...planOf(subtask('task_1'), subtask('task_2'), subtask('task_3')),
    patch: patch('The last step comes first.', [{ op: 'move', task_id: 'task_3', position: { before: 'task_2' } }]),
  },
  asks: {
    ...planOf(subtask('task_1')),
    patch: (request) =>
      says(request, '@mika answered: in English')
        ? patch('The note is to be in English.', [
            { op: 'create', title: 'Write a note in English', description: 'Write a note in English' },
          ])
        : patch(
            'A note is wanted.',
            [],
            [
              { text: QUESTION, blocking: true },
              { text: LENGTH, blocking: false },
            ],
          ),
  },
  beside: {
    ...planOf(subtask('task_1'), subtask('task_2')),
    steps: [AT_WORK, run('until [ -e /tmp/on ]; do sleep 0.05; done'), write('answer.txt', '42\n'), done()],
    patch: (request) =>
      says(request, '@mika answered: a short one')
        ? {
            ...patch('The note is to be short.', [
              { op: 'create', title: 'Write a short note', description: 'Write a short note' },
            ]),
            potential_conflicts: [{ file: 'answer.txt', tasks: ['task_1'], warning: 'Another subtask writes it too.' }],
          }
        : patch('A note is wanted.', [], [{ text: LENGTH, blocking: false }]),
  },
  late: {
    ...planOf(subtask('task_1')),
    plan: actionPlan({ subtasks: ['task_1'], testCommand: 'until [ -e /tmp/go ]; do sleep 0.05; done; sh check.sh' }),
    steps: [write('answer.txt', '42\n'), done()],
    patch: patch('A note is wanted too.', [{ op: 'create', title: 'Write a note', description: 'Write a note' }]),
  },
  stays: {
    ...planOf(subtask('task_1'), subtask('task_2')),
    patch: patch('The first step comes last.', [{ op: 'move', task_id: 'task_1', position: { after: 'task_9' } }]),
  },
  contradicts: {
    ...planOf(subtask('task_1'), subtask('task_2')),
    decomposition: {
      ...decomposition(subtask('task_1'), subtask('task_2')),
      acceptance_criteria: [{ id: 'AC-1', description: HELLO }],
    },
    patch: {
      ...patch('It greets with Good day; temp-1 writes it down.', [
        { op: 'update', task_id: 'task_2', description: 'Greet with Good day' },
        { op: 'create', temp_id: 'temp-1', title: 'Write it down' },
      ]),
      amends: { acceptance_criteria: [{ id: 'AC-1', description: GOOD_DAY }] },
      reply: 'Because the issue named it. See temp-1.',
    },
  },
  informs: planOf(subtask('task_1')),
  overheard: planOf(subtask('task_1')),
};

const COMMENTS: Readonly<Record<string, string>> = {
  adds: '@planwright write a note about it as well',
  removes: '/planwright leave out the second step',
  reorders: '@planwright do the third step before the second',
  asks: '@planwright write a note as well',
  beside: '@planwright write a note as well',
  late: '@planwright write a note as well',
  stays: '@planwright do the first step last',
  contradicts: '@planwright なぜ Hello? Greet with Good day instead',
  informs: '@planwright by the way, the check is run by CI too',
  overheard: 'I think the second step could be left out, what do others say?',
};

type Revision = Extract<Fact, { readonly type: 'revision' }>;

const isWeighed = (fact: Fact) => fact.type === 'control' && fact.name === 'comment_weighed';
const revisionsIn = (history: readonly Recorded[]) =>
  history.filter((fact): fact is Recorded & Revision => fact.type === 'revision');
const finishedIn = (history: readonly Recorded[]) =>
  history.flatMap((fact) => (fact.type === 'effect' && fact.name === 'checkpoint' ? [fact.subtask] : []));

describe('a comment on a running task', () => {
  let world: World;
  let service: ServiceProcess;
  const issues = new Map<string, number>();
  const issueOf = (story: string) => issues.get(story) ?? 0;
  const callsFor = (story: string, call: string) =>
    world.anthropic.requests.filter(
      (request) => request.bodyText.includes(`story ${story}`) && request.bodyText.includes(`"name":"${call}"`),
    );
  const progressOf = (story: string) =>
    commentsOn(world, issueOf(story), homeOf(story)).find((body) => body.includes('planwright:progress')) ?? '';
  const questionsOf = (story: string) =>
    commentsOn(world, issueOf(story), homeOf(story)).filter((body) => body.includes('planwright:question'));

  /** Comments while the first action is running, and lets it continue when the comment has reached the task. */
  async function sayDuring(story: string, during = 'use_tool'): Promise<void> {
    const atWork = await until(
      async () =>
        (await historyOf(world, issueOf(story), homeOf(story))).find(
          (fact) => fact.type === 'effect' && fact.name === 'started' && fact.effect === during,
        ),
      `work on ${story}`,
    );
    await world.github.acts.comment({
      repository: homeOf(story),
      issue: issueOf(story),
      by: MAINTAINER,
      body: COMMENTS[story] ?? '',
    });
    await until(
      () =>
        service
          .output()
          .split('\n')
          .some(
            (line) =>
              line.includes('delivery acted on') &&
              line.includes(`${homeOf(story)}#${issueOf(story)}`) &&
              /what=(joined|sent)/.test(line),
          ),
      `the comment on ${story}`,
    );
    docker('exec', containersOf(atWork.task_uuid), 'touch', '/tmp/go');
  }
  async function afterComment(story: string): Promise<readonly Recorded[]> {
    await sayDuring(story);
    return untilOver(world, issueOf(story), homeOf(story));
  }

  beforeAll(async () => {
    world = await openWorld(worldOf(STORIES));
    // Each story waits in place until its test comes.
    service = await world.start({
      PLANWRIGHT_PLANNING__REFLECTION__ENABLED: 'false',
      PLANWRIGHT_QUEUE__CONCURRENCY: '20',
    });
    for (const story of Object.keys(STORIES)) issues.set(story, await askFor(world, story, homeOf(story)));
  });
  afterAll(async () => {
    await world?.close();
  });

  it('adds a subtask, which is then done too; people see the revised plan and the earlier one (PLAN-9, REPLAN-7)', async () => {
    const history = await afterComment('adds');
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(revisionsIn(history)).toMatchObject([{ source: 'comment', reason: 'A note is wanted too.' }]);
    expect(revisionsIn(history)[0]?.changes.length).toBeGreaterThan(0);
    expect(revisionsIn(history)[0]?.updated_plan.task_decomposition.subtasks).toMatchObject([
      { id: 'task_1' },
      { id: 'task_2', dependencies: ['task_1'] },
    ]);
    expect(finishedIn(history)).toEqual(['task_1', 'task_2']);
    const progress = progressOf('adds');
    expect(progress).toContain('## 📋 Execution Plan (Revised #1)');
    expect(progress).toContain('**Revision Reason**: A note is wanted too.');
    expect(progress).toContain('**Previous Progress**: 0/1');
    expect(progress).toMatch(/- \[x\] \*\*task_1\*\*/);
    expect(progress).toMatch(/- \[x\] \*\*task_2\*\*/);
    expect(progress).toContain('*Progress: 2/2 (100%) complete');
    expect(progress).toContain('📜 Previous Plan History');
    expect(callsFor('adds', 'submit_plan_patch')).toHaveLength(1);
  });

  it('removes a subtask; what depended on it is done all the same (PLAN-9)', async () => {
    const history = await afterComment('removes');
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(revisionsIn(history)[0]?.updated_plan.task_decomposition.subtasks).toMatchObject([
      { id: 'task_1' },
      { id: 'task_3', dependencies: [] },
    ]);
    expect(finishedIn(history)).toEqual(['task_1', 'task_3']);
    expect(progressOf('removes')).toContain('*Progress: 2/2 (100%) complete');
  });

  it('puts subtasks into another order (PLAN-9)', async () => {
    const history = await afterComment('reorders');
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(finishedIn(history)).toEqual(['task_1', 'task_3', 'task_2']);
  });

  it('may lead to a question back: the blocking one is asked and waited for, and its answer is weighed (PLAN-9)', async () => {
    await sayDuring('asks');
    const question = await until(() => questionsOf('asks')[0], 'the question');
    expect(question).toContain(`1. ${QUESTION}`);
    await world.github.acts.comment({
      repository: homeOf('asks'),
      issue: issueOf('asks'),
      by: MAINTAINER,
      body: 'in English',
    });
    const history = await untilOver(world, issueOf('asks'), homeOf('asks'));
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(history.filter(isWeighed)).toHaveLength(2);
    const weighed = callsFor('asks', 'submit_plan_patch').map(({ bodyText }) => bodyText.split('## The comment')[1]);
    for (const said of ['write a note as well', '@mika answered: in English']) expect(weighed[1]).toContain(said);
    expect(revisionsIn(history)).toMatchObject([{ source: 'comment', reason: 'The note is to be in English.' }]);
    expect(finishedIn(history)).toEqual(['task_1', 'task_2']);
    // The other question is asked when the work continues, and nothing waits for it.
    expect(questionsOf('asks')).toHaveLength(2);
    expect(questionsOf('asks')[1]).toContain(`1. ${LENGTH}`);
  });

  it('may lead to a question that waits for nobody: the work goes on, and an answer without a mention changes the plan (PLAN-9, GH-6)', async () => {
    await sayDuring('beside');
    const question = await until(() => questionsOf('beside')[0], 'the question');
    expect(question).toContain(`1. ${LENGTH}`);
    expect(question).toContain("I won't wait");
    const [first] = await historyOf(world, issueOf('beside'), homeOf('beside'));
    const task = first?.task_uuid ?? '';
    expect(question).toContain(`<!-- planwright:question task=${task} id=1 -->`);
    await until(
      async () =>
        (await historyOf(world, issueOf('beside'), homeOf('beside'))).filter(
          (fact) => fact.type === 'effect' && fact.name === 'started' && fact.effect === 'use_tool',
        ).length >= 2,
      'the work to go on',
    );
    await world.github.acts.comment({
      repository: homeOf('beside'),
      issue: issueOf('beside'),
      by: MAINTAINER,
      body: 'a short one',
    });
    await until(
      () =>
        service
          .output()
          .split('\n')
          .some(
            (line) =>
              line.includes('delivery acted on') &&
              line.includes(`${homeOf('beside')}#`) &&
              line.includes('intent=remark'),
          ),
      'the answer',
    );
    docker('exec', containersOf(task), 'touch', '/tmp/on');
    const history = await untilOver(world, issueOf('beside'), homeOf('beside'));
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(history.filter((fact) => fact.type === 'answer')).toMatchObject([
      { name: 'given', question_id: 1, by: { login: MAINTAINER }, settles: { 0: 'a short one' } },
    ]);
    expect(history.filter(isWeighed)).toMatchObject([
      {},
      { potential_conflicts: ['answer.txt (task_1): Another subtask writes it too.'] },
    ]);
    expect(revisionsIn(history)).toMatchObject([{ source: 'comment', reason: 'The note is to be short.' }]);
    expect(questionsOf('beside')).toHaveLength(1);
  });

  it('while the tests run joins the task: it is worked in and verified anew, under one progress comment (GH-2, PLAN-9)', async () => {
    await sayDuring('late', 'run_tests');
    const history = await untilOver(world, issueOf('late'), homeOf('late'));
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(finishedIn(history)).toEqual(['task_1', 'task_2']);
    expect(history.filter((fact) => fact.type === 'verification' && fact.name === 'tests')).toHaveLength(2);
    const comments = commentsOn(world, issueOf('late'), homeOf('late'));
    expect(comments.filter((body) => body.includes('planwright:progress'))).toHaveLength(1);
    expect(comments.filter((body) => body.includes('planwright:result'))).toHaveLength(1);
    expect(pullsFor(world, issueOf('late'), homeOf('late'))).toHaveLength(1);
  }, 90_000);

  it('that cannot be carried out is answered with what was asked, why not, and what to do; the result says it too (GH-3)', async () => {
    const history = await afterComment('stays');
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(callsFor('stays', 'submit_plan_patch')).toHaveLength(2);
    expect(history.filter(isWeighed)).toMatchObject([{ refused: { why: 'unknown', subtasks: ['task_9'] } }]);
    const comments = commentsOn(world, issueOf('stays'), homeOf('stays'));
    const told = comments.filter((body) => body.includes('planwright:refused'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('do the first step last');
    expect(told[0]).toContain('The plan has no `task_9`');
    expect(comments.find((body) => body.includes('planwright:result'))).toContain('do the first step last');
  }, 90_000);

  it('that contradicts a criterion amends it: all that is asked and shown from then on says so; what it asks is answered (PLAN-9, PLAN-2, GH-7)', async () => {
    const before = callsFor('contradicts', 'submit_plan_patch').length;
    const history = await afterComment('contradicts');
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect([before, callsFor('contradicts', 'submit_plan_patch').length]).toEqual([0, 1]);
    const requests = world.anthropic.requests.filter(({ bodyText }) => bodyText.includes('story contradicts'));
    const patched = requests.findIndex(({ bodyText }) => bodyText.includes('"name":"submit_plan_patch"'));
    // The plan is shown with its criteria and the files.
    for (const shown of [HELLO, 'Carry out task_2', 'check.sh']) expect(requests[patched]?.bodyText).toContain(shown);
    const later = requests.slice(patched + 1);
    expect(later.length).toBeGreaterThan(3);
    for (const request of later) expect(request.bodyText).toContain(GOOD_DAY);
    // The conversation continues: the first comment is at its beginning, and the change after it.
    const judging = later.filter(({ bodyText }) => !bodyText.includes('"name":"finish_action"'));
    expect(judging.length).toBeGreaterThan(2);
    for (const { bodyText } of judging) expect(bodyText).not.toContain(HELLO);

    const [revision] = revisionsIn(history);
    expect(revision).toMatchObject({
      amended: { comment: 0, changes: [{ of: 'criterion', id: 'AC-1', before: HELLO, after: GOOD_DAY }] },
    });
    expect(revision?.updated_plan.action_plan.actions).toMatchObject([
      { task_id: 'task_1' },
      { task_id: 'task_2', expected_outcome: 'It is done' },
    ]);
    const comments = commentsOn(world, issueOf('contradicts'), homeOf('contradicts'));
    const answers = comments.filter((body) => body.includes('planwright:reply'));
    expect(answers).toHaveLength(1);
    expect(answers[0]).toContain('Because the issue named it. See task_3.');
    const [pull] = pullsFor(world, issueOf('contradicts'), homeOf('contradicts'));
    for (const text of [progressOf('contradicts'), pull?.body ?? '']) {
      expect(text).toContain(GOOD_DAY);
      expect(text).toContain('`mika`');
      expect(text).not.toContain(HELLO);
    }
    for (const text of [...comments, JSON.stringify(history), pull?.body ?? '']) expect(text).not.toContain('temp-1');
  }, 90_000);

  it('that only informs changes nothing of the plan, and the model reads it (PLAN-9)', async () => {
    const history = await afterComment('informs');
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(history.filter(isWeighed)).toMatchObject([{ understanding: 'The comment changes nothing.', questions: [] }]);
    expect(revisionsIn(history)).toEqual([]);
    expect(progressOf('informs')).toContain('## 📋 Execution Plan\n');
    expect(callsFor('informs', 'submit_plan_patch')).toHaveLength(1);
    const steps = callsFor('informs', 'finish_action').filter((request) =>
      request.bodyText.includes('the check is run by CI too'),
    );
    expect(steps.length).toBeGreaterThan(0);
  });

  it('that is not to the bot is no order: nothing of it is recorded, asked or done (GH-2)', async () => {
    const history = await afterComment('overheard');
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(history.filter((fact) => fact.type === 'control')).toEqual([]);
    expect(callsFor('overheard', 'submit_plan_patch')).toEqual([]);
    expect(world.anthropic.requests.some((request) => request.bodyText.includes('what do others say'))).toBe(false);
    expect(pullsFor(world, issueOf('overheard'), homeOf('overheard'))).toHaveLength(1);
    expect(
      gitOf(world, homeOf('overheard'))('show', `planwright/${issueOf('overheard')}-story-overheard:answer.txt`),
    ).toBe('42\n');
  });
});
