/** The work at the start of a plan, for tests of what follows. */
import { orderedPlaces } from '../../src/plan/action-order.ts';
import { layOut } from '../../src/state/lay-out.ts';
import { NOTHING_REPLANNED } from '../../src/state/replans.ts';
import type { Plan } from '../../src/state/plan.ts';
import type { Work } from '../../src/state/work.ts';

/** As long as people have said nothing. */
export const NOBODY = { said: [], comments: [], findings: [], decisions: [], replanning: NOTHING_REPLANNED } as const;

export function beginWork(plan: Plan): Work {
  return layOut(null, plan, { how: 'begin', reason: '', kept: [], ahead: orderedPlaces(plan), saved: 0 }, NOBODY);
}
