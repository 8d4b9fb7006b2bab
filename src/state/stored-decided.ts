/** Schemas of what the rules made of what happened (decided-facts.ts). */
import { z } from 'zod';
import { StoredEffectKind, TroubleCode } from './stored-effect.ts';
import { DecisionPoint, Plan, ReplanDecision, Subtask, TooMany } from './stored-plan.ts';
import { BudgetLimit } from './stored-request.ts';

const texts = z.array(z.string());
const nothing = z.object({});

const EndStatus = z.enum(['succeeded', 'failed', 'stopped']);
const EndReason = z.enum([
  'finished',
  'already_done',
  'no_change',
  'not_achieved',
  'plan_not_passed',
  'change_not_passed',
  'unclear_goal',
  'stopped',
  'withdrawn',
  'empty_repository',
  'unavailable_repository',
  'invalid_answers',
  'impossible_plan',
  'too_many_subtasks',
  'budget',
  'protected_paths',
  'secret',
  'too_large',
  'branch_gone',
  'push_refused',
  'fault',
  'outage',
  'no_model_access',
  'sandbox_lost',
  'sandbox_failed',
  'no_access',
]);

const Ending = z.object({
  status: EndStatus,
  reason: EndReason,
  detail: z.string(),
  list: texts,
  tooMany: TooMany.exactOptional(),
  code: TroubleCode.exactOptional(),
});

const Activity = z.enum([
  'orient',
  'understand',
  'decompose',
  'sequence',
  'approve',
  'prepare',
  'execute',
  'verify',
  'wait',
  'pause',
  'report',
  'ended',
]);

const InterventionSummary = z.object({
  goal_achieved: z.boolean(),
  tasks_completed: z.number(),
  tasks_failed: z.number(),
  revision_attempts: z.number(),
  reason: z.string(),
  current_state: z.string(),
  recommendations: texts,
});

export const stages = {
  planning: z.object({
    step: z.enum(['goal', 'division', 'actions']),
    standing: z.enum(['kept', 'judged', 'none']),
    keeps_done: z.boolean().exactOptional(),
    added: z.array(Subtask).exactOptional(),
  }),
  coarser: nothing,
  restored: z.object({ to: z.enum(['draft', 'work', 'verification']) }),
  noted: z.object({ notes: texts }),
  plan_adopted: z.object({
    plan: Plan.exactOptional(),
    how: z.enum(['begin', 'go_on']),
    reason: z.string(),
    suggestions: z.string().exactOptional(),
    kept: z.array(z.number()),
    ahead: z.array(z.union([z.number(), z.string()])),
    saved: z.number(),
  }),
  approval_wanted: nothing,
  approved: nothing,
  working: z.object({ keeps_tests: z.boolean() }),
  verifying: nothing,
  reviewing: z.object({ of: z.enum(['plan', 'diff']) }),
  ending: z.object({ ending: Ending, ended_in: Activity }),
};

export const steps = {
  left_out: z.object({
    step: StoredEffectKind,
    reason: z.string(),
    code: TroubleCode.exactOptional(),
    paths: texts.exactOptional(),
  }),
  superseded: z.object({ key: z.string() }),
};

export const completion = z.discriminatedUnion('status', [
  z.object({
    phase: z.literal('completion'),
    done: z.literal(true),
    status: EndStatus,
    reason: z.string(),
    summary: z.object({
      goal_achieved: z.boolean(),
      tasks_completed: z.number(),
      tasks_failed: z.number(),
      key_outcomes: texts,
    }),
  }),
  z.object({
    phase: z.literal('completion'),
    status: z.literal('requires_human_intervention'),
    summary: InterventionSummary,
  }),
]);

const Decision = z.object({
  replan_id: z.string(),
  phase: DecisionPoint,
  confidence: z.number(),
  executed: z.boolean(),
  override_reason: z
    .enum(['limit_reached', 'low_confidence', 'infinite_loop', 'refused_by_person', 'disabled', 'unreadable'])
    .nullable(),
  duration: z.number(),
  plan_before: Plan.nullable(),
  plan_after: Plan.nullable(),
});

