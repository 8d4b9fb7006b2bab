/** Everything a task can do to the world, as plain data. `perform` does it; the outcome is a list of facts. */
import type { PlanningCall } from '../context/planning-messages.ts';
import type { DecisionPoint } from '../replan/decision.ts';
import type { AnswerBlock } from '../ports/model.ts';
import type { Reviewed } from './reviews.ts';

/** A wrong answer of the model and what was wrong with it, shown to it when it is asked again. */
export interface WrongAnswer {
  readonly content: readonly AnswerBlock[];
  readonly problems: readonly string[];
  /** `schema`: it could not be read; `rules`: it was read and breaks a rule of plans. */
  readonly broke: 'schema' | 'rules';
}

export type Effect =
  | { readonly kind: 'create_progress_comment' }
  | { readonly kind: 'look_at_repository' }
  /** What was written on the issue before, and who may steer. */
  | { readonly kind: 'read_comments' }
  /** Pictures in what people wrote, before the model is asked about it. */
  | { readonly kind: 'fetch_images' }
  | { readonly kind: 'ask_model'; readonly call: PlanningCall; readonly wrongAnswers: readonly WrongAnswer[] }
  /** Whether the plan will do, asked of the model; `again` after a limit took away what it wanted. */
  | { readonly kind: 'ask_decision'; readonly point: DecisionPoint; readonly again: boolean }
  | { readonly kind: 'ask_reflection' }
  /** Whether the plan, or the whole change, is good (EXEC-7). */
  | { readonly kind: 'ask_review'; readonly of: Reviewed; readonly wrongAnswers: readonly WrongAnswer[] }
  | { readonly kind: 'ask_patch'; readonly comment: number }
  /** That a comment could not be made a change of the plan. */
  | { readonly kind: 'tell_refused_change'; readonly comment: number }
  /** Somebody asked to hold on: from here on nothing is done. */
  | { readonly kind: 'pause' }
  | { readonly kind: 'post_question' }
  | { readonly kind: 'remind' }
  /** What was said to a question of yes or no was neither. */
  | { readonly kind: 'explain_question' }
  | { readonly kind: 'release_sandbox' }
  | { readonly kind: 'assume' }
  | { readonly kind: 'start_sandbox'; readonly environment: string }
  | { readonly kind: 'clone' }
  | { readonly kind: 'run_setup'; readonly command: string; readonly index: number }
  | { readonly kind: 'run_environment_check'; readonly command: string; readonly expected: string; readonly index: number }
  | { readonly kind: 'settle_workspace' }
  | { readonly kind: 'ask_next_step' }
  | { readonly kind: 'use_tool'; readonly toolUseId: string; readonly tool: string; readonly input: unknown }
  | { readonly kind: 'checkpoint'; readonly subtask: string; readonly message: string }
  | { readonly kind: 'run_tests'; readonly command: string }
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
  /** `notBefore` is set while an outage is waited for. */
  { readonly kind: 'perform'; readonly effect: Effect; readonly notBefore: number | null } | { readonly kind: 'ended' };
