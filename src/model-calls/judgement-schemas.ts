/**
 * Answers that judge what was done: reflection, re-planning, review, completion, summary (MODEL-2, PLAN-1.5, REPLAN-1).
 */
import { z } from 'zod';
import { ActionPlanSchema, AskedActionPlanSchema, MaybeText, MaybeTexts, Text, Texts } from './plan-schemas.ts';

const Count = z.int().min(0);

export const OutcomeStatusSchema = z.enum(['success', 'failure', 'partial']);
const STATUS =
  '`success`: the expected outcome was seen. `partial`: a part of it is missing. `failure`: not reached, or it cannot be told.';

export const ReflectionSchema = z.object({
  action_evaluated: Text.describe('The action you judge, by its subtask and purpose.'),
  evaluation: z.string().describe('What happened and why, in a few sentences.'),
  alignment_with_plan: Text.describe('Whether it brings the plan nearer to the goal, or has drifted.'),
  issues_identified: Texts.meta({
    description: 'Each problem that does not stand among the open points yet.',
    isAsked: true,
  }),
  status: OutcomeStatusSchema.describe(STATUS),
  plan_revision_needed: z
    .boolean()
    .default(false)
    .describe('True when the remaining actions should not be carried out as planned.'),
});

const PlanRevisionSchema = z.object({
  reason: z.string().describe('One sentence that people will read.'),
  changes: z
    .array(
      z.object({
        type: z.enum(['add_action', 'remove_action', 'modify_action']),
        details: z.unknown().describe('One sentence on what changes.'),
      }),
    )
    .default([])
    .describe('What differs from the plan before.'),
  updated_action_plan: ActionPlanSchema.optional(),
});

export const ReflectionAnswerSchema = z.object({
  reflection: ReflectionSchema,
  plan_revision: PlanRevisionSchema.optional(),
});

/** If only a re-plan decision may change the plan, the reflection has no field for it (PLAN-1.5). */
export const AskedReflectionSchema = ReflectionAnswerSchema.omit({ plan_revision: true });
export const AskedRevisingReflectionSchema = ReflectionAnswerSchema.extend({
  plan_revision: PlanRevisionSchema.extend({
    updated_action_plan: AskedActionPlanSchema.describe('What is still to be done.'),
  })
    .optional()
    .describe('Only when `plan_revision_needed` is true.'),
});

export const ReplanTypeSchema = z.enum([
  'clarification_request',
  'goal_revision',
  'task_redecomposition',
  'action_regeneration',
  'retry',
  'partial_replan',
  'full_replan',
  'plan_revision',
  'none',
]);

export const TargetPhaseSchema = z.enum([
  'goal_understanding',
  'task_decomposition',
  'action_sequence',
  'execution',
  'reflection',
]);

/**
 * Everything that is read, for any decision point; reasons come before conclusions. `asked-decisions.ts` has what each
 * point asks for. The last group are additional fields of the phases; all are kept in the history.
 */
export const ReplanDecisionSchema = z.object({
  reasoning: Text.meta({ description: 'Why, from what you saw.', isAsked: true }),
  issues_found: Texts.meta({
    description: 'What is wrong. People read it.',
    isAsked: true,
  }),
  recommended_actions: Texts.describe('What to do about it. People read it.'),
  replan_needed: z.boolean().describe('Only when going on as planned would go wrong.'),
  confidence: z.number().min(0).max(1).describe('How sure.'),
  replan_type: ReplanTypeSchema.nullable().default(null).describe('What is to be done.'),
  target_phase: TargetPhaseSchema.nullable().default(null).describe('Where it begins.'),
  replan_level: z.int().min(1).max(5).nullable().default(null).describe('How far back it goes.'),
  clarification_needed: z.boolean().default(false).describe('A person has to decide what cannot be found out here.'),
  clarification_questions: Texts.describe('Each answerable in one sentence.'),
  must_be_answered: z
    .boolean()
    .optional()
    .describe('It decides about security, access, credentials, connections or personal data.'),
  assumptions_to_make: MaybeTexts.describe(
    'What you go by without having asked, or without an answer. People read it.',
  ),
  missing_steps: MaybeTexts.describe('Steps without which the goal is not reached.'),
  recommended_granularity: MaybeText.describe('`coarser`, `finer` or `same`, and why.'),
  scope_adjustment: MaybeText.describe('What should be left out or taken in.'),
  unavailable_tools: MaybeTexts.describe('Planned tools that are not there or cannot do their part.'),
  alternative_tools: MaybeTexts.describe('Tools that can, in place of those.'),
  dependency_issues: MaybeTexts.describe('What comes before what it needs.'),
  plan_adjustments: MaybeTexts.describe('What the next plan should do differently.'),
  error_classification: z
    .enum(['transient', 'persistent', 'fatal'])
    .optional()
    .describe('It passes, can be got round, or ends the plan.'),
  recovery_strategy: MaybeText.describe('After trouble: what to do about it.'),
  affected_actions: MaybeTexts.describe('Ids of the subtasks concerned.'),
  evaluation_result: z
    .enum(['success', 'partial_success', 'failure'])
    .optional()
    .describe('Whether the goal is reached.'),
  achievement_rate: z.number().min(0).max(100).optional().describe('How much of the goal is reached, in percent.'),
  additional_actions: MaybeTexts.describe('What is to be done, or looked at, before the goal is reached.'),
  revision_scope: z.enum(['minor', 'moderate', 'major']).optional().describe('Of the change, when one is needed.'),
  issues_identified: MaybeTexts.describe('What is still open.'),
});

export const ReplanAnswerSchema = z.object({ replan_decision: ReplanDecisionSchema.describe('The judgement.') });

export const ReviewSchema = z.object({
  feedback: Text.meta({
    description: 'What is wrong or could be better, where, and what to do instead. People read it.',
    isAsked: true,
  }),
  result: z.enum(['PASS', 'FAIL', 'PASS_WITH_SUGGESTIONS']).describe('The verdict that follows from it.'),
});

export const SummaryAnswerSchema = z.object({
  summary: z.object({
    key_outcomes: Texts.describe('What is different now, each in one sentence.'),
    remaining_risks: MaybeTexts.describe('What is open at the end and a reviewer should know.'),
    tasks_completed: Count.describe('How many subtasks were done.'),
    tasks_failed: Count.describe('How many subtasks failed.'),
    goal_achieved: z.boolean().describe('True only when all that the request asks for is done.'),
  }),
  pull_request: z.object({
    title: z.string().min(1).describe('At most 70 characters: what changes.'),
    body: Text.describe('Markdown: what changed and why, and what to look at.'),
  }),
});
