/**
 * Findings: each point that a finished action, a reflection, a judgement or a review reported, and what settled it. A
 * point stays open until a fact settles it; wording is never interpreted.
 * - A point about a subtask whose action failed or is repeated: settled when a later action of the subtask succeeds and
 *   none of its actions counts as failed.
 * - Any point about a subtask: settled when a plan is adopted that has no such subtask, or does its finished work
 *   again.
 * - A point of a reflection or of a judgement in execution, reported before a re-plan was granted: also settled when
 *   the plan made by it is finished and nothing of the subtask counts as failed.
 * - A point of a judgement in planning: settled when that step, or the whole result, is judged again.
 * - A point of the last judgement: settled by the next one.
 * - A point about work whose tests passed and of which nothing but reviews failed: settled when the acceptance criteria
 *   are judged and it is not named as still open; that call is shown every open point. Points that it names are settled
 *   when the criteria are judged again.
 * - A point that earlier work left open and this task continues: like one that the judgement of the criteria named.
 * - What a review asked for: settled when a later review of the same kind passes or is made again.
 */
import type { DecisionPoint } from './judgements.ts';
import type { Reviewed } from './model-facts.ts';

export interface Finding {
  readonly by: 'action' | 'reflection' | 'judgement' | 'assessment' | 'review';
  /** For a judgement, its decision point; for a review, what was reviewed; else null. */
  readonly about: DecisionPoint | Reviewed | null;
  /** The subtask being worked on, else null. */
  readonly subtask: string | null;
  readonly text: string;
  /** True for the failure of an action itself, as opposed to a problem that it named. */
  readonly isEnd: boolean;
  /** More work follows that may settle it. */
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

/** The model names a point by its index among all points, which never changes. */
export function pointNumber(at: number): string {
  return `P${at + 1}`;
}

const NUMBERED = /^\W{0,3}P(\d{1,4})\b/;
/** Nothing but the number. */
const BARE_NUMBER = /^\W{0,3}P\d{1,4}\W{0,3}$/;

/**
 * Splits texts into those that name open points, by number or in the same words, and those that name none. `told`
 * contains both in the given order, since the model puts the important ones first; points appear in the words in which
 * they were recorded.
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

/** A point that is found again is open again. */
export function settledFindings({ findings }: WithFindings): readonly Finding[] {
  const open = new Set(openFindings({ findings }).map(({ text }) => text));
  return findings.filter(({ settled, text }) => settled !== null && !open.has(text));
}
