import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readDecision } from '../../src/calls/read-decision.ts';
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
const said = (text: string) => readDecision(answer({ type: 'text', text }));

describe('a decision, however it comes (REPLAN-10)', () => {
  it.each([
    ['bare', JSON.stringify({ replan_decision: DECISION })],
    ['bare, without its name', ` ${JSON.stringify(DECISION)}\n`],
    ['in a code fence', `I think:\n\n\`\`\`json\n${JSON.stringify({ replan_decision: DECISION }, null, 2)}\n\`\`\`\nDone.`],
    ['in a fence without a language', `\`\`\`\n${JSON.stringify(DECISION)}\n\`\`\``],
    ['in the second fence', `\`\`\`sh\nls\n\`\`\`\nand\n\`\`\`json\n${JSON.stringify(DECISION)}\n\`\`\``],
  ])('is read: %s', (_, text) => {
    expect(said(text)).toMatchObject({ decision: DECISION, problems: null });
  });

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
      expect(read.problems?.length).toBeGreaterThan(0);
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
