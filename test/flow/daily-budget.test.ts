import { describe, expect, it } from '@jest/globals';
import { answerIn } from '../../src/people/answers/interpret-comment.ts';
import { dayOf, endOfDay, ownOf } from '../../src/state/day-spending.ts';
import { activityOf, blockingIn, questionOf, reportOf } from '../../src/state/select.ts';
import { budgetOf } from '../../src/state/spending.ts';
import { actionDone, after, asking, BEGAN, kindOf, lived, PAUSED, taskAfter, usage } from '../task/task-world.ts';
import { WORKING } from './stories.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { TaskSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';

const DAY = '2026-05-01';
const by = { id: 8, login: 'mika' };
const NOTHING = { tokens: 0, usd: 0, minutes: 0, modelCalls: 0 };
const limited = (settings: Partial<TaskSettings> = {}) => ({
  settings: {
    dailyBudget: { tokens: null, usd: 3, minutes: null, modelCalls: null },
    budgetExtensions: 2,
    ...settings,
  },
});
const pays = (usd: number, others: Partial<typeof NOTHING> = {}, raised = {}): Fact =>
  usage({ usd, others: { day: DAY, spent: { ...NOTHING, ...others }, raised } });
const used = (task = taskAfter(WORKING, limited())) => after(task, pays(1, { usd: 2 }));
const posted = (task: Task) => {
  const question_id = blockingIn(task)?.questionId ?? 0;
  return after(task, { type: 'question', name: 'posted', question_id, comment_id: 5, url: 'u', texts: [] });
};
function says(task: Task, text: string): Task {
  const open = questionOf(task, blockingIn(task)?.questionId ?? 0);
  const answer = answerIn([open], text);
  if (answer === null) throw new Error(`"${text}" is no answer.`);
  return after(task, { type: 'answer', name: 'given', by, ...answer });
}
const asks = (task: Task) => blockingIn(task)?.then ?? null;
const at = (task: Task, ms: number, fact: Fact) => lived(task, [fact], ms - task.updatedAt).task;

