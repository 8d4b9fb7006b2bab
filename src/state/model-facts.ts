/** The model's answers as they are recorded. */
import { z } from 'zod';
import { CriterionVerdict } from './assessment.ts';
import { ActionStatus, DecisionPoint, PlanRevision, Reflection, ReplanDecision } from './judgements.ts';
import { Wanted } from './gathered.ts';
import { CallName, Denied } from './outcome.ts';
import {
  AcceptanceCriterion,
  Amendment,
  GoalError,
  GoalUnderstanding,
  Plan,
  TaskDecomposition,
  TooMany,
} from './plan.ts';
import { boolean, trueOrAbsent, number, string, strings, type Stored } from './stored-data.ts';
import { Usage } from './usage-fact.ts';

/** As defined by the model port. */
const Content = z.array(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: string }),
    z.object({ type: z.literal('tool_use'), id: string, name: string, input: z.unknown() }),
    z.object({ type: z.literal('opaque'), raw: z.record(string, z.unknown()) }),
  ]),
);

/** Why a change of the plan could not be made, in terms that people know from the checklist. */
export type WhyRefused = Stored<typeof WhyRefused>;
const WhyRefused = z.discriminatedUnion('why', [
  z.object({ why: z.literal('finished'), subtasks: strings }),
  z.object({ why: z.literal('unknown'), subtasks: strings }),
  z.object({ why: z.literal('too_many'), most: number }),
  /** Every subtask would be removed. */
  z.object({ why: z.literal('nothing_left') }),
  /** The operations contradict each other or the plan. */
  z.object({ why: z.literal('inconsistent') }),
  /** The model gave no usable answer, or declined. */
  z.object({ why: z.literal('unreadable') }),
  z.object({ why: z.literal('declined') }),
]);

/** The answer's judgement of itself, and the id of its record (REPLAN-2). */
const Carried = z.object({ replan_id: string, decision: ReplanDecision });

/** A plan before it is carried out, or the whole change before the pull request. */
export type Reviewed = Stored<typeof Reviewed>;
const Reviewed = z.enum(['plan', 'diff']);

/** Why an answer to a review contains no verdict (MODEL-4). */
export type NoVerdict = Stored<typeof NoVerdict>;
const NoVerdict = z.enum(['refused', 'empty', 'cut_off', 'context_full', 'unclear']);

/** An unusable answer to a structured call and what was wrong with it, shown when the call is repeated. */
export interface UnusableAnswer extends Stored<typeof UnusableAnswer> {}
const UnusableAnswer = z.object({
  call: CallName,
  content: Content,
  problems: strings,
  /** `schema`: unreadable; `rules`: readable, but breaks a rule of plans; `verdict`: contains no verdict. */
  broke: z.enum(['schema', 'rules', 'verdict']),
  /** The stop reason, if that was the cause. */
  stopped: z.enum(['max_tokens', 'refusal', 'model_context_window_exceeded']).exactOptional(),
  /** A readable change of the plan that could not be made: told to people if no better answer comes. */
  refused_change: z.object({ understanding: string, refused: WhyRefused }).exactOptional(),
  /** The rest of a reflection whose revision of the plan breaks rules; it counts if no better answer comes. */
  evaluation: Reflection.exactOptional(),
});

