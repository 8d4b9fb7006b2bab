import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import {
  actionPlan,
  commentsOn,
  decided,
  decomposition,
  done,
  gitOf,
  historyOf,
  homeOf,
  isRepair,
  numberRepository,
  NUMBER_FILES,
  pointOf,
  run,
  says,
  scriptOf,
  subtask,
  worldOf,
  write,
} from './stories.ts';
import { asked, callsOf, decisionsOf, factsOf, taleOf, tell, tellAll } from './tales.ts';
import { replay } from '../../src/state/evolve.ts';
import { runs } from '../long.ts';
import { openWorld, until } from './world.ts';
import { toolUse } from '../../standins/anthropic/script.ts';
import type { Step } from '../../standins/anthropic/script.ts';
import type { Story } from './stories.ts';
import type { Tale } from './tales.ts';
import type { World, WorldOptions } from './world.ts';

/** That a hundred are shown in one comment, in every state, is tried without a service: test/progress/comments. */
const MANY = runs(100, 40);
const HUNDRED = Array.from({ length: 100 }, (_, at) => `task_${at + 1}`);
const THREE = ['one', 'two', 'three'];
const chain = (ids: readonly string[]) => decomposition(...ids.map((id) => subtask(id)));
const goodSteps = (count: number): readonly Step[] => [
  write('answer.txt', '42\n'),
  ...Array.from({ length: count }, () => done()),
];

