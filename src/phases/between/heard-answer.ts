/** What people said to the question that is waited for, or what is assumed in its place: where it leads. Pure. */
import { answerNotes, isComplete, questionOf, withAnswers, withQuestion } from '../../questions/ask.ts';
import { noted } from '../../replan/state.ts';
import { endWith } from '../../task/ending.ts';
import { agreed } from './about-plan.ts';
import { comeBack, decided, learnt, sheltered } from './after-wait.ts';
import { GO_ON_ASSUMING } from './replan-notes.ts';
import { extended, outOfBudget } from './wait-for-budget.ts';
import type { Said } from '../../questions/ask.ts';
import type { Task, TaskIn } from '../../task/task.ts';

export function answered(task: TaskIn<'wait'>, fact: Said): Task {
  const question = withAnswers(questionOf(task), fact);
  // Taken back: what else was answered stays, and the question stays open.
  if (fact.text === null) return withQuestion(task, question);
  switch (question.kind) {
    case 'clarification':
      if (!isComplete(question)) return withQuestion(task, question);
      return learnt(withQuestion(task, { ...question, state: 'answered' }), {
        by: fact.by,
        answer: fact.text,
        notes: answerNotes(question),
        onlyHow: task.onlyHow === true,
      });
    case 'confirmation':
      if (fact.verdict === 'unclear' || fact.verdict === null) return notUnderstood(task);
      return decided(withRemark(withQuestion(task, { ...question, state: 'answered' }), fact), fact.verdict);
    case 'intervention':
      if (task.onlyHow !== true && !isComplete(question)) return withQuestion(task, question);
      return learnt(withQuestion(task, { ...question, state: 'answered' }), {
        by: fact.by,
        answer: fact.text,
        notes:
          task.onlyHow !== true
            ? answerNotes(question)
            : [`A person (@${fact.by.login}) was asked how to go on and answered: ${fact.text}`],
        onlyHow: task.onlyHow === true,
      });
    case 'aside':
      return task;
    case 'approval': {
      if (fact.verdict !== 'yes') return notUnderstood(task);
      const { comments } = task;
      const told = fact.remark === undefined ? comments : [...comments, { by: fact.by, text: fact.remark }];
      const back = comeBack({ ...withQuestion(task, { ...question, state: 'answered' }), comments: told });
      return back.phase === 'approve' ? agreed(back) : back;
    }
    case 'budget': {
      const settled = withQuestion(task, { ...question, state: 'answered' });
      if (fact.verdict === 'no') return endWith(settled, outOfBudget(task.limit ?? 'tokens'));
      return fact.verdict === 'yes' ? sheltered(extended(comeBack(settled))) : task;
    }
  }
}

/** Once is enough: people may talk with each other while a question is open. */
function notUnderstood(task: TaskIn<'wait'>): Task {
  return task.unread === undefined ? { ...task, unread: 'to_explain' } : task;
}

/** What was said beside a yes or no is one more comment, weighed like any other; a re-plan that it confirms is made with it. */
function withRemark(task: TaskIn<'wait'>, { by, remark, verdict }: Said): TaskIn<'wait'> {
  if (remark === undefined) return task;
  const told = { ...task, comments: [...task.comments, { by, text: remark }] };
  return verdict === 'yes'
    ? { ...told, replanning: noted(task.replanning, `@${by.login} agreed to the re-plan and said: ${remark}`) }
    : told;
}

export function assumed(task: TaskIn<'wait'>): Task {
  const question = questionOf(task);
  const over = withQuestion(task, { ...question, state: 'assumed' });
  if (question.kind === 'confirmation') return decided(over, 'unanswered');
  const open = question.texts.filter((_, index) => !(index in question.answers));
  const notes = [
    ...answerNotes(question),
    `Nobody answered: ${open.join(' / ')}`,
    `${GO_ON_ASSUMING}: ${question.assumptions.join('; ') || 'the most sensible ones'}`,
  ];
  return learnt(over, { by: null, notes, again: task.again === true });
}
