/** Everything a task can do to the world, as plain data. `effects/` does it; the outcome is a list of facts. */
import type { CallName, PlanningCall } from './outcome.ts';
import type { DecisionPoint, Reflection } from './judgements.ts';
import type { WhyRefused } from './refused-changes.ts';
import type { AnswerBlock } from '../ports/model.ts';

/** An answer of the model that could not be used and what was wrong with it, shown to it when it is asked again. */
export type UnusableAnswer = {
  readonly call: CallName;
  readonly content: readonly AnswerBlock[];
  readonly problems: readonly string[];
  /** `schema`: it could not be read; `rules`: it was read and breaks a rule of plans. */
  readonly broke: 'schema' | 'rules';
  /** Of a change of the plan that could be read and not be made: what people are told when no better answer comes. */
  readonly refused_change?: { readonly understanding: string; readonly refused: WhyRefused };
  /**
   * Of a reflection whose revision of the plan breaks rules: the rest of it, which counts when no better answer
   * comes.
   */
  readonly evaluation?: Reflection;
};

/**
 * What an effect is about beside its kind is recorded with its start: it is finished first, whatever would be
 * begun today.
 */
export type Effect =
  | { readonly kind: 'create_progress_comment' }
  | { readonly kind: 'look_at_repository' }
  /** What was written on the issue before, and who may steer. */
  | { readonly kind: 'read_comments' }
  /** Pictures in what people wrote, before the model is asked about it. */
  | { readonly kind: 'fetch_images' }
  | { readonly kind: 'ask_model'; readonly call: PlanningCall }
  /** Whether the plan will do, asked of the model. */
  | { readonly kind: 'ask_decision'; readonly point: DecisionPoint }
  | { readonly kind: 'ask_reflection' }
  /** Whether the plan, or the whole change, is good (EXEC-7). */
  | { readonly kind: 'ask_review'; readonly of: 'plan' | 'diff' }
  | { readonly kind: 'ask_patch'; readonly comment: number }
  /** That a comment could not be made a change of the plan. */
  | { readonly kind: 'tell_refused_change'; readonly comment: number }
  /** Somebody asked to hold on: from here on nothing is done. */
  | { readonly kind: 'pause' }
  | { readonly kind: 'post_question'; readonly questionId: number }
  | { readonly kind: 'remind' }
  /** What was said to a question of yes or no was neither. */
  | { readonly kind: 'explain_question'; readonly questionId: number }
  | { readonly kind: 'release_sandbox' }
  /** The deadline of a question, or of a pause, has passed. */
  | { readonly kind: 'assume' }
  | { readonly kind: 'start_sandbox'; readonly environment: string }
  | { readonly kind: 'clone' }
  | { readonly kind: 'run_setup'; readonly index: number }
  | { readonly kind: 'run_environment_check'; readonly index: number }
  | { readonly kind: 'settle_workspace' }
  | { readonly kind: 'ask_next_step' }
  | { readonly kind: 'use_tool'; readonly toolUseId: string; readonly tool: string }
  /** `subtask` null: what is unfinished. */
  | { readonly kind: 'checkpoint'; readonly subtask: string | null }
  | { readonly kind: 'run_tests' }
  /** The model's words for the pull request. */
  | { readonly kind: 'ask_summary' }
  | { readonly kind: 'open_pull_request' }
  | { readonly kind: 'post_result' }
  | { readonly kind: 'finish_progress' }
  | { readonly kind: 'remove_sandbox' }
  | { readonly kind: 'complete' };

export type EffectKind = Effect['kind'];

/** What a task does next. */
export type Next =
  /** `notBefore` is set while an outage or an answer is waited for. */
  { readonly kind: 'perform'; readonly effect: Effect; readonly notBefore: number | null } | { readonly kind: 'ended' };
