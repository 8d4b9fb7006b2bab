import { describe, expect, it } from '@jest/globals';
import { readAmount } from '../../src/people/budget-in-words.ts';

describe('how much more may be spent, in words (MODEL-6)', () => {
  it.each([
    ['$2 more', 'usd', 2, true],
    ['$2', 'usd', 2, true],
    ['@planwright yes, $2.50 more.', 'usd', 2.5, true],
    ['/planwright up to $1,000', 'usd', 1000, false],
    ['Yes, spend up to $5 today', 'usd', 5, false],
    ['up to $5 more', 'usd', 5, true],
    ['5 dollars more', 'usd', 5, true],
    ['あと 5 ドル', 'usd', 5, true],
    ['はい。$25 まで', 'usd', 25, false],
    ['25ドルまで', 'usd', 25, false],
    ['500k tokens more', 'tokens', 500_000, true],
    ['up to 2M tokens', 'tokens', 2_000_000, false],
    ['あと 500000トークン', 'tokens', 500_000, true],
    ['30 minutes more', 'minutes', 30, true],
    ['あと30分', 'minutes', 30, true],
    ['20 calls more', 'modelCalls', 20, true],
    ['up to 20 model calls', 'modelCalls', 20, false],
    ['20 回まで', 'modelCalls', 20, false],
  ] as const)('is read from %j', (text, limit, amount, more) => {
    expect(readAmount(text)).toEqual({ limit, amount, more });
  });

  it.each([
    '',
    'yes',
    '5',
    '5 more',
    'no $5',
    '$0 more',
    '-$5',
    '$5 more if it helps',
    'Why does it cost $5?',
    '$5 or $6',
    'up to $5\nand no more',
    `${' '.repeat(100)}${'yes '.repeat(60)}$5`,
  ])('is not read from %j', (text) => {
    expect(readAmount(text)).toBeNull();
  });
});
