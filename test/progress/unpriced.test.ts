/** The cost that people read if a model's price is unknown (MODEL-6): never $0. */
import { describe, expect, it } from '@jest/globals';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { resultComment } from '../../src/comments/result-comment.ts';
import { statusReply } from '../../src/comments/status-reply.ts';
import { spent } from '../../src/comments/work-report.ts';
import { budgetOf, costIn, exceeded, NOTHING_USED } from '../../src/state/spending.ts';
import { reportOf, taskIn } from './cases.ts';
import { after, usage } from '../task/task-world.ts';
import type { Task } from '../../src/state/task.ts';
import type { UsageTotals } from '../../src/state/spending.ts';

const used = (given: Partial<UsageTotals>): UsageTotals => ({
  ...NOTHING_USED,
  modelCalls: 3,
  inputTokens: 9_000,
  ...given,
});
const UNKNOWN = used({ unpricedCalls: 3, unpricedModels: ['acme/coder'] });
const MIXED = used({ usd: 1.234, unpricedCalls: 1, unpricedModels: ['acme/coder'] });
const spending = (task: Task, usage: UsageTotals, language: 'en' | 'ja' = 'en'): Task => ({
  ...task,
  usage,
  settings: { ...task.settings, language },
});
const textOf = (usage: UsageTotals, language: 'en' | 'ja') => spent(spending(taskIn('execute'), usage, language), 0);

describe('the cost of models without a price (MODEL-6)', () => {
  it.each([
    ['en', UNKNOWN, 'cost not known: there is no price for `acme/coder`, so budgets in dollars count nothing of it'],
    ['ja', UNKNOWN, '費用不明: `acme/coder` の料金が登録されていないため、金額の予算には算入していません'],
    ['en', MIXED, '$1.23 without `acme/coder`: there is no price for it, so budgets in dollars do not count it'],
    ['ja', MIXED, '$1.23 (料金が登録されていない `acme/coder` の分は含まず、金額の予算にも算入していません)'],
  ] as const)('is said to be unknown, with what follows from it (%s)', (language, usage, text) => {
    expect(textOf(usage, language).split(' · ')[2]).toBe(text);
    expect(textOf(usage, language)).not.toMatch(/\$0|< \$/);
  });

  it('is as before where all prices are known, and nothing where nothing was paid', () => {
    expect(textOf(used({ usd: 1.234 }), 'en')).toMatch(/ · \$1\.23$/);
    expect(textOf(used({ usd: 0.001 }), 'ja')).toMatch(/ · < \$0\.01$/);
    expect(textOf(used({}), 'en')).toMatch(/ · 9,000 tokens$/);
  });

  it('names a few of many models, as they are and as nothing else', () => {
    const many = used({ unpricedCalls: 3, unpricedModels: ['a', 'b', '<img src=x>`', 'd'] });
    expect(textOf(many, 'en')).toMatch(/for `a`, `b`, [^d]*, …, so/);
    expect(textOf(many, 'en')).not.toContain('d`');
  });

  it('is in the progress comment, the reply to `status` and the result', () => {
    const told = 'there is no price for `acme/coder`';
    const working = spending(taskIn('execute'), UNKNOWN);
    expect(progressComment(working, { now: working.updatedAt, noteUrl: null })).toContain(told);
    expect(statusReply(working, working.updatedAt)).toContain(told);
    const over = { ...reportOf('finished'), usage: UNKNOWN };
    expect(resultComment(over, { now: over.updatedAt, noteUrl: null })).toContain(told);
  });

  it.each([
    ['en', '**Budget**: $5.00, which I cannot keep to'],
    ['ja', '**予算**: $5.00。モデルの料金が登録されていないため、この上限は守れません。'],
  ] as const)('makes a budget that was set in dollars one that cannot be kept (%s; GH-5)', (language, line) => {
    const task = spending(taskIn('execute'), UNKNOWN, language);
    const limited: Task = {
      ...task,
      request: { ...task.request, limitInWords: 'usd' },
      settings: { ...task.settings, budget: { ...task.settings.budget, usd: 5 } },
    };
    expect(progressComment(limited, { now: task.updatedAt, noteUrl: null })).toContain(line);
    const inTokens: Task = { ...limited, request: { ...limited.request, limitInWords: 'tokens' } };
    expect(progressComment(inTokens, { now: task.updatedAt, noteUrl: null })).toMatch(/: 9,000 (?:of|\/) /);
  });
});

describe('what a task spent on models without a price (MODEL-6)', () => {
  const chosen = (model: string) => ({ chosen: { category: 'meta', tool: 'openai-chat', model, passed_over: [] } });

  it('counts in no budget of money, and in every other one', () => {
    const task = taskIn('execute');
    const paid = after(
      task,
      usage({ usd: null, model: 'acme/coder-v7', ...chosen('acme/coder') }),
      usage({ usd: null, model: 'x' }),
    );
    expect(paid.usage).toMatchObject({ usd: task.usage.usd, unpricedCalls: 2, unpricedModels: ['acme/coder', 'x'] });
    expect(paid.usage.modelCalls).toBe(task.usage.modelCalls + 2);
    expect(after(paid, usage({ usd: null, model: 'x' })).usage.unpricedModels).toEqual(['acme/coder', 'x']);
    const tiny: Task = {
      ...paid,
      settings: { ...paid.settings, budget: { ...budgetOf(paid), usd: task.usage.usd + 0.01 } },
    };
    expect(exceeded(tiny)).toBeNull();
    expect(exceeded(after(tiny, usage({ usd: 0.02 })))).toBe('usd');
  });

  it('is null where all of it is unknown, and what is known where some is', () => {
    expect([costIn(UNKNOWN), costIn(MIXED), costIn(used({})), costIn(NOTHING_USED)]).toEqual([null, 1.234, 0, 0]);
  });
});
