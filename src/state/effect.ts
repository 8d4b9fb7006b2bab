/** Everything a task can do to the world, as plain data. `effects/` does it; the outcome is a list of facts. */
import { z } from 'zod';
import { CheckKind } from './checks.ts';
import { DecisionPoint } from './judgements.ts';
import { PlanningCall } from './outcome.ts';
import { boolean, nothing, number, string, type Stored } from './stored-data.ts';

/** What is there at the end, or the commit that the work began from. */
export type CheckedOn = Stored<typeof CheckedOn>;
export const CheckedOn = z.enum(['end', 'base']);

/**
 * What an effect is about beside its kind is recorded with its start: it is finished first, whatever would be
 * begun today.
 */
export type Effect = { [Kind in EffectKind]: { readonly kind: Kind } & Stored<(typeof ABOUT)[Kind]> }[EffectKind];
export type EffectKind = keyof typeof ABOUT;

const ABOUT = {
  create_progress_comment: nothing,
  look_at_repository: nothing,
  /** What else goes on in the repository, before a plan is made. */
  look_at_neighbours: nothing,
  /** What was written on the issue before, and who may steer. */
  read_comments: nothing,
  /** Pictures in what people wrote, before the model is asked about it. */
  fetch_images: nothing,
  /** What the model asked to see of the repository. */
  gather: nothing,
  ask_model: z.object({ call: PlanningCall }),
  /** What else of the repository it would see before it plans. */
  ask_gathering: nothing,
  /** Whether the plan will do, asked of the model. */
  ask_decision: z.object({ point: DecisionPoint }),
  /** Whether the acceptance criteria are met, and what shows it (EXEC-6). */
  ask_assessment: nothing,
  ask_reflection: nothing,
  /** Whether the plan, or the whole change, is good (EXEC-7). */
  ask_review: z.object({ of: z.enum(['plan', 'diff']) }),
  ask_patch: z.object({ comment: number }),
  /** That a comment could not be made a change of the plan. */
  tell_refused_change: z.object({ comment: number }),
  /** What a comment asked is answered. */
  reply_to_comment: z.object({ comment: number }),
  /** Somebody asked for a pause: from here on nothing is done. */
  pause: nothing,
  post_question: z.object({ questionId: number }),
  remind: nothing,
  /** What was said to a question of yes or no was neither. */
  explain_question: z.object({ questionId: number }),
  release_sandbox: nothing,
  /** The deadline of a question, or of a pause, has passed. */
  note_time_over: nothing,
  start_sandbox: z.object({ environment: string }),
  clone: nothing,
  run_setup: z.object({ index: number }),
  run_environment_check: z.object({ index: number }),
  /** Other commands for a set-up that failed. */
  ask_environment_fix: nothing,
  settle_workspace: nothing,
  ask_next_step: nothing,
  use_tool: z.object({ toolUseId: string, tool: string }),
  /** `subtask` null: what is unfinished. */
  checkpoint: z.object({ subtask: string.nullable() }),
  /** What the base branch got since the work began, before it is verified (GH-7). */
  merge_base: z.object({ takes_conflicts: boolean }),
  run_tests: nothing,
  /** Build and lint; or what failed, once more. */
  run_check: z.object({ check: CheckKind, on: CheckedOn }),
  /** The model's words for the pull request. */
  ask_summary: nothing,
  open_pull_request: nothing,
  /** Whether one is there although opening it stopped the service each time. */
  find_pull_request: nothing,
  post_result: nothing,
  finish_progress: nothing,
  /** The label of the issue, at the end. */
  finish_label: nothing,
  remove_sandbox: nothing,
  complete: nothing,
};

export const EffectKind = z.enum(Object.keys(ABOUT) as readonly EffectKind[]);

export const CALLS_OF_MODEL: ReadonlySet<EffectKind> = new Set([
  'ask_model',
  'ask_gathering',
  'ask_environment_fix',
  'ask_next_step',
  'ask_decision',
  'ask_assessment',
  'ask_reflection',
  'ask_patch',
  'ask_review',
  'ask_summary',
]);

/** An effect in flight is finished first, with what it is about: it may not be taken for another. */
export function checkAbout(
  { effect, with: about = {} }: { effect: EffectKind; with?: object },
  context: z.RefinementCtx,
): void {
  const { error } = ABOUT[effect].safeParse(about);
  for (const { path, message } of error?.issues ?? [])
    context.addIssue({ code: 'custom', path: ['with', ...path], message });
}

/** What a task does next; `notBefore` is set while an outage or an answer is waited for. */
export type Next =
  | { readonly kind: 'perform'; readonly effect: Effect; readonly notBefore: number | null }
  | { readonly kind: 'ended' };
