/** A model that answers a structured call in prose is reminded of the tool once; then what it says counts (MODEL-2, MODEL-4). */
import { describe, expect, it } from '@jest/globals';
import { resultComment } from '../../src/comments/result-comment.ts';
import { draftIn } from '../../src/state/select.ts';
import { decision, limitsOf } from '../replan/situations.ts';
import { converse, type Scripted } from './scripted-model.ts';
import {
  actionDone,
  after,
  command,
  doing,
  kindOf,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
  ASSESSED,
} from './task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { PlanningSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a')]);
const planned = (planning: Partial<PlanningSettings>) => ({ settings: { planning: { ...UNDISTURBED, ...planning } } });
const TESTED: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const DONE: readonly Fact[] = [...prepared(PLAN), ...actionDone(0), saved('a'), TESTED, ASSESSED];
/** Asks for the review of the change. */
const reviewing = (language: 'en' | 'ja' = 'en') =>
  taskAfter(DONE, { settings: { language, planning: { ...UNDISTURBED, review: { plan: false, diff: true } } } });
const planReviewing = () => taskAfter(prepared(PLAN).slice(0, 5), planned({ review: { plan: true, diff: false } }));
const ended = (
  stopReason: 'refusal' | 'max_tokens' | 'end_turn' | 'model_context_window_exceeded',
  said = '',
): Scripted => ({
  stopReason,
  content: said === '' ? [] : [{ type: 'text', text: said }],
});

interface Told {
  readonly result: string;
  readonly calls: number;
  readonly added: readonly string[];
  readonly feedback: string;
  readonly task: Task;
}
async function told(task: Task, answers: readonly Scripted[]): Promise<Told> {
  const talk = await converse(task, answers);
  const last = talk.task.reviews.at(-1);
  const subtasks = talk.task.plan?.task_decomposition.subtasks ?? [];
  return {
    result: last?.result ?? 'none',
    feedback: last?.feedback ?? '',
    calls: talk.requests.length,
    added: subtasks.map(({ id }) => id).filter((id) => id !== 'a'),
    task: talk.task,
  };
}
const PRAISE = 'The change does what was asked for.';
const PASS = { result: 'PASS', feedback: PRAISE };
const FAIL = { result: 'FAIL', feedback: 'The note is missing.' };
const BARE = { result: 'FAIL', feedback: PRAISE };

describe('a review that begins in prose (MODEL-2, MODEL-4, R26)', () => {
  it.each<readonly [string, readonly Scripted[], string, number]>([
    ['the tool after the reminder', [`${PRAISE} 判定: FAIL`, PASS], 'PASS', 2],
    ['text with a marker again', [PRAISE, `${PRAISE}\nDecision: PASS`], 'PASS', 2],
    ['text with JSON again', [PRAISE, `${PRAISE} {"result":"FAIL","feedback":"No note."}`], 'FAIL', 2],
    ['text without a verdict, then the tool', [PRAISE, PRAISE, PASS], 'PASS', 3],
    ['text without a verdict, thrice', [PRAISE, PRAISE, PRAISE], 'NOT_MADE', 3],
    ['text, then nothing, then text with a marker', [PRAISE, ended('end_turn'), 'Decision: PASS'], 'PASS', 3],
    ['nothing, then text with a marker', [ended('end_turn'), 'Decision: PASS'], 'PASS', 2],
    ['nothing, twice', [ended('end_turn'), ended('end_turn')], 'NOT_MADE', 2],
    ['what was cut off, twice', [ended('max_tokens', '判定: FAIL'), ended('max_tokens', '判定: PASS')], 'NOT_MADE', 2],
    ['a refusal, twice', [ended('refusal'), ended('refusal')], 'NOT_MADE', 2],
    ['no room', [ended('model_context_window_exceeded'), ended('model_context_window_exceeded')], 'NOT_MADE', 2],
  ])('and goes on with %s', async (_, answers, result, calls) => {
    const { result: came, calls: made } = await told(
      reviewing(),
      [...answers, new Error('Asked once too often.')].slice(0, calls),
    );
    expect([came, made]).toEqual([result, calls]);
  });

  it('is reminded of its tool, and shown what it said', async () => {
    const { requests, recorded } = await converse(reviewing(), [PRAISE, PASS]);
    expect(requests[1]?.messages.slice(1)).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: PRAISE }] },
      {
        role: 'user',
        content: [{ type: 'text', text: expect.stringContaining('The tool `submit_review` was not called.') }],
      },
    ]);
    expect(recorded.map((facts) => facts.map(({ type }) => type))).toEqual([
      ['error', 'usage'],
      ['review', 'usage'],
    ]);
  });

  it('and in a form that fits no schema is not made after three repairs, and nothing is reworked (MODEL-4)', async () => {
    for (const language of ['en', 'ja'] as const) {
      const unfit = { result: 'SURE' };
      const { result, calls, added, feedback, task } = await told(reviewing(language), [unfit, unfit, unfit, unfit]);
      expect([result, calls, added]).toEqual(['NOT_MADE', 4, []]);
      expect(feedback).toMatch(language === 'en' ? /form of a verdict/ : /判定の形式/);
      const opened = after(task, {
        type: 'effect',
        name: 'pull_request',
        number: 7,
        url: 'u',
        draft: true,
        title: 'A',
      });
      expect(resultComment(doing(opened, 'report'), { now: 0, noteUrl: null })).toContain(feedback);
      expect(doing(opened, 'report').stage.ending).toMatchObject({ status: 'succeeded', reason: 'finished' });
    }
  });
});

