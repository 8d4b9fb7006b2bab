/**
 * What the rules in `flow/` decided, recorded once with its reason in the same write. A replay never decides again, so
 * limits, thresholds and word lists may change without changing any past.
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
import { TroubleVerdict } from './trouble-verdict.ts';
import { boolean, nothing, number, string, strings, trueOrAbsent, type Stored } from './stored-data.ts';
import { IdleBecause, PastStep } from './work.ts';

/** The steps of planning, in order. */
export type PlanStep = Stored<typeof PlanStep>;
const PlanStep = z.enum(['goal', 'division', 'actions']);

/** An action of the plan by its index, or the subtask if it has no action. */
export type PlannedPlace = Stored<typeof PlannedPlace>;
const PlannedPlace = z.union([number, string]);

/** How the work on a plan is laid out. */
export interface WorkLayout extends Stored<typeof WorkLayout> {}
const WorkLayout = z.object({
  /** Indexes of earlier actions that keep their result. */
  kept: z.array(number),
  ahead: z.array(PlannedPlace),
  /** How many of those are saved in the last checkpoint. */
  saved: number,
});

const Decision = z.object({
  replan_id: string,
  phase: DecisionPoint,
  confidence: number,
  /** False: refused by the rules or a person, or not confirmed. */
  executed: boolean,
  override_reason: OverrideReason.nullable(),
  duration: number,
  plan_before: Plan.nullable(),
  plan_after: Plan.nullable(),
});