const Verdict = Decision.extend({
  llm_decision: ReplanDecision.nullable(),
  verdict: z.enum(['continue', 'replan', 'confirm']),
  kind: z.enum(['clarification', 'goal', 'decomposition', 'actions', 'partial', 'retry', 'monitoring']).nullable(),
  situation: z.object({
    point: DecisionPoint,
    subtask: z.string().nullable(),
    action: z.string().nullable(),
    cause: z.string(),
    errorClass: z.string().exactOptional(),
    reason: z.string().exactOptional(),
  }),
  warns: z.boolean(),
  contradiction: z.string().nullable(),
});

export const replanDecisions = {
  decided: Verdict.extend({ result: z.literal('skipped') }),
  completed: Decision.extend({ llm_decision: ReplanDecision, result: z.enum(['success', 'failure', 'skipped']) }),
};

export const replans = {
  replan_pending: Verdict.extend({ result: z.null() }),
  replan_granted: z.object({
    replan_id: z.string().nullable(),
    counts: z.array(
      z.enum(['clarifications', 'redecompositions', 'regenerations', 'partialReplans', 'monitoringRevisions', 'total']),
    ),
    retries: z.string().nullable(),
    triggers: texts,
    is_revision: z.boolean(),
  }),
  escalation: z.object({ to: z.enum(['model', 'people', 'nobody']) }),
  revisions_renewed: nothing,
};

export const work = {
  judging: z.object({ reflect: z.boolean(), decide: z.boolean() }),
  next: nothing,
  again: z.object({ advice: texts }),
  given_up: z.object({ evaluation: z.string() }),
  reminded: nothing,
  tool_answered: z.object({ tool_use_id: z.string(), text: z.string() }),
  rules_shown: z.object({ paths: texts }),
  budget_low: z.object({ percent: z.number(), limit: BudgetLimit, extension: z.number() }),
  begun_anew: z.object({
    steps: z.array(
      z.object({ said: z.string(), tool: z.string(), input: z.string(), result: z.string(), ok: z.boolean() }),
    ),
    steps_left_out: z.number(),
    room: z.number(),
    too_long: z.boolean(),
  }),
};

export const preparation = {
  preparing: z.object({ keeps_container: z.boolean(), replaces: z.string().nullable() }),
  rewound: z.object({ cause: z.string().exactOptional() }),
};

const Then = z.discriminatedUnion('is', [
  z.object({ is: z.literal('understand_again') }),
  z.object({ is: z.literal('judge_again'), onSilence: z.enum(['judge', 'go_on']) }),
  z.object({ is: z.literal('tool_result'), toolUseId: z.string() }),
  z.object({ is: z.literal('tell_work') }),
  z.object({ is: z.literal('replan'), replanId: z.string() }),
  z.object({ is: z.literal('carry_out_plan') }),
  z.object({ is: z.literal('spend_more'), limit: BudgetLimit }),
  z.object({ is: z.literal('how_to_go_on') }),
]);

const Due = z.object({
  over_at: z.number().nullable(),
  remind_at: z.number().nullable(),
  release_at: z.number().nullable(),
});
const Unasked = z.object({
  question_id: z.number(),
  texts,
  left_out: z.number(),
  context: z.string(),
  assumptions: texts,
});
const OneQuestion = z.object({ question_id: z.number() });

export const questions = {
  asked: Unasked.extend({
    kind: z.enum(['clarification', 'confirmation', 'intervention', 'aside', 'approval', 'budget']),
    details: texts.exactOptional(),
    needs_person: z.boolean(),
    never_assumed: z.literal(true).exactOptional(),
    // oxlint-disable-next-line no-thenable -- a fact is never awaited by itself
    then: Then,
    blocks: z.boolean(),
  }),
  left_unasked: Unasked,
  waiting: Due.extend({ question_id: z.number(), explain: z.boolean().exactOptional() }),
  set_aside: OneQuestion,
  unclear: OneQuestion,
  closed: OneQuestion.extend({ because: z.enum(['answered', 'assumed', 'replaced']) }),
};

export const assumed = z.object({ question_id: z.number(), assumptions: texts });
export const rest = { resting: Due, budget_extended: nothing };
