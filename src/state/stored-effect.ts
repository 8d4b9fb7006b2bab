/** Schemas of effects as their start is recorded, and of the codes of what goes wrong with them. */
import { z } from 'zod';
import { agree, type Differs } from './stored-check.ts';
import { DecisionPoint } from './stored-plan.ts';
import type { Effect, EffectKind } from './effect.ts';

const alone = z.object({});

/** What each effect is about, beside its kind. */
const ABOUT = {
  create_progress_comment: alone,
  look_at_repository: alone,
  read_comments: alone,
  fetch_images: alone,
  ask_model: z.object({ call: z.enum(['goal_understanding', 'task_decomposition', 'action_plan']) }),
  ask_decision: z.object({ point: DecisionPoint }),
  ask_reflection: alone,
  ask_review: z.object({ of: z.enum(['plan', 'diff']) }),
  ask_patch: z.object({ comment: z.number() }),
  tell_refused_change: z.object({ comment: z.number() }),
  pause: alone,
  post_question: z.object({ questionId: z.number() }),
  remind: alone,
  explain_question: z.object({ questionId: z.number() }),
  release_sandbox: alone,
  assume: alone,
  start_sandbox: z.object({ environment: z.string() }),
  clone: alone,
  run_setup: z.object({ index: z.number() }),
  run_environment_check: z.object({ index: z.number() }),
  settle_workspace: alone,
  ask_next_step: alone,
  use_tool: z.object({ toolUseId: z.string(), tool: z.string() }),
  checkpoint: z.object({ subtask: z.string().nullable() }),
  run_tests: alone,
  ask_summary: alone,
  open_pull_request: alone,
  post_result: alone,
  finish_progress: alone,
  remove_sandbox: alone,
  complete: alone,
} satisfies Readonly<Record<EffectKind, z.ZodType>>;

type About<Kind extends EffectKind> = Omit<Extract<Effect, { readonly kind: Kind }>, 'kind'>;
agree<{ [Kind in EffectKind]: Differs<z.infer<(typeof ABOUT)[Kind]>, About<Kind>, Kind> }[EffectKind]>();

const KINDS = Object.keys(ABOUT) as readonly EffectKind[];
export const StoredEffectKind = z.enum(KINDS);

/** An effect in flight is finished first, with what it is about: it may not be taken for another. */
export function checkAbout(
  { effect, with: about = {} }: { effect: EffectKind; with?: object },
  context: z.RefinementCtx,
): void {
  const { error } = ABOUT[effect].safeParse(about);
  for (const { path, message } of error?.issues ?? [])
    context.addIssue({ code: 'custom', path: ['with', ...path], message });
}

export const Service = z.enum(['github', 'github_limit', 'model', 'engine', 'sandbox', 'git', 'history']);

export const FaultCode = z.enum([
  'configuration',
  'credentials',
  'redis',
  'docker',
  'image_missing',
  'sandbox_failed',
  'model_refused',
  'model_credentials',
  'github_refused',
  'github_gone',
  'pull_request_closed',
  'github_not_installed',
  'git_failed',
  'base_branch_missing',
  'history_damaged',
  'history_failed',
  'internal',
]);

export const RefusalCause = z.enum([
  'protected_paths',
  'secret',
  'too_large',
  'branch_gone',
  'not_saved',
  'rejected',
  'no_write_access',
]);

export const TroubleCode = z.enum([
  ...FaultCode.options,
  ...Service.options,
  ...RefusalCause.options,
  'crashed',
  'time_unknown',
]);
