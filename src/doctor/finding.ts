/** What was looked at, and how it is. */
import { Fault, messageOf, RetryLater } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';

export type Grade =
  | 'fine'
  /** It works, or could not be looked at; whoever reads it may want to know. */
  | 'note'
  /** Nothing, or not everything, works until somebody puts it right. */
  | 'mend';

export interface Finding {
  readonly part: string;
  readonly grade: Grade;
  readonly said: string;
  /** What to do, with the command where there is one. */
  readonly todo?: string;
  /** Nothing was done wrong: it is the step of the set-up that comes next. */
  readonly isNext?: true;
}

export interface Check {
  readonly part: string;
  readonly look: () => Promise<readonly Finding[]>;
  /** What it means when nobody answers; others' services may be away, ours may not. */
  readonly silence: 'note' | 'mend';
  /** What to do then. */
  readonly todo: string;
}

/** What a check finds, within its time; whatever goes wrong in it is a finding, too. */
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
