/** The only place where effects happen: performs one effect through the ports and returns its outcome as facts. */
import { runCheck, runTests } from './run-checks.ts';
import { askAssessment } from './ask-assessment.ts';
import { askDecision, askReflection } from './ask-judgement.ts';
import { askModel } from './ask-model.ts';
import { askNextStep } from './ask-next-step.ts';
import { askPatch } from './ask-patch.ts';
import {
  explainQuestion,
  noteTimeOver,
  pause,
  postQuestion,
  remind,
  replyToComment,
  tellRefusedChange,
} from './ask-people.ts';
import { askReview } from './ask-review.ts';
import {
  askSummary,
  complete,
  createProgressComment,
  finishProgress,
  findPullRequest,
  openPullRequest,
  postResult,
  removeSandbox,
} from './report-back.ts';
import { checkpoint } from './checkpoint.ts';
import { fetchImages } from './fetch-images.ts';
import { askEnvironmentFix } from './ask-environment-fix.ts';
import { askGathering, gather } from './gather.ts';
import { lookAtNeighbours } from './look-at-neighbours.ts';
import { lookAtRepository } from './look-at-repository.ts';
import {
  cloneProject,
  runEnvironmentCheck,
  runSetup,
  settleWorkspace,
  startSandbox,
  releaseSandbox,
} from './sandbox-steps.ts';
import { mergeBase } from './merge-base.ts';
import { restoreQuarantine } from './quarantine.ts';
import { readComments } from './read-comments.ts';
import { finishLabel } from './show-label.ts';
import { useTool } from './use-tool.ts';
import type { EffectKind } from '../state/effect.ts';
import type { Outcome, Performer, Performing } from './performer.ts';

const PERFORMERS: { readonly [Kind in EffectKind]: Performer<Kind> } = {
  create_progress_comment: createProgressComment,
  look_at_repository: lookAtRepository,
  look_at_neighbours: lookAtNeighbours,
  read_comments: readComments,
  fetch_images: fetchImages,
  gather,
  ask_model: askModel,
  ask_gathering: askGathering,
  ask_decision: askDecision,
  ask_assessment: askAssessment,
  ask_reflection: askReflection,
  ask_review: askReview,
  ask_patch: askPatch,
  tell_refused_change: tellRefusedChange,
  reply_to_comment: replyToComment,
  pause,
  post_question: postQuestion,
  remind,
  explain_question: explainQuestion,
  release_sandbox: releaseSandbox,
  note_time_over: noteTimeOver,
  start_sandbox: startSandbox,
  clone: cloneProject,
  run_setup: runSetup,
  run_environment_check: runEnvironmentCheck,
  ask_environment_fix: askEnvironmentFix,
  settle_workspace: settleWorkspace,
  ask_next_step: askNextStep,
  use_tool: useTool,
  checkpoint,
  merge_base: mergeBase,
  run_tests: runTests,
  run_check: runCheck,
  ask_summary: askSummary,
  open_pull_request: openPullRequest,
  find_pull_request: findPullRequest,
  post_result: postResult,
  finish_progress: finishProgress,
  finish_label: finishLabel,
  remove_sandbox: removeSandbox,
  complete,
};

export async function perform(performing: Performing<EffectKind>): Promise<readonly Outcome[]> {
  const { effect, task } = performing;
  const performer = PERFORMERS[effect.kind] as Performer<EffectKind>;
  const instead = await restoreQuarantine(effect.kind, task, performing.tools);
  return instead ?? performer(performing);
}