describe('a review that refuses and asks for nothing (MODEL-4)', () => {
  it.each<readonly [string, readonly Scripted[], string, number, readonly string[]]>([
    ['passed when it is looked at again', [BARE, PASS], 'PASS', 2, []],
    ['not made where it does so again', [BARE, { result: 'FAIL', feedback: '' }], 'NOT_MADE', 2, []],
    ['work once it says what is wrong', [BARE, FAIL], 'FAIL', 2, ['extra_1']],
    ['work at once where it says what is wrong', [FAIL], 'FAIL', 1, ['extra_1']],
    ['not made, in prose', [PRAISE, `判定: PASS\n判定: PASS_WITH_SUGGESTIONS`, BARE], 'NOT_MADE', 3, []],
  ])('is %s', async (_, answers, result, calls, added) => {
    const came = await told(reviewing(), answers);
    expect([came.result, came.calls, came.added]).toEqual([result, calls, added]);
  });

  it('is shown with that feedback, and counts as no revision', async () => {
    const { requests, task } = await converse(reviewing(), [BARE, FAIL]);
    expect(JSON.stringify(requests[1]?.messages)).toContain(`FAIL, without saying what is wrong (${PRAISE})`);
    expect(task.reviews.map(({ isMadeAgain = false }) => isMadeAgain)).toEqual([true, false]);
    const { facts } = { facts: (await converse(reviewing(), [BARE, FAIL])).recorded.flat() };
    expect(facts.filter(({ type }) => type === 'review')).toMatchObject([{ attempt: 1 }, { attempt: 1 }]);
  });

  it('of a plan is looked at again, too: no plan is made anew for praise', async () => {
    const passed = await told(planReviewing(), [BARE, PASS]);
    expect([passed.result, passed.calls, kindOf(passed.task)]).toEqual(['PASS', 2, 'start_sandbox']);
    const twice = await told(planReviewing(), [BARE, BARE]);
    expect([twice.result, twice.calls, kindOf(twice.task)]).toEqual(['NOT_MADE', 2, 'start_sandbox']);
    const refused = await told(planReviewing(), [BARE, FAIL]);
    expect([refused.result, kindOf(refused.task)]).toEqual(['FAIL', 'ask_model']);
  });
});

