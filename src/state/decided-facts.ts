/**
 * What the rules in `flow/` made of what happened: recorded with its reason in the same write, once. A history is
 * never decided anew, so a limit, a threshold or a list of words may change without changing any past.
 */
import { z } from 'zod';
import { CheckKind } from './checks.ts';
import { EffectKind } from './effect.ts';
import { WhyGather } from './gathered.ts';
import { DecisionPoint, ReplanDecision } from './judgements.ts';
import { Activity, CompletionSummary, Ending, EndStatus, InterventionSummary, TroubleCode } from './outcome.ts';
import { Plan, Subtask } from './plan.ts';
import { DueTimes, PutQuestion, Then } from './question.ts';
import { OverrideReason, ReplanCountName, ReplanKind, Situation } from './replans.ts';
import { BudgetLimit } from './request.ts';
import { TroubleVerdict } from './set-up-trouble.ts';
import { boolean, nothing, number, string, strings, trueOrAbsent, type Stored } from './stored-data.ts';
import { IdleBecause, PastStep } from './work.ts';

/** The steps of planning, in their order. */
export type PlanStep = Stored<typeof PlanStep>;
const PlanStep = z.enum(['goal', 'division', 'actions']);

/** An action of the plan by its place in it, or, where a subtask has none, the subtask. */
export type PlannedPlace = Stored<typeof PlannedPlace>;
const PlannedPlace = z.union([number, string]);

/** How the work on a plan is laid out. */
export interface WorkLayout extends Stored<typeof WorkLayout> {}
const WorkLayout = z.object({
  /** Actions of the work so far that stay as they ended, by their place. */
  kept: z.array(number),
  ahead: z.array(PlannedPlace),
  /** How many of those kept are saved in the last checkpoint. */
  saved: number,
});

const Decision = z.object({
  replan_id: string,
  phase: DecisionPoint,
  confidence: number,
  /** False: refused by the system or a person, or not confirmed. */
  executed: boolean,
  override_reason: OverrideReason.nullable(),
  duration: number,
  plan_before: Plan.nullable(),
  plan_after: Plan.nullable(),
});

/** What the rules say about a judgement of the model. */
export type Verdict = Stored<typeof Verdict>;
const Verdict = Decision.extend({
  llm_decision: ReplanDecision.nullable(),
  /** What the answer said of itself, where it was looked at again. */
  first_look: ReplanDecision.exactOptional(),
  verdict: z.enum(['continue', 'replan', 'confirm']),
  kind: ReplanKind.nullable(),
  situation: Situation,
  warns: boolean,
  contradiction: string.nullable(),
});

const OneQuestion = z.object({ question_id: number });

