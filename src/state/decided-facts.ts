/**
 * What the rules in `flow/` made of what happened: recorded with its reason in the same write, once. A history is never decided anew, so a
 * limit, a threshold or a list of words may change without changing any past.
 */
import type { EffectKind } from './effect.ts';
import type { ReplanDecision } from './judgements.ts';
import type { EndStatus, Ending } from './outcome.ts';
import type { CompletionSummary, InterventionSummary } from './outcome.ts';
import type { Plan, Subtask } from './plan.ts';
import type { QuestionKind, Then } from './question.ts';
import type { OverrideReason, ReplanCountName, ReplanKind, Situation } from './replanning.ts';
import type { DecisionPoint } from './judgements.ts';
import type { Activity, PlanStep } from './outcome.ts';
import type { BudgetLimit } from './request.ts';
import type { TroubleCode } from './outcome.ts';
import type { PastStep } from './conversation.ts';

export type DecidedFact = StageFact | ReplanFact | WorkFact | QuestionFact | RestFact;

/** An action of the plan by its place in it, or, where a subtask has none, the subtask. */
export type PlannedPlace = number | string;

/** How the work on a plan is laid out. */
export type WorkLayout = {
  /** Actions of the work so far that stay as they ended, by their place. */
  readonly kept: readonly number[];
  readonly ahead: readonly PlannedPlace[];
  /** How many of those kept are saved in the last checkpoint. */
  readonly saved: number;
};

type StageFact =
  /** A step of planning begins, from what is known so far. */
  | {
      readonly type: 'phase';
      readonly name: 'planning';
      readonly step: PlanStep;
      /** What stands until something better takes its place: as it was, what was judged last, or nothing. */
      readonly standing: 'kept' | 'judged' | 'none';
      readonly keeps_done?: boolean;
      /** Work found missing after the plan was carried out. */
      readonly added?: readonly Subtask[];
    }
  /** No division held together: a coarser one is asked for. */
  | { readonly type: 'phase'; readonly name: 'coarser' }
  /** A re-plan failed: what stood before it stands again. */
  | { readonly type: 'phase'; readonly name: 'restored'; readonly to: 'draft' | 'work' | 'verification' }
  | { readonly type: 'phase'; readonly name: 'noted'; readonly notes: readonly string[] }
  /** The plan that was made, or `plan`, is the current one from here on. */
  | ({
      readonly type: 'phase';
      readonly name: 'plan_adopted';
      /** Of a task without planning: nothing else says what it is. */
      readonly plan?: Plan;
      /** `begin`: nothing of it is done. */
      readonly how: 'begin' | 'go_on';
      readonly reason: string;
      /** What a review that let it pass would do better. */
      readonly suggestions?: string;
    } & WorkLayout)
  | { readonly type: 'phase'; readonly name: 'approval_wanted' | 'approved' }
  /** Back to work; `keeps_tests` where they passed and count again if nothing is done. */
  | { readonly type: 'phase'; readonly name: 'working'; readonly keeps_tests: boolean }
  | { readonly type: 'phase'; readonly name: 'verifying' }
  | { readonly type: 'phase'; readonly name: 'reviewing'; readonly of: 'plan' | 'diff' }
  | { readonly type: 'phase'; readonly name: 'ending'; readonly ending: Ending; readonly ended_in: Activity }
  | {
      readonly type: 'effect';
      readonly name: 'left_out';
      readonly step: EffectKind;
      readonly reason: string;
      readonly code?: TroubleCode;
      readonly paths?: readonly string[];
    }
  /** What came up meanwhile is done instead of what was begun. */
  | { readonly type: 'effect'; readonly name: 'superseded'; readonly key: string }
  | {
      readonly type: 'completion';
      readonly phase: 'completion';
      readonly done: true;
      readonly status: EndStatus;
      readonly reason: string;
      readonly summary: CompletionSummary;
    }
  /** No end: the task waits for a person. */
  | {
      readonly type: 'completion';
      readonly phase: 'completion';
      readonly status: 'requires_human_intervention';
      readonly summary: InterventionSummary;
    };

type Decision = {
  readonly replan_id: string;
  readonly phase: DecisionPoint;
  readonly confidence: number;
  /** False: refused by the system or a person, or not confirmed. */
  readonly executed: boolean;
  readonly override_reason: OverrideReason | null;
  readonly duration: number;
  readonly plan_before: Plan | null;
  readonly plan_after: Plan | null;
};

/** The verdict on a judgement of the model. */
export type Verdict = Decision & {
  readonly llm_decision: ReplanDecision | null;
  readonly verdict: 'continue' | 'replan' | 'confirm';
  readonly kind: ReplanKind | null;
  readonly situation: Situation;
  readonly warns: boolean;
  readonly contradiction: string | null;
};