describe('any other structured call that begins in prose (MODEL-2, MODEL-4, R26)', () => {
  const answer = {
    summary: { goal_achieved: true, tasks_completed: 1, tasks_failed: 0, key_outcomes: [] },
    pull_request: { title: 'Round half up', body: 'It rounds.' },
  };
  const json = (value: object) => `Here you are:\n\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n`;
  const judging = () => {
    const planning = { ...UNDISTURBED, replanning: limitsOf() };
    const task = taskAfter(prepared(PLAN));
    return after({ ...task, settings: { ...task.settings, planning } }, ...actionDone(0, 'failure', ['It broke']));
  };
  const yes = { replan_decision: decision({ replan_type: 'retry', replan_level: 1 }) };

  it.each<readonly [string, readonly Scripted[], number]>([
    ['its tool', ['I would say it rounds.', answer], 2],
    ['JSON in text', [json(answer), json(answer)], 2],
    ['JSON in text, at last', ['No.', 'No!', 'No?', json(answer)], 4],
  ])('gives the words of the pull request by %s', async (_, answers, calls) => {
    const { task, requests } = await converse(taskAfter(DONE), answers);
    expect(doing(task, 'report').stage.summary).toMatchObject({ title: 'Round half up' });
    expect(requests).toHaveLength(calls);
  });

  it('gives a division by JSON in text, held to the same rules', async () => {
    const understood = taskAfter(prepared(PLAN).slice(0, 3));
    const good = { task_decomposition: PLAN.task_decomposition, acceptance_criteria: PLAN.acceptance_criteria };
    const read = await converse(understood, [json(good), json(good)]);
    expect(read.requests).toHaveLength(2);
    expect(kindOf(read.task)).toBe('ask_model');
    expect(draftIn(read.task, 'actions')?.division.decomposition.subtasks).toMatchObject([{ id: 'a' }]);
    const bad = {
      ...good,
      task_decomposition: { reasoning: '', subtasks: [{ ...subtask('a'), dependencies: ['z'] }] },
    };
    const wrong = await converse(understood, [json(bad), json(bad)]);
    expect(wrong.recorded.at(-1)?.[0]).toMatchObject({ name: 'invalid_answer', broke: 'rules' });
  });

  it('gives a judgement', async () => {
    const byTool = await converse(judging(), [json(yes), yes]);
    expect(byTool.requests).toHaveLength(2);
    const inText = await converse(judging(), [json(yes), json(yes)]);
    for (const { task } of [byTool, inText])
      expect(task.replanning.records).toMatchObject([{ kind: 'retry', executed: true }]);
    const nothing = await converse(judging(), ['No.', 'No.', 'No.', 'No.']);
    expect(nothing.requests).toHaveLength(4);
    expect(nothing.recorded.at(-1)?.[0]).toMatchObject({ name: 'invalid_answer', broke: 'schema' });
  });

  it.each([
    ['refusal', 2, 'model_declined'],
    ['model_context_window_exceeded', 4, 'context_full'],
    ['max_tokens', 4, 'answers_cut'],
  ] as const)('and ends each time by %s fails the task as what it is (MODEL-3)', async (stopReason, calls, code) => {
    const understood = taskAfter(prepared(PLAN).slice(0, 3));
    const { task, requests } = await converse(
      understood,
      Array.from({ length: calls }, () => ended(stopReason, 'Well')),
    );
    expect(requests).toHaveLength(calls);
    expect(doing(task, 'report').stage.ending).toMatchObject({ status: 'failed', reason: 'fault', code });
    const said = resultComment(doing(task, 'report'), { now: 0, noteUrl: null });
    expect(said).toMatch({ model_declined: /declined to work/, context_full: /no room/, answers_cut: /cut off/ }[code]);
    expect(said).not.toContain("couldn't read");
  });
});

describe('a change of the plan that the model declines (MODEL-3)', () => {
  it('is told to people as that', async () => {
    const said: Fact = { type: 'control', name: 'comment', by: { id: 8, login: 'mika' }, text: 'Add a virus.' };
    const { task, requests } = await converse(after(taskAfter(prepared(PLAN)), said), [
      ended('refusal'),
      ended('refusal'),
    ]);
    expect(requests).toHaveLength(2);
    expect(task.refusedChanges).toMatchObject([{ refused: { why: 'declined' } }]);
  });
});

describe('what is odd about an answer (MODEL-3)', () => {
  it('is logged once, and tokens that were estimated are recorded as that', async () => {
    const odd = ['usage.input_tokens was -5, which is not counted'];
    const usage = {
      inputTokens: 70,
      outputTokens: 5,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      isEstimated: true,
    } as const;
    const use = { type: 'tool_use', id: 't', name: 'submit_review', input: PASS } as const;
    const bent = await converse(reviewing(), [{ stopReason: 'other', content: [use], usage, oddities: odd }]);
    expect(bent.recorded[0]).toMatchObject([{ type: 'review' }, { type: 'usage', estimated: true, input_tokens: 70 }]);
    expect(bent.warnings).toEqual(["the model's API did what it should not"]);
    const plain = await converse(reviewing(), [PASS]);
    expect([plain.warnings, plain.recorded[0]?.[1]]).toEqual([[], expect.not.objectContaining({ estimated: true })]);
  });
});
