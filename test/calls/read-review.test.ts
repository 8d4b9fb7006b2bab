import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readReview as readingOf, readReviewText } from '../../src/model-calls/read-review.ts';
import { growthOf } from '../growth.ts';
import type { AnswerBlock, ModelAnswer } from '../../src/ports/model.ts';

function answer(content: readonly AnswerBlock[], stopReason: ModelAnswer['stopReason'] = 'end_turn'): ModelAnswer {
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  return { model: 'test', content, stopReason, usage, attempts: 1 };
}
function readReview(given: ModelAnswer) {
  const reading = readingOf(given);
  if (reading.ok) return { reading: reading.value, problems: [], why: undefined };
  return { reading: null, problems: reading.problems, why: [reading.broke, reading.no_verdict] };
}
const said = (text: string, stopReason: ModelAnswer['stopReason'] = 'end_turn') =>
  readReview(answer([{ type: 'text', text }], stopReason));
const used = (input: unknown) => readReview(answer([{ type: 'tool_use', id: 't', name: 'submit_review', input }]));

describe('the verdict of a review in free text (MODEL-4, EXEC-7)', () => {
  it.each([
    ['JSON後に説明文', '{"result": "FAIL"} 理由: タスク分割が不十分です', 'FAIL', 'json'],
    ['JSON後に句読点', '{"result": "FAIL"}。', 'FAIL', 'json'],
    ['JSON前にプレフィックス', '結果: {"result": "PASS"}', 'PASS', 'json'],
    ['複数JSONブロック', '{"result": "FAIL"} {"result": "PASS"}', 'FAIL', 'json'],
    ['ネストされたJSON', '{"result": "FAIL", "details": {"reason": "..."}}', 'FAIL', 'json'],
    ['FAIL誤検出', '再度レビューを実施し、PASS判定が可能になります\n最終判定: FAIL', 'FAIL', 'marker 最終判定'],
    ['マーカー優先順位', '判定: PASS\n最終判定: FAIL', 'FAIL', 'marker 最終判定'],
    ['デフォルトFAIL', 'タスク分割が不十分です', 'FAIL', 'nothing'],
    ['大文字小文字混在', 'Final Decision: fail', 'FAIL', 'marker DECISION'],
  ])('is read as the appendix of the seed says (AC-1, AC-2, AC-3, AC-8): %s', (_, text, result, how) => {
    expect(readReviewText(text)).toMatchObject({ result, how });
  });

  it.each([
    ['判定: FAIL\n最終判定: PASS', 'PASS', 'marker 最終判定'],
    ['判定: FAIL\n判定結果：PASS', 'PASS', 'marker 判定結果'],
    ['**結果** FAIL\n判定: PASS', 'PASS', 'marker 判定'],
    ['DECISION: FAIL\n**結果**: PASS', 'PASS', 'marker 結果'],
    ['**結果：** PASS', 'PASS', 'marker 結果'],
    ['**結果: PASS**', 'PASS', 'marker 結果'],
    ['**最終判定**: **PASS**', 'PASS', 'marker 最終判定'],
    ['**最終判定：PASS_WITH_SUGGESTIONS**。', 'PASS_WITH_SUGGESTIONS', 'marker 最終判定'],
    ['最終判定：\n\nPASS', 'PASS', 'marker 最終判定'],
    ['## decision: Pass with suggestions', 'PASS_WITH_SUGGESTIONS', 'marker DECISION'],
    ['Decision: PASS_WITH_SUGGESTIONS', 'PASS_WITH_SUGGESTIONS', 'marker DECISION'],
    ['Final Decision: PASS.\nIf you like, rename it.', 'PASS', 'marker DECISION'],
    ['判定: PASSです。', 'PASS', 'marker 判定'],
    ['判定: PASS（問題は見当たりません）', 'PASS', 'marker 判定'],
    ['判定結果: PASSとします。\nただし次回は短くしてください。', 'PASS', 'marker 判定結果'],
    ['Decision: PASS - it does what was asked. If you like, rename it.', 'PASS', 'marker DECISION'],
    ['## Decision: **PASS** (no issues found)', 'PASS', 'marker DECISION'],
    ['> It was refused before.\nDecision: PASS', 'PASS', 'marker DECISION'],
    ['The old verdict was `Decision: PASS`.\nDecision: PASS', 'PASS', 'marker DECISION'],
    ['DECISION: PASS — all tests pass.', 'PASS', 'marker DECISION'],
    ['DECISION: PASS (nothing is wrong)', 'PASS', 'marker DECISION'],
    ['DECISION: PASS - no test fails, src/a.ts is not read if it is empty', 'PASS', 'marker DECISION'],
    ['**DECISION: PASS** The change does not break anything.', 'PASS', 'marker DECISION'],
    ['DECISION: PASS_WITH_SUGGESTIONS: consider a test for or-conditions', 'PASS_WITH_SUGGESTIONS', 'marker DECISION'],
    ['DECISION: PASS_WITH_SUGGESTIONS: rename it if you like', 'PASS_WITH_SUGGESTIONS', 'marker DECISION'],
    ['最終判定: PASS（次のフェーズに進むことができます）', 'PASS', 'marker 最終判定'],
    ['判定: PASS（すべての条件を満たしています）', 'PASS', 'marker 判定'],
    ['判定: PASSです（問題になりません）', 'PASS', 'marker 判定'],
    ['判定: PASS（判定理由: 十分にできています）', 'PASS', 'marker 判定'],
    ['判定結果: PASS - 品質ゲートをすべて満たしており、次フェーズへ進行可能', 'PASS', 'marker 判定結果'],
  ])('is read by its markers in their order, in any case, bold or not: %j', (text, result, how) => {
    expect(readReviewText(text)).toMatchObject({ result, how });
  });

  it.each([
    '最終判定: PASS\n最終判定: FAIL',
    '最終判定: PASS\n最終判定: PASS_WITH_SUGGESTIONS',
    'DECISION: PASS | FAIL | PASS_WITH_SUGGESTIONS',
    'DECISION: PASS/FAIL',
    'Decision: PASS if the tests are added',
    'Decision: FAILED\nDecision: PASS',
    '判定: PASS判定が可能になります',
    'DECISION: PASSABLE',
    'DECISION: PASS\u200BABLE',
    'Decision: PASS is not possible',
    "Decision: PASS isn't what this is",
    'Decision: PASS, if the tests are added',
    'Decision: PASS (once the tests are added)',
    'Decision: PASS, but only with a test',
    'Decision: PASS? No.',
    'Decision: PASS, right?',
    'Decision: PASS or FAIL',
    'Decision: pass, pass_with_suggestions, fail',
    'Decision: PASS or PASS_WITH_SUGGESTIONS',
    'Decision: **PASS** once the tests are added',
    'Decision: PASS — only when the tests are added',
    'Decision: PASS (fine if the tests are added)',
    'Decision: PASS for the code, FAIL for the tests',
    'Decision: PASS would be possible with a test',
    'DECISION: PASS_WITH_SUGGESTIONS if the tests are added',
    'DECISION: PASS_WITH_SUGGESTIONS (fine if the tests are added)',
    'Decision: PASS -> FAIL',
    'Decision: PASS, FAIL',
    'Previous decision: PASS\nIt fails now.',
    'The file says "Decision: PASS", which is wrong.',
    'It says "Final Decision: PASS" in the file.',
    'The test expects `最終判定: PASS`. It fails.',
    '> 最終判定: PASS\n\nThat was the earlier review.',
    '~~判定: PASS~~',
    '判定: PASSではありません',
    '判定: PASSとはいえません',
    '判定: PASS不可',
    '判定: PASSにするには修正が必要です',
    '判定: PASS、ただしテストを追加すること',
    '判定: PASS（条件付き）',
    '判定: PASS（テストの追加が条件）',
    '判定: PASS（条件を満たした場合）',
    '判定: PASS（テストが通るなら）',
    '判定: PASS（テストを追加すれば）',
    '判定: PASS - 修正されたら',
    '判定: PASS（修正されるまで保留）',
    '判定: PASS。ただしテストを追加すること',
    '判定: PASSですか',
    '判定: PASSですが、テストが必要です',
    '判定: PASSとすることはできません',
    '判定: PASS とはいえません',
    '判定: PASS または FAIL',
    '判定: PASS 判定が可能になります',
    '前回の最終判定: PASS\n今回は不足があります',
    '**結果** PASS になりません',
    'DECISION: NOT PASS',
    'INDECISION: PASS',
    '結果: PASS',
    '結論: PASS',
    'PASS',
    '',
  ])('is a FAIL where it is not clear: %j', (text) => {
    expect(readReviewText(text).result).toBe('FAIL');
  });

  it.each([
    ['repaired', '{"result": "PASS",}'],
    ['repaired, without quotes', '{"result": PASS}'],
    ['cut off', '{"result": "PASS"'],
    ['a part of something cut off', '{"before": {"result": "PASS"}, "result": "FA'],
    ['a part of something else', '{"example": {"result": "PASS"}, "verdict": "bad"}'],
    ['a part of a list', '[{"result": "PASS"}]'],
    ['a part of a list that is cut off', '["", {"result": "PASS"}'],
    ['no object', '"PASS" true 1 null ["PASS"]'],
    ['a text', '"{\\"result\\": \\"PASS\\"}"'],
    ['an object in place of the verdict', '{"result": {"result": "PASS"}}'],
    ['what every object has', '{"result": "constructor"}'],
    ['of another case', '{"result": "pass"}'],
    ['with more than there is', '{"result": "PASS_MOSTLY"}'],
  ])('never passes by JSON that is %s', (_, text) => {
    expect(readReviewText(text)).toMatchObject({ result: 'FAIL' });
  });

  it('counts the first object that fits, and one that is repaired where it refuses (MODEL-4)', () => {
    expect(readReviewText('{"note": 1} ```json\n{"result": "PASS", "feedback": null}\n```')).toMatchObject({
      result: 'PASS',
      how: 'json',
    });
    expect(readReviewText('{"result": "FAIL",} {"result": "PASS"}')).toMatchObject({ result: 'FAIL', how: 'json' });
    expect(readReviewText('{"result": "FAIL", "feedback": "No test."}').feedback).toBe('No test.');
    expect(readReviewText(`${'{"a": 1} '.repeat(20_000)}{"result": "PASS"}`)).toMatchObject({ how: 'json' });
  });

  it('keeps what was said as the feedback where nothing else is', () => {
    for (const text of ['{"result": "FAIL"} No test.', '最終判定: FAIL\nNo test.', 'No test.'])
      expect(readReviewText(text).feedback).toBe(text);
  });

  it('is a FAIL where a marker stands more often than anybody writes it (MODEL-4)', () => {
    expect(readReviewText('判定: PASS\n'.repeat(10_000))).toMatchObject({ result: 'PASS' });
    expect(readReviewText('判定: PASS\n'.repeat(10_001))).toMatchObject({ result: 'FAIL', how: 'marker 判定' });
  });

  it('is always an answer, whatever stands there, and passes by nothing that does not say PASS (MODEL-4)', () => {
    const pieces = [
      '最終判定',
      '判定',
      '**結果**',
      'DECISION',
      ':',
      '：',
      'PASS',
      'FAIL',
      '_WITH_SUGGESTIONS',
      '{',
      '}',
      '"',
      '"result"',
      '\\',
      '\n',
      '*',
      '{"result":',
      '"PASS"',
      '"FAIL"',
      '[',
      ']',
      '`,`,',
    ];
    const text = fc
      .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' })), { maxLength: 60 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (written) => {
        const { result, how } = readReviewText(written);
        expect(['PASS', 'FAIL', 'PASS_WITH_SUGGESTIONS']).toContain(result);
        if (how === 'nothing') expect(result).toBe('FAIL');
        if (result !== 'FAIL') expect(written).toMatch(/pass/i);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '{',
    '{"',
    '{"a":',
    '{a,}',
    '{"a,}',
    '{"a":1,}',
    '判定: PASS ',
    '判定:',
    '最終判定',
    'DECISION: ',
    '**結果**',
    '* * : ',
    'あ。',
    '{"result":',
    '{"result":1}',
    '{"result":"FAIL","feedback":1}',
    '{"result":"PASS","feedback":"',
    '[{"result":"FAIL"',
    '\\"result"{',
    `${'{"result":'.repeat(90)}1${'}'.repeat(90)}`,
  ])('takes time by the length of the text, and no more: %j', (piece) => {
    const of = (length: number) => piece.repeat(Math.ceil(length / piece.length));
    const [short, long] = [of(500_000), of(4_000_000)];
    const [small, large] = [() => void readReviewText(short), () => void readReviewText(long)];
    // Eight times the length; quadratic time would be a factor of sixty-four.
    const below = 30;
    expect(growthOf({ small, large, floorMs: 1, below })).toBeLessThan(below);
  });
});

