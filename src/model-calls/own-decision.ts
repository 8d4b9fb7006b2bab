/**
 * Planning answers with their judgement of themselves (MODEL-2, REPLAN-2), placed after the content and limited to the
 * types of that step. A wish for changes leads to a second look, which asks for the remaining fields; an unreadable
 * judgement counts as none.
 */
import { z } from 'zod';
import { ReplanDecisionSchema } from './judgement-schemas.ts';
import {
  ActionPlanAnswerSchema,
  AskedActionPlanAnswerSchema,
  DecompositionAnswerSchema,
  GoalAnswerSchema,
} from './plan-schemas.ts';

const { shape } = ReplanDecisionSchema;
const { assumptions_to_make } = shape;
const TYPE = 'Else `none`.';

export const JudgedGoalSchema = GoalAnswerSchema.safeExtend({
  replan_decision: ownDecision(['clarification_request', 'goal_revision', 'none'], { assumptions_to_make }),
});

export const JudgedDecompositionSchema = DecompositionAnswerSchema.extend({
  replan_decision: ownDecision(['task_redecomposition', 'goal_revision', 'none']),
});

const OF_ACTIONS = {
  replan_decision: ownDecision(['action_regeneration', 'task_redecomposition', 'goal_revision', 'none']),
};

export const JudgedActionPlanSchema = ActionPlanAnswerSchema.extend(OF_ACTIONS);

export const AskedJudgedActionPlanSchema = AskedActionPlanAnswerSchema.extend(OF_ACTIONS);

function ownDecision(types: readonly [string, ...string[]], more: z.ZodRawShape = {}) {
  const { reasoning, issues_found, replan_needed, confidence } = shape;
  const { clarification_needed, clarification_questions, must_be_answered } = shape;
  return z
    .object({
      reasoning,
      issues_found,
      replan_needed,
      confidence,
      replan_type: z.enum(types).nullable().default(null).meta({ description: TYPE, isAsked: true }),
      clarification_needed,
      clarification_questions,
      must_be_answered,
      ...more,
    })
    .optional()
    .catch(undefined)
    .describe('Whether this will do, judged after it is filled in.');
}
