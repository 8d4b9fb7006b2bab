/** A changed plan for work in hand: by a reflection, a comment, or the review of the change. */
import { layoutOf } from './adopt-plan.ts';
import { orderedPlaces } from '../plan/order.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import type { Fact } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

type Revision = Extract<Fact, { readonly type: 'revision' }>;

export function afterRevision(task: Task, { updated_plan: plan, source, reason, again }: Revision): readonly Fact[] {
  const { stage, work } = task;
  if (work === null || (stage.is !== 'work' && stage.is !== 'verify')) return [];
  if (stage.is === 'work' && stage.approval !== null)
    return [
      { type: 'phase', name: 'plan_adopted', how: 'begin', reason, kept: [], ahead: orderedPlaces(plan), saved: 0 },
    ];
  // What a comment or a review does not touch stays as it ended; a reflection is about what did not go well.
  const keeping = source === 'comment' || source === 'review' ? { again: new Set(again) } : {};
  return [
    {
      type: 'phase',
      name: 'plan_adopted',
      how: 'go_on',
      reason,
      ...layoutOf(task, plan, { done: doneSubtasks(work), ...keeping }),
    },
    ...(source === 'reflection' ? [COUNTED] : []),
  ];
}

const COUNTED: Fact = {
  type: 'phase',
  name: 'replan_granted',
  replan_id: null,
  counts: [],
  retries: null,
  triggers: [],
  is_revision: true,
};