export const DECIDED_FACTS = {
  phase: {
    /** Of a title that names none; nothing is pushed yet. */
    branch_named: z.object({ branch: string }),
    /** A step of planning begins, from what is known so far. */
    planning: z.object({
      step: PlanStep,
      /** What stands until something better takes its place: as it was, what was judged last, or nothing. */
      fallback: z.enum(['kept', 'judged', 'none']),
      keeps_done: boolean.exactOptional(),
      /** Subtasks that did not succeed and stay so, unless there is a new action for them. */
      left_behind: strings.exactOptional(),
      /** Work found missing after the plan was carried out. */
      added: z.array(Subtask).exactOptional(),
    }),
    /** The model is asked what else of the repository it would see. */
    gather_more: z.object({ why: z.array(WhyGather), calls_left: number }),
    /** No division held together: a coarser one is asked for. */
    coarser: nothing,
    /** A re-plan failed: what stood before it stands again. */
    restored: z.object({ to: z.enum(['draft', 'work', 'verification']) }),
    noted: z.object({ notes: strings }),
    /** The plan that was made, or `plan`, is the current one from here on. */
    plan_adopted: WorkLayout.extend({
      /** Of a task without planning: nothing else says what it is. */
      plan: Plan.exactOptional(),
      /** `begin`: nothing of it is done. */
      how: z.enum(['begin', 'go_on']),
      reason: string,
      /** What a review that let it pass would do better. */
      suggestions: string.exactOptional(),
    }),
    approval_wanted: nothing,
    approved: nothing,
    /** Back to work; `keeps_tests` where they passed and count again if nothing is done. */
    working: z.object({ keeps_tests: boolean }),
    verifying: nothing,
    /** `again`: the last review refused, and asked for nothing. */
    reviewing: z.object({ of: z.enum(['plan', 'diff']), again: trueOrAbsent }),
    /** What a review makes of its phase (EXEC-7); `retry_count`: the revisions since the last one that passed. */
    reviewed: z.object({
      phase: z.enum(['planning', 'execution']),
      status: z.enum(['in_progress', 'completed', 'failed']),
      current_step: z.enum(['review', 'revise']),
      retry_count: number,
    }),
    ending: z.object({ ending: Ending, ended_in: Activity }),
    /**
     * A decision on re-planning (REPLAN-8) that is carried out, or that a person is to confirm: its one
     * `replan_decision` line comes when it is known what came of it.
     */
    replan_pending: Verdict.extend({ result: z.null() }),
    /** What it counts for. */
    replan_granted: z.object({
      /** Null for a question that no judgement asked for. */
      replan_id: string.nullable(),
      counts: z.array(ReplanCountName),
      /** The action whose retries it counts for. */
      retries: string.nullable(),
      triggers: strings,
      /** It follows a reflection. */
      is_revision: boolean,
    }),
    /** A limit took away what the model wanted: it is told, then people are. */
    escalation: z.object({ to: z.enum(['model', 'people', 'nobody']) }),
    /** A person said how to go on: revisions are counted anew. */
    revisions_renewed: nothing,
  },
  replan_decision: {
    decided: Verdict.extend({ result: z.literal('skipped') }),
    completed: Decision.extend({
      llm_decision: ReplanDecision,
      first_look: ReplanDecision.exactOptional(),
      result: z.enum(['success', 'failure', 'skipped']),
    }),
  },
  effect: {
    left_out: z.object({
      step: EffectKind,
      reason: string,
      code: TroubleCode.exactOptional(),
      paths: strings.exactOptional(),
    }),
    /** What came up meanwhile is done instead of what was begun. */
    superseded: z.object({ key: string }),
  },
  completion: z.discriminatedUnion('status', [
    z.object({
      phase: z.literal('completion'),
      done: z.literal(true),
      status: EndStatus,
      reason: string,
      summary: CompletionSummary,
    }),
    /** No end: the task waits for a person. */
    z.object({
      phase: z.literal('completion'),
      status: z.literal('requires_human_intervention'),
      summary: InterventionSummary,
    }),
  ]),
  action: {
    /** What has to be judged about the action that ended, before the next one begins. */
    judging: z.object({
      reflect: boolean,
      decide: boolean,
      /** The judgement of the closing answer, where a reflection comes before it is weighed. */
      carried: z.object({ replan_id: string, decision: ReplanDecision }).exactOptional(),
    }),
    next: nothing,
    again: z.object({ advice: strings }),
    /** The action before, whose change people did not let through, is taken up once more. */
    reopened: z.object({ advice: strings }),
    /** The model does not come to an end of the action by itself. */
    given_up: z.object({ evaluation: string }),
    /** It answered without a tool, and is told to use one, or how to go on. */
    reminded: z.object({ because: IdleBecause.exactOptional(), tool: string.exactOptional() }),
    /** What people said, or what is assumed, as the result of the tool that asked. */
    tool_answered: z.object({ tool_use_id: string, text: string }),
    /** Files of project rules that are shown with the newest results. */
    rules_shown: z.object({ paths: strings }),
    budget_low: z.object({ percent: number, limit: BudgetLimit, extension: number }),
    /** The conversation is begun anew (MODEL-6), with this of what happened before. */
    begun_anew: z.object({ steps: z.array(PastStep), steps_left_out: number, room: number, too_long: boolean }),
  },
  environment: {
    /** Of the command of the set-up, or the check, that failed just now. */
    set_up_trouble: TroubleVerdict,
    preparing: z.object({ keeps_container: boolean, replaces: string.nullable() }),
    /** The work is cut back to its last checkpoint. */
    rewound: z.object({ cause: string.exactOptional() }),
  },
  verification: {
    /** It fails on the base commit likewise: the change does not answer for it (EXEC-6). */
    excused: z.object({ check: CheckKind }),
  },
  question: {
    asked: z.object({
      question: PutQuestion,
      // oxlint-disable-next-line no-thenable -- a fact is never awaited by itself
      then: Then,
      blocks: boolean,
    }),
    /** Nobody is asked: what would have been is assumed, and said. */
    left_unasked: z.object({ question: PutQuestion }),
    /** The task waits for it from here on. */
    waiting: OneQuestion.extend({ due: DueTimes, explain: boolean.exactOptional() }),
    /** Something that was said is weighed first. */
    postponed: OneQuestion,
    unclear: OneQuestion,
    closed: OneQuestion.extend({ because: z.enum(['answered', 'assumed', 'replaced']) }),
  },
  answer: { assumed: OneQuestion.extend({ assumptions: strings }) },
  control: {
    pause_due: z.object({ due: DueTimes }),
    /** By the same amount once more; `to`: by words, to so much in all. */
    budget_extended: z.object({ to: z.object({ limit: BudgetLimit, amount: number }).exactOptional() }),
    /** The budget of the repository's day, to so much in all. */
    daily_budget_raised: z.object({ day: string, limit: BudgetLimit, amount: number }),
    /** A person approved of the change of protected paths that has this digest. */
    let_through: z.object({ digest: string, by: string }),
    /** The App may do nothing; people can lift that. */
    suspended: z.object({ due: DueTimes }),
    /** The model answers nothing before that time, as its provider says (MODEL-5). */
    limited: z.object({ due: DueTimes }),
    /** That time has come: it is tried again. */
    limit_over: nothing,
  },
};
