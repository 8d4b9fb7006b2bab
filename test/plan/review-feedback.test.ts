import { describe, expect, it } from '@jest/globals';
import { asksForNothing, foundInOneLine } from '../../src/plan/review-feedback.ts';

describe('the feedback of a review that refused (MODEL-4)', () => {
  it.each([
    '',
    ' \n—',
    'None.',
    '特になし',
    '{"result": "FAIL"}',
    '最終判定: PASS\n最終判定: PASS_WITH_SUGGESTIONS',
    'The change does what was asked for.',
    'It does what was asked for. Looks good to me!',
    'The number is right, and the tests pass.',
    'No issues found. LGTM',
    'There is nothing to change.',
    '変更は要求どおりです。問題はありません。',
  ])('asks for nothing: %j', (feedback) => {
    expect(asksForNothing(feedback)).toBe(true);
  });

  it.each([
    'The note is missing.',
    'No test.',
    'Rename foo',
    'The correct value is 43.',
    'It does what was asked for, but the test is missing.',
    'It does what was asked for. Rename foo.',
    'It does only half of what was asked for.',
    "It doesn't do what was asked for.",
    'It fixes the wrong issue.',
    'It is complete nonsense.',
    'Nothing checks the number.',
    '{"result": "FAIL"} No test.',
    '要求どおりですが、テストが不足しています。',
    'テストが不十分です',
    'メモを追加してください。',
  ])('asks for something: %j', (feedback) => {
    expect(asksForNothing(feedback)).toBe(false);
  });
});

describe('what a review found, in one line (MODEL-4)', () => {
  it.each([
    ['- ノートがありません。\n- テストがありません。\n\n最終判定: FAIL', 'ノートがありません。 テストがありません。'],
    ['**Decision**: FAIL\n1. No test.\n2) No note.', 'No test. No note.'],
    ['The note is -1, and 2. is wrong', 'The note is -1, and 2. is wrong'],
  ])('is without marks of a list and without its verdict: %j', (feedback, line) => {
    expect(foundInOneLine(feedback)).toBe(line);
  });
});
