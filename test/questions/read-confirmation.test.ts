import { describe, it, expect } from '@jest/globals';
import fc from 'fast-check';
import { readConfirmation } from '../../src/people/answers/read-confirmation.ts';
import { growthOf } from '../growth.ts';

describe('a confirmation (REPLAN-5, GH-6, attack 6)', () => {
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
    '/yes',
    '/ok',
    '@planwright /yes',
    '/approve',
    '/lgtm',
    '／承認',
    '/retry',
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
    'Yes, go ahead and re-plan.',
    'Yes, please re-plan.',
    'Yes, replan it',
    'Yes, do that.',
    'Yes, try again',
    'Go ahead and change it',
    'Yes, change the plan please',
    'Yes I agree',
    'yes - go ahead',
    'Yes (go ahead)',
    'Yes 👍',
    'ok go',
    ':+1:',
    'Yes\n\n________________________________\nFrom: Bot\nSent: x\n\nno no no',
    'YES',
    'yes\n\n-- \nMika',
    'no problem, go ahead',
    'はい、変更をお願いします',
    'はい変更してください',
    'はい。変更で',
    'はい、それで',
    'はい、変えてください',
    'はい (承認)',
    'よろしくお願いいたします',
    '> Should the plan change?\n\nyes',
    'yes\n\nOn Nov 18, 2026 Bot wrote:\n> no?',
  ])('is given with %j', (text) => {
    expect(readConfirmation(text)).toEqual({ verdict: 'yes', remark: null });
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
    ':-1:',
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
    'No, keep going',
    'No, continue',
    'No, continue with the current plan',
    'No - stay with the current plan',
    'no need',
    'please keep the current plan',
    'いいえ、今の計画のまま進めてください',
    '変更不要です',
    'そのまま進めてください',
  ])('is refused with %j', (text) => {
    expect(readConfirmation(text)).toEqual({ verdict: 'no', remark: null });
  });

  it.each([
    '',
    'maybe',
    'yes and no',
    'yes, no',
    '👍 👎',
    'no, go ahead',
    'I know',
    'not sure',
    'yes?',
    'ok, what would it change?',
    '> yes',
    'thanks',
    'why?',
    'はいといいえ',
    'たぶん',
    'いいです',
    '承認できません',
    'そのままで、はい',
    'continue',
    '大丈夫です',
    'yesno',
    'constructor',
    '__proto__',
    'What happens if I say yes',
    '```\nyes\n```x',
    'yes, but not yet',
    'Yes, but wait until tomorrow',
    'Yes, I will look at it later',
    'yes, but only if it is quick',
    "yes, but I'd rather keep the current plan",
    'yes, but no',
    'Yes, but keep task_1',
    'yes but keep task_1',
    "Yes. Don't touch task_1",
    'Yes, do not touch task_1',
    'ok, I disagree with the second one',
    'はい、ただし task_1 は残してください。',
    'はい、私は反対です',
    'はい、削除はしないでください',
    'yes. What does it cost',
    'ok, noted',
    'OK, let me check first',
    'Postgres. Yes.',
    'no idea',
    'no, wait, yes',
    'no, I mean yes',
    'No, maybe later',
    'はい、確認します',
    'はい、後で返事します',
    'はい、でもやめてください',
    'はい、どうなりますか',
    'はい、テストも直しますか',
    'はい、詳しく教えてください',
    '了解、見ておきます',
    'いや、やっぱりお願いします',
  ])('is not read into %j', (text) => {
    expect(readConfirmation(text)).toEqual({ verdict: 'unclear', remark: null });
  });

  it.each([
    'Yes, and keep task_1',
    'Yes I do',
    'yes and keep task_1',
    'yes, please use Postgres',
    'Yes. Please use Postgres for it.',
    'Go ahead, and leave the tests alone.',
    'ok, and keep task_1',
    'Yes, that makes sense',
    'approve and keep task_1',
    'Yes, good idea.',
    'Yes, use this:\n```\nno wait?\n```',
    'Yes:\n```\nSELECT 1\n```',
    '~~~sql\nSELECT 1\n~~~\nyes',
    'はい、なお task_1 は残してください。',
    'はい。テストは消さないでください。',
  ])('is given with a remark that is passed on: %j', (text) => {
    expect(readConfirmation(text)).toEqual({ verdict: 'yes', remark: text });
  });

  it.each([
    'No, use Postgres instead',
    'No need to change',
    'No. Drop task_2.',
    'no, but rename it',
    'いいえ、task_2 だけ消してください。',
  ])('is refused with a remark that is passed on: %j', (text) => {
    expect(readConfirmation(text)).toEqual({ verdict: 'no', remark: text });
  });

  it('passes on no quotation with a remark', () => {
    expect(readConfirmation('> Another order.\n\nYes, and keep task_1\n\nOn Nov 18, 2026 Bot wrote:\n> no?')).toEqual({
      verdict: 'yes',
      remark: 'Yes, and keep task_1',
    });
  });

  it('about money says nothing with words about the plan', () => {
    for (const text of ['そのまま進めてください', 'keep the plan', 'change the plan'])
      expect(readConfirmation(text, 'consent').verdict).toBe('unclear');
    expect(readConfirmation('Yes, continue', 'consent')).toEqual({ verdict: 'yes', remark: null });
    expect(readConfirmation('no, continue', 'consent').verdict).toBe('unclear');
  });

  it('is never found in other words, and reading never fails', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), (text) => {
        expect(['yes', 'no', 'unclear']).toContain(readConfirmation(text).verdict);
        expect(readConfirmation(`${text} but explain it first`).verdict).toBe('unclear');
        expect(readConfirmation(`I read ${text}`).verdict).toBe('unclear');
      }),
    );
  });

  it('never becomes its opposite by what is quoted, or by what stands in code', () => {
    fc.assert(
      fc.property(fc.constantFrom('yes', 'no', 'はい', 'いいえ'), fc.string(), (word, text) => {
        const quoted = text.replace(/[\r\n]/g, ' ');
        expect(readConfirmation(`> ${quoted}\n\n${word}`)).toEqual(readConfirmation(word));
        expect(readConfirmation(`\`\`\`\n${quoted}\n\`\`\`\n${word}`).verdict).toBe(readConfirmation(word).verdict);
      }),
    );
  });

  it.each(['yes ', 'yes, ', 'はい', '@a ', '(', 'but ', 'please ', 'and ', '👍', '\n'])(
    'takes time that grows with its length only: %j',
    (piece) => {
      const reading = (length: number) => {
        const text = piece.repeat(length / piece.length);
        return () => void readConfirmation(text);
      };
      // Ten times the text: ten, and a hundred where it is no longer linear.
      const below = 32;
      expect(growthOf({ small: reading(20_000), large: reading(200_000), floorMs: 3, below })).toBeLessThan(below);
    },
  );
});
