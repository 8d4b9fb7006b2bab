/** The next effect of a task, from its state alone: first whether it rests, then what its stage needs. */
import {
  approvalIn,
  blockingIn,
  changeToTell,
  containerOf,
  hasCriteria,
  isOver,
  questionOf,
  questionToPost,
  replyToPost,
  reportOf,
} from '../state/select.ts';
import { nextOnBase } from './base-moves.ts';
import { nextCheck } from '../plan/next-check.ts';
import { isBeingResolved } from '../state/base-merges.ts';
import { checkIn } from '../state/checks.ts';
import { unlookedAt } from '../state/issue-content.ts';
import { NOTHING_TRIED } from '../state/trouble-verdict.ts';
import { isUnsaved } from '../state/work-moves.ts';
import { nextInReport, SAVE_UNFINISHED } from './report.ts';
import type { Effect, Next } from '../state/effect.ts';
import type { Asked, DueTimes } from '../state/question.ts';
import type { Draft, VerifyStage } from '../state/stage.ts';
import type { Paused, Preparing, Task } from '../state/task.ts';

export function next(task: Task): Next {
  if (task.stage.is === 'ended') return { kind: 'ended' };
  // An effect that a crash interrupted is finished first.
  if (task.inFlight !== null) return { kind: 'perform', effect: task.inFlight.effect, notBefore: null };
  if (task.suspended !== null) return whileSuspended(task, task.suspended.due);
  if (pausesNow(task)) return { kind: 'perform', effect: { kind: 'pause' }, notBefore: null };
  const { effect, at } = planned(task);
  return { kind: 'perform', effect, notBefore: task.retry?.dueAt ?? at };
}

/** A pause begins only after the progress comment exists, since people could not see it before. */
function pausesNow(task: Task): boolean {
  return task.pausing !== null && !isOver(task) && task.progressComment !== null;
}

/** Overrides what the task was about to do; the end is reported when the App has access again. */
function whileSuspended(task: Task, due: DueTimes): Next {
  const { effect, at } = firstDue(task, due);
  return { kind: 'perform', effect, notBefore: task.retry?.dueAt ?? at };
}

/** What would be started if nothing were in flight. */
export function plannedEffect(task: Task): Effect {
  return planned(task).effect;
}

interface Planned {
  readonly effect: Effect;
  /** Null means at once. */
  readonly at: number | null;
}

function planned(task: Task): Planned {
  const report = reportOf(task);
  if (report !== null) return atOnce(nextInReport(task, report));
  if (task.paused !== null) return whilePaused(task, task.paused);
  const limit = task.limited?.due ?? null;
  if (limit !== null) return firstDue(task, limit);
  // A reply to a person's question is not delayed by other open questions.
  const reply = replyToPost(task);
  if (reply !== null) return atOnce({ kind: 'reply_to_comment', comment: reply.comment });
  const weighing = toWeigh(task);
  if (weighing !== null) return atOnce(weighing);
  const asked = blockingIn(task);
  return asked === null ? { effect: inStage(task), at: triedAgainAt(task) } : whileAsked(task, asked);
}

/** A set-up command that failed and is to be retried or repaired. */
function triedAgainAt({ stage, workspace }: Task): number | null {
  return stage.is === 'work' && workspace.is === 'preparing' ? (workspace.tried.verdict?.due_at ?? null) : null;
}

function atOnce(effect: Effect): Planned {
  return { effect, at: null };
}

/** A comment on a plan that waits for approval. */
function toWeigh(task: Task): Effect | null {
  if (approvalIn(task) === null || blockingIn(task) !== null) return null;
  return refusalToTell(task) ?? { kind: 'ask_patch', comment: task.work?.commentsWeighed ?? 0 };
}

function refusalToTell(task: Task): Effect | null {
  const refused = changeToTell(task);
  return refused && { kind: 'tell_refused_change', comment: refused.comment };
}

function whilePaused(task: Task, { isSaved, due }: Paused): Planned {
  const wasSaved = isSaved || blockingIn(task)?.isSaved === true;
  return !wasSaved && hasUnsavedContainer(task) ? atOnce(SAVE_UNFINISHED) : firstDue(task, due);
}

/** When a budget is used up the work is saved first, because the question says that it is on its branch. */
function whileAsked(task: Task, asked: Asked): Planned {
  const { questionId, then, isSaved, unread, due } = asked;
  const isOfBudget = then.is === 'spend_more' || then.is === 'spend_more_today';
  if (isOfBudget && !isSaved && hasUnsavedContainer(task)) return atOnce(SAVE_UNFINISHED);
  if (questionOf(task, questionId).commentId === null) return atOnce({ kind: 'post_question', questionId });
  return unread === 'to_explain' ? atOnce({ kind: 'explain_question', questionId }) : firstDue(task, due);
}

function hasUnsavedContainer(task: Task): boolean {
  return task.workspace.is === 'ready' && isUnsaved(task.work) && !isBeingResolved(task);
}

