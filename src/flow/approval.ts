/**
 * Between the plan and the work (GH-2): where the plan was to be seen first, people say whether it may be carried out. What they want
 * changed is weighed like any comment (PLAN-9), and the changed plan is shown and asked about anew.
 */
import { ownQuestions } from '../plan/own-questions.ts';
import { blockingIn, changeToTell, isHeard, questionOf } from '../state/select.ts';
import { ask } from './questions.ts';
import { dueTimes } from './waiting.ts';
import type { Fact } from '../state/facts.ts';
import type { Approval, Task } from '../state/task.ts';

/** Once all that was said about it is weighed, the plan is asked about: anew where it is another, or where that raised questions. */
export function approvalRule(task: Task): readonly Fact[] {
  const approval = task.stage.is === 'work' ? task.stage.approval : null;
  if (approval === null || task.paused !== null) return [];
  const blocking = blockingIn(task);
  if (!isHeardOut(task))
    return blocking === null ? [] : setAside(blocking.then.is === 'carry_out_plan' ? blocking.questionId : null);
  return blocking === null ? proposed(task, approval) : [];
}

function isHeardOut(task: Task): boolean {
  return changeToTell(task) === null && isHeard(task);
}

function setAside(question_id: number | null): readonly Fact[] {
  return question_id === null ? [] : [{ type: 'question', name: 'set_aside', question_id }];
}

function proposed(task: Task, { isChanged, isAgreed, open, questionId }: Approval): readonly Fact[] {
  const isSame = !isChanged && open.length === 0;
  const over: readonly Fact[] =
    questionId === null ? [] : [{ type: 'question', name: 'closed', question_id: questionId, because: 'replaced' }];
  if (isAgreed && isSame) return [...over, { type: 'phase', name: 'approved' }];
  if (questionId !== null && isSame) return [stillAsked(task, questionId)];
  const words = ownQuestions(task.settings.language);
  return [
    ...over,
    ...ask(task, {
      kind: 'approval',
      then: { is: 'carry_out_plan' },
      texts: [isChanged ? words.mayICarryOutChanged : words.mayICarryOut],
      context: open.join('\n'),
      assumptions: [],
    }),
  ];
}

/** Who spoke and changed nothing is told so, once. */
function stillAsked(task: Task, questionId: number): Fact {
  const question = questionOf(task, questionId);
  const { overAt, remindAt, releaseAt } = dueTimes(task, question);
  const isExplained = task.stage.is === 'work' && task.stage.approval?.isExplained === true;
  return {
    type: 'question',
    name: 'waiting',
    question_id: questionId,
    explain: !isExplained,
    over_at: question.commentId === null ? null : overAt,
    remind_at: remindAt,
    release_at: releaseAt,
  };
}
