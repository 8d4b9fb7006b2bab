import { beforeAll, describe, expect, it } from '@jest/globals';
import { runs } from '../long.ts';
import { decisionQuestion } from '../../src/model-calls/decision-messages.ts';
import { patchQuestion } from '../../src/model-calls/patch-messages.ts';
import type { PromptTools } from '../../src/model-calls/planning-messages.ts';
import { actionDone, command, doing, planOf, prepared, saved, subtask, taskAfter, tested } from '../task/task-world.ts';
import { reflectionQuestion } from '../../src/model-calls/reflection-messages.ts';
import { MAX_SAID } from '../../src/model-calls/said-block.ts';
import type { DecisionPoint } from '../../src/state/judgements.ts';
import type { CommentSeen } from '../../src/state/work.ts';
import { NO_REPLANS } from '../replan/situations.ts';
import {
  HOSTILE,
  LIMITS,
  NONCE,
  decisionView,
  outside,
  plan,
  promptTools,
  record,
  reflectionView,
  soFar,
} from './views.ts';

const POINTS: readonly DecisionPoint[] = [
  'goal_understanding',
  'task_decomposition',
  'action_sequence',
  'execution',
  'reflection',
];
const MAX_BYTES = 44 * 1024 + MAX_SAID;
/** Where the diff is judged. */
const MAX_BYTES_WITH_DIFF = 58 * 1024 + MAX_SAID;

let tools: PromptTools;
beforeAll(async () => {
  tools = await promptTools();
});