/** More files than are listed, in one stream for git; existing ones stay. */
function fill(world: World, repository: string): void {
  const script = Array.from({ length: 120 }, (_, at) => (at === 49 ? 'check_the_answer() {' : `: ${at}`)).join('\n');
  const files = [
    ...Array.from({ length: 2_100 }, (_, at) => [`parts/part-${at}.sh`, `number_${at}=${at}\n`] as const),
    ['src/checks.sh', script] as const,
    ['docs/notes.md', 'We know that forty-two is right.\n'] as const,
  ];
  const inline = files.map(([path, text]) => `M 644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
  const head =
    'commit refs/heads/main\ncommitter A <a@example.com> 1700000000 +0000\ndata 1\nx\nfrom refs/heads/main^0\n';
  gitOf(world, repository, `${head}${inline.join('')}done\n`)('fast-import', '--quiet', '--done');
}

interface Shared {
  readonly messages?: readonly {
    readonly content: readonly { readonly text?: string; readonly cache_control?: object }[];
  }[];
}

/** What the planning calls have in common: the first look and what was gathered. */
function sharedIn(bodyText: string): readonly unknown[] {
  const { messages } = JSON.parse(bodyText) as Shared;
  const content = messages?.[0]?.content.slice(0, 2) ?? [];
  return content[0]?.text?.startsWith('# The repository') === true ? content : [];
}

/** The last planning request, after everything was gathered. */
function planAsked(world: World): string {
  const request = world.anthropic.requests.findLast(
    ({ bodyText }) => bodyText.includes('story gathers') && bodyText.includes('submit_action_plan'),
  );
  if (request === undefined) throw new Error('No plan was asked for.');
  return request.bodyText;
}

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
    many: {
      decomposition: chain(HUNDRED.slice(0, MANY)),
      plan: actionPlan({ subtasks: HUNDRED.slice(0, MANY) }),
      steps: goodSteps(MANY),
    },
    'too-many': {
      decomposition: (request) => chain(isRepair(request) ? HUNDRED.slice(0, 2) : [...HUNDRED, 'task_101']),
      plan: actionPlan({ subtasks: HUNDRED.slice(0, 2) }),
      steps: goodSteps(2),
    },
    'ever-too-many': { decomposition: chain([...HUNDRED, 'task_101']) },
    twice: { steps: [write('answer.txt', '42\n'), done()] },
    gathers: {
      gathering: (request) =>
        says(request, 'forty-two is right')
          ? { reason: 'It is known.', read: [], search: [], list: [] }
          : {
              reason: 'What is right?',
              read: [{ path: 'docs/notes.md' }, { path: 'docs/none.md' }],
              search: [{ pattern: 'number_[0-9]+=7' }],
              list: [{ path: 'docs' }],
            },
      decision: (request) =>
        pointOf(request) === 'execution'
          ? decided({ replan_needed: true, replan_type: 'retry', replan_level: 1, confidence: 0.9 })
          : decided(),
      steps: [write('answer.txt', '42\n'), done('failure', ['It was slow.']), done()],
    },
  };
  const RULES = {
    'AGENTS.md': 'Speak of answers only in whole numbers.\n',
    'docs/CLAUDE.md': 'Documents are written in verse.\n',
  };
  let of: (story: string) => Tale;
  let first: Tale;
  let second: Tale;
  let third: Tale;
  let gathers: Tale;
  /** Of another issue of the same repository. */
  let beside: Tale;
  beforeAll(async () => {
    const repositories = Object.keys(STORIES).map((story) =>
      numberRepository(story, story === 'twice' ? { ...NUMBER_FILES, ...RULES } : NUMBER_FILES),
    );
    const [repository = numberRepository('many'), ...others] = repositories;
    world = await openWorld({ script: scriptOf(STORIES), repository, others });
    await world.start({
      PLANWRIGHT_QUEUE__CONCURRENCY: '4',
      REFLECTION_INTERVAL: '0',
      PLANWRIGHT_PLANNING__DECOMPOSITION_LEVEL: 'detailed',
    });
    fill(world, homeOf('gathers'));
    const all = tellAll(world, ['many', 'too-many']);
    const looked = tell(world, 'gathers', { body: 'It is wrong where `check_the_answer` looks.' });
    first = await tell(world, 'twice');
    const other = tell(world, 'ever-too-many', { repository: first.repository, body: 'As in answer.txt.' });
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
    beside = await other;
    await world.github.acts.comment({
      repository: first.repository,
      issue: first.issue,
      by: MAINTAINER,
      body: '@planwright retry same plan',
    });
    const before = [first, second].map((tale) => tale.history[0]?.task_uuid);
    const again = await until(async () => {
      const newest = await historyOf(world, first.issue, first.repository, ...before);
      return newest.at(-1)?.type === 'completion' ? newest : null;
    }, 'the end of the third task');
    third = taleOf(world, 'twice', { ...first, history: again });
    of = await all;
    gathers = await looked;
  }, 240_000);
  afterAll(async () => {
    await world?.close();
  });

  it('of many subtasks is carried out and shown box by box in one comment (PLAN-3, PLAN-7, REPLAN-7)', () => {
    const tale = of('many');
    expect(tale.history.at(-1)).toMatchObject({
      reason: 'finished',
      summary: { tasks_completed: MANY, tasks_failed: 0 },
    });
    expect(tale.progress.match(/- \[x\] \*\*task_\d+\*\*/g)).toHaveLength(MANY);
    expect(tale.progress.length).toBeLessThan(65_536);
    // A model with a restarted conversation writes the file once more.
    const anew = factsOf(tale, 'action').filter(({ name }) => name === 'begun_anew');
    expect(anew.length).toBeLessThanOrEqual(1);
    expect(callsOf(tale).filter((call) => call === 'next_step')).toHaveLength(MANY + 1 + anew.length);
    // A large plan gets a second look after it is carried out, too.
    expect(callsOf(tale).filter((call) => call !== 'next_step')).toHaveLength(10);
    expect(tale.pulls.map((one) => one.pull?.draft)).toEqual([false]);
  });

  it('is made from the code: what the issue names is shown, and what else the model asks for (PLAN-2, MODEL-2)', () => {
    const [first = '', , ...more] = asked(world, 'gathers', 'submit_gathering');
    expect(more).toEqual([]);
    expect(first).toContain('50\\tcheck_the_answer() {');
    expect(first).toContain('Not all paths are listed');
    expect(first).not.toContain('forty-two is right');
    for (const tool of ['submit_goal_understanding', 'submit_task_decomposition', 'submit_action_plan']) {
      const [prompt = ''] = asked(world, 'gathers', tool);
      for (const known of [
        '50\\tcheck_the_answer() {',
        'forty-two is right',
        'part-7.sh:1: number_7=7',
        'docs/none.md is not there',
      ])
        expect(prompt).toContain(known);
    }
    const blocks = world.anthropic.requests
      .filter(({ bodyText }) => bodyText.includes('story gathers') && bodyText.includes('submit_replan_decision'))
      .map(({ bodyText }) => sharedIn(bodyText))
      .filter((shared) => shared.length > 0);
    const [look, gathered] = sharedIn(planAsked(world));
    // Each judgement has its own tool, so none could read what another wrote to the cache.
    expect(blocks).toEqual([1, 2, 3].map(() => [look, gathered]));
    expect(factsOf(gathers, 'environment').filter(({ name }) => name === 'gathered')).toHaveLength(1);
    expect(JSON.stringify(gathers.history)).not.toContain('forty-two is right');
  });

  it('and what came of it are judged by the change itself (REPLAN-2, EXEC-7)', () => {
    const judged = asked(world, 'gathers', 'submit_replan_decision');
    const [execution = ''] = judged.filter((prompt) => prompt.includes('# Go on, try again, or plan anew?'));
    expect(execution).toContain('Since then, not saved yet');
    expect(execution).toContain('-41\\n+42');
    const [result = ''] = asked(world, 'gathers', 'submit_completion_assessment');
    expect(result).toContain('-41\\n+1: 42');
    expect(asked(world, 'gathers', 'submit_review').at(-1)).toContain('-41\\n+42');
    expect(gathers.history.at(-1)).toMatchObject({ reason: 'finished' });
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
    const tale = beside;
    const excess = 'There are 101 subtasks; at most 100 are allowed. Merge those that belong together.';
    const told = asked(world, 'ever-too-many', 'submit_task_decomposition').map(
      (text) => text.split(excess).length - 1,
    );
    // The first decomposition, its repair, a coarser one that begins with the reason, and its repair.
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

  it('is made with what else goes on in the repository, and what was done there to the same files (PLAN-2)', () => {
    const [prompt = ''] = asked(world, 'ever-too-many', 'submit_goal_understanding');
    const [alone = ''] = asked(world, 'twice', 'submit_goal_understanding');
    for (const told of [
      'Open pull requests of yours:',
      `#${first.pulls[0]?.number ?? 0} Put the right number into answer.txt (story twice) [open]: answer.txt`,
      'Earlier tasks of this repository that changed the same files:',
      `Task of issue #${first.issue}, ended on`,
    ]) {
      expect(prompt).toContain(told);
      expect(alone).not.toContain(told);
    }
  });

  it('is carried out again without planning, on a branch of its own from the base (PLAN-10)', () => {
    const branchIn = ({ history }: Tale) =>
      history.flatMap((fact) => (fact.type === 'environment' && fact.name === 'repository' ? [fact.snapshot] : []))[0];
    const [before, again] = [branchIn(second), branchIn(third)];
    expect(again?.branch).not.toBe(before?.branch);
    expect(again?.startSha).toBe(again?.baseSha);
    expect(callsOf(third).slice(0, 1)).toEqual(['next_step']);
    expect(callsOf(third)).not.toContain('goal_understanding');
    expect(replay(third.history)?.plan?.goal_understanding).toEqual(replay(second.history)?.plan?.goal_understanding);
    expect(third.history.at(-1)).toMatchObject({ type: 'completion', reason: 'finished' });
    expect(third.pulls.map((one) => one.pull?.headRef)).toContain(again?.branch);
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
  it('by strategy hierarchical and level minimal tells the model so, in the words of the operator; max_subtasks alone caps (MODEL-7)', async () => {
    const prompts = await mkdtemp(join(tmpdir(), 'pw-prompts-'));
    const levels = await readFile('prompts/levels.md', 'utf8');
    await writeFile(
      join(prompts, 'levels.md'),
      levels.replace('as little as possible:', 'as little as possible, as we do here:'),
    );
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
        PROMPTS_DIR: prompts,
      },
      async (world) => {
        const tale = await tell(world, 'tree');
        const [prompt] = asked(world, 'tree', 'submit_task_decomposition');
        expect(prompt).toContain('Strategy: hierarchical.');
        expect(prompt).toContain('Divide as little as possible, as we do here: ');
        expect(prompt).toContain('At most 2 subtasks.');
        expect(factsOf(tale, 'error')).toMatchObject([
          { problems: ['There are 3 subtasks; at most 2 are allowed. Merge those that belong together.'] },
        ]);
        expect(tale.history.at(-1)).toMatchObject({ reason: 'finished', summary: { tasks_completed: 2 } });
      },
    );
    await rm(prompts, { recursive: true });
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
          'completion_assessment',
          'summary',
        ]);
        expect(tale.history.at(-1)).toMatchObject({ status: 'failed', reason: 'not_achieved' });
      },
    );
  }, 90_000);
});

