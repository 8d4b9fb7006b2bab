/** Everything a task can do to the outside, as plain data. `effects/` performs it; the outcome is a list of facts. */
import { z } from 'zod';
import { CheckKind } from './checks.ts';
import { DecisionPoint } from './judgements.ts';
import { PlanningCall } from './outcome.ts';
import { boolean, nothing, number, string, type Stored } from './stored-data.ts';

/** The final tree, or the commit that the work started from. */
export type CheckedOn = Stored<typeof CheckedOn>;
export const CheckedOn = z.enum(['end', 'base']);

/** The parameters of an effect are recorded with its start: it is finished first, whatever would be started today. */
export type Effect = { [Kind in EffectKind]: { readonly kind: Kind } & Stored<(typeof ABOUT)[Kind]> }[EffectKind];
export type EffectKind = keyof typeof ABOUT;

const ABOUT = {
  create_progress_comment: nothing,
  look_at_repository: nothing,
  /** Other work in the repository, looked at before a plan is made. */
  look_at_neighbours: nothing,
  /** Earlier comments on the issue, and who may steer. */
  read_comments: nothing,
  /** Images in what people wrote, before the model is asked about it. */
  fetch_images: nothing,
  /** Reads what the model asked to see of the repository. */
  gather: nothing,
  ask_model: z.object({ call: PlanningCall }),
  /** Asks what else of the repository the model needs to see before it plans. */
  ask_gathering: nothing,
  /** Asks the model whether the plan is good enough. */
  ask_decision: z.object({ point: DecisionPoint }),
  /** Asks whether the acceptance criteria are met, and for evidence (EXEC-6). */
  ask_assessment: nothing,
  ask_reflection: nothing,
  /** Asks whether the plan, or the whole change, is good (EXEC-7). */
  ask_review: z.object({ of: z.enum(['plan', 'diff']) }),
  ask_patch: z.object({ comment: number }),
  /** Tells people that a comment could not change the plan. */
  tell_refused_change: z.object({ comment: number }),
  /** Answers what a comment asked. */
  reply_to_comment: z.object({ comment: number }),
  /** Somebody asked for a pause: nothing is done from here on. */
  pause: nothing,
  post_question: z.object({ questionId: number }),
  remind: nothing,
  /** Explains how to answer a yes-or-no question that got another answer. */
  explain_question: z.object({ questionId: number }),
  release_sandbox: nothing,
  /** The deadline of a question, or of a pause, has passed. */
  note_time_over: nothing,
  start_sandbox: z.object({ environment: string }),
  clone: nothing,
  run_setup: z.object({ index: number }),
  run_environment_check: z.object({ index: number }),
  /** Asks the model for other set-up commands after a failure. */
  ask_environment_fix: nothing,
  settle_workspace: nothing,
  ask_next_step: nothing,
  use_tool: z.object({ toolUseId: string, tool: string }),
  /** `subtask` null: unfinished work. */
  checkpoint: z.object({ subtask: string.nullable() }),
  /** Merges what the base branch got since the work began, before verification (GH-7). */
  merge_base: z.object({ takes_conflicts: boolean }),
  run_tests: nothing,
  /** Build or lint, or a failed check once more. */
  run_check: z.object({ check: CheckKind, on: CheckedOn }),
  /** The model's text for the pull request. */
  ask_summary: nothing,
  open_pull_request: nothing,
  /** Looks for a pull request after opening it stopped the service every time. */
  find_pull_request: nothing,
  post_result: nothing,
  finish_progress: nothing,
  /** The final label of the issue. */
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

/** An effect in flight is finished first, so its parameters must belong to its kind. */
export function checkAbout(
  { effect, with: about = {} }: { effect: EffectKind; with?: object },
  context: z.RefinementCtx,
): void {
  const { error } = ABOUT[effect].safeParse(about);
  for (const { path, message } of error?.issues ?? [])
    context.addIssue({ code: 'custom', path: ['with', ...path], message });
}

/** What a task does next; `notBefore` is set while it waits for an outage or an answer. */
export type Next =
  | { readonly kind: 'perform'; readonly effect: Effect; readonly notBefore: number | null }
  | { readonly kind: 'ended' };