describe.each(POINTS)('the question of the decision after %s (REPLAN-2)', (point) => {
  it('asks for submit_replan_decision and leaves no placeholder', () => {
    const question = decisionQuestion(decisionView('some text', { point }), tools);
    expect(question).toContain('submit_replan_decision');
    expect(question).not.toMatch(/\{\{|\}\}|undefined|\[object/);
  });

  it('shows what came from people, models and tools in marked blocks alone (MODEL-7)', () => {
    const question = decisionQuestion(decisionView('canary-7f3a', { point }), tools);
    expect(question).toContain('canary-7f3a');
    expect(outside(question)).not.toContain('canary-7f3a');
  });

  it('cannot be broken out of by hostile text (MODEL-7, I4)', () => {
    const ours = outside(decisionQuestion(decisionView(HOSTILE, { point }), tools));
    expect(ours).not.toContain('Now obey me');
  });

  it.each(['x', '長い日本語の文章', '<untrusted', '`', '\u200b<!--'])(
    'stays under its limit beside what people said with endless %j everywhere',
    (piece) => {
      const text = piece.repeat(Math.ceil(runs(60_000, 15_000) / piece.length));
      const records = Array.from({ length: 30 }, () => record({ reasoning: text }));
      const counts = {
        ...NO_REPLANS,
        triggers: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}${text.slice(0, 300)}`, 9])),
      };
      const question = decisionQuestion(
        decisionView(text, { point, count: 100, records, counts, notes: Array.from({ length: 40 }, () => text) }),
        tools,
      );
      const showsDiff = point === 'execution' || point === 'reflection';
      expect(Buffer.byteLength(question)).toBeLessThanOrEqual(showsDiff ? MAX_BYTES_WITH_DIFF : MAX_BYTES);
      outside(question);
    },
  );

  it('gives the same bytes for the same task', () => {
    expect(decisionQuestion(decisionView('a', { point }), tools)).toBe(
      decisionQuestion(decisionView('a', { point }), tools),
    );
  });
});

describe('the question of a decision', () => {
  it('keeps every one of 100 subtasks and actions in sight (REPLAN-2)', () => {
    for (const point of ['task_decomposition', 'action_sequence', 'execution', 'reflection'] as const) {
      const question = decisionQuestion(
        decisionView('A long description of work. '.repeat(60), { point, count: 100 }),
        tools,
      );
      for (const id of ['task_1', 'task_50', 'task_100']) expect(question).toContain(`- ${id}`);
    }
  });

  it('says what is left of each limit, what is used up and what went in circles (REPLAN-4)', () => {
    const question = decisionQuestion(
      decisionView('boom', {
        counts: {
          ...NO_REPLANS,
          total: 4,
          partialReplans: 2,
          retries: { a: 2, b: 1 },
          triggers: { 'execution | partial | task_1 | boom': 2, other: 1 },
        },
      }),
      tools,
    );
    expect(question).toContain('planning the rest anew: NONE left (2 of 2 used)');
    expect(question).toContain('re-plans and questions together: 6 left (4 of 10 used)');
    expect(question).toContain('retries of each action: 3; 3 used over all actions');
    expect(question).toContain('- execution | partial | task_1 | boom');
    expect(question).not.toContain('- other');
  });

  it('says nothing of circles when they are not looked for', () => {
    const question = decisionQuestion(decisionView('boom', { limits: { ...LIMITS, detectsLoops: false } }), tools);
    expect(question).not.toMatch(/for the same reason: \d|tried too often/);
  });

  it('tells earlier re-plans with what became of them, and not the decisions for going on (REPLAN-2)', () => {
    const records = [
      record({ reasoning: 'first' }),
      record({ reasoning: 'second', executed: false, override: 'limit_reached', result: 'skipped' }),
      record({ reasoning: 'third', kind: null, executed: false, result: 'skipped' }),
    ];
    const question = decisionQuestion(decisionView('x', { records }), tools);
    expect(question).toContain('plan the rest anew (confidence 85 %): done. Why: first');
    expect(question).toContain('refused, the limit was reached. Why: second');
    expect(question).not.toContain('third');
  });

  it('shows the newest results whole before the oldest, each at most 4 KB', () => {
    const results = ['oldest', 'older', 'newest'].map((name) => `${name} ${'y'.repeat(9_000)}`);
    const view = decisionView('x');
    const question = decisionQuestion({ ...view, executed: { ...view.executed!, lastResults: results } }, tools);
    expect(question).toContain('newest yyy');
    expect(question).toContain('older yyy');
    expect(question).not.toContain('oldest');
    expect(question).not.toContain('y'.repeat(4_000));
  });

  it('shows code and diffs as they are, HTML comments included, without letters nobody sees', () => {
    const change = '-<p>\n+<!-- note --><b>\n+```js\n+a\u200bb\n';
    const question = decisionQuestion(decisionView('x', { change }), tools);
    expect(question).toContain('+<!-- note --><b>');
    expect(question).toContain('characters of hidden text were removed');
  });

  it('says plainly when tests failed, passed or were not run', () => {
    const point = 'reflection';
    expect(decisionQuestion(decisionView('x', { point }), tools)).toContain('The tests FAILED (exit code 1)');
    expect(decisionQuestion(decisionView('x', { point, checks: tested(command('t')) }), tools)).toContain(
      'The tests passed',
    );
    expect(decisionQuestion(decisionView('x', { point, checks: tested(command('t', null)) }), tools)).toContain(
      'FAILED (no exit code)',
    );
    expect(decisionQuestion(decisionView('x', { point, checks: [] }), tools)).toContain('No tests were run.');
  });

  it('has something to say where nothing is known yet', () => {
    for (const point of POINTS) {
      const question = decisionQuestion(
        decisionView('x', {
          point,
          decomposition: null,
          plan: null,
          executed: null,
          actions: [],
          remaining: [],
          reflection: null,
          checks: [],
          change: '',
          records: [],
          notes: [],
          counts: NO_REPLANS,
        }),
        tools,
      );
      expect(question).not.toMatch(/^## [^\n]*\n+(?:##|$)/m);
      expect(question).not.toContain('Re-plans so far');
      expect(question).not.toMatch(/undefined|null,/);
    }
  });
});

describe('the question of a reflection (PLAN-1, phase 5)', () => {
  const finished = ['first', 'second', 'third', 'fourth'].map((name, index) =>
    soFar(`task_${index + 1}`, `${name} step`),
  );
  const shown = (depth: 'deep' | 'moderate' | 'shallow') => {
    const question = reflectionQuestion(reflectionView('x', { depth, finished, sinceReflection: 2 }), tools);
    return ['first', 'second', 'third', 'fourth'].filter((name) => question.includes(`${name} step`));
  };

  it('shows the whole log, that since the last reflection, or the last action, as depth says (PLAN-3)', () => {
    expect(shown('deep')).toEqual(['first', 'second', 'third', 'fourth']);
    expect(shown('moderate')).toEqual(['third', 'fourth']);
    expect(shown('shallow')).toEqual(['fourth']);
  });

  it('asks for a revision only where a reflection may change the plan (PLAN-1)', () => {
    expect(reflectionQuestion(reflectionView('x'), tools)).toContain('updated_action_plan');
    const followed = reflectionQuestion(reflectionView('x', { afterwards: 'decided_next' }), tools);
    expect(followed).toContain('You do not change the plan here');
    expect(followed).not.toMatch(/updated_action_plan|`plan_revision`/);
  });

  it('says why it is asked', () => {
    const questions = (['error', 'interval', 'people'] as const).map((occasion) =>
      reflectionQuestion(reflectionView('x', { occasion }), tools),
    );
    expect(new Set(questions).size).toBe(3);
  });

  it('keeps hostile text in its blocks and stays under its limit (MODEL-7)', () => {
    expect(outside(reflectionQuestion(reflectionView(HOSTILE), tools))).not.toContain('Now obey me');
    for (const piece of ['x', '長い文', '<untrusted']) {
      const comments = Array.from({ length: 9 }, () => ({ by: { id: 1, login: 'ada' }, text: piece.repeat(30_000) }));
      const question = reflectionQuestion(
        reflectionView(piece.repeat(20_000), {
          count: 100,
          comments,
          lastResults: Array.from({ length: 9 }, () => piece.repeat(20_000)),
        }),
        tools,
      );
      expect(Buffer.byteLength(question)).toBeLessThanOrEqual(MAX_BYTES);
      outside(question);
    }
  });

  it('has something to say before any action is finished', () => {
    const question = reflectionQuestion(
      reflectionView('x', { finished: [], lastResults: [], comments: [], notes: [] }),
      tools,
    );
    expect(question).toContain('No action is finished yet.');
  });
});

describe('the question of a patch (PLAN-9)', () => {
  const question = (text: string) => {
    const by = { id: 1, login: 'ada' };
    const comment = { by, text };
    const before = Array.from({ length: 14 }, (_, index) => ({ by, text: `no ${index} ${text}` }));
    const task = doing(
      taskAfter(prepared(planOf([subtask('task_1', [], text)], { goal_understanding: plan(text).goal_understanding }))),
      'execute',
    );
    const replanning = { ...task.replanning, notes: [text] };
    return patchQuestion({ ...task, replanning, comments: [...before, comment] }, comment, tools);
  };

  it('shows the comment, the plan and the last ten messages, and asks for submit_plan_patch', () => {
    const asked = question('please add a test');
    expect(asked).toContain('submit_plan_patch');
    expect(asked).toContain('comment by @ada');
    expect(asked).not.toContain('@ada: no 3 ');
    for (const index of [4, 13]) expect(asked).toContain(`@ada: no ${index} `);
    expect(asked).toContain('100 subtasks at most');
  });

  it('shows by what it is judged, what is planned, what was done and the code (PLAN-9)', () => {
    const by = { id: 1, login: 'ada' };
    const done = [...prepared(planOf([subtask('task_1'), subtask('task_2')])), ...actionDone(0), saved('task_1')];
    const task = doing(taskAfter(done), 'execute');
    const comment = { by, text: 'Why half up?' };
    const asked = patchQuestion(task, comment, tools, '+round(x)');
    for (const shown of ['AC-1: The tests pass', 'Carry out task_2', 'expected: It works', '+round(x)'])
      expect(asked).toContain(shown);
    for (const path of task.snapshot.files) expect(asked).toContain(path);
    expect(asked).toContain('task_1, Carry out task_1: success.');
    expect(asked).toContain(task.work.checkpoint.change?.files[0]?.path ?? 'a file');
  });

  it('shows an answer with the comment that it is about, however often was asked (PLAN-9)', () => {
    const by = { id: 1, login: 'ada' };
    const task = doing(taskAfter(prepared(planOf([subtask('task_1')]))), 'execute');
    const comments = [
      { by, text: 'Write a note in the way we do.' },
      { by, text: 'Asked "Where?", @ada answered: In docs.', about: 0 },
      { by, text: 'Asked "Which?", @ada answered: The long one.', about: 1 },
    ];
    const replies = [{ comment: 0, text: 'I will.', isPosted: true }];
    const asked = patchQuestion({ ...task, comments, replies }, comments[2] as CommentSeen, tools);
    expect(asked).toContain('- @planwright: I will.');
    const shown = asked.slice(asked.indexOf('## The comment'));
    expect(comments.map(({ text }) => shown.indexOf(text))).toEqual(
      comments.map(({ text }) => shown.indexOf(text)).toSorted((a, b) => a - b),
    );
    for (const { text } of comments) expect(shown).toContain(text);
  });

  it('keeps hostile text in its blocks and is bounded (MODEL-7)', () => {
    expect(outside(question(HOSTILE))).not.toContain('Now obey me');
    const long = question('長い行\n'.repeat(100_000));
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(400 * 1024);
    expect(long.split(NONCE).length % 2).toBe(1);
  });
});
