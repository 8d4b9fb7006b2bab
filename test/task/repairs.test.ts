import { describe, expect, it } from '@jest/globals';
import { MAX_RULE_REPAIRS, MAX_SCHEMA_REPAIRS } from '../../src/flow/unusable-answers.ts';
import { decision, limitsOf } from '../replan/situations.ts';
import { converse } from './scripted-model.ts';
import {
  actionDone,
  after,
  change,
  command,
  decidedAfter,
  effectOf,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
  ASSESSED,
} from './task-world.ts';
import type { Scripted } from './scripted-model.ts';
import type { ModelMessage } from '../../src/ports/model.ts';
import type { Effect } from '../../src/state/effect.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const SAID: Fact = { type: 'control', name: 'comment', by: { id: 8, login: 'mika' }, text: 'Leave out b.' };
const TESTS: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const DONE = [...prepared(PLAN), ...actionDone(0), saved('a'), ...actionDone(1), saved('b')];
const settings = (planning: object) => ({ settings: { planning: { ...UNDISTURBED, ...planning } } });
const REFLECTS = { reflection: { enabled: true, onError: true, interval: 3, depth: 'moderate' } };
const FINE = { replan_decision: { ...decision({ replan_needed: false }), reasoning: 'Fine.' } };
const SUMMARY = {
  summary: { goal_achieved: true, tasks_completed: 2, tasks_failed: 0, key_outcomes: [] },
  pull_request: { title: 'Round half up', body: 'It rounds.' },
};
const REFLECTION = { reflection: { status: 'failure', evaluation: 'It broke.', plan_revision_needed: false } };

/** Fits no schema. */
const WRONG = { no: 'such' };

/** A task that makes the call next, an answer to it that can be used, and what the task does without any. */
const CALLS: Readonly<Record<string, readonly [() => Task, Effect, Scripted, (decided: readonly Fact[]) => void]>> = {
  goal_understanding: [
    () => taskAfter(prepared(PLAN).slice(0, 2)),
    { kind: 'ask_model', call: 'goal_understanding' },
    { goal_understanding: PLAN.goal_understanding },
    (decided) => expect(decided).toContainEqual(expect.objectContaining({ name: 'ending' })),
  ],
  task_decomposition: [
    () => taskAfter(prepared(PLAN).slice(0, 3)),
    { kind: 'ask_model', call: 'task_decomposition' },
    { task_decomposition: PLAN.task_decomposition, acceptance_criteria: PLAN.acceptance_criteria },
    (decided) => expect(decided).toContainEqual(expect.objectContaining({ name: 'ending' })),
  ],
  action_plan: [
    () => taskAfter(prepared(PLAN).slice(0, 4)),
    { kind: 'ask_model', call: 'action_plan' },
    { action_plan: PLAN.action_plan, selected_environment: {} },
    (decided) => expect(decided).toContainEqual(expect.objectContaining({ name: 'ending' })),
  ],
  replan_decision: [
    () => {
      const task = taskAfter(prepared(PLAN));
      const { planning } = settings({ replanning: limitsOf() }).settings;
      return after({ ...task, settings: { ...task.settings, planning } }, ...actionDone(0, 'failure'));
    },
    { kind: 'ask_decision', point: 'execution' },
    FINE,
    (decided) =>
      expect(decided.slice(0, 2)).toMatchObject([
        { name: 'judged', point: 'execution', decision: null },
        { type: 'replan_decision', override_reason: 'unreadable', executed: false },
      ]),
  ],
  reflection: [
    () => taskAfter([...prepared(PLAN), ...actionDone(0, 'failure')], settings(REFLECTS)),
    { kind: 'ask_reflection' },
    REFLECTION,
    (decided) => expect(decided[0]).toMatchObject({ type: 'reflection', evaluation: null, plan_revision: null }),
  ],
  plan_patch: [
    () => taskAfter([...prepared(PLAN), SAID]),
    { kind: 'ask_patch', comment: 0 },
    { understanding: 'Less.', operations: [] },
    (decided) => expect(decided[0]).toMatchObject({ name: 'comment_weighed', refused: { why: 'unreadable' } }),
  ],
  review: [
    () => taskAfter([...DONE, TESTS, ASSESSED], settings({ review: { plan: false, diff: true } })),
    { kind: 'ask_review', of: 'diff' },
    { result: 'PASS', feedback: '' },
    (decided) => expect(decided[0]).toMatchObject({ type: 'review', of: 'diff', result: 'NOT_MADE', how: 'nothing' }),
  ],
  summary: [
    () => taskAfter([...DONE.slice(0, -1), { ...saved('b'), change: change() } as Fact, TESTS, ASSESSED]),
    { kind: 'ask_summary' },
    SUMMARY,
    (decided) => expect(decided).toMatchObject([{ name: 'summary', title: '', body: '', problems: expect.any(Array) }]),
  ],
};
const NAMES = Object.keys(CALLS);
function of(name: string) {
  const [task, effect, good, without] = CALLS[name] ?? [];
  if (!task || !effect || good === undefined || !without) throw new Error(`There is no call ${name}.`);
  return { task: task(), effect, good, without };
}
const textOf = (messages: readonly ModelMessage[] | undefined) => JSON.stringify(messages);

