/**
 * Plan approval (GH-2): if the plan has to be shown first, people say whether it may be carried out. Changes they want
 * are handled like any comment (PLAN-9), and the changed plan is shown and asked about again.
 */
import { inOwnWords } from '../plan/own-words.ts';
import { approvalIn, blockingIn, changeToTell, areCommentsWeighed, questionOf } from '../state/select.ts';
import { askPeople } from './questions.ts';
import { dueTimes, waitingFor } from './waiting.ts';
import type { Fact, Facts } from '../state/facts.ts';
import type { Approval } from '../state/stage.ts';
import type { Task } from '../state/task.ts';

/** Once all comments on the plan are considered, asks about the plan; again if it changed or questions came up. */
export function approvalRule(task: Task): Facts {
  const approval = approvalIn(task);
  if (approval === null || task.paused !== null) return [];
  const blocking = blockingIn(task);
  if (changeToTell(task) !== null || !areCommentsWeighed(task))
    return blocking?.then.is === 'carry_out_plan'
      ? [{ type: 'question', name: 'postponed', question_id: blocking.questionId }]
      : [];
  return blocking === null ? proposed(task, approval) : [];
}

function proposed(task: Task, { isChanged, isAgreed, isExplained, open, questionId }: Approval): Facts {
  const isSame = !isChanged && open.length === 0;
  const over: Facts =
    questionId === null ? [] : [{ type: 'question', name: 'closed', question_id: questionId, because: 'replaced' }];
  if (isAgreed && isSame) return [...over, { type: 'phase', name: 'approved' }];
  if (questionId !== null && isSame) return [stillAsked(task, questionId, isExplained)];
  return [
    ...over,
    ...askPeople(task, {
      kind: 'approval',
      then: { is: 'carry_out_plan' },
      ...inOwnWords(task, ({ mayICarryOut, mayICarryOutChanged }) => ({
        texts: [isChanged ? mayICarryOutChanged : mayICarryOut],
        assumptions: [],
      })),
      context: open.join('\n'),
    }),
  ];
}

/** Tells the author once that a comment changed nothing. */
function stillAsked(task: Task, questionId: number, isExplained: boolean): Fact {
  const question = questionOf(task, questionId);
  const due = dueTimes(task, question);
  const waiting = waitingFor(question, question.commentId === null ? { ...due, overAt: null } : due);
  return { ...waiting, explain: !isExplained };
}
