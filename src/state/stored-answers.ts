/** Schemas of what the model answered, as it is recorded. */
import { z } from 'zod';
import {
  AcceptanceCriteria,
  ActionStatus,
  DecisionPoint,
  GoalError,
  GoalUnderstanding,
  Plan,
  PlanRevision,
  Reflection,
  ReplanDecision,
  TaskDecomposition,
  TooMany,
} from './stored-plan.ts';

const texts = z.array(z.string());

const CallName = z.enum([
  'goal_understanding',
  'task_decomposition',
  'action_plan',
  'replan_decision',
  'environment_fix',
  'reflection',
  'plan_patch',
  'review',
  'completion_assessment',
  'summary',
]);

const AnswerBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('opaque'), raw: z.record(z.string(), z.unknown()) }),
]);
const Content = z.array(AnswerBlock);

export const usage = z.object({
  call: z.enum([...CallName.options, 'next_step']),
  model: z.string(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  cache_read_tokens: z.number(),
  cache_write_tokens: z.number(),
  usd: z.number(),
  duration_ms: z.number(),
  attempts: z.number(),
});

export const planned = {
  goal_understanding: z.object({ goal_understanding: GoalUnderstanding }),
  goal_error: z.object({ error: GoalError }),
  task_decomposition: z.object({
    task_decomposition: TaskDecomposition,
    acceptance_criteria: AcceptanceCriteria,
    potential_conflicts: texts.exactOptional(),
  }),
  judged: z.object({
    replan_id: z.string(),
    point: DecisionPoint,
    decision: ReplanDecision.nullable(),
    not_had: z.literal(true).exactOptional(),
  }),
  summary: z.object({ title: z.string(), body: z.string(), key_outcomes: texts, problems: texts.exactOptional() }),
};

export const plan = z.object({ plan: Plan });

export const revision = z.object({
  reason: z.string(),
  source: z.enum(['replan', 'reflection', 'comment', 'review']),
  changes: z.array(z.unknown()),
  updated_plan: Plan,
  again: texts.exactOptional(),
});

export const reflectionOfModel = z.object({
  evaluation: Reflection.nullable(),
  plan_revision: PlanRevision.nullable(),
  problems: texts,
});

export const review = z.object({
  of: z.enum(['plan', 'diff']),
  result: z.enum(['PASS', 'FAIL', 'PASS_WITH_SUGGESTIONS', 'NOT_MADE']),
  feedback: z.string(),
  how: z.string(),
  attempt: z.number(),
});

const WhyRefused = z.discriminatedUnion('why', [
  z.object({ why: z.literal('finished'), subtasks: texts }),
  z.object({ why: z.literal('unknown'), subtasks: texts }),
  z.object({ why: z.literal('too_many'), most: z.number() }),
  z.object({ why: z.literal('nothing_left') }),
  z.object({ why: z.literal('inconsistent') }),
  z.object({ why: z.literal('unreadable') }),
]);

export const unusable = {
  invalid_answer: z.object({
    call: CallName,
    problems: texts,
    broke: z.enum(['schema', 'rules']),
    content: Content,
    too_many: TooMany.exactOptional(),
    judging: z.object({ replan_id: z.string(), point: DecisionPoint }).exactOptional(),
    refused_change: z.object({ understanding: z.string(), refused: WhyRefused }).exactOptional(),
    evaluation: Reflection.exactOptional(),
  }),
  conversation_refused: z.object({ too_long: z.boolean(), message: z.string(), advice: z.string() }),
};

export const actions = {
  answer: z.object({
    action: z.number(),
    content: Content,
    stop_reason: z.enum(['end_turn', 'tool_use', 'max_tokens', 'refusal', 'other']),
    tools_run: z.number().exactOptional(),
  }),
  finished: z.object({
    action: z.number(),
    tool_use_id: z.string(),
    status: ActionStatus,
    evaluation: z.string(),
    issues_identified: texts,
    judgement: z.object({ replan_id: z.string(), decision: ReplanDecision }).exactOptional(),
  }),
  asked: z.object({ tool_use_id: z.string(), question: z.string(), context: z.string(), assumptions: texts }),
};

export const tool = z.object({
  tool_use_id: z.string(),
  tool: z.string(),
  ok: z.boolean(),
  text: z.string(),
  exit_code: z.number().nullable(),
  duration_ms: z.number(),
  not_understood: z.literal(true).exactOptional(),
});

export const commentWeighed = z.object({
  understanding: z.string(),
  problems: texts,
  questions: z.array(z.object({ text: z.string(), blocking: z.boolean() })),
  potential_conflicts: texts.exactOptional(),
  refused: WhyRefused.exactOptional(),
});
