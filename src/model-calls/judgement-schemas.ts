/**
 * Answers that judge what was done: reflection, re-planning, review, completion, summary (MODEL-2, PLAN-1.5,
 * REPLAN-1).
 */
import { z } from 'zod';
import { ActionPlanSchema, MaybeText, MaybeTexts, Text, Texts } from './plan-schemas.ts';
import { objectsIn } from './json-in-text.ts';

const Count = z.int().min(0);

export const OutcomeStatusSchema = z.enum(['success', 'failure', 'partial']);

export const ReflectionSchema = z.object({
  action_evaluated: Text,
  status: OutcomeStatusSchema,
  evaluation: z.string(),
  alignment_with_plan: Text,
  issues_identified: Texts,
  plan_revision_needed: z.boolean().default(false),
});

const PlanRevisionSchema = z.object({
  reason: z.string(),
  changes: z
    .array(z.object({ type: z.enum(['add_action', 'remove_action', 'modify_action']), details: z.unknown() }))
    .default([]),
  updated_action_plan: ActionPlanSchema.optional(),
});

export const ReflectionAnswerSchema = z.object({
  reflection: ReflectionSchema,
  plan_revision: PlanRevisionSchema.optional(),
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

/** The last group are the extras of the phases; all are kept in the history. */
export const ReplanDecisionSchema = z.object({
  replan_needed: z.boolean(),
  confidence: z.number().min(0).max(1),
  reasoning: Text,
  replan_type: ReplanTypeSchema.nullable().default(null),
  target_phase: TargetPhaseSchema.nullable().default(null),
  replan_level: z.int().min(1).max(5).nullable().default(null),
  issues_found: Texts,
  recommended_actions: Texts,
  clarification_needed: z.boolean().default(false),
  clarification_questions: Texts,
  must_be_answered: z
    .boolean()
    .optional()
    .describe('True where an answer decides about security, access, credentials, connections or personal data.'),
  assumptions_to_make: MaybeTexts,
  missing_steps: MaybeTexts,
  recommended_granularity: MaybeText,
  scope_adjustment: MaybeText,
  unavailable_tools: MaybeTexts,
  alternative_tools: MaybeTexts,
  dependency_issues: MaybeTexts,
  plan_adjustments: MaybeTexts,
  error_classification: z.enum(['transient', 'persistent', 'fatal']).optional(),
  recovery_strategy: MaybeText,
  affected_actions: MaybeTexts,
  evaluation_result: z.enum(['success', 'partial_success', 'failure']).optional(),
  achievement_rate: z.number().min(0).max(100).optional(),
  additional_actions: MaybeTexts,
  revision_scope: z.enum(['minor', 'moderate', 'major']).optional(),
  issues_identified: MaybeTexts,
});

export const ReplanAnswerSchema = z.object({ replan_decision: ReplanDecisionSchema });

export const ReviewSchema = z.object({ result: z.enum(['PASS', 'FAIL', 'PASS_WITH_SUGGESTIONS']), feedback: Text });

const EvidenceSchema = z.union([
  z
    .object({
      command: z.string().min(1).describe('A command that ran in this task, exactly as it was run.'),
      exit_code: z.int(),
      lines: Texts.describe('Lines of its output that show it, as they were printed.'),
    })
    .describe('What a command showed.'),
  z
    .object({
      path: z.string().min(1),
      start_line: z.int().min(1).describe('The line on which the quote begins.'),
      quote: z.string().min(1).describe('What stands there, exactly.'),
    })
    .describe('What a file says at the end.'),
]);

export const CompletionAssessmentSchema = z.object({
  summary: Text.describe('What is there now, in two or three sentences.'),
  details: z
    .object({
      passed_criteria: z
        .array(z.object({ id: z.string(), evidence: z.array(EvidenceSchema).default([]) }))
        .default([])
        .describe('Each acceptance criterion that is met, with what shows it. One that is left out is not met.'),
      remaining_risks: Texts.describe('What is open at the end, and people should know.'),
    })
    .prefault({}),
  all_criteria_satisfied: z.boolean(),
  replan_decision: ReplanDecisionSchema.optional()
    .catch(undefined)
    .describe('Whether more has to be planned for the goal.'),
});

export const SummaryAnswerSchema = z.object({
  summary: z.object({
    goal_achieved: z.boolean(),
    tasks_completed: Count.describe('A number.'),
    tasks_failed: Count.describe('A number.'),
    key_outcomes: Texts,
    remaining_risks: MaybeTexts,
  }),
  pull_request: z.object({ title: z.string().min(1), body: Text }),
});

const PERCENT = /^\s*(\d{1,3}(?:\.\d{1,10})?)\s*[%％]\s*$/;
const NUMBER = /^\s*(?:\d{1,3}(?:\.\d{1,17})?|\.\d{1,17})\s*$/;
/**
 * What decides: a decision that cannot be read here is none. All else is told on, and left out where it does not
 * fit.
 */
const DECIDES: ReadonlySet<string> = new Set([
  'replan_needed',
  'confidence',
  'replan_type',
  'replan_level',
  'clarification_needed',
  'clarification_questions',
]);
const FIELDS: Readonly<Record<string, z.ZodType>> = ReplanDecisionSchema.shape;
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false };

/**
 * A decision as some models write it: numbers as text, a confidence with a sign of percent, level 0 for "no level",
 * null for what is left out, one entry in place of a list of one, all of it as text, or a remark beside it that fits
 * no schema. What is meant is not in doubt there, and a decision dropped for it would be a re-plan lost; anything else
 * is left to the schema (MODEL-4, REPLAN-10). So is a confidence above 1, which may be meant in percent or be wrong.
 */
export function tidyDecision(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { confidence, replan_level: level } = value;
  return {
    ...Object.fromEntries(
      Object.entries(value)
        .filter(([, entry]) => entry !== null)
        .map(([name, entry]) => [name, listed(name, entry)] as const)
        .filter(
          ([name, entry]) =>
            DECIDES.has(name) || (Object.hasOwn(FIELDS, name) && FIELDS[name]?.safeParse(entry).success),
        ),
    ),
    ...('confidence' in value ? { confidence: shareOf(confidence) } : {}),
    ...('replan_level' in value ? { replan_level: levelOf(level) } : {}),
    ...flag(value, 'replan_needed'),
    ...flag(value, 'clarification_needed'),
    ...flag(value, 'must_be_answered'),
  };
}

/** The decision that stands in a larger answer, tidied; the answer as it is where there is none. */
export function withTidyDecision(answer: unknown): unknown {
  if (!isRecord(answer) || !('replan_decision' in answer)) return answer;
  const said = answer['replan_decision'];
  const decision = typeof said === 'string' ? objectsIn(said).next().value : said;
  return { ...answer, replan_decision: tidyDecision(decision) };
}

/** A text where a list of texts belongs. */
function listed(name: string, entry: unknown): unknown {
  if (typeof entry !== 'string' || !Object.hasOwn(FIELDS, name)) return entry;
  return !FIELDS[name]?.safeParse(entry).success && FIELDS[name]?.safeParse([entry]).success ? [entry] : entry;
}

function shareOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const percent = PERCENT.exec(value)?.[1];
  if (percent !== undefined) return Number(percent) / 100;
  return NUMBER.test(value) ? Number(value) : value;
}

function levelOf(value: unknown): unknown {
  const level = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  return level === 0 ? null : level;
}

function flag(value: Readonly<Record<string, unknown>>, name: string): Readonly<Record<string, unknown>> {
  const said = value[name];
  const word = typeof said === 'string' ? said.trim().toLowerCase() : '';
  return Object.hasOwn(FLAGS, word) ? { [name]: FLAGS[word] } : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