/** The rules' verdict on a judgement of the model. */
export type Verdict = Stored<typeof Verdict>;
const Verdict = Decision.extend({
  llm_decision: ReplanDecision.nullable(),
  /** The answer's judgement of itself, if there was a second look. */
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
    /** Names the branch when the title does not; nothing is pushed yet. */
    branch_named: z.object({ branch: string }),
    /** A planning step begins, from what is known so far. */
    planning: z.object({
      step: PlanStep,
      /** What stays valid until it is replaced: the current state, what was judged last, or nothing. */
      fallback: z.enum(['kept', 'judged', 'none']),
      keeps_done: boolean.exactOptional(),
      /** Subtasks that did not succeed and stay so unless the new plan has an action for them. */
      left_behind: strings.exactOptional(),
      /** Work that verification found missing. */
      added: z.array(Subtask).exactOptional(),
    }),
    /** The model is asked what else of the repository it needs to see. */
    gather_more: z.object({ why: z.array(WhyGather), calls_left: number }),
    /** No decomposition was valid: a coarser one is asked for. */
    coarser: nothing,
    /** A re-plan failed; the state before it is valid again. */
    restored: z.object({ to: z.enum(['draft', 'work', 'verification']) }),
    noted: z.object({ notes: strings }),
    /** The plan that was made, or `plan`, becomes the current one. */
    plan_adopted: WorkLayout.extend({
      /** For a task without planning, which has no other record of its plan. */
      plan: Plan.exactOptional(),
      /** `begin`: nothing of it is done. */
      how: z.enum(['begin', 'go_on']),
      reason: string,
      /** The English version for the model, if `reason` is in our words in another language. */
      english: string.exactOptional(),
      /** Suggestions of a review that let the plan pass. */
      suggestions: string.exactOptional(),
    }),
    approval_wanted: nothing,
    approved: nothing,
    /** Back to work; `keeps_tests`: the tests passed and count again if nothing is done. */
    working: z.object({ keeps_tests: boolean }),
    verifying: nothing,
    /** `again`: the last review failed without asking for anything. */
    reviewing: z.object({ of: z.enum(['plan', 'diff']), again: trueOrAbsent }),
    /** What a review means for its phase (EXEC-7); `retry_count`: revisions since the last passed review. */
    reviewed: z.object({
      phase: z.enum(['planning', 'execution']),
      status: z.enum(['in_progress', 'completed', 'failed']),
      current_step: z.enum(['review', 'revise']),
      retry_count: number,
    }),
    ending: z.object({ ending: Ending, ended_in: Activity }),
    /**
     * A re-planning decision (REPLAN-8) that is carried out, or waits for a person's confirmation. Its single
     * `replan_decision` line follows when the outcome is known.
     */
    replan_pending: Verdict.extend({ result: z.null() }),
    /** The counts that it increases. */
    replan_granted: z.object({
      /** Null for a question that no judgement asked for. */
      replan_id: string.nullable(),
      counts: z.array(ReplanCountName),
      /** The action whose retries it counts as. */
      retries: string.nullable(),
      triggers: strings,
      /** It follows a reflection. */
      is_revision: boolean,
    }),
    /** A limit prevented what the model wanted: the model is told, then people are. */
    escalation: z.object({ to: z.enum(['model', 'people', 'nobody']) }),
    /** A person said how to continue: the count of revisions restarts. */
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
    /** Something else is done instead of the effect in flight. */
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
    /** Not an end: the task waits for a person. */
    z.object({
      phase: z.literal('completion'),
      status: z.literal('requires_human_intervention'),
      summary: InterventionSummary,
    }),
  ]),
  action: {
    /** What has to be judged about the ended action before the next one begins. */
    judging: z.object({
      reflect: boolean,
      decide: boolean,
      /** The judgement in the closing answer, kept until the reflection is over. */
      carried: z.object({ replan_id: string, decision: ReplanDecision }).exactOptional(),
    }),
    next: nothing,
    again: z.object({ advice: strings }),
    /** The previous action, whose change people did not approve, is continued. */
    reopened: z.object({ advice: strings }),
    /** The model did not end the action by itself. */
    given_up: z.object({ evaluation: string }),
    /** The model answered without a tool and is told to use one, or how to continue. */
    reminded: z.object({ because: IdleBecause.exactOptional(), tool: string.exactOptional() }),
    /** An answer or an assumption, as the result of the tool call that asked. */
    tool_answered: z.object({ tool_use_id: string, text: string }),
    /** Files of project rules that are shown with the newest results. */
    rules_shown: z.object({ paths: strings }),
    budget_low: z.object({ percent: number, limit: BudgetLimit, extension: number }),
    /** The conversation is restarted (MODEL-6), with this part of what happened before. */
    begun_anew: z.object({ steps: z.array(PastStep), steps_left_out: number, room: number, too_long: boolean }),
  },
  environment: {
    /** For the set-up command or check that failed last. */
    set_up_trouble: TroubleVerdict,
    preparing: z.object({ keeps_container: boolean, replaces: string.nullable() }),
    /** The work is reset to its last checkpoint. */
    rewound: z.object({ cause: string.exactOptional() }),
  },
  verification: {
    /** The check fails in the same way on the base commit, so the change is not to blame (EXEC-6). */
    excused: z.object({ check: CheckKind }),
  },
  question: {
    asked: z.object({
      question: PutQuestion,
      // oxlint-disable-next-line no-thenable -- a fact is never awaited by itself
      then: Then,
      blocks: boolean,
    }),
    /** Nobody is asked: the assumption is recorded and shown. */
    left_unasked: z.object({ question: PutQuestion }),
    /** The task waits for the question from here on. */
    waiting: OneQuestion.extend({ due: DueTimes, explain: boolean.exactOptional() }),
    /** A comment is considered first. */
    postponed: OneQuestion,
    unclear: OneQuestion,
    closed: OneQuestion.extend({ because: z.enum(['answered', 'assumed', 'replaced']) }),
  },
  answer: { assumed: OneQuestion.extend({ assumptions: strings }) },
  control: {
    pause_due: z.object({ due: DueTimes }),
    /** By the same amount again; `to`: to a total that the person named. */
    budget_extended: z.object({ to: z.object({ limit: BudgetLimit, amount: number }).exactOptional() }),
    /** The repository's daily budget, to a new total. */
    daily_budget_raised: z.object({ day: string, limit: BudgetLimit, amount: number }),
    /** A person approved the change of protected paths with this digest. */
    let_through: z.object({ digest: string, by: string }),
    /** The App is suspended; people can lift that. */
    suspended: z.object({ due: DueTimes }),
    /** The model's provider named the end of a rate limit (MODEL-5). */
    limited: z.object({ due: DueTimes }),
    /** The limit is over; the call is repeated. */
    limit_over: nothing,
  },
};
