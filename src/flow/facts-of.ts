/** Decided facts that many stories use. */
import type { Fact } from '../state/facts.ts';
import type { PlanStep } from '../state/outcome.ts';

/** What the model is told with its next planning question. */
export function noted(...notes: readonly string[]): readonly Fact[] {
  return notes.length === 0 ? [] : [{ type: 'phase', name: 'noted', notes }];
}

export function planning(
  step: PlanStep,
  how: { readonly standing: 'kept' | 'judged' | 'none'; readonly keepsDone?: boolean },
): Extract<Fact, { readonly name: 'planning' }> {
  const keeps = how.keepsDone === undefined ? {} : { keeps_done: how.keepsDone };
  return { type: 'phase', name: 'planning', step, standing: how.standing, ...keeps };
}
