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
    ['spend $5 more', 'usd', 5, true],
    ['up to another $5', 'usd', 5, true],
    ['Please spend another $5', 'usd', 5, true],
    ['yes, add $2 extra', 'usd', 2, true],
    ['at most $25 today', 'usd', 25, false],
    ['あと3ドル', 'usd', 3, true],
    ['あと３ドル使っていいです。', 'usd', 3, true],
    ['もう5ドル', 'usd', 5, true],
    ['5ドル追加してください', 'usd', 5, true],
    ['はい、追加で $5 どうぞ', 'usd', 5, true],
    ['25ドルまで使ってよい', 'usd', 25, false],
    ['another 2 million tokens', 'tokens', 2_000_000, true],
    ['あと50万トークン', 'tokens', 500_000, true],
    ['1.5百万トークンまで', 'tokens', 1_500_000, false],
    ['2 hours more', 'minutes', 120, true],
    ['another 90 min', 'minutes', 90, true],
    ['あと2時間', 'minutes', 120, true],
    ['30分延長して', 'minutes', 30, true],
    ['up to 3 hours', 'minutes', 180, false],
    ['another 50 model calls', 'modelCalls', 50, true],
    ['あと100回', 'modelCalls', 100, true],
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
    'spend $5 less',
    'あと少し',
    'あと3',
    '5ドルは多すぎます',
    '2 hours ago',
    'up to $5\nand no more',
    `${' '.repeat(100)}${'yes '.repeat(60)}$5`,
  ])('is not read from %j', (text) => {
    expect(readAmount(text)).toBeNull();
  });
});
