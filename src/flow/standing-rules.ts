/**
 * What always holds, looked at after each happening and all that it led to, in this order; the first rule that has
 * something to say is followed.
 */
import {
  blockingIn,
  changeToTell,
  environmentReport,
  areCommentsWeighed,
  isHalted,
  isLimited,
  isWorking,
  questionToPost,
} from '../state/select.ts';
import type { FactNamed, Fact, Facts } from '../state/facts.ts';
import { isFinished } from '../state/work-moves.ts';
import { approvalRule } from './approval.ts';
import { conversationRule } from './conversation-length.ts';
import { plannedEffect } from './next.ts';
import type { EffectKind } from '../state/effect.ts';
import type { EndReason } from '../state/outcome.ts';
import type { Report } from '../state/stage.ts';
import type { Task } from '../state/task.ts';

/** `before`: the task before the happening. */
type Rule = (task: Task, happened: Fact, before: Task) => Facts;

const RULES: readonly Rule[] = [containerNeeded, backToWork, approvalRule, carriedOut, conversationTooLong, superseded];

export function standingRule(task: Task, happened: Fact, before: Task): Facts {
  for (const rule of RULES) {
    const facts = rule(task, happened, before);
    if (facts.length > 0) return facts;
  }
  return [];
}

/** Nothing is waited for. During a pause, an answer to the blocking question still updates the state. */
function mayContinue(task: Task, happened: Fact): boolean {
  if (blockingIn(task) !== null || task.suspended !== null || isLimited(task)) return false;
  return (
    task.paused === null ||
    (happened.type === 'answer' &&
      task.questions.some(({ id, kind }) => id === happened.question_id && kind !== 'aside'))
  );
}

/** Work and verification need a container: one that was stopped is started again, or prepared anew. */
function containerNeeded(task: Task, happened: Fact): Facts {
  const { stage, workspace } = task;
  if ((stage.is !== 'work' && stage.is !== 'verify') || workspace.is !== 'stopped' || !mayContinue(task, happened))
    return [];
  const isLeft = workspace.containerId !== null;
  const prepared: Fact = { type: 'environment', name: 'preparing', keeps_container: isLeft, replaces: null };
  return stage.is === 'work' ? [prepared] : [WORKING, prepared];
}

const WORKING: FactNamed<'working'> = { type: 'phase', name: 'working', keeps_tests: false };

/**
 * What people say while the work is being verified, or summed up, still belongs to it (GH-2): the task goes back
 * to work, where the comment is weighed like any other, and is verified anew.
 */
function backToWork(task: Task, happened: Fact): Facts {
  const { stage } = task;
  const isLate = (stage.is === 'verify' && mayContinue(task, happened)) || (stage.is === 'report' && isSaid(happened));
  if (!isLate || areCommentsWeighed(task) || !takesComments(task)) return [];
  return [{ ...WORKING, keeps_tests: true }];
}

function isSaid(fact: Fact): boolean {
  return fact.type === 'answer' || (fact.type === 'control' && fact.name === 'comment');
}

/** Of a plan that was carried out; who stopped or refused something else has been told so, or is about to be. */
const CARRIED_OUT: ReadonlySet<EndReason> = new Set(['finished', 'no_change', 'not_achieved', 'change_not_passed']);
/** From here on people may see a result; what they say then is for a task of its own. */
const PUBLISHES: ReadonlySet<EffectKind> = new Set(['open_pull_request', 'post_result']);

/** Whether a comment still joins the task. Tests that run are waited for: they may not run twice at a time. So is a merge. */
export function takesComments(task: Task): boolean {
  switch (task.stage.is) {
    case 'verify':
      return !isVerifying(task);
    case 'report':
      return mayGoBack(task, task.stage);
    case 'ended':
      return false;
    default:
      return true;
  }
}

function isVerifying({ inFlight }: Task): boolean {
  const kind = inFlight?.effect.kind;
  return kind === 'run_tests' || kind === 'run_check' || kind === 'merge_base';
}

function mayGoBack(task: Task, { ending, pullRequest, resultComment, skipped }: Report): boolean {
  const { snapshot, plan, work, inFlight, retry } = task;
  if (snapshot === null || plan === null || work === null || environmentReport(task) === null) return false;
  const isPublished = pullRequest !== null || resultComment !== null || skipped.length > 0;
  if (!CARRIED_OUT.has(ending.reason) || isPublished) return false;
  // A step that GitHub did not answer may have been taken all the same.
  return retry === null && (inFlight === null || !PUBLISHES.has(inFlight.effect.kind));
}

/**
 * Nothing is left to do, what people said meanwhile has been weighed, and what they were to be asked or told has
 * been.
 */
function carriedOut(task: Task, happened: Fact): Facts {
  const { work } = task;
  if (!isWorking(task) || work === null || !mayContinue(task, happened)) return [];
  const isDone =
    isFinished(work) && areCommentsWeighed(task) && questionToPost(task) === null && changeToTell(task) === null;
  return isDone ? [{ type: 'phase', name: 'verifying' }] : [];
}

function conversationTooLong(task: Task): Facts {
  return isWorking(task) && !isHalted(task) ? conversationRule(task) : [];
}

/** What people said may come before what was begun, and a pause may be taken back: that is not finished then. */
function superseded(task: Task, happened: Fact, before: Task): Facts {
  const { inFlight } = task;
  if (inFlight === null || !isOvertaken(task, happened, before)) return [];
  return [{ type: 'effect', name: 'superseded', key: inFlight.key }];
}

function isOvertaken(task: Task, happened: Fact, before: Task): boolean {
  if (happened.type === 'control' && happened.name === 'resume') return task.inFlight?.effect.kind === 'pause';
  return isSaid(happened) && plannedEffect(before).kind !== plannedEffect(task).kind;
}
