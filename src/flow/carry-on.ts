/** The plan will do as it is: to the next step of planning, to the next action, to the end. */
import { draftIn } from '../state/select.ts';
import { adopt } from './adopt-plan.ts';
import { conclude } from './conclude.ts';
import { planning } from './facts-of.ts';
import type { Fact } from '../state/facts.ts';
import type { Task } from '../state/task.ts';

export function carryOn(task: Task): readonly Fact[] {
  const calm: readonly Fact[] = task.replanning.escalated ? [{ type: 'phase', name: 'escalation', to: 'nobody' }] : [];
  return [...calm, ...goneOn(task)];
}

function goneOn(task: Task): readonly Fact[] {
  switch (task.stage.is) {
    case 'plan': {
      const { draft } = task.stage;
      if (draft.found === null) return [];
      if (draft.step === 'goal') return [planning('division', { standing: 'kept' })];
      if (draft.step === 'division') return [planning('actions', { standing: 'kept' })];
      const isReviewed = task.settings.planning.review.plan && draftIn(task, 'actions')?.reviewing !== true;
      return isReviewed ? [{ type: 'phase', name: 'reviewing', of: 'plan' }] : adopt(task, {});
    }
    case 'work':
      // Cut back with a lost workspace, the action is in hand again: it goes on itself.
      return task.work === null || task.work.judging === null ? [] : [{ type: 'action', name: 'next' }];
    case 'verify':
      return conclude(task);
    default:
      return [];
  }
}