/**
 * Decisions on re-planning (REPLAN-8): one that is carried out, or that a person is to confirm, is `replan_pending` first; its one
 * `replan_decision` line comes when it is known what came of it.
 */
export type ReplanFact =
  | (Verdict & { readonly type: 'replan_decision'; readonly name: 'decided'; readonly result: 'skipped' })
  | (Verdict & { readonly type: 'phase'; readonly name: 'replan_pending'; readonly result: null })
  | (Decision & {
      readonly type: 'replan_decision';
      readonly name: 'completed';
      readonly llm_decision: ReplanDecision;
      readonly result: 'success' | 'failure' | 'skipped';
    })
  /** What it counts for. */
  | {
      readonly type: 'phase';
      readonly name: 'replan_granted';
      /** Null for a question that no judgement asked for. */
      readonly replan_id: string | null;
      readonly counts: readonly ReplanCountName[];
      /** The action whose retries it counts for. */
      readonly retries: string | null;
      readonly triggers: readonly string[];
      /** It follows a reflection. */
      readonly is_revision: boolean;
    }
  /** A limit took away what the model wanted: it is told, then people are. */
  | { readonly type: 'phase'; readonly name: 'escalation'; readonly to: 'model' | 'people' | 'nobody' }
  /** A person said how to go on: revisions are counted anew. */
  | { readonly type: 'phase'; readonly name: 'revisions_renewed' };

type WorkFact =
  /** What has to be judged about the action that ended, before the next one begins. */
  | { readonly type: 'action'; readonly name: 'judging'; readonly reflect: boolean; readonly decide: boolean }
  | { readonly type: 'action'; readonly name: 'next' }
  | { readonly type: 'action'; readonly name: 'again'; readonly advice: readonly string[] }
  /** The model does not come to an end of the action by itself. */
  | { readonly type: 'action'; readonly name: 'given_up'; readonly evaluation: string }
  /** It answered without a tool, and is told to use one. */
  | { readonly type: 'action'; readonly name: 'reminded' }
  /** What people said, or what is assumed, as the result of the tool that asked. */
  | { readonly type: 'action'; readonly name: 'tool_answered'; readonly tool_use_id: string; readonly text: string }
  /** Files of project rules that are shown with the newest results. */
  | { readonly type: 'action'; readonly name: 'rules_shown'; readonly paths: readonly string[] }
  | {
      readonly type: 'action';
      readonly name: 'budget_low';
      readonly percent: number;
      readonly limit: BudgetLimit;
      readonly extension: number;
    }
  /** The conversation is begun anew (MODEL-6), with this of what happened before. */
  | {
      readonly type: 'action';
      readonly name: 'begun_anew';
      readonly steps: readonly PastStep[];
      readonly steps_left_out: number;
      readonly room: number;
      readonly too_long: boolean;
    }
  | {
      readonly type: 'environment';
      readonly name: 'preparing';
      readonly keeps_container: boolean;
      readonly replaces: string | null;
    }
  /** The work is cut back to its last checkpoint. */
  | { readonly type: 'environment'; readonly name: 'rewound'; readonly cause?: string };

type QuestionFact =
  | {
      readonly type: 'question';
      readonly name: 'asked';
      readonly question_id: number;
      readonly kind: QuestionKind;
      readonly texts: readonly string[];
      readonly left_out: number;
      readonly context: string;
      readonly assumptions: readonly string[];
      readonly details?: readonly string[];
      readonly needs_person: boolean;
      /** It is about what nobody but a person decides (PLAN-2). */
      readonly never_assumed?: true;
      readonly then: Then;
      readonly blocks: boolean;
    }
  /** Nobody is asked: what would have been is assumed, and said. */
  | {
      readonly type: 'question';
      readonly name: 'left_unasked';
      readonly question_id: number;
      readonly texts: readonly string[];
      readonly left_out: number;
      readonly context: string;
      readonly assumptions: readonly string[];
    }
  /** The task waits for it from here on. */
  | ({
      readonly type: 'question';
      readonly name: 'waiting';
      readonly question_id: number;
      readonly explain?: boolean;
    } & Due)
  /** Something that was said is weighed first. */
  | { readonly type: 'question'; readonly name: 'set_aside' | 'unclear'; readonly question_id: number }
  | {
      readonly type: 'question';
      readonly name: 'closed';
      readonly question_id: number;
      readonly because: 'answered' | 'assumed' | 'replaced';
    }
  | {
      readonly type: 'answer';
      readonly name: 'assumed';
      readonly question_id: number;
      readonly assumptions: readonly string[];
    };

type Due = {
  readonly over_at: number | null;
  readonly remind_at: number | null;
  readonly release_at: number | null;
};

type RestFact =
  | ({ readonly type: 'control'; readonly name: 'resting' } & Due)
  | { readonly type: 'control'; readonly name: 'budget_extended' };
