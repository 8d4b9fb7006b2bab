/**
 * Between the plan and the work (GH-2): where the plan was to be seen first, people say whether it may be carried out. What
 * they want changed is weighed like any comment (PLAN-9), and the changed plan is shown and asked about anew. Pure.
 */
import { beginWork } from '../../plan/work.ts';
import { ask } from '../../questions/ask.ts';
import { ownQuestions } from '../../questions/own-questions.ts';
import { GIVE_UP_AFTER_MS } from '../../questions/patience.ts';
import { changeToTell } from '../../task/refused-changes.ts';
import { moveTo, withCommonOf } from '../../task/transition.ts';
import { NOTHING_PREPARED } from './nothing-prepared.ts';
import type { Planned, Task, TaskIn } from '../../task/task.ts';

/** A plan that is final and that nothing has been done of. */
export function beforeWork(task: Task, { snapshot, plan }: Planned): Task {
  if (task.request.plansFirst !== true) return moveTo(task, 'prepare', { snapshot, plan, ...NOTHING_PREPARED, earlierWork: null });
  return proposed(moveTo(task, 'approve', { snapshot, plan, begun: beginWork(plan), questionId: null }));
}

export function isHeardOut(task: TaskIn<'approve'>): boolean {
  return changeToTell(task) === null && task.comments.length <= task.begun.commentsWeighed;
}

/** Once all that was said about it is weighed, the plan is asked about: anew where it is another, or where that raised questions. */
export function proposed(task: TaskIn<'approve'>): Task {
  if (!isHeardOut(task)) return task;
  const { isChanged = false, isAgreed = false, open = [], questionId } = task;
  if (isAgreed && !isChanged && open.length === 0) return agreed(task);
  const { isChanged: _, isAgreed: __, open: ___, ...shown } = task;
  if (questionId !== null && !isChanged && open.length === 0) return stillAsked(shown, questionId);
  const words = ownQuestions(task.settings.language);
  return ask(shown, {
    kind: 'approval',
    texts: [isChanged ? words.mayICarryOutChanged : words.mayICarryOut],
    context: open.join('\n'),
    assumptions: [],
  });
}

/** Who spoke and changed nothing is told so, once. */
function stillAsked(task: TaskIn<'approve'>, questionId: number): Task {
  const { updatedAt: since } = task;
  const isPosted = task.questions.some(({ id, commentId }) => id === questionId && commentId !== null);
  const until = isPosted ? since + GIVE_UP_AFTER_MS : null;
  const unread = task.isExplained === true ? 'explained' : 'to_explain';
  return moveTo(task, 'wait', { reason: 'plan_approval', questionId, since, until, back: task, proposal: null, unread });
}

/** Somebody said what should be different: nothing is waited for until that is weighed. */
export function reconsidered(task: TaskIn<'wait'>): Task {
  const back = withCommonOf(task, task.back);
  if (back.phase !== 'approve' || isHeardOut(back)) return task;
  return { ...back, questionId: task.questionId, ...(task.unread === 'explained' ? { isExplained: true } : {}) };
}

/** What is said with the approval is weighed first thing in the work. */
export function agreed(task: TaskIn<'approve'>): Task {
  const { snapshot, plan, begun } = task;
  return moveTo(task, 'prepare', { snapshot, plan, ...NOTHING_PREPARED, earlierWork: begun });
}
