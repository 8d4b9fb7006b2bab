import { describe, it, expect } from '@jest/globals';
import fc from 'fast-check';
import { readConfirmation } from '../../src/questions/read-confirmation.ts';

describe('a confirmation (REPLAN-5, GH-6)', () => {
  it.each([
    'yes',
    'Yes!',
    'Y',
    'ok',
    'OK.',
    'Go ahead',
    'go ahead, please',
    'yes please',
    'Please do',
    'LGTM 👍',
    'approve',
    'Approved.',
    '👍',
    '👍🏽',
    '+1',
    'Yes, go ahead. Thanks!',
    '@planwright yes',
    '`yes`',
    '**Yes**',
    '1. yes',
    'はい',
    'はい、お願いします。',
    'お願いします！',
    '進めて',
    '進めてください',
    '承認',
    '承認します。',
    'ＯＫ',
    'OKです',
    '了解です',
    '> Should the plan change?\n\nyes',
    'yes\n\nOn Nov 18, 2026 Bot wrote:\n> no?',
  ])('is given with %j', (text) => {
    expect(readConfirmation(text)).toBe('yes');
  });

  it.each([
    'no',
    'No.',
    'n',
    'nope',
    "don't",
    'Don’t',
    'keep',
    'Keep the plan!',
    'no, keep it',
    'No thanks',
    'no, thank you',
    '👎',
    '-1',
    "please don't",
    'いいえ',
    'いいえ、結構です。',
    'そのまま',
    'そのままでお願いします',
    'やめて',
    'やめてください。',
    '今のままで',
    '却下',
    '不要です',
  ])('is refused with %j', (text) => {
    expect(readConfirmation(text)).toBe('no');
  });

  it.each([
    '',
    'maybe',
    'yes and no',
    'yes, no',
    '👍 👎',
    'no, go ahead',
    'yes, but use Postgres',
    'I know',
    'not sure',
    'yes?',
    'ok, what would it change?',
    '> yes',
    'thanks',
    'why?',
    'はいといいえ',
    'たぶん',
    'そのまま進めてください',
    'いいです',
    'yesno',
    'yes '.repeat(100),
    'constructor',
    '__proto__',
    'What happens if I say yes',
    '```\nyes\n```x',
  ])('is not read into %j', (text) => {
    expect(readConfirmation(text)).toBe('unclear');
  });

  it('is never found in other words, and reading never fails', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(['yes', 'no', 'unclear']).toContain(readConfirmation(text));
        expect(readConfirmation(`${text} but explain it first`)).toBe('unclear');
      }),
    );
  });
});
