import { describe, expect, it } from '@jest/globals';
import { readBudget } from '../../src/people/budget-in-words.ts';

describe('a budget in words (GH-5)', () => {
  it.each([
    ['spend up to $5: fix it', 'usd', 5, 'fix it'],
    ['Spend Up To $0.50', 'usd', 0.5, null],
    ['budget $1,000.25 : ', 'usd', 1000.25, null],
    ['budget\t5ドル：\n  fix it\n\n- all: of it\n', 'usd', 5, 'fix it\n\n- all: of it'],
    ['予算は 5 ドル ：直して', 'usd', 5, '直して'],
    ['budget 200k tokens', 'tokens', 200_000, null],
    ['BUDGET 1.005M TOKENS: fix it', 'tokens', 1_005_000, 'fix it'],
    ['spend up to 200,000 tokens: budget $5: fix it', 'tokens', 200_000, 'budget $5: fix it'],
    ['予算は200000トークン', 'tokens', 200_000, null],
  ] as const)('is what %j begins with', (text, limit, amount, rest) => {
    expect(readBudget(text)).toEqual({ limit, amount, rest });
  });

  it.each([
    '',
    'fix it',
    'fix it, and spend up to $5: no more',
    'spend up to $5 on it',
    'spend up to $5, fix it',
    'budget $5\nfix it',
    'budget: $5',
    'budgets $5',
    'budget 5',
    'budget 200k',
    'budget $5k',
    'budget $5 tokens',
    'budget 5,ドル',
    'budget -5ドル',
    'budget .5ドル',
    'budget 1.2.3 tokens',
    'budget $0: fix it',
    'budget 0.00ドル',
    'budget 0k tokens',
    '予算は$5。',
  ])('is not read from %j', (text) => {
    expect(readBudget(text)).toBeNull();
  });
});
