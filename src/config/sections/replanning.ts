import { z } from 'zod';
import { confidence, count, countOrZero, flag } from './fields.ts';

export const replanning = z
  .strictObject({
    enabled: flag(true, 'Let the model decide to plan again, within the limits below.'),
    llm_decision: z
      .strictObject({
        min_confidence_threshold: confidence(
          0.5,
          'From this confidence on a decision is followed; values above 0.8 count as 0.8.',
        ),
        require_user_confirmation_on_low_confidence: flag(true, 'Below it, ask a person to confirm.'),
        user_confirmation_threshold: confidence(0.3, 'Below this confidence a decision is not even asked about.'),
      })
      .prefault({})
      .describe('When the decision of the model counts.'),
    goal_understanding: z
      .strictObject({
        max_clarification_requests: countOrZero(2, 'Times a task may ask what is meant.'),
        auto_assume_on_no_response: flag(true, 'Go on with stated assumptions when nobody answers.'),
        auto_assume_timeout_minutes: z
          .number()
          .positive()
          .max(35_000)
          .default(30)
          .describe('Minutes to wait for an answer before that.'),
      })
      .prefault({})
      .describe('Questions about the goal.'),
    task_decomposition: z
      .strictObject({
        max_redecomposition_attempts: countOrZero(3, 'Times a task may be taken apart again.'),
      })
      .prefault({})
      .describe('Taking the task apart again.'),
    action_sequence: z
      .strictObject({
        max_regeneration_attempts: countOrZero(3, 'Times the action plan may be made again.'),
      })
      .prefault({})
      .describe('Making the action plan again.'),
    execution: z
      .strictObject({
        max_action_retries: countOrZero(3, 'Times one action may be tried again.'),
        max_partial_replans: countOrZero(2, 'Times the rest of the actions may be planned again.'),
      })
      .prefault({})
      .describe('Planning again while working.'),
    reflection: z
      .strictObject({
        max_plan_revisions: countOrZero(2, 'Revisions of the plan by monitoring, after execution.'),
      })
      .prefault({})
      .describe('Revising the plan after execution.'),
    global: z
      .strictObject({
        max_total_replans: countOrZero(10, 'Re-plans of one task in all.'),
        infinite_loop_detection: flag(true, 'Skip a re-plan whose trigger keeps coming back.'),
        same_trigger_max_count: count(2, 'Times the same trigger may lead to a re-plan.'),
      })
      .prefault({})
      .describe('Limits over everything.'),
  })
  .prefault({})
  .describe('Planning again.');
