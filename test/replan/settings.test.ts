import { describe, expect, it } from '@jest/globals';
import { ReplanningSection } from '../../src/config/planning-settings.ts';

describe('the settings of re-planning (REPLAN-9)', () => {
  it('REPLAN-9: the defaults are those of the specification', () => {
    expect(ReplanningSection.parse(undefined)).toEqual({
      enabled: true,
      llm_decision: {
        min_confidence_threshold: 0.5,
        require_user_confirmation_on_low_confidence: true,
        user_confirmation_threshold: 0.3,
      },
      goal_understanding: {
        max_clarification_requests: 2,
        max_questions_in_work: 5,
        auto_assume_on_no_response: true,
        auto_assume_timeout_minutes: 30,
      },
      task_decomposition: { max_redecomposition_attempts: 3 },
      action_sequence: { max_regeneration_attempts: 3 },
      execution: { max_action_retries: 3, max_partial_replans: 2 },
      reflection: { max_plan_revisions: 2 },
      global: { max_total_replans: 10, infinite_loop_detection: true, same_trigger_max_count: 2 },
    });
  });

  it('REPLAN-9: part of a section leaves the rest at its defaults', () => {
    expect(ReplanningSection.parse({ execution: { max_partial_replans: 5 } }).execution).toEqual({
      max_action_retries: 3,
      max_partial_replans: 5,
    });
  });

  it.each([
    { llm_decision: { min_confidence_threshold: 1.01 } },
    { llm_decision: { min_confidence_threshold: -0.01 } },
    { llm_decision: { user_confirmation_threshold: 30 } },
    { goal_understanding: { max_clarification_requests: -1 } },
    { goal_understanding: { max_questions_in_work: -1 } },
    { goal_understanding: { auto_assume_timeout_minutes: 0 } },
    { goal_understanding: { auto_assume_timeout_minutes: 35_001 } },
    { execution: { max_action_retries: 1.5 } },
    { global: { same_trigger_max_count: 0 } },
    { global: { max_total_replan: 3 } },
    { enabled: 'maybe' },
    { max_total_replans: 3 },
  ])('REPLAN-9: refuses %j', (settings) => {
    expect(ReplanningSection.safeParse(settings).success).toBe(false);
  });

  it('REPLAN-9: a limit may be 0, and a wait up to the longest that a timer can hold', () => {
    expect(ReplanningSection.parse({ global: { max_total_replans: 0 } }).global.max_total_replans).toBe(0);
    expect(
      ReplanningSection.parse({ goal_understanding: { auto_assume_timeout_minutes: 35_000 } }).goal_understanding
        .auto_assume_timeout_minutes,
    ).toBe(35_000);
    expect(35_000 * 60_000).toBeLessThan(2 ** 31);
  });
});
