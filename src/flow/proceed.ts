/**
 * The plan will do as it is: to the next step of planning, to the next action, to the review of the change, to the
 * end (EXEC-7).
 */
import { adopt } from './adopt-plan.ts';
import { beginStep } from './replan-facts.ts';
import type { Facts } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import { endWith } from './ending.ts';
import { ownQuestions } from '../plan/own-words.ts';
import { isOutOfLoops, workOnUnshown } from './unshown-criteria.ts';
import { unshownIn } from '../state/assessment.ts';
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
      // Cut back with a lost workspace, the action is in hand again: it goes on itself. What is still to be looked
      // back on waits for that.
      return task.work === null || (task.work.judging?.reflect ?? true) ? [] : [{ type: 'action', name: 'next' }];
    case 'verify':
      return conclude(task);
    default:
      return [];
  }
}

/** What is not shown to be done is worked on first; what did not succeed, or changed nothing, is not worth a review. */
export function conclude(task: Task): Facts {
  const more = workOnUnshown(task);
  if (more !== null) return more;
  const ending = finished(task);
  if (task.settings.planning.review.diff && ending.reason === 'finished')
    return [{ type: 'phase', name: 'reviewing', of: 'diff' }];
  return endWith(task, ending);
}

/**
 * It succeeded only if its actions did, nothing failed that the change answers for, each criterion was shown to be met, and the last judgement does
 * not deny it (PLAN-7). Without a change there is nothing to open a pull request for.
 */
export function finished(task: Task): Ending {
  const { work, stage } = task;
  const { checks, assessed, assessment } = stage.is === 'verify' ? stage : NOTHING_VERIFIED;
  const isDenied = assessed !== null && assessed.result !== 'success';
  const unshown = unshownIn(assessment).map(({ id, description }) => `${id}: ${description}`);
  if (isDenied || unshown.length > 0 || work === null || !hasSucceeded(work, checks))
    return notAchieved([...unshown, ...(isDenied ? assessed.missing : []), ...outOfLoops(task)]);
  return {
    status: 'succeeded',
    reason: work.checkpoint.change === null ? 'no_change' : 'finished',
    detail: '',
    list: [],
  };
}

/** People read why it was not tried once more. */
export function outOfLoops(task: Task): readonly string[] {
  const { settings } = task;
  return isOutOfLoops(task) ? [ownQuestions(settings.language).outOfLoops(settings.maxLoops)] : [];
}

const NOTHING_VERIFIED = { checks: [], assessed: null, assessment: null };

/** `missing`: what the model said is missing; it is told to people. */
export function notAchieved(missing: readonly string[]): Ending {
  return { status: 'failed', reason: 'not_achieved', detail: '', list: missing };
}
