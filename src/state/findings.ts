/**
 * What was found on the way: each point that a finished action, a reflection, a judgement or a review reported, and
 * what settled it. A point stays open until a fact settles it; no words are read for that.
 *
 * - What was reported of a subtask whose action ended badly, or is to be done again: settled when a later action of it
 *   succeeds and none of its actions stands as failed.
 * - What was reported of a subtask at all: when the plan that is adopted has no such subtask, or has what was done of
 *   it done anew.
 * - What a reflection or a judgement in execution reported before a re-plan was granted: also when the plan that came
 *   of it has been worked off and nothing of the subtask stands as failed.
 * - What a judgement in planning listed: when that step is judged again, or the result as a whole is.
 * - What the last judgement listed: when the next one takes its place.
 * - What was reported of work whose tests passed and of which nothing stands as failed, but for reviews: when the
 *   acceptance criteria are judged and it is not named as still open; whoever judges them is shown every open point.
 *   What that judgement named: when they are judged again.
 * - What earlier work left open that this one goes on with: as what such a judgement named.
 * - What a review asked for: when a later review of the same passes, or it is made again.
 */
import type { DecisionPoint } from './judgements.ts';
import type { Reviewed } from './model-facts.ts';

export interface Finding {
  readonly by: 'action' | 'reflection' | 'judgement' | 'assessment' | 'review';
  /** Of a judgement, where it was made; of a review, what was looked at; else null. */
  readonly about: DecisionPoint | Reviewed | null;
  /** The subtask in hand during execution, else null. */
  readonly subtask: string | null;
  readonly text: string;
  /** How an action went that ended badly, not a problem that it named. */
  readonly isEnd: boolean;
  /** More work is to follow that may settle it. */
  readonly isTakenUp: boolean;
  readonly settled: SettledBy | null;
}

export type SettledBy = 'done_again' | 'replaced' | 'replanned' | 'judged_again' | 'review_passed';

interface WithFindings {
  readonly findings: readonly Finding[];
}

export function openFindings({ findings }: WithFindings): readonly Finding[] {
  return findings.filter(({ settled }) => settled === null);
}

/** How the model names a point: by its place among all of them, which never changes. */
export function pointNumber(at: number): string {
  return `P${at + 1}`;
}

const NUMBERED = /^\W{0,3}P(\d{1,4})\b/;
/** Nothing but the number. */
const BARE_NUMBER = /^\W{0,3}P\d{1,4}\W{0,3}$/;

/**
 * The open points that these texts name, by number or in the same words, and the texts that name none; `told` is both in
 * their order, points in the words in which they were recorded: what comes first matters most to whoever wrote it.
 */
export function namedPoints(
  { findings }: WithFindings,
  texts: readonly string[],
): { readonly points: ReadonlySet<Finding>; readonly others: readonly string[]; readonly told: readonly string[] } {
  const open = openFindings({ findings });
  const points = new Set<Finding>();
  const others: string[] = [];
  const told = new Set<string>();
  for (const text of texts) {
    const number = NUMBERED.exec(text)?.[1];
    const numbered = number === undefined ? undefined : findings[Number(number) - 1];
    const point = open.find((one) => one === numbered) ?? open.find((one) => one.text.trim() === text.trim());
    if (point !== undefined) points.add(point);
    else if (!BARE_NUMBER.test(text) && text.trim() !== '') others.push(text);
    else continue;
    told.add(point?.text ?? text);
  }
  return { points, others, told: [...told] };
}

/** What was found again is open again. */
export function settledFindings({ findings }: WithFindings): readonly Finding[] {
  const open = new Set(openFindings({ findings }).map(({ text }) => text));
  return findings.filter(({ settled, text }) => settled !== null && !open.has(text));
}
