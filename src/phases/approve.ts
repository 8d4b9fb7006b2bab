/** A plan that waits to be approved is being talked about: what people want changed is weighed before they are asked anew. */
import { beginWork } from '../plan/work.ts';
import { noted } from '../replan/state.ts';
import { changeToTell, withRefused, withTold } from '../task/refused-changes.ts';
import { proposed } from './between/about-plan.ts';
import { replaced } from './between/adopt-plan.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Task, TaskIn } from '../task/task.ts';

export const approve: Phase<'approve'> = { name: 'approve', next, settle };

function next(task: TaskIn<'approve'>): Effect {
  const refused = changeToTell(task);
  if (refused !== null) return { kind: 'tell_refused_change', comment: refused.comment };
  return { kind: 'ask_patch', comment: task.begun.commentsWeighed };
}

function settle(task: TaskIn<'approve'>, fact: Fact): Task {
  switch (fact.type) {
    case 'revision':
      return changed(task, fact);
    case 'control':
      return fact.name === 'comment_weighed' ? proposed(weighed(task, fact)) : task;
    case 'answer':
      return fact.question_id === task.questionId ? { ...task, isAgreed: fact.name !== 'assumed' && fact.verdict === 'yes' } : task;
    case 'effect':
      return fact.name === 'refused_change_told' ? proposed(withTold(task, fact.comment)) : task;
    default:
      return task;
  }
}

function changed(task: TaskIn<'approve'>, { updated_plan: plan, reason }: Extract<Fact, { readonly type: 'revision' }>): Task {
  const { begun } = task;
  const replanning = replaced(task.replanning, { plan: task.plan, work: begun }, { at: task.updatedAt, reason });
  const work = { ...beginWork(plan), commentsWeighed: begun.commentsWeighed };
  return { ...task, plan, begun: work, replanning, isChanged: true };
}

function weighed(task: TaskIn<'approve'>, fact: Extract<Fact, { readonly name: 'comment_weighed' }>): TaskIn<'approve'> {
  const { understanding, refused, questions } = fact;
  const { commentsWeighed: comment } = task.begun;
  const asked = questions.map(({ text }) => text);
  const notes = [
    ...(fact.potential_conflicts ?? []).map((text) => `The change that a comment asked for may collide: ${text}`),
    ...asked.map((text) => `Asked about a comment on the plan: ${text}`),
  ];
  const counted: TaskIn<'approve'> = {
    ...task,
    begun: { ...task.begun, commentsWeighed: comment + 1 },
    replanning: noted(task.replanning, ...notes),
    ...(asked.length === 0 ? {} : { open: [...(task.open ?? []), ...asked] }),
  };
  // Why it was refused explains more than that nothing changed.
  return refused === undefined ? counted : { ...withRefused(counted, { comment, understanding, refused }), isExplained: true };
}
