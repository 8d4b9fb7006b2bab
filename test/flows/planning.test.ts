import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import {
  actionPlan,
  commentsOn,
  decided,
  decomposition,
  done,
  historyOf,
  homeOf,
  isRepair,
  numberRepository,
  NUMBER_FILES,
  pointOf,
  run,
  scriptOf,
  subtask,
  worldOf,
  write,
} from './stories.ts';
import { asked, callsOf, decisionsOf, factsOf, taleOf, tell, tellAll } from './tales.ts';
import { openWorld, until } from './world.ts';
import { toolUse } from '../../standins/anthropic/script.ts';
import type { Step } from '../../standins/anthropic/script.ts';
import type { Story } from './stories.ts';
import type { Tale } from './tales.ts';
import type { World, WorldOptions } from './world.ts';

const HUNDRED = Array.from({ length: 100 }, (_, at) => `task_${at + 1}`);
const THREE = ['one', 'two', 'three'];
const chain = (ids: readonly string[]) => decomposition(...ids.map((id) => subtask(id)));
const goodSteps = (count: number): readonly Step[] => [
  write('answer.txt', '42\n'),
  ...Array.from({ length: count }, () => done()),
];

async function within(
  options: WorldOptions,
  env: Readonly<Record<string, string>>,
  look: (world: World) => Promise<void>,
): Promise<void> {
  const world = await openWorld(options);
  try {
    await world.start({ PLANWRIGHT_QUEUE__CONCURRENCY: '4', ...env });
    await look(world);
  } finally {
    await world.close();
  }
}

describe('a plan', () => {
  let world: World;
  const STORIES: Readonly<Record<string, Story>> = {
    hundred: { decomposition: chain(HUNDRED), plan: actionPlan({ subtasks: HUNDRED }), steps: goodSteps(100) },
    'too-many': {
      decomposition: (request) => chain(isRepair(request) ? HUNDRED.slice(0, 2) : [...HUNDRED, 'task_101']),
      plan: actionPlan({ subtasks: HUNDRED.slice(0, 2) }),
      steps: goodSteps(2),
    },
    'ever-too-many': { decomposition: chain([...HUNDRED, 'task_101']) },
    twice: { steps: [write('answer.txt', '42\n'), done()] },
  };
  const RULES = {
    'AGENTS.md': 'Speak of answers only in whole numbers.\n',
    'docs/CLAUDE.md': 'Documents are written in verse.\n',
  };
  let of: (story: string) => Tale;
  let first: Tale;
  let second: Tale;
  beforeAll(async () => {
    const repositories = Object.keys(STORIES).map((story) =>
      numberRepository(story, story === 'twice' ? { ...NUMBER_FILES, ...RULES } : NUMBER_FILES),
    );
    const [repository = numberRepository('hundred'), ...others] = repositories;
    world = await openWorld({ script: scriptOf(STORIES), repository, others });
    await world.start({
      PLANWRIGHT_QUEUE__CONCURRENCY: '4',
      REFLECTION_INTERVAL: '0',
      PLANWRIGHT_PLANNING__DECOMPOSITION_LEVEL: 'detailed',
    });
    const all = tellAll(world, ['hundred', 'too-many', 'ever-too-many']);
    first = await tell(world, 'twice');
    await world.github.acts.comment({
      repository: first.repository,
      issue: first.issue,
      by: MAINTAINER,
      body: '@planwright please look at it once more',
    });
    const history = await until(async () => {
      const newest = await historyOf(world, first.issue, first.repository, first.history[0]?.task_uuid);
      return newest.at(-1)?.type === 'completion' ? newest : null;
    }, 'the end of the second task');
    second = taleOf(world, 'twice', { ...first, history });
    of = await all;
  }, 240_000);
  afterAll(async () => {
    await world?.close();
  });

  it('of 100 subtasks is carried out and shown box by box in one comment (PLAN-3, PLAN-7, REPLAN-7)', () => {
    const tale = of('hundred');
    expect(tale.history.at(-1)).toMatchObject({
      reason: 'finished',
      summary: { tasks_completed: 100, tasks_failed: 0 },
    });
    expect(tale.progress.match(/- \[x\] \*\*task_\d+\*\*/g)).toHaveLength(100);
    expect(tale.progress.length).toBeLessThan(65_536);
    expect(callsOf(tale).filter((call) => call === 'next_step')).toHaveLength(101);
    expect(callsOf(tale).filter((call) => call !== 'next_step')).toHaveLength(9);
    expect(tale.pulls.map((one) => one.pull?.draft)).toEqual([false]);
  });

  it('of more subtasks than allowed goes back to the model, which is told the number (PLAN-1, PLAN-3 max_subtasks)', () => {
    const tale = of('too-many');
    expect(factsOf(tale, 'error')).toMatchObject([
      {
        name: 'invalid_answer',
        problems: ['There are 101 subtasks; at most 100 are allowed. Merge those that belong together.'],
        broke: 'rules',
      },
    ]);
    expect(tale.history.at(-1)).toMatchObject({ reason: 'finished' });
  });

  it('of more subtasks than allowed, again and again, ends in words that say so and what people can do (PLAN-3, PLAN-6)', () => {
    const tale = of('ever-too-many');
    const excess = 'There are 101 subtasks; at most 100 are allowed. Merge those that belong together.';
    const told = asked(world, 'ever-too-many', 'submit_task_decomposition').map(
      (text) => text.split(excess).length - 1,
    );
    // The first division, its repair, a coarser one that begins with why, and its repair.
    expect(told).toEqual([0, 1, 1, 2]);
    expect(tale.history.at(-1)).toMatchObject({ status: 'failed', reason: 'too_many_subtasks' });
    for (const words of [
      '101 subtasks',
      'at most 100 are allowed (`planning.max_subtasks: 100`)',
      'Split the issue into smaller ones',
    ])
      expect(tale.result).toContain(words);
    expect(tale.pulls).toEqual([]);
  });

  it('is made with the rules of the project, each for its own folder (PLAN-2)', () => {
    const [prompt = ''] = asked(world, 'twice', 'submit_goal_understanding');
    expect(prompt).toContain('rules for the whole repository: AGENTS.md');
    expect(prompt).toContain('Speak of answers only in whole numbers.');
    expect(prompt).toContain('rules only for files in docs/: docs/CLAUDE.md');
  });

  it('of a second task on the same issue is made with the story of the first (PLAN-2, PLAN-4)', () => {
    expect(second.history[0]?.task_uuid).not.toBe(first.history[0]?.task_uuid);
    const prompts = asked(world, 'twice', 'submit_goal_understanding');
    expect(prompts).toHaveLength(2);
    expect(prompts[0]).not.toContain('earlier tasks of this issue');
    for (const told of [
      'earlier tasks of this issue',
      'How it ended: succeeded, finished; goal reached',
      '- [x] task_1: Do what task_1 asks for',
      'Pull request: #',
    ])
      expect(prompts[1]).toContain(told);
    expect(second.history.at(-1)?.type).toBe('completion');
  });
});

