/** What is wrong with a plan, as the model is told it: everything that can be found at once, in a stable order. */
import { cutText } from './reworded.ts';

/** Grouped by kind; each fault says what to do about it. */
export type Faults = readonly (readonly string[])[];

/** As many as can be fixed in one answer. */
export const MAX_FAULTS = 20;
const MAX_FAULT_CHARACTERS = 600;

/**
 * Kind by kind, each fault once. If there are too many, every kind gets a share, so that a hundred of one hide none of
 * another.
 */
export function toldFaults(faults: Faults): readonly string[] {
  const seen = new Set<string>();
  const kinds = faults.map((kind) => kind.filter((fault) => !seen.has(fault) && seen.add(fault)));
  const shares = sharesOf(kinds.map((kind) => kind.length));
  const told = kinds
    .flatMap((kind, index) => kind.slice(0, shares[index]))
    .map((fault) => cutText(fault, MAX_FAULT_CHARACTERS));
  const left = seen.size - told.length;
  return left === 0 ? told : [...told, `… and ${left} more like these; look for them too.`];
}

function sharesOf(counts: readonly number[]): readonly number[] {
  const shares = counts.map(() => 0);
  for (let left = MAX_FAULTS, given = -1; left > 0 && given !== 0; ) {
    given = 0;
    for (const [index, count] of counts.entries()) {
      const share = shares[index] ?? 0;
      if (left === 0 || share >= count) continue;
      shares[index] = share + 1;
      left -= 1;
      given += 1;
    }
  }
  return shares;
}

/** Groups entries by what they name, so that each cause is reported once. */
export function groupedBy<Entry>(
  entries: readonly Entry[],
  namesOf: (entry: Entry) => readonly string[],
): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Set<Entry>>();
  for (const entry of entries) {
    for (const name of namesOf(entry)) {
      const group = groups.get(name) ?? new Set();
      groups.set(name, group.add(entry));
    }
  }
  return new Map([...groups].map(([name, group]) => [name, [...group]]));
}

/** How many ids of the model a sentence of ours lists. */
const MAX_NAMES = 5;
const MAX_NAME_CHARACTERS = 80;

export function quoted(name: string): string {
  return `"${cutText(name, MAX_NAME_CHARACTERS)}"`;
}

/** `"a"`, `"a" and "b"`, `"a", "b", … and 7 more`. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(quoted);
  const more = names.length - shown.length;
  const last = more > 0 ? `${more} more` : shown.at(-1);
  const first = more > 0 ? shown : shown.slice(0, -1);
  return first.length === 0 ? (last ?? '') : `${first.join(', ')} and ${last}`;
}
