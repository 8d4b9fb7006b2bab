/** Finds the task named on the command line by its id or the beginning of it. */
import { Fault } from '../errors.ts';

const MOST_SHOWN = 5;

/** Null if there is none. */
export function meantTask(asked: string, ids: readonly string[]): string | null {
  if (ids.includes(asked)) return asked;
  const meant = asked === '' ? [] : ids.filter((id) => id.startsWith(asked));
  if (meant.length <= 1) return meant[0] ?? null;
  throw new Fault(
    'configuration',
    `More than one task begins with ${asked}.`,
    `Write more of it: ${meant.slice(0, MOST_SHOWN).join(', ')}`,
  );
}

export function noSuchTask(asked: string): Fault {
  return new Fault(
    'configuration',
    `There is no task ${asked} here.`,
    '"planwright tasks" lists those that there are; --repo names another repository.',
  );
}
