/**
 * The fields of a re-plan decision that each point asks for (REPLAN-1): its own fields and types, reasons before
 * judgements. Reading accepts more: the keys of any point, at every point (`read-decision.ts`).
 */
import { z } from 'zod';
import { ReplanDecisionSchema, ReplanTypeSchema } from './judgement-schemas.ts';
import type { DecisionPoint } from '../state/judgements.ts';

const {
  reasoning,
  issues_found: issues,
  recommended_actions: actions,
  replan_needed: isNeeded,
  confidence,
  clarification_needed: asks,
  clarification_questions: questions,
  must_be_answered: mustBeAnswered,
  ...extras
} = ReplanDecisionSchema.shape;

const JUDGED = { replan_needed: isNeeded, confidence };
const ASKING = { clarification_needed: asks, clarification_questions: questions, must_be_answered: mustBeAnswered };
const TYPE = 'Else `none`.';

type Type = z.infer<typeof ReplanTypeSchema>;

/** `found` is placed with the reasons, `follows` after the judgement. */
function decision<Found extends z.ZodRawShape, Follows extends z.ZodRawShape>(
  types: readonly [Type, ...Type[]],
  { found, follows }: { readonly found: Found; readonly follows: Follows },
) {
  return z.object({
    reasoning,
    issues_found: issues,
    ...found,
    recommended_actions: actions,
    ...JUDGED,
    replan_type: ReplanTypeSchema.extract(types).describe(TYPE),
    ...follows,
    ...ASKING,
  });
}

const LEVEL = 'Absent with `none`.';

export const ASKED_DECISIONS = {
  goal_understanding: decision(['none', 'clarification_request', 'goal_revision'], {
    found: {},
    follows: { assumptions_to_make: extras.assumptions_to_make },
  }),
  task_decomposition: decision(['none', 'task_redecomposition'], {
    found: { missing_steps: extras.missing_steps },
    follows: {
      recommended_granularity: extras.recommended_granularity,
      scope_adjustment: extras.scope_adjustment,
    },
  }),
  action_sequence: decision(['none', 'action_regeneration'], {
    found: { unavailable_tools: extras.unavailable_tools, dependency_issues: extras.dependency_issues },
    follows: { alternative_tools: extras.alternative_tools, plan_adjustments: extras.plan_adjustments },
  }),
  execution: decision(['none', 'retry', 'partial_replan', 'full_replan'], {
    found: { error_classification: extras.error_classification, affected_actions: extras.affected_actions },
    follows: {
      replan_level: z.int().min(1).max(5).optional().describe(LEVEL),
      target_phase: z
        .enum(['goal_understanding', 'task_decomposition', 'action_sequence'])
        .optional()
        .describe('Where a `full_replan` begins, when you give no level.'),
      recovery_strategy: extras.recovery_strategy,
    },
  }),
  reflection: decision(['none', 'plan_revision'], {
    found: { evaluation_result: extras.evaluation_result, achievement_rate: extras.achievement_rate },
    follows: { additional_actions: extras.additional_actions, revision_scope: extras.revision_scope },
  }),
} as const satisfies Readonly<Record<DecisionPoint, z.ZodType>>;

/**
 * Part of an action's closing answer, whose schema is sent with every step: only what decides, and why. The decision
 * concerns the current action, the level says where a re-plan begins, and the work asks people by `ask_human`.
 */
export const CLOSING_DECISION = ASKED_DECISIONS.execution.pick({
  reasoning: true,
  issues_found: true,
  error_classification: true,
  recommended_actions: true,
  replan_needed: true,
  confidence: true,
  replan_type: true,
  replan_level: true,
});
