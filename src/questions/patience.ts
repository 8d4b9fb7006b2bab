/** How long a question waits (EXEC-1, REPLAN-5, 6). Pure. */
import type { Question } from './question.ts';

const DAY_MS = 24 * 3_600_000;
/** A question that only a person can settle is brought back to mind once … */
export const REMIND_AFTER_MS = 7 * DAY_MS;
/** … and ends the task when nobody does. */
export const GIVE_UP_AFTER_MS = 30 * DAY_MS;

/** Nothing is assumed in its place. */
export function needsPerson(
  { kind, neverAssumed }: Pick<Question, 'kind' | 'neverAssumed'>,
  { assumes }: { readonly assumes: boolean },
): boolean {
  return (
    kind === 'intervention' || kind === 'budget' || kind === 'approval' || (kind === 'clarification' && (!assumes || neverAssumed === true))
  );
}