describe('what all tasks of a repository may spend in a day (MODEL-6)', () => {
  it('given a day with a budget, when this task and the others together reach it, then it pauses and asks', () => {
    const working = taskAfter(WORKING, limited());
    expect(asks(after(working, pays(0.9, { usd: 2 })))).toBeNull();
    const task = used();
    expect(asks(task)).toEqual({ is: 'spend_more_today', limit: 'usd', day: DAY });
    expect(task.questions.at(-1)).toMatchObject({ kind: 'daily_budget', needsPerson: false, assumptions: [] });
    expect(task.questions.at(-1)?.texts).toEqual([
      'The budget of this repository for today, $3, is used up. May I continue today, with $3 more?',
    ]);
    expect([activityOf(task), kindOf(task)]).toEqual(['wait', 'post_question']);
  });

  it('given no budget for a day, or one of other limits, then nothing is asked', () => {
    expect(asks(used(taskAfter(WORKING)))).toBeNull();
    const dailyBudget = { tokens: 1e9, usd: null, minutes: 1e9, modelCalls: 1e9 };
    expect(asks(used(taskAfter(WORKING, limited({ dailyBudget }))))).toBeNull();
  });

  it.each([
    ['tokens', { tokens: 500 }, usage({ input_tokens: 300, output_tokens: 200 })],
    ['minutes', { minutes: 2 }, usage({ duration_ms: 120_000 })],
    ['modelCalls', { modelCalls: 1 }, usage()],
  ] as const)('counts %s', (limit, budget, fact) => {
    const dailyBudget = { tokens: null, usd: null, minutes: null, modelCalls: null, ...budget };
    const task = after(taskAfter(WORKING, limited({ dailyBudget })), fact);
    expect(asks(task)).toMatchObject({ is: 'spend_more_today', limit });
  });

  it('given work that is unsaved, then that is saved before people are asked', () => {
    const unsaved = taskAfter([...WORKING, ...actionDone(0).slice(0, 2)], limited());
    expect(kindOf(used(unsaved))).toBe('checkpoint');
  });

  it('given nobody answers, when the day is over (UTC), then it goes on by itself', () => {
    const task = posted(used());
    expect(blockingIn(task)?.due).toMatchObject({ overAt: endOfDay(DAY), remindAt: null });
    expect(kindOf(task)).toBe('release_sandbox');
    const later = at(task, endOfDay(DAY), { type: 'effect', name: 'time_over' });
    expect([asks(later), activityOf(later), later.today]).toMatchObject([null, 'execute', { day: '2026-05-02' }]);
    expect(later.said).toEqual(task.said);
    expect(asks(after(later, usage({ usd: 2.9 })))).toBeNull();
    expect(asks(after(later, usage({ usd: 3 })))).toMatchObject({ day: '2026-05-02' });
  });

  it('given a pause meanwhile, then the end of the day stays where it is', () => {
    const waiting = posted(used());
    const resumed = lived(after(waiting, ...PAUSED), [{ type: 'control', name: 'resume', by: 'mika' }], 3_600_000).task;
    expect(blockingIn(resumed)?.due.overAt).toBe(endOfDay(DAY));
  });

  it.each([
    ['yes', 6],
    ['はい', 6],
    ['continue', 6],
    ['$1 more', 4],
    ['up to $5', 5],
    ['あと $2.5', 5.5],
    ['up to $100', 9],
    ['yes, $100 more', 9],
  ])('is raised for the day by %j, as far as the operator allows', (text, amount) => {
    const task = says(posted(used()), text);
    expect([asks(task), task.today.raised]).toEqual([null, { usd: amount }]);
    expect(asks(after(task, pays(amount - 3 - 0.1, { usd: 2 })))).toBeNull();
    expect(asks(after(task, pays(amount - 3, { usd: 2 })))).not.toBeNull();
  });

  it.each(['up to $3', 'up to $2', '500 tokens more'])('is not raised by %j: people are told once', (text) => {
    const task = says(posted(used()), text);
    expect([asks(task)?.is, task.today.raised, kindOf(task)]).toEqual(['spend_more_today', {}, 'explain_question']);
    const told = after(task, {
      type: 'effect',
      name: 'explained',
      question_id: blockingIn(task)?.questionId ?? 0,
      comment_id: 6,
      url: 'u',
    });
    expect(kindOf(says(told, text))).not.toBe('explain_question');
  });

  it('given it was raised as far as may be, then nobody is asked for more: it waits for the next day', () => {
    const task = after(says(posted(used()), 'up to $9'), pays(6, { usd: 2 }));
    expect(task.questions.at(-1)?.texts).toEqual(['The budget of this repository for today, $9, is used up.']);
    expect(says(posted(task), 'yes').today.raised).toEqual({ usd: 9 });
    const never = used(taskAfter(WORKING, limited({ budgetExtensions: 0 })));
    expect(never.questions.at(-1)?.texts).toEqual(['The budget of this repository for today, $3, is used up.']);
  });

  it('is what another task of the repository raised it to', () => {
    const working = taskAfter(WORKING, limited());
    expect(asks(after(working, pays(1, { usd: 2 }, { usd: 6 })))).toBeNull();
    expect(asks(after(working, pays(4, { usd: 2 }, { usd: 6 })))).toMatchObject({ limit: 'usd' });
    const raised = says(posted(used()), 'up to $5');
    expect(asks(after(raised, pays(1.5, { usd: 2 }, { usd: 4 })))).toBeNull();
  });

  it('ends the task where a person says no', () => {
    const task = says(posted(used()), 'no');
    expect(reportOf(task)?.ending).toMatchObject({ status: 'failed', reason: 'budget', detail: 'day' });
  });

  it('given people are being asked something else, then that is answered first', () => {
    const asked = used(taskAfter([...WORKING, ...asking(0)], limited()));
    expect(asks(asked)?.is).toBe('tool_result');
  });

  it('counts what a task spent since midnight, of several days', () => {
    const first = after(taskAfter(WORKING, limited()), usage({ usd: 1 }));
    expect(ownOf(DAY, first)).toMatchObject({ usd: first.usage.usd });
    const second = at(first, BEGAN + 24 * 3_600_000, usage({ usd: 0.25, duration_ms: 30_000 }));
    const today = dayOf(second.updatedAt);
    expect([today, ownOf(today, second)]).toMatchObject(['2026-05-02', { usd: 0.25, minutes: 0.5, modelCalls: 1 }]);
    expect(ownOf(DAY, second)).toEqual(NOTHING);
  });

  it('forgets of the others what was another day', () => {
    const first = after(taskAfter(WORKING, limited()), pays(0.1, { usd: 2 }));
    const second = at(first, BEGAN + 24 * 3_600_000, usage({ usd: 2.9 }));
    expect(asks(second)).toBeNull();
    expect(asks(at(first, BEGAN + 24 * 3_600_000, pays(1, { usd: 2 })))).toBeNull();
  });
});

describe('the budget of a task, extended by words (MODEL-6)', () => {
  const settings = {
    budget: { tokens: 1e9, usd: 10, minutes: 1e9, modelCalls: 1e9 },
    budgetExtensions: 2,
  };
  const spent = (usd = 10) => posted(after(taskAfter(WORKING, { settings }), usage({ usd })));

  it.each([
    ['yes', 20],
    ['$2 more', 12],
    ['up to $15', 15],
    ['はい、あと $5', 15],
    ['up to $1,000', 30],
  ])('%j makes it so much in all, as far as the operator allows', (text, usd) => {
    const task = says(spent(), text);
    expect([asks(task), budgetOf(task).usd, task.extensions]).toEqual([null, usd, 1]);
  });

  it('is extended by the original amount after it was extended by another one', () => {
    const once = says(spent(), '$2 more');
    const twice = says(posted(after(once, usage({ usd: 2 }))), 'yes');
    expect([budgetOf(twice), twice.extensions]).toMatchObject([{ usd: 22, modelCalls: 2e9 }, 2]);
    expect(budgetOf(says(posted(after(once, usage({ usd: 2 }))), '$2 more')).usd).toBe(14);
    expect(reportOf(after(twice, usage({ usd: 30 })))?.ending).toMatchObject({ reason: 'budget', detail: 'usd' });
  });

  it.each(['up to $10', '100 calls more'])('is not extended by %j', (text) => {
    const task = says(spent(), text);
    expect([asks(task)?.is, budgetOf(task).usd, kindOf(task)]).toEqual(['spend_more', 10, 'explain_question']);
  });
});
