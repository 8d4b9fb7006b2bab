import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readDecision as readingOf } from '../../src/model-calls/read-decision.ts';
import { readToolCall } from '../../src/model-calls/read-model-answer.ts';
import { growthOf } from '../growth.ts';
import type { AnswerBlock, ModelAnswer } from '../../src/ports/model.ts';

const DECISION = { replan_needed: true, confidence: 0.8, reasoning: 'Because.', replan_type: 'retry', replan_level: 1 };

function answer(...content: readonly AnswerBlock[]): ModelAnswer {
  return {
    model: 'test',
    content,
    stopReason: 'end_turn',
    usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
    attempts: 1,
  };
}
function readDecision(given: ModelAnswer) {
  const reading = readingOf(given);
  return reading.ok
    ? { decision: reading.value, problems: null }
    : { decision: null, problems: reading.problems, broke: reading.broke };
}
const said = (text: string) => readDecision(answer({ type: 'text', text }));

describe('a decision, however it comes (REPLAN-10)', () => {
  it.each([
    ['bare', JSON.stringify({ replan_decision: DECISION })],
    ['bare, without its name', ` ${JSON.stringify(DECISION)}\n`],
    [
      'in a code fence',
      `I think:\n\n\`\`\`json\n${JSON.stringify({ replan_decision: DECISION }, null, 2)}\n\`\`\`\nDone.`,
    ],
    ['in a fence without a language', `\`\`\`\n${JSON.stringify(DECISION)}\n\`\`\``],
    ['in the second fence', `\`\`\`sh\nls\n\`\`\`\nand\n\`\`\`json\n${JSON.stringify(DECISION)}\n\`\`\``],
    [
      'with prose around it (MODEL-4)',
      `Here {as asked}: ${JSON.stringify({ replan_decision: DECISION })} Is that {all right}?`,
    ],
    ['in a fence of tildes (MODEL-4)', `~~~json\n${JSON.stringify(DECISION)}\n~~~`],
    ['in a fence that is not closed (MODEL-4)', `\`\`\`json\n${JSON.stringify(DECISION)}`],
    ['inside of something larger (MODEL-4)', JSON.stringify({ answer: { replan_decision: DECISION } })],
    ['after another object (MODEL-4)', `{"note": 1} and then ${JSON.stringify(DECISION)}`],
    [
      'after a lot of code (MODEL-4)',
      `${'if (a) { b({ c: 1 }); }\n'.repeat(500)}${JSON.stringify(DECISION).replace(/\}$/, ',}')}`,
    ],
    ['with a comma too many (MODEL-4)', JSON.stringify(DECISION).replace(/\}$/, ',}')],
    ['as Python writes it (MODEL-4)', JSON.stringify(DECISION).replace('true', 'True')],
  ])('is read: %s', (_, text) => {
    expect(said(text)).toMatchObject({ decision: DECISION, problems: null });
  });

  it('is read where a fence and braces stand inside of its words (MODEL-4)', () => {
    const reasoning = 'Use ```sh\nx``` here, not "{" or \\';
    expect(
      said(`\`\`\`json\n${JSON.stringify({ replan_decision: { ...DECISION, reasoning } })}\n\`\`\``).decision
        ?.reasoning,
    ).toBe(reasoning);
  });

  it('is the first that is one, of several (MODEL-4)', () => {
    const text = [
      '{"replan_needed": 7}',
      JSON.stringify({ ...DECISION, confidence: 0.7 }),
      JSON.stringify(DECISION),
    ].join('\n');
    expect(said(text).decision?.confidence).toBe(0.7);
  });

  it('is none where it is cut off (MODEL-4)', () => {
    expect(said(JSON.stringify(DECISION).slice(0, -1)).decision).toBeNull();
  });

  it('is looked for in bounded time, whatever stands there (MODEL-4)', () => {
    const small = () => void said(JSON.stringify({ note: 'a'.repeat(200_000) }));
    const below = 100;
    for (const piece of ['{', '{"', '{a,}', '{"a":', '[{', '{&a [*a],}']) {
      const large = () => void said(piece.repeat(200_000 / piece.length));
      expect(growthOf({ small, large, floorMs: 30, below })).toBeLessThan(below);
    }
  });

  it.each([
    ['level 0 beside a type', { replan_level: 0 }, { replan_level: null, replan_type: 'retry' }],
    ['a level as text', { replan_level: '2' }, { replan_level: 2 }],
    ['a confidence as text', { confidence: '0.9' }, { confidence: 0.9 }],
    ['percent as text', { confidence: '85 %' }, { confidence: 0.85 }],
    ['all of one hundred', { confidence: '100%' }, { confidence: 1 }],
    ['a flag as text', { replan_needed: 'True' }, { replan_needed: true }],
    ['one text in place of a list', { issues_found: 'It broke.' }, { issues_found: ['It broke.'] }],
    ['a question in place of a list', { clarification_questions: 'Which?' }, { clarification_questions: ['Which?'] }],
    [
      'remarks that fit no schema',
      { target_phase: 'planning', error_classification: 'temporary', achievement_rate: '?' },
      { target_phase: null },
    ],
    ['a result in capitals', { evaluation_result: 'FAILURE' }, { evaluation_result: 'failure' }],
    ['a result as a verb', { evaluation_result: 'failed' }, { evaluation_result: 'failure' }],
    ['a result in part', { evaluation_result: 'partial' }, { evaluation_result: 'partial_success' }],
    ['a result in other letters', { evaluation_result: ' Partial_Success' }, { evaluation_result: 'partial_success' }],
    ['a result in words', { evaluation_result: 'partially successful' }, { evaluation_result: 'partial_success' }],
    ['a success', { evaluation_result: 'SUCCESSFUL' }, { evaluation_result: 'success' }],
    ['a rate in percent', { achievement_rate: '40%' }, { achievement_rate: 40 }],
    ['a rate as text', { achievement_rate: '100' }, { achievement_rate: 100 }],
    ['a yes', { must_be_answered: 'Yes' }, { must_be_answered: true }],
    ['a mark as text', { must_be_answered: 'true' }, { must_be_answered: true }],
    ['a no', { must_be_answered: 'no' }, { must_be_answered: false }],
    ['null for what is left out', { assumptions_to_make: null, issues_found: null }, { issues_found: [] }],
  ])('means the same with %s (MODEL-4, REPLAN-10)', (_, written, meant) => {
    const input = { replan_decision: { ...DECISION, ...written } };
    const byTool = (decision: unknown) =>
      readDecision(answer({ type: 'tool_use', id: 't', name: 'submit_replan_decision', input: decision }));
    expect(byTool(input).decision).toMatchObject(meant);
    expect(byTool(input.replan_decision).decision).toMatchObject(meant);
    expect(byTool({ replan_decision: JSON.stringify(input.replan_decision) }).decision).toMatchObject(meant);
    expect(said(JSON.stringify(input)).decision).toMatchObject(meant);
    const closing = { status: 'failure', evaluation: 'It failed.', ...input };
    const closed = readToolCall({ type: 'tool_use', id: 't', name: 'finish_action', input: closing });
    expect(closed).toMatchObject({ ok: true, value: { input: { replan_decision: meant } } });
  });

  it.each([
    { confidence: 'high' },
    { replan_type: 'start over' },
    { clarification_questions: [{ q: 'Which?' }] },
    { confidence: 85 },
    { confidence: 1.5 },
    { confidence: '85' },
    { confidence: '150%' },
    { confidence: -1 },
    { confidence: '' },
    { replan_level: 6 },
    { replan_level: 1.5 },
    { replan_needed: 'perhaps' },
    { must_be_answered: 'perhaps' },
    { evaluation_result: 'unsuccessful' },
    { evaluation_result: 'success_with_failures' },
    { evaluation_result: 'mostly' },
    { evaluation_result: false },
  ])('is not guessed at: %j (REPLAN-10)', (written) => {
    expect(said(JSON.stringify({ ...DECISION, ...written })).decision).toBeNull();
  });

  it.each([[85], ['85'], ['150%'], [-0.1]])(
    'REPLAN-5: with a confidence of %j is asked for again, at the end of an action too',
    (confidence) => {
      const replan_decision = { ...DECISION, confidence };
      const finished = { status: 'success', evaluation: 'Done.', replan_decision };
      expect(readToolCall({ type: 'tool_use', id: 't', name: 'finish_action', input: finished })).toEqual({
        ok: false,
        broke: 'schema',
        problems: ['replan_decision.confidence: Give a number from 0 to 1.'],
      });
      const input = { replan_decision };
      const asked = answer({ type: 'tool_use', id: 't', name: 'submit_replan_decision', input });
      expect(readDecision(asked).decision).toBeNull();
    },
  );

  it('is read from its tool first', () => {
    const read = readDecision(
      answer(
        { type: 'text', text: JSON.stringify({ ...DECISION, confidence: 0.1 }) },
        { type: 'tool_use', id: 't', name: 'submit_replan_decision', input: { replan_decision: DECISION } },
      ),
    );
    expect(read.decision?.confidence).toBe(0.8);
  });

  it.each(['', 'No.', '{"replan_decision":', '```json\n{"replan_needed": "perhaps"}\n```', '[1, 2]', 'null'])(
    'is none where there is none: %j',
    (text) => {
      const read = said(text);
      expect(read.decision).toBeNull();
      expect(read.problems).toBeDefined();
    },
  );

  it('never throws, whatever a model says', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((json) => `\`\`\`json\n${json}\n\`\`\``),
        ),
        (text) => {
          said(text);
        },
      ),
      { numRuns: 300 },
    );
  });
});
