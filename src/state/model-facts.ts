/** What the model answered, as it is recorded. */
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

/** As the port of models has it. */
const Content = z.array(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('text'), text: string }),
    z.object({ type: z.literal('tool_use'), id: string, name: string, input: z.unknown() }),
    z.object({ type: z.literal('opaque'), raw: z.record(string, z.unknown()) }),
  ]),
);

/** Why a change of the plan could not be made, in terms that people know: the boxes of the checklist. */
export type WhyRefused = Stored<typeof WhyRefused>;
const WhyRefused = z.discriminatedUnion('why', [
  z.object({ why: z.literal('finished'), subtasks: strings }),
  z.object({ why: z.literal('unknown'), subtasks: strings }),
  z.object({ why: z.literal('too_many'), most: number }),
  /** Every subtask would be taken out. */
  z.object({ why: z.literal('nothing_left') }),
  /** The operations contradict each other or the plan. */
  z.object({ why: z.literal('inconsistent') }),
  /** The model's answer was none, or it would not. */
  z.object({ why: z.literal('unreadable') }),
  z.object({ why: z.literal('declined') }),
]);

/** What an answer says of itself, and the id of its record (REPLAN-2). */
const Carried = z.object({ replan_id: string, decision: ReplanDecision });

/** A plan before it is carried out, or the whole change before the pull request. */
export type Reviewed = Stored<typeof Reviewed>;
const Reviewed = z.enum(['plan', 'diff']);

/** Why an answer to a review holds no verdict (MODEL-4). */
export type NoVerdict = Stored<typeof NoVerdict>;
const NoVerdict = z.enum(['refused', 'empty', 'cut_off', 'context_full', 'unclear']);

/** An answer to a structured call that could not be used and what was wrong with it, shown when it is asked again. */
export interface UnusableAnswer extends Stored<typeof UnusableAnswer> {}
const UnusableAnswer = z.object({
  call: CallName,
  content: Content,
  problems: strings,
  /** `schema`: it could not be read; `rules`: it was read and breaks a rule of plans; `verdict`: it holds none. */
  broke: z.enum(['schema', 'rules', 'verdict']),
  /** What it ended with, where that is why. */
  stopped: z.enum(['max_tokens', 'refusal', 'model_context_window_exceeded']).exactOptional(),
  /** Of a change of the plan that could be read and not be made: what people are told when no better answer comes. */
  refused_change: z.object({ understanding: string, refused: WhyRefused }).exactOptional(),
  /**
   * Of a reflection whose revision of the plan breaks rules: the rest of it, which counts when no better answer
   * comes.
   */
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
      /** What the model fears this work collides with. */
      potential_conflicts: strings.exactOptional(),
      judgement: Carried.exactOptional(),
    }),
    /** What else of the repository the model would see; `problems`: why nothing usable was answered. */
    gathering: z.object({ reason: string, wanted: Wanted, enough: trueOrAbsent, problems: strings.exactOptional() }),
    /** Whether the plan will do, in the model's words; null where they could not be read or had. */
    judged: z.object({
      replan_id: string,
      point: DecisionPoint,
      decision: ReplanDecision.nullable(),
      /** There was no answer at all: refused, or lost to an outage. */
      not_had: trueOrAbsent,
    }),
    /** Whether the acceptance criteria are met, with what became of the evidence for each. */
    completion_assessment: z.object({
      summary: string,
      criteria: z.array(CriterionVerdict),
      remaining_risks: strings,
      /** The judgement of the result as a whole that came with it, and the id of its record. */
      judgement: z.object({ replan_id: string, decision: ReplanDecision }).exactOptional(),
      /** Why there is none. */
      problems: strings.exactOptional(),
    }),
    summary: z.object({
      title: string,
      body: string,
      key_outcomes: strings,
      /** Absent where there is none. */
      goal_achieved: boolean.exactOptional(),
      remaining_risks: strings.exactOptional(),
      /** Why there is none; title and body are empty then. */
      problems: strings.exactOptional(),
    }),
  },
  plan: z.object({ plan: Plan, judgement: Carried.exactOptional() }),
  /** A later plan: by a re-plan, a reflection, a comment, a review, or because a criterion is not shown to be met. */
  revision: z.object({
    reason: string,
    /** The same as the model is told it, where the reason is in words of ours in another language than English. */
    english: string.exactOptional(),
    source: z.enum(['replan', 'reflection', 'comment', 'review', 'verification']),
    changes: z.array(z.unknown()),
    updated_plan: Plan,
    /** Subtasks that a comment was about: what did not succeed there is tried again. */
    again: strings.exactOptional(),
    /** What the comment with this index contradicted and what counts in its place; what people said before of it. */
    amended: z.object({ comment: number, changes: z.array(Amendment), replaces: strings }).exactOptional(),
    /** Of a plan that the model made anew. */
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
    /** 1 is the first review of this plan or change, before anything was revised. */
    attempt: number,
  }),
  error: {
    /** It is asked for again, as often as `flow/unusable-answers.ts` says. */
    invalid_answer: UnusableAnswer.extend({
      /** Nothing else was wrong with the division. */
      too_many: TooMany.exactOptional(),
      /** Of a review that broke `verdict`. */
      no_verdict: NoVerdict.exactOptional(),
      /** Nothing was answered by the end of its time: this is the answer before it, and the last (MODEL-3). */
      out_of_time: trueOrAbsent,
      /** Of a judgement: where it was asked for, and the id of its record when none comes. */
      judging: z.object({ replan_id: string, point: DecisionPoint }).exactOptional(),
    }),
    /** The model's API would not take the conversation of the action loop as it was. */
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
      /** A tool whose call was cut off, and so is not among the content. */
      cut_tool: string.exactOptional(),
      /** How many of its tools are run; without it, all. */
      tools_run: number.exactOptional(),
    }),
    finished: z.object({
      action: number,
      tool_use_id: string,
      status: ActionStatus,
      evaluation: string,
      issues_identified: strings,
      /** What was settled on the way. */
      decisions: strings.exactOptional(),
      /** The judgement that came with it, and the id of its record. */
      judgement: Carried.exactOptional(),
    }),
    /** The model would ask people something. */
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
    /** A comment was weighed for changes of the plan; a revision before this one is what came of it. */
    comment_weighed: z.object({
      understanding: string,
      problems: strings,
      questions: z.array(z.object({ text: string, blocking: boolean })),
      /** What the model fears this change collides with. */
      potential_conflicts: strings.exactOptional(),
      /** What the comment asked is answered with this. */
      reply: string.exactOptional(),
      /** It asked for changes that could not be made. */
      refused: WhyRefused.exactOptional(),
    }),
  },
};
