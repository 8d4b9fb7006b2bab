/** The result of a check. */
import { Fault, messageOf, RetryLater } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';

export type Grade =
  | 'fine'
  /** It works, or could not be checked; worth knowing. */
  | 'note'
  /** Nothing, or not everything, works until somebody fixes it. */
  | 'mend';

export interface Finding {
  readonly part: string;
  readonly grade: Grade;
  readonly said: string;
  /** What to do, with the command if there is one. */
  readonly todo?: string;
  /** Nothing was done wrong: it is the next step of the set-up. */
  readonly isNext?: true;
}

export interface Check {
  readonly part: string;
  readonly look: () => Promise<readonly Finding[]>;
  /** The grade if nobody answers; others' services may be unavailable, ours may not. */
  readonly silence: 'note' | 'mend';
  /** What to do then. */
  readonly todo: string;
}

/** The findings of a check within its time; any error in it is a finding, too. */
export async function findingsOf(
  { part, look, silence, todo }: Check,
  limitMs: number,
  clock: Clock,
): Promise<readonly Finding[]> {
  const over = new AbortController();
  const late = clock.sleep(limitMs, over.signal).then(
    (): readonly Finding[] => [
      { part, grade: silence, said: `There was no answer within ${limitMs / 1_000} seconds.`, todo },
    ],
    () => [],
  );
  try {
    return await Promise.race([look(), late]);
  } catch (error) {
    if (error instanceof Fault) return [{ part, grade: 'mend', said: error.message, todo: error.advice }];
    if (error instanceof RetryLater) return [{ part, grade: silence, said: error.message, todo }];
    return [{ part, grade: silence, said: `It could not be looked at: ${messageOf(error)}.`, todo }];
  } finally {
    over.abort();
  }
}
