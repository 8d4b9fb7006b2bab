/** Spending by phase, by day and by repository (MODEL-6). */
import { describe, expect, it } from '@jest/globals';
import { spendingOf } from '../../src/api/repository-spending.ts';
import { summaryOf } from '../../src/state/task-summary.ts';
import { after, BEGAN, lived, planOf, prepared, REQUEST, subtask, taskAfter, usage } from '../task/task-world.ts';

const DAY_MS = 24 * 3_600_000;
const WORKING = prepared(planOf([subtask('a')]));

function spent(repository = 'shop') {
  const task = taskAfter(WORKING, { request: { repo: { ...REQUEST.repo, name: repository } } });
  const planned = after(task, usage({ phase: 'understand', usd: 0.5 }), usage({ phase: 'execute', usd: 0.25 }));
  return lived(planned, [usage({ phase: 'execute', usd: null, input_tokens: 1_000 })], DAY_MS).task;
}

describe('what the calls of a task used (MODEL-6)', () => {
  it('is added up by phase and by day', () => {
    const { usage: all, usage_by_phase: phases, usage_by_day: days } = summaryOf(spent());
    expect(all).toMatchObject({
      model_calls: 3,
      usd: 0.75,
      unpriced_calls: 1,
      unpriced_models: ['test'],
      tokens: 1_260,
    });
    expect(phases).toMatchObject({
      understand: { model_calls: 1, usd: 0.5, tokens: 120, unpriced_calls: 0 },
      execute: { model_calls: 2, usd: 0.25, unpriced_calls: 1, model_ms: 1_800 },
    });
    expect(Object.keys(days)).toEqual(['2026-05-01', '2026-05-02']);
    expect(days).toMatchObject({
      '2026-05-01': { usd: 0.75, model_calls: 2 },
      '2026-05-02': { usd: null, tokens: 1_020 },
    });
    expect(summaryOf(after(taskAfter(WORKING), usage())).usage_by_phase).toEqual({});
    expect(new Date(BEGAN).toISOString().slice(0, 10)).toBe('2026-05-01');
  });

  it('is added up by repository and day over all tasks, the newest day first', () => {
    const { tasks, repositories } = spendingOf([spent(), spent(), spent('docs')].map(summaryOf));
    expect([tasks, repositories.map(({ repository }) => repository)]).toEqual([3, ['octo/shop', 'octo/docs']]);
    const [shop] = repositories;
    expect(shop?.total).toMatchObject({ model_calls: 6, usd: 1.5, unpriced_calls: 2, tokens: 2_520 });
    expect(Object.keys(shop?.days ?? {})).toEqual(['2026-05-02', '2026-05-01']);
    expect(shop?.days).toMatchObject({
      '2026-05-02': { usd: null, model_calls: 2, unpriced_calls: 2 },
      '2026-05-01': { usd: 1.5, model_calls: 4, unpriced_calls: 0 },
    });
    expect(spendingOf([])).toEqual({ tasks: 0, repositories: [] });
  });
});
