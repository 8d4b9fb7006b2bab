/** The settings below `planning`, with the defaults of PLAN-3 and REPLAN-9. */
import { z } from 'zod';
import { confidence, count, countOrZero, flag, section, text } from './setting-fields.ts';

const FolderName = text(/^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9._/-]{0,199}$/, 'a folder below DATA_DIR, without ..');

export const ReplanningSection = section('Planning again.', {
  enabled: flag(true, 'Let the model decide to plan again, within the limits below.'),
  llm_decision: section('When the decision of the model counts.', {
    min_confidence_threshold: confidence(
      0.5,
      'From this confidence on a decision is followed; values above 0.8 count as 0.8.',
    ),
    require_user_confirmation_on_low_confidence: flag(true, 'Below it, ask a person to confirm.'),
    user_confirmation_threshold: confidence(0.3, 'Below this confidence a decision is not even asked about.'),
  }),
  goal_understanding: section('Questions about the goal.', {
    max_clarification_requests: countOrZero(2, 'Times a task may ask what is meant.'),
    max_questions_in_work: countOrZero(5, 'Times the work itself may ask people, also about their comments.'),
    auto_assume_on_no_response: flag(true, 'Go on with stated assumptions when nobody answers.'),
    auto_assume_timeout_minutes: z
      .number()
      .positive()
      .max(35_000)
      .default(30)
      .describe('Minutes to wait for an answer before that.'),
  }),
  task_decomposition: section('Taking the task apart again.', {
    max_redecomposition_attempts: countOrZero(3, 'Times a task may be taken apart again.'),
  }),
  action_sequence: section('Making the action plan again.', {
    max_regeneration_attempts: countOrZero(3, 'Times the action plan may be made again.'),
  }),
  execution: section('Planning again while working.', {
    max_action_retries: countOrZero(3, 'Times one action may be tried again.'),
    max_partial_replans: countOrZero(2, 'Times the rest of the actions may be planned again.'),
  }),
  reflection: section('Revising the plan after execution.', {
    max_plan_revisions: countOrZero(2, 'Revisions of the plan by monitoring, after execution.'),
  }),
  global: section('Limits over everything.', {
    max_total_replans: countOrZero(10, 'Re-plans of one task in all.'),
    infinite_loop_detection: flag(true, 'Skip a re-plan whose trigger keeps coming back.'),
    same_trigger_max_count: count(2, 'Times the same trigger may lead to a re-plan.'),
  }),
});

export const PlanningSection = section('Making and carrying out plans.', {
  enabled: flag(true, 'false works without a plan, in one loop ("simple mode").'),
  strategy: z
    .enum(['chain_of_thought', 'hierarchical', 'simple'])
    .default('chain_of_thought')
    .describe('How a task is taken apart: step by step with reasons, as a tree, or as a plain list.'),
  max_loops: countOrZero(
    10,
    'Times the work may go on because verification found something missing: a criterion that nothing shows, a review, a re-plan. ' +
      'Then the task ends as not achieved, with a draft.',
  ),
  max_subtasks: z.int().min(1).max(1000).default(100).describe('Subtasks a plan may have at most.'),
  decomposition_level: z
    .enum(['detailed', 'moderate', 'minimal'])
    .default('moderate')
    .describe('How finely the model is told to take a task apart: step by step, by results, or as little as possible.'),
  reflection: section('Looking back while working.', {
    enabled: flag(true, 'Look back while working.'),
    trigger_on_error: flag(true, 'Look back after an error.'),
    trigger_interval: countOrZero(3, 'Look back every so many actions; 0 turns this one off.'),
    depth: z
      .enum(['deep', 'moderate', 'shallow'])
      .default('moderate')
      .describe('What is looked at: the whole log, the last interval, or the last action.'),
  }),
  revision: section('Revising the plan while working.', {
    max_revisions: countOrZero(
      3,
      'Revisions of the plan by looking back during execution, and actions in a row without success, before a person is asked.',
    ),
  }),
  review: section('Reviews by the model.', {
    plan: z
      .literal(['auto', true, false])
      .default('auto')
      .describe(
        'Have plans of the model reviewed before they are carried out; one that fails is made anew, up to 3 times. ' +
          '`auto`: only those with more than 10 subtasks or one of high complexity.',
      ),
    diff: flag(
      true,
      'Have every change reviewed before the pull request; what the review refuses is corrected, up to 3 times.',
    ),
  }),
  history: section('The record of a task.', {
    storage_type: z
      .enum(['jsonl', 'redis'])
      .default('jsonl')
      .describe(
        'Where the record of a task is kept: in files on this machine, ' +
          'or in Redis for several machines (which must then write an append-only file).',
      ),
    directory: FolderName.default('planning_history').describe(
      'The folder of the record, below DATA_DIR, where it is kept in files.',
    ),
    retention_days: count(
      90,
      'Days for which the record of a finished task is kept; it is then set aside for one more day and deleted.',
    ),
  }),
  replanning: ReplanningSection,
});
