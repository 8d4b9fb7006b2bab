/**
 * Rules that always hold. They are checked in this order after each fact and its consequences; the first one that
 * returns facts wins.
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

/** `before`: the task before the fact. */
type Rule = (task: Task, happened: Fact, before: Task) => Facts;

const RULES: readonly Rule[] = [containerNeeded, backToWork, approvalRule, carriedOut, conversationTooLong, superseded];

export function standingRule(task: Task, happened: Fact, before: Task): Facts {
  for (const rule of RULES) {
    const facts = rule(task, happened, before);
    if (facts.length > 0) return facts;
  }
  return [];
}

/** Whether nothing is being waited for. During a pause, an answer to the blocking question still updates the state. */
function mayContinue(task: Task, happened: Fact): boolean {
  if (blockingIn(task) !== null || task.suspended !== null || isLimited(task)) return false;
  return (
    task.paused === null ||
    (happened.type === 'answer' &&
      task.questions.some(({ id, kind }) => id === happened.question_id && kind !== 'aside'))
  );
}

/** Work and verification need a container: a stopped one is restarted or rebuilt. */
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
 * A comment during verification or summary still belongs to the task (GH-2): the task goes back to work, handles it
 * like any other comment, and verifies again.
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

/** Endings of a plan that was carried out. For other endings, people who stopped or refused something are told so. */
const CARRIED_OUT: ReadonlySet<EndReason> = new Set(['finished', 'no_change', 'not_achieved', 'change_not_passed']);
/** From these effects on people may see a result; later comments belong to a new task. */
const PUBLISHES: ReadonlySet<EffectKind> = new Set(['open_pull_request', 'post_result']);

/**
 * Whether a comment still joins the task. It waits while tests run, because they must not run twice at the same time,
 * and during a merge.
 */
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
  // An effect that GitHub did not confirm may have happened all the same.
  return retry === null && (inFlight === null || !PUBLISHES.has(inFlight.effect.kind));
}

/** Nothing is left to do, all comments are considered, and all questions and notices are posted. */
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

/** A comment may come before the effect in flight, and a pause may be taken back; then that effect is not finished. */
function superseded(task: Task, happened: Fact, before: Task): Facts {
  const { inFlight } = task;
  if (inFlight === null || !isOvertaken(task, happened, before)) return [];
  return [{ type: 'effect', name: 'superseded', key: inFlight.key }];
}

function isOvertaken(task: Task, happened: Fact, before: Task): boolean {
  if (happened.type === 'control' && happened.name === 'resume') return task.inFlight?.effect.kind === 'pause';
  return isSaid(happened) && plannedEffect(before).kind !== plannedEffect(task).kind;
}
