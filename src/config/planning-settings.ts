/** The settings below `planning`, with the defaults of PLAN-3 and REPLAN-9. */
import { z } from 'zod';
import { confidence, count, countOrZero, flag, section, text } from './setting-fields.ts';

const FolderName = text(/^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9._/-]{0,199}$/, 'a folder below DATA_DIR, without ..');

export const ReplanningSection = section('Re-planning.', {
  enabled: flag(true, 'Let the model decide to re-plan, within the limits below.'),
  llm_decision: section('When a decision of the model counts.', {
    min_confidence_threshold: confidence(
      0.5,
      'A decision is followed from this confidence on; values above 0.8 count as 0.8.',
    ),
    require_user_confirmation_on_low_confidence: flag(true, 'Ask a person to confirm decisions below that confidence.'),
    user_confirmation_threshold: confidence(0.3, 'Decisions below this confidence are dropped without asking.'),
  }),
  goal_understanding: section('Questions about the goal.', {
    max_clarification_requests: countOrZero(2, 'How often a task may ask what is meant.'),
    max_questions_in_work: countOrZero(
      5,
      'How often the work itself may ask people, including questions about their comments.',
    ),
    auto_assume_on_no_response: flag(true, 'Continue with stated assumptions if nobody answers.'),
    auto_assume_timeout_minutes: z
      .number()
      .positive()
      .max(35_000)
      .default(30)
      .describe('Minutes to wait for an answer before that.'),
  }),
  task_decomposition: section('Decomposing the task again.', {
    max_redecomposition_attempts: countOrZero(3, 'How often a task may be decomposed again.'),
  }),
  action_sequence: section('Making the action plan again.', {
    max_regeneration_attempts: countOrZero(3, 'How often the action plan may be made again.'),
  }),
  execution: section('Re-planning during the work.', {
    max_action_retries: countOrZero(3, 'How often one action may be retried.'),
    max_partial_replans: countOrZero(2, 'How often the remaining actions may be planned again.'),
  }),
  reflection: section('Revising the plan after execution.', {
    max_plan_revisions: countOrZero(2, 'Revisions of the plan by monitoring, after execution.'),
  }),
  global: section('Limits over everything.', {
    max_total_replans: countOrZero(10, 'Re-plans of one task in total.'),
    infinite_loop_detection: flag(true, 'Skip a re-plan whose trigger keeps recurring.'),
    same_trigger_max_count: count(2, 'How often the same trigger may lead to a re-plan.'),
  }),
});

export const PlanningSection = section('Making and carrying out plans.', {
  enabled: flag(true, 'false works without a plan, in one loop ("simple mode").'),
  strategy: z
    .enum(['chain_of_thought', 'hierarchical', 'simple'])
    .default('chain_of_thought')
    .describe('How a task is decomposed: step by step with reasons, as a tree, or as a plain list.'),
  max_loops: countOrZero(
    10,
    'How often the work may continue because verification found something missing: a criterion without evidence, a review, a re-plan. ' +
      'After that the task ends as not achieved, with a draft.',
  ),
  max_subtasks: z.int().min(1).max(1000).default(100).describe('Maximum number of subtasks in a plan.'),
  decomposition_level: z
    .enum(['detailed', 'moderate', 'minimal'])
    .default('moderate')
    .describe('How finely the model should decompose a task: step by step, by results, or as little as possible.'),
  reflection: section('Reflection during the work.', {
    enabled: flag(true, 'Reflect on the work.'),
    trigger_on_error: flag(true, 'Reflect after an error.'),
    trigger_interval: countOrZero(3, 'Reflect after this many actions; 0 disables it.'),
    depth: z
      .enum(['deep', 'moderate', 'shallow'])
      .default('moderate')
      .describe('What a reflection covers: the whole log, the last interval, or the last action.'),
  }),
  revision: section('Revising the plan during the work.', {
    max_revisions: countOrZero(
      3,
      'Revisions of the plan by reflections, and failed actions in a row, before a person is asked.',
    ),
  }),
  review: section('Reviews by the model.', {
    plan: z
      .literal(['auto', true, false])
      .default('auto')
      .describe(
        'Review plans before they are carried out; one that fails is made again, up to 3 times. ' +
          '`auto`: only those with more than 10 subtasks or one of high complexity.',
      ),
    diff: flag(
      true,
      'Review every change before the pull request; what the review refuses is corrected, up to 3 times.',
    ),
  }),
  history: section('The record of a task.', {
    storage_type: z
      .enum(['jsonl', 'redis'])
      .default('jsonl')
      .describe(
        'Where the record of a task is stored: in files on this machine, ' +
          'or in Redis for several machines (which then must write an append-only file).',
      ),
    directory: FolderName.default('planning_history').describe(
      'The folder of records that are stored in files, below DATA_DIR.',
    ),
    retention_days: count(
      90,
      'Days for which the record of a finished task is kept; it is then archived for one more day and deleted.',
    ),
  }),
  replanning: ReplanningSection,
});