describe('a review, however it comes', () => {
  it('is what its tool was given, where that fits', () => {
    expect(used({ result: 'PASS_WITH_SUGGESTIONS', feedback: 'Name it better.' }).reading).toEqual({
      result: 'PASS_WITH_SUGGESTIONS',
      feedback: 'Name it better.',
      how: 'tool',
    });
    expect(used({ result: 'PASS', feedback: null }).reading).toMatchObject({ result: 'PASS', feedback: '' });
  });

  it('is asked for again where the tool was given something else, whatever is said beside it (MODEL-3)', () => {
    expect(used({ result: 'OK' })).toMatchObject({ reading: null, problems: [expect.stringContaining('result')] });
    const beside = readReview(
      answer([
        { type: 'text', text: '最終判定: PASS' },
        { type: 'tool_use', id: 't', name: 'submit_review', input: { result: 'bad' } },
      ]),
    );
    expect([beside.reading, beside.why]).toEqual([null, ['schema', undefined]]);
  });

  it('is read from text where no tool was used; what says nothing to go by is no verdict (MODEL-4)', () => {
    expect(said('最終判定: PASS').reading).toMatchObject({ result: 'PASS' });
    expect(said('Hm.')).toMatchObject({ reading: null, why: ['verdict', 'unclear'] });
    expect(said(' \n')).toMatchObject({ reading: null, why: ['verdict', 'empty'] });
    expect(readReview(answer([]))).toMatchObject({ reading: null, why: ['verdict', 'empty'] });
    expect(said('判定: FAIL', 'refusal')).toMatchObject({ reading: null, why: ['verdict', 'refused'] });
    expect(readReview(answer([], 'refusal')).why).toEqual(['verdict', 'refused']);
  });

  it('is what its tool was given, whatever the answer ended with (MODEL-4)', () => {
    const use: AnswerBlock = {
      type: 'tool_use',
      id: 't',
      name: 'submit_review',
      input: { result: 'PASS', feedback: '' },
    };
    for (const stopReason of ['refusal', 'max_tokens'] as const)
      expect(readReview(answer([use], stopReason)).reading).toMatchObject({ result: 'PASS', how: 'tool' });
  });

  it('is not asked of another tool: its text says nothing to go by, or the call is put right (MODEL-4)', () => {
    const beside = (...texts: readonly string[]) =>
      readReview(
        answer([
          ...texts.map((text): AnswerBlock => ({ type: 'text', text })),
          { type: 'tool_use', id: 't', name: 'run_command', input: {} },
        ]),
      );
    expect(beside().why).toEqual(['verdict', 'empty']);
    expect(beside('Let me look.').why).toEqual(['verdict', 'unclear']);
    expect(beside('判定: PASS').why).toEqual(['schema', undefined]);
  });

  it('that came to no end has no verdict, whatever it says (MODEL-4)', () => {
    for (const cut of ['判定: PASS, but', '判定: FAIL, for', 'Let me see', '']) {
      expect(said(cut, 'max_tokens')).toMatchObject({ reading: null, why: ['verdict', 'cut_off'] });
      const full = said(cut, 'model_context_window_exceeded');
      expect(full).toMatchObject({ reading: null, why: ['verdict', 'context_full'] });
    }
  });
});
