/** The plan stays as it is: continues with the next planning step, the next action, the review, or the end (EXEC-7). */
import { adopt } from './adopt-plan.ts';
import { beginStep } from './replan-facts.ts';
import type { Facts } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import { endWith } from './ending.ts';
import { ownQuestions } from '../plan/own-words.ts';
import { isOutOfLoops, workOnUnshown } from './unshown-criteria.ts';
import { unshownIn } from '../state/assessment.ts';
import { overallOf } from '../state/checks.ts';
import { isReviewed } from '../plan/large-plan.ts';
import { hasSucceeded } from '../plan/publication.ts';
import type { Ending } from '../state/outcome.ts';

export function proceed(task: Task): Facts {
  const calm: Facts = task.replanning.escalated ? [{ type: 'phase', name: 'escalation', to: 'nobody' }] : [];
  return [...calm, ...nextStep(task)];
}

function nextStep(task: Task): Facts {
  switch (task.stage.is) {
    case 'plan': {
      const { draft } = task.stage;
      if (draft.found === null) return [];
      if (draft.step === 'goal') return [beginStep('division', { fallback: 'kept' })];
      if (draft.step === 'division') return [beginStep('actions', { fallback: 'kept' })];
      const isDue = isReviewed(task.settings.planning, draft.found) && !draft.reviewing;
      return isDue ? [{ type: 'phase', name: 'reviewing', of: 'plan' }] : adopt(task);
    }
    case 'work':
      // After a lost workspace the reset action itself continues; an outstanding reflection waits for its end.
      return task.work === null || (task.work.judging?.reflect ?? true) ? [] : [{ type: 'action', name: 'next' }];
    case 'verify':
      return conclude(task);
    default:
      return [];
  }
}

/** Criteria without evidence are worked on first. Work that failed or changed nothing is not reviewed. */
export function conclude(task: Task): Facts {
  const more = workOnUnshown(task);
  if (more !== null) return more;
  const ending = finished(task);
  if (task.settings.planning.review.diff && ending.reason === 'finished')
    return [{ type: 'phase', name: 'reviewing', of: 'diff' }];
  return endWith(task, ending);
}

/**
 * The task succeeded if no check failed because of the change, every criterion has evidence, and the last judgement
 * agrees (PLAN-7). Without criteria or a judgement, all actions have to have succeeded. Without a change there is no pull
 * request to open.
 */
export function finished(task: Task): Ending {
  const { work, stage } = task;
  const { checks, assessed, assessment } = stage.is === 'verify' ? stage : NOTHING_VERIFIED;
  const isDenied = assessed !== null && assessed.result !== 'success';
  const unshown = unshownIn(assessment).map(({ id, description }) => `${id}: ${description}`);
  const isShown = assessed?.result === 'success' && Array.isArray(assessment) && assessment.length > 0;
  const isDone = isShown && overallOf(checks) !== 'failed';
  if (isDenied || unshown.length > 0 || work === null || !(isDone || hasSucceeded(work, checks)))
    return notAchieved([...unshown, ...(isDenied ? assessed.missing : []), ...outOfLoops(task)]);
  return {
    status: 'succeeded',
    reason: work.checkpoint.change === null ? 'no_change' : 'finished',
    detail: '',
    list: [],
  };
}

/** Tells people why the work was not continued once more. */
export function outOfLoops(task: Task): readonly string[] {
  const { settings } = task;
  return isOutOfLoops(task) ? [ownQuestions(settings.language).outOfLoops(settings.maxLoops)] : [];
}

const NOTHING_VERIFIED = { checks: [], assessed: null, assessment: null };

/** `missing`: what the model said is missing, for people. */
export function notAchieved(missing: readonly string[]): Ending {
  return { status: 'failed', reason: 'not_achieved', detail: '', list: missing };
}