describe('planning as the settings say (PLAN-3)', () => {
  it('by strategy hierarchical and level minimal tells the model so; max_subtasks alone caps the subtasks', async () => {
    const story: Story = {
      decomposition: (request) => chain(isRepair(request) ? THREE.slice(0, 2) : THREE),
      plan: actionPlan({ subtasks: THREE.slice(0, 2) }),
      steps: goodSteps(2),
    };
    await within(
      worldOf({ tree: story }),
      {
        PLANNING_STRATEGY: 'hierarchical',
        PLANWRIGHT_PLANNING__DECOMPOSITION_LEVEL: 'minimal',
        PLANNING_MAX_SUBTASKS: '2',
      },
      async (world) => {
        const tale = await tell(world, 'tree');
        const [prompt] = asked(world, 'tree', 'submit_task_decomposition');
        expect(prompt).toContain('Strategy: hierarchical.');
        expect(prompt).toContain('Divide as little as possible');
        expect(prompt).toContain('At most 2 subtasks; more will be refused.');
        expect(factsOf(tale, 'error')).toMatchObject([
          { problems: ['There are 3 subtasks; at most 2 are allowed. Merge those that belong together.'] },
        ]);
        expect(tale.history.at(-1)).toMatchObject({ reason: 'finished', summary: { tasks_completed: 2 } });
      },
    );
  }, 90_000);

  it('switched off asks no planning question and judges nothing: one loop ("simple mode")', async () => {
    await within(
      worldOf({
        plain: { steps: [write('answer.txt', '42\n'), run('sh check.sh'), done()] },
        hapless: { steps: [run('false'), done('failure')] },
      }),
      { PLANNING_ENABLED: 'false' },
      async (world) => {
        const of = await tellAll(world, ['plain', 'hapless']);
        expect(callsOf(of('plain'))).toEqual(['next_step', 'next_step', 'next_step', 'review', 'summary']);
        expect(callsOf(of('hapless'))).toEqual(['next_step', 'next_step']);
        expect(of('plain').history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
        expect(of('plain').pulls).toHaveLength(1);
        expect(of('plain').progress).toContain('➖ Planning');
        expect(of('hapless').history.at(-1)).toMatchObject({ status: 'failed', reason: 'not_achieved' });
      },
    );
  }, 90_000);

  it('without re-planning asks for no decision, and a failure is left as it is (REPLAN-9 enabled)', async () => {
    const story: Story = {
      decomposition: chain(['one', 'two']),
      plan: actionPlan({ subtasks: ['one', 'two'] }),
      steps: [run('false'), done('failure'), write('answer.txt', '42\n'), done()],
    };
    await within(
      worldOf({ fixed: story }),
      { REPLANNING_ENABLED: 'false', REFLECTION_ENABLED: 'false' },
      async (world) => {
        const tale = await tell(world, 'fixed');
        expect(callsOf(tale)).toEqual([
          'goal_understanding',
          'task_decomposition',
          'action_plan',
          'next_step',
          'next_step',
          'next_step',
          'next_step',
          'summary',
        ]);
        expect(tale.history.at(-1)).toMatchObject({ status: 'failed', reason: 'not_achieved' });
      },
    );
  }, 90_000);
});

describe('a Japanese issue', () => {
  const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
  /** Lines of a comment that hold prose of ours in Latin letters only. */
  const english = (body: string) =>
    body
      .replace(/```[^]*?```|`[^`]*`|<!--[^]*?-->/g, '')
      .split('\n')
      .filter((line) => /[A-Za-z]{4,} [A-Za-z]{2,} [A-Za-z]{2,}/.test(line) && !KANA.test(line));

  it('is answered in Japanese: plan, revision, notice, question, result (PLAN-1, REPLAN-6, REPLAN-7)', async () => {
    const partial = decided({
      replan_needed: true,
      confidence: 0.9,
      reasoning: '数が違っていました。',
      replan_type: 'partial_replan',
      target_phase: 'execution',
      replan_level: 2,
      issues_found: ['数が 43 になっている'],
      recommended_actions: ['42 に直す'],
    });
    const end = (status: 'success' | 'failure') =>
      toolUse('finish_action', {
        status,
        evaluation: status === 'success' ? 'できました。' : '数が違います。',
        issues_identified: [],
      });
    const subtasks = decomposition(
      { ...subtask('task_1'), description: 'メモを残す' },
      { ...subtask('task_2'), description: '正しい数を書く' },
    );
    const actions = actionPlan({ subtasks: ['task_1', 'task_2'] });
    const story: Story = {
      goal: {
        goal_understanding: {
          main_objective: '正しい数を書く (story nihongo)',
          success_criteria: ['sh check.sh が成功する'],
          constraints: [],
          context: '',
        },
      },
      decomposition: { ...subtasks, acceptance_criteria: [{ id: 'AC-1', description: 'sh check.sh が成功する' }] },
      plan: actions,
      decision: (request) => (pointOf(request) === 'execution' ? partial : decided({ reasoning: '十分です。' })),
      steps: [
        write('notes.txt', 'メモ\n'),
        end('success'),
        write('answer.txt', '43\n'),
        end('failure'),
        run('cat answer.txt'),
        end('failure'),
        write('answer.txt', '42\n'),
        end('success'),
      ],
      summary: {
        summary: { goal_achieved: true, tasks_completed: 2, tasks_failed: 0, key_outcomes: ['数が正しくなりました。'] },
        pull_request: { title: '正しい数を書く', body: '数が違っていたので直しました。' },
      },
      reflection: {
        reflection: {
          action_evaluated: 'task_2',
          status: 'failure',
          evaluation: '数が違います。',
          alignment_with_plan: '',
          issues_identified: [],
          plan_revision_needed: true,
        },
      },
    };
    await within(worldOf({ nihongo: story }), { PLANWRIGHT_LANGUAGE: 'ja', MAX_PLAN_REVISIONS: '1' }, async (world) => {
      const repository = homeOf('nihongo');
      const telling = tell(world, 'nihongo', { body: '41 ではなく 42 にしてください。' });
      await until(
        () =>
          world.github.world.repositories[0]?.issues.length &&
          commentsOn(world, 1, repository).some((body) => body.includes('✋')),
        'the question',
      );
      await world.github.acts.comment({ repository, issue: 1, by: MAINTAINER, body: 'そのまま続けてください。' });
      const tale = await telling;
      expect(decisionsOf(tale).map((fact) => fact.executed)).toEqual([true, false]);
      for (const words of [
        '📋 実行計画 (改訂 #1)',
        '改訂の理由',
        '新しい計画:',
        '📜 以前の計画の履歴',
        '🔄 AI が計画の見直しを判断しました',
        '数が違っていました。',
      ])
        expect(tale.progress).toContain(words);
      expect(tale.comments.find((body) => body.includes('✋'))).toContain('計画の改訂回数が上限に達しましたが');
      for (const body of tale.comments.filter((comment) => comment.includes('planwright:')))
        expect(english(body)).toEqual([]);
      expect(asked(world, 'nihongo', 'submit_goal_understanding')[0]).toContain('Japanese');
    });
  }, 90_000);
});
