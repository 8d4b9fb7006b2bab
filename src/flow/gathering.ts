/**
 * Decides whether enough of the repository is known for planning, or the model is asked what else it needs to see
 * (PLAN-2).
 */
import type { Facts } from '../state/facts.ts';
import type { FirstLook, WhyGather } from '../state/gathered.ts';
import type { Task } from '../state/task.ts';

/** Model calls per task; repairs of unusable answers do not count. */
export const MOST_GATHERINGS = 3;

export function moreToGather({ gathering, stage }: Task): Facts {
  if (gathering === undefined || gathering.isEnough === true || stage.is !== 'plan') return [];
  const left = MOST_GATHERINGS - gathering.rounds.length;
  if (left <= 0) return [];
  const why = whyMore(gathering.first);
  return why.length === 0 ? [] : [{ type: 'phase', name: 'gather_more', why, calls_left: left }];
}

/** Nothing, if the whole repository is shown already. */
function whyMore({ isWhole, near, namesSomething, showsAllNamed }: FirstLook): readonly WhyGather[] {
  if (isWhole) return [];
  return [
    ...(near === undefined ? [] : (['paths'] as const)),
    ...(showsAllNamed ? [] : (['named'] as const)),
    ...(namesSomething ? [] : (['nothing_named'] as const)),
  ];
}