describe('a Japanese issue', () => {
  const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
  const WORDS = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]+/gu;
  const BODY = '41 ではなく 42 にしてください。';
  const ANSWER = 'そのまま続けてください。';
  /** Lines of a comment with prose of ours in Latin letters only. */
  const english = (body: string) =>
    body
      .replace(/```[^]*?```|`[^`]*`|<!--[^]*?-->/g, '')
      .split('\n')
      .filter((line) => /[A-Za-z]{4,} [A-Za-z]{2,} [A-Za-z]{2,}/.test(line) && !KANA.test(line));

  it('is answered in Japanese: plan, revision, notice, question, result; the model is told all of ours in English (PLAN-1, REPLAN-6, REPLAN-7, MODEL-7)', async () => {
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
      const telling = tell(world, 'nihongo', { body: BODY });
      await until(
        () =>
          world.github.world.repositories[0]?.issues.length &&
          commentsOn(world, 1, repository).some((body) => body.includes('✋')),
        'the question',
      );
      await world.github.acts.comment({ repository, issue: 1, by: MAINTAINER, body: ANSWER });
      const tale = await telling;
      expect(decisionsOf(tale).map((fact) => fact.executed)).toEqual([true, false]);
      for (const words of [
        '📋 実行計画 (改訂 #1)',
        '改訂の理由',
        '新しい計画:',
        '📜 以前の計画の履歴',
        '🔄 AI が計画を見直すと判断しました',
        '数が違っていました。',
      ])
        expect(tale.progress).toContain(words);
      expect(tale.comments.find((body) => body.includes('✋'))).toContain('計画の改訂回数が上限に達しましたが');
      for (const body of tale.comments.filter((comment) => comment.includes('planwright:')))
        expect(english(body)).toEqual([]);
      expect(asked(world, 'nihongo', 'submit_goal_understanding')[0]).toContain('Japanese');
      // Japanese text in requests is what the model or people said (MODEL-7).
      const theirs = JSON.stringify([story, partial, decided({ reasoning: '十分です。' }), BODY, ANSWER]);
      const sent = world.anthropic.requests.flatMap(({ bodyText }) => bodyText.match(WORDS) ?? []);
      expect(sent.length).toBeGreaterThan(100);
      expect(sent.filter((words) => !theirs.includes(words))).toEqual([]);
    });
  }, 90_000);
});
