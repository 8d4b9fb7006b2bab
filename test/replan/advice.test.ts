import { describe, expect, it } from '@jest/globals';
import { ReplanDecisionSchema } from '../../src/model-calls/judgement-schemas.ts';
import { adviceOf } from '../../src/replan/advice.ts';

const TEXTS = {
  issues_found: ['an issue'],
  issues_identified: ['an open point'],
  recommended_actions: ['a recommendation'],
  missing_steps: ['a missing step'],
  recommended_granularity: 'finer grain',
  scope_adjustment: 'leave the shop out',
  unavailable_tools: ['a tool that is gone'],
  alternative_tools: ['another tool'],
  dependency_issues: ['a tangled dependency'],
  plan_adjustments: ['an adjustment'],
  recovery_strategy: 'a way to recover',
  affected_actions: ['task_7'],
  additional_actions: ['one more action'],
  assumptions_to_make: ['an assumption'],
  clarification_questions: ['an open question'],
};
const WHOLE = ReplanDecisionSchema.parse({
  replan_needed: true,
  confidence: 0.9,
  reasoning: 'Because.',
  ...TEXTS,
  error_classification: 'persistent',
  evaluation_result: 'partial_success',
  achievement_rate: 60,
  revision_scope: 'moderate',
});
/** These decide what is done, and are said in other ways. */
const DECIDING = new Set([
  'replan_needed',
  'confidence',
  'reasoning',
  'replan_type',
  'target_phase',
  'replan_level',
  'clarification_needed',
  'must_be_answered',
]);

describe('what the next plan is told of a decision (REPLAN-1)', () => {
  it('is all that it says beside what decides', () => {
    const told = adviceOf(WHOLE).join('\n');
    for (const said of [...Object.values(TEXTS).flat(), 'persistent', 'partial_success', '60 %', 'moderate'])
      expect(told).toContain(said);
    const fields = Object.keys(ReplanDecisionSchema.shape).filter((field) => !DECIDING.has(field));
    expect(adviceOf(WHOLE)).toHaveLength(fields.length);
  });

  it('is nothing where nothing was said', () => {
    expect(adviceOf(ReplanDecisionSchema.parse({ replan_needed: true, confidence: 1, issues_found: [' '] }))).toEqual(
      [],
    );
  });

  it('is bounded, however much was said', () => {
    const endless = Object.fromEntries(
      Object.entries(TEXTS).map(([key, value]) => [
        key,
        Array.isArray(value) ? Array(500).fill('長い\n'.repeat(5_000)) : '😀'.repeat(50_000),
      ]),
    );
    const told = adviceOf({ ...WHOLE, ...endless });
    expect(Buffer.byteLength(told.join('\n'))).toBeLessThan(9_100);
    expect(told.every((line) => line.isWellFormed() && !line.includes('\n'))).toBe(true);
    expect(told).toHaveLength(adviceOf(WHOLE).length);
    expect(told[0]).toContain('the first 8 of 500');
  });
});
