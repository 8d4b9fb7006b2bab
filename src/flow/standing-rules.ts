/** What always holds, looked at after each happening and all that it led to, in this order; the first rule that has something to say is followed. */
import { blockingIn, changeToTell, environmentOf, isHeard, isOver, questionToPost } from '../state/select.ts';
import { isFinished } from '../state/work-moves.ts';
import { approvalRule } from './approval.ts';
import { conversationRule } from './conversation-length.ts';
import { plannedEffect } from './next.ts';
import type { EffectKind } from '../state/effect.ts';
import type { Fact } from '../state/facts.ts';
import type { EndReason } from '../state/outcome.ts';
import type { Report, Task } from '../state/task.ts';

/** `before`: the task before the happening. */
type Rule = (task: Task, happened: Fact, before: Task) => readonly Fact[];

const RULES: readonly Rule[] = [containerNeeded, backToWork, approvalRule, carriedOut, conversationTooLong, superseded];

export function standingRule(task: Task, happened: Fact, before: Task): readonly Fact[] {
  for (const rule of RULES) {
    const facts = rule(task, happened, before);
    if (facts.length > 0) return facts;
  }
  return [];
}

/** Nothing is waited for. During a pause, an answer to the blocking question still updates the state. */
function mayContinue(task: Task, happened: Fact): boolean {
  if (blockingIn(task) !== null) return false;
  return (
    task.paused === null ||
    (happened.type === 'answer' &&
      task.questions.some(({ id, kind }) => id === happened.question_id && kind !== 'aside'))
  );
}

/** Work and verification need a container: one that was let go of is gone on with, or prepared anew. */
function containerNeeded(task: Task, happened: Fact): readonly Fact[] {
  const { stage, workspace } = task;
  if ((stage.is !== 'work' && stage.is !== 'verify') || workspace.is !== 'stopped' || !mayContinue(task, happened))
    return [];
  const prepared: Fact = { type: 'environment', name: 'preparing', keeps_container: true, replaces: null };
  return stage.is === 'work' ? [prepared] : [WORKING, prepared];
}

const WORKING: Extract<Fact, { readonly name: 'working' }> = { type: 'phase', name: 'working', keeps_tests: false };

/**
 * What people say while the work is being verified, or summed up, still belongs to it (GH-2): the task goes back to work, where the comment
 * is weighed like any other, and is verified anew.
 */
function backToWork(task: Task, happened: Fact): readonly Fact[] {
  const { stage } = task;
  const isLate = (stage.is === 'verify' && mayContinue(task, happened)) || (stage.is === 'report' && isSaid(happened));
  if (!isLate || isHeard(task) || !hearsComments(task)) return [];
  return [{ ...WORKING, keeps_tests: true }];
}

function isSaid(fact: Fact): boolean {
  return fact.type === 'answer' || (fact.type === 'control' && fact.name === 'comment');
}

/** Of a plan that was carried out; who stopped or refused something else has been told so, or is about to be. */
const CARRIED_OUT: ReadonlySet<EndReason> = new Set(['finished', 'no_change', 'not_achieved', 'change_not_passed']);
/** From here on people may see a result; what they say then is for a task of its own. */
const PUBLISHES: ReadonlySet<EffectKind> = new Set([
  'open_pull_request',
  'post_result',
  'finish_progress',
  'remove_sandbox',
  'complete',
]);

/** Whether a comment still joins the task. Tests that run are waited for: they may not run twice at a time. */
export function hearsComments(task: Task): boolean {
  switch (task.stage.is) {
    case 'verify':
      return task.paused !== null || blockingIn(task) !== null || task.inFlight?.effect.kind !== 'run_tests';
    case 'report':
      return mayGoBack(task, task.stage);
    case 'ended':
      return false;
    default:
      return true;
  }
}

function mayGoBack(task: Task, { ending, endedIn, ...report }: Report): boolean {
  const { snapshot, plan, work, inFlight, retry } = task;
  if (snapshot === null || plan === null || work === null || environmentOf(task) === null) return false;
  if (endedIn !== 'verify' || !CARRIED_OUT.has(ending.reason) || isPublished(report)) return false;
  // A step that GitHub did not answer may have been taken all the same.
  return retry === null && (inFlight === null || !PUBLISHES.has(inFlight.effect.kind));
}

function isPublished(report: Omit<Report, 'ending' | 'endedIn'>): boolean {
  const { pullRequest, resultComment, progressFinished, sandboxRemoved, skipped } = report;
  return pullRequest !== null || resultComment !== null || progressFinished || sandboxRemoved || skipped.length > 0;
}

/** Nothing is left to do, what people said meanwhile has been weighed, and what they were to be asked or told has been. */
function carriedOut(task: Task, happened: Fact): readonly Fact[] {
  const { stage, workspace, work } = task;
  if (
    stage.is !== 'work' ||
    stage.approval !== null ||
    workspace.is !== 'ready' ||
    work === null ||
    !mayContinue(task, happened)
  )
    return [];
  const isDone = isFinished(work) && isHeard(task) && questionToPost(task) === null && changeToTell(task) === null;
  return isDone ? [{ type: 'phase', name: 'verifying' }] : [];
}

function conversationTooLong(task: Task): readonly Fact[] {
  const { stage, workspace } = task;
  const isWorking = stage.is === 'work' && stage.approval === null && workspace.is === 'ready';
  return isWorking && task.paused === null && blockingIn(task) === null ? conversationRule(task) : [];
}

/** What people said may come before what was begun, and a pause may be taken back: that is not finished then. */
function superseded(task: Task, happened: Fact, before: Task): readonly Fact[] {
  const { inFlight } = task;
  if (inFlight === null || isOver(task) || !isOvertaken(task, happened, before)) return [];
  return [{ type: 'effect', name: 'superseded', key: inFlight.key }];
}

function isOvertaken(task: Task, happened: Fact, before: Task): boolean {
  if (happened.type === 'control' && happened.name === 'resume') return task.inFlight?.effect.kind === 'pause';
  const isComment = happened.type === 'answer' || (happened.type === 'control' && happened.name === 'comment');
  return isComment && plannedEffect(before).kind !== plannedEffect(task).kind;
}