/** If two are due at the same time, the later one in this list wins. */
function firstDue(task: Task, { overAt, remindAt, releaseAt, lookAt }: DueTimes): Planned {
  const never = Number.POSITIVE_INFINITY;
  const due = [
    { at: (containerOf(task) === null ? null : releaseAt) ?? never, effect: { kind: 'release_sandbox' } },
    { at: lookAt ?? never, effect: { kind: 'look_at_repository' } },
    { at: remindAt ?? never, effect: { kind: 'remind' } },
    { at: overAt ?? never, effect: { kind: 'note_time_over' } },
  ] as const;
  return due.reduce((first, one): (typeof due)[number] => (one.at <= first.at ? one : first));
}

function inStage(task: Task): Effect {
  switch (task.stage.is) {
    case 'orient':
      return orient(task);
    case 'plan':
      return plan(task, task.stage.draft);
    case 'work':
      return task.workspace.is === 'ready' ? work(task) : prepare(task);
    case 'verify':
      return verify(task, task.stage);
    case 'report':
    case 'ended':
      return { kind: 'complete' };
  }
}

function verify(task: Task, { checks, reviewing, assessment }: VerifyStage): Effect {
  const onBase = nextOnBase(task);
  if (onBase !== null) return onBase;
  const todo = nextCheck(task);
  if (todo?.check === 'test' && checkIn(checks, 'test') === null) return { kind: 'run_tests' };
  if (todo !== null) return { kind: 'run_check', check: todo.check, on: todo.on };
  if (reviewing) return { kind: 'ask_review', of: 'diff' };
  return assessment === null && hasCriteria(task)
    ? { kind: 'ask_assessment' }
    : { kind: 'ask_decision', point: 'reflection' };
}

function orient(task: Task): Effect {
  if (task.progressComment === null) return { kind: 'create_progress_comment' };
  const readsComments = task.request.askedAt !== undefined && task.discussion === undefined;
  return readsComments ? { kind: 'read_comments' } : { kind: 'look_at_repository' };
}

function plan(task: Task, draft: Draft): Effect {
  const looking = draft.found === null ? toLookAt(task, draft) : null;
  if (looking !== null) return looking;
  switch (draft.step) {
    case 'goal':
      if (draft.found !== null) return { kind: 'ask_decision', point: 'goal_understanding' };
      return unlookedAt(task).length > 0 ? { kind: 'fetch_images' } : { kind: 'ask_model', call: 'goal_understanding' };
    case 'division':
      return draft.found === null
        ? { kind: 'ask_model', call: 'task_decomposition' }
        : { kind: 'ask_decision', point: 'task_decomposition' };
    case 'actions':
      if (draft.found === null) return { kind: 'ask_model', call: 'action_plan' };
      return draft.reviewing ? { kind: 'ask_review', of: 'plan' } : { kind: 'ask_decision', point: 'action_sequence' };
  }
}

/** What is looked at before a plan is made or re-made. */
function toLookAt({ gathering, neighbours }: Task, { step }: Draft): Effect | null {
  if (step === 'goal' && gathering?.rounds.some(({ found }) => found === null)) return { kind: 'gather' };
  if (step === 'goal' && (gathering?.asking ?? null) !== null) return { kind: 'ask_gathering' };
  return neighbours === null ? { kind: 'look_at_neighbours' } : null;
}

function prepare({ workspace, plan }: Task): Effect {
  const environment = plan?.selected_environment;
  const preparing: Partial<Preparing> = workspace.is === 'preparing' ? workspace : {};
  const {
    containerId = null,
    replaces = null,
    cloned = false,
    setup = [],
    checks = [],
    tried = NOTHING_TRIED,
  } = preparing;
  if (replaces !== null) return { kind: 'release_sandbox' };
  if (containerId === null) return { kind: 'start_sandbox', environment: environment?.name ?? '' };
  if (!cloned) return { kind: 'clone' };
  if (tried.verdict?.then === 'repair') return { kind: 'ask_environment_fix' };
  if (tried.verdict?.then === 'go_on') return { kind: 'settle_workspace' };
  if (setup.length < (environment?.setup_commands.length ?? 0)) return { kind: 'run_setup', index: setup.length };
  if (checks.length < (environment?.verification.length ?? 0))
    return { kind: 'run_environment_check', index: checks.length };
  return { kind: 'settle_workspace' };
}

function work(task: Task): Effect {
  const { work, comments } = task;
  if (work === null) throw new TypeError('A task at work has no work.');
  if (work.toCheckpoint !== null) return { kind: 'checkpoint', subtask: work.toCheckpoint };
  if (work.judging?.reflect) return { kind: 'ask_reflection' };
  if (work.judging !== null) return { kind: 'ask_decision', point: 'execution' };
  const tool = work.waitingTools[0];
  if (tool) return { kind: 'use_tool', toolUseId: tool.id, tool: tool.name };
  const aside = questionToPost(task);
  if (aside !== null) return { kind: 'post_question', questionId: aside.id };
  const refused = refusalToTell(task);
  if (refused !== null) return refused;
  return comments.length > work.commentsWeighed
    ? { kind: 'ask_patch', comment: work.commentsWeighed }
    : { kind: 'ask_next_step' };
}