describe('an answer to a structured call that fits no schema (MODEL-3)', () => {
  it.each(NAMES)(
    'is asked for again with what was wrong, each try an effect of its own with what it cost: %s',
    async (name) => {
      const { task, effect, good } = of(name);
      expect(effectOf(task)).toEqual(effect);
      // Words are a verdict: a review is read from them.
      const words = name === 'review' ? WRONG : 'In words.';
      const wrong = [WRONG, words, WRONG];
      const told = await converse(task, [...wrong, good]);
      expect(told.requests).toHaveLength(4);
      for (const facts of told.recorded.slice(0, -1))
        expect(facts).toMatchObject([
          { name: 'invalid_answer', call: name, broke: 'schema' },
          { type: 'usage', call: name, usd: 0.5 },
        ]);
      // Each shows all before it, in the order in which they came.
      const [first, second, third, fourth] = told.requests.map(({ messages }) => messages);
      expect(first).toHaveLength(1);
      expect(second?.slice(1)).toMatchObject([
        { role: 'assistant', content: [{ type: 'tool_use', input: { no: 'such' } }] },
        { role: 'user', content: [{ type: 'tool_result', is_error: true }] },
      ]);
      expect(textOf(third)).toContain(name === 'review' ? 'was not accepted' : 'was not called');
      expect(fourth).toHaveLength(7);
      expect(told.task.unusable).toEqual([]);
      expect(told.task.usage).toMatchObject({ modelCalls: task.usage.modelCalls + 4 });
      expect(told.task.usage.usd).toBeCloseTo(task.usage.usd + 2);
      expect(effectOf(told.task)).not.toEqual(effect);
    },
  );

  it.each(NAMES)('is done without, or given up, after three repairs: %s', async (name) => {
    const { task, effect, without } = of(name);
    const wrong = Array.from({ length: MAX_SCHEMA_REPAIRS + 1 }, () => WRONG);
    const { task: then, recorded } = await converse(task, wrong);
    const last = recorded.at(-1) as readonly Fact[];
    const before = after(task, ...recorded.slice(0, -1).flat());
    expect([before.unusable.length, effectOf(before)]).toEqual([MAX_SCHEMA_REPAIRS, effect]);
    without(decidedAfter(before, ...last));
    expect(then.usage.modelCalls).toBe(task.usage.modelCalls + MAX_SCHEMA_REPAIRS + 1);
  });

  it('is shown again after a restart, as it was recorded, and paid for once', async () => {
    for (const name of NAMES) {
      const { task, good } = of(name);
      const begun = await converse(task, [WRONG]);
      const gone = await converse(begun.task, [good]);
      expect(textOf(gone.requests[0]?.messages)).toContain('"no":"such"');
      expect(gone.task.usage.modelCalls).toBe(task.usage.modelCalls + 2);
    }
  });
});

describe('an answer that is readable and breaks rules (PLAN-1, PLAN-9)', () => {
  it('is asked for again once, for a change of the plan as for a plan', async () => {
    const { task } = of('plan_patch');
    const ghost = { understanding: 'Less.', operations: [{ op: 'delete', task_id: 'ghost' }] };
    const told = await converse(
      task,
      Array.from({ length: MAX_RULE_REPAIRS + 1 }, () => ghost),
    );
    expect(told.recorded.map(([fact]) => fact)).toMatchObject([
      { broke: 'rules', refused_change: { understanding: 'Less.', refused: { why: 'unknown' } } },
      { broke: 'rules' },
    ]);
    expect(told.task.refusedChanges).toMatchObject([{ understanding: 'Less.', refused: { why: 'unknown' } }]);
  });

  it('is over with its question: another call does not see it (MODEL-3)', async () => {
    const { task } = of('plan_patch');
    const begun = (await converse(task, ['Hm.'])).task;
    expect(begun.unusable).toMatchObject([{ call: 'plan_patch' }]);
    const stopped = after(begun, { type: 'control', name: 'stop', by: 'mika', reason: '' });
    expect(stopped.unusable).toEqual([]);
  });
});