export const MODEL_FACTS = {
  usage: Usage,
  phase: {
    /** `slug`: a few English words for the name of a branch. */
    goal_understanding: z.object({
      goal_understanding: GoalUnderstanding,
      slug: string.exactOptional(),
      judgement: Carried.exactOptional(),
    }),
    goal_error: z.object({ error: GoalError }),
    task_decomposition: z.object({
      task_decomposition: TaskDecomposition,
      acceptance_criteria: z.array(AcceptanceCriterion),
      /** What the model expects this work to conflict with. */
      potential_conflicts: strings.exactOptional(),
      judgement: Carried.exactOptional(),
    }),
    /** What else of the repository the model needs to see; `problems`: why there was no usable answer. */
    gathering: z.object({ reason: string, wanted: Wanted, enough: trueOrAbsent, problems: strings.exactOptional() }),
    /** The model's judgement of the plan; null if it was unreadable or unavailable. */
    judged: z.object({
      replan_id: string,
      point: DecisionPoint,
      decision: ReplanDecision.nullable(),
      /** There was no answer at all: refused, or lost to an outage. */
      not_had: trueOrAbsent,
    }),
    /** The judgement of each acceptance criterion, and what became of its evidence. */
    completion_assessment: z.object({
      summary: string,
      criteria: z.array(CriterionVerdict),
      remaining_risks: strings,
      /** The judgement of the whole result in the same answer, and the id of its record. */
      judgement: z.object({ replan_id: string, decision: ReplanDecision }).exactOptional(),
      /** Why there is none. */
      problems: strings.exactOptional(),
    }),
    summary: z.object({
      title: string,
      body: string,
      key_outcomes: strings,
      /** Absent if there is none. */
      goal_achieved: boolean.exactOptional(),
      remaining_risks: strings.exactOptional(),
      /** Why there is none; title and body are empty then. */
      problems: strings.exactOptional(),
    }),
  },
  plan: z.object({ plan: Plan, judgement: Carried.exactOptional() }),
  /** A later plan: made by a re-plan, a reflection, a comment, a review, or because a criterion lacks evidence. */
  revision: z.object({
    reason: string,
    /** The reason in English for the model, if it consists of our words in another language. */
    english: string.exactOptional(),
    source: z.enum(['replan', 'reflection', 'comment', 'review', 'verification']),
    changes: z.array(z.unknown()),
    updated_plan: Plan,
    /** Subtasks that a comment was about: what failed there is repeated. */
    again: strings.exactOptional(),
    /** What the comment with this index contradicted and what replaces it; and what people had said about it before. */
    amended: z.object({ comment: number, changes: z.array(Amendment), replaces: strings }).exactOptional(),
    /** For a plan that the model made again. */
    judgement: Carried.exactOptional(),
  }),
  reflection: {
    model: z.object({
      evaluation: Reflection.nullable(),
      plan_revision: PlanRevision.nullable(),
      problems: strings,
    }),
  },
  review: z.object({
    of: Reviewed,
    /** `NOT_MADE`: nothing was judged; the feedback says why, in words for people. */
    result: z.enum(['PASS', 'FAIL', 'PASS_WITH_SUGGESTIONS', 'NOT_MADE']),
    feedback: string,
    /** Where in the answer the verdict was found (MODEL-4). */
    how: string,
    /** 1 is the first review of this plan or change, before any revision. */
    attempt: number,
  }),
  error: {
    /** The call is repeated as often as `flow/unusable-answers.ts` allows. */
    invalid_answer: UnusableAnswer.extend({
      /** Nothing else was wrong with the decomposition. */
      too_many: TooMany.exactOptional(),
      /** For a review that broke `verdict`. */
      no_verdict: NoVerdict.exactOptional(),
      /** There was no answer within the time limit: this is the answer before it, and the last one (MODEL-3). */
      out_of_time: trueOrAbsent,
      /** For a judgement: its decision point, and the id of its record if none comes. */
      judging: z.object({ replan_id: string, point: DecisionPoint }).exactOptional(),
    }),
    /** The model's API refused the conversation of the action loop. */
    conversation_refused: z.object({ too_long: boolean, message: string, advice: string }),
  },
  action: {
    answer: z.object({
      action: number,
      content: Content,
      stop_reason: z.enum([
        'end_turn',
        'tool_use',
        'max_tokens',
        'refusal',
        'pause_turn',
        'model_context_window_exceeded',
        'other',
      ]),
      /** A tool whose call was cut off, and which is therefore not in the content. */
      cut_tool: string.exactOptional(),
      /** How many of its tool calls are run; all if absent. */
      tools_run: number.exactOptional(),
    }),
    finished: z.object({
      action: number,
      tool_use_id: string,
      status: ActionStatus,
      evaluation: string,
      issues_identified: strings,
      /** Decisions made during the action. */
      decisions: strings.exactOptional(),
      /** The judgement in the same answer, and the id of its record. */
      judgement: Carried.exactOptional(),
    }),
    /** The model wants to ask people something. */
    asked: z.object({ tool_use_id: string, question: string, context: string, assumptions: strings }),
  },
  tool: z.object({
    tool_use_id: string,
    tool: string,
    ok: boolean,
    text: string,
    exit_code: number.nullable(),
    duration_ms: number,
    denied: Denied.exactOptional(),
    /** There is no such tool, or its input fits no schema. */
    not_understood: trueOrAbsent,
  }),
  control: {
    /** A comment was considered for changes of the plan; a preceding revision is the result. */
    comment_weighed: z.object({
      understanding: string,
      problems: strings,
      questions: z.array(z.object({ text: string, blocking: boolean })),
      /** What the model expects this change to conflict with. */
      potential_conflicts: strings.exactOptional(),
      /** The reply to what the comment asked. */
      reply: string.exactOptional(),
      /** The comment asked for changes that could not be made. */
      refused: WhyRefused.exactOptional(),
    }),
  },
};
