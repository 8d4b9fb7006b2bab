/** How many characters of a value choose it as a candidate. */
const START = 4;
const SLOTS = 1 << 16;

export interface ValueSearch {
  /** In UTF-16 units; 0 when there is nothing to look for. */
  readonly longest: number;
  /** Where any of the values begins in the text. */
  indexesIn(text: string): readonly number[];
}

/** Many values are looked for in one walk over the text, however many there are. None is shorter than four characters. */
export function createValueSearch(values: readonly string[]): ValueSearch {
  const byStart = new Map<string, string[]>();
  const isStart = new Uint8Array(SLOTS);
  for (const value of new Set(values)) {
    const start = value.slice(0, START);
    byStart.set(start, [...(byStart.get(start) ?? []), value]);
    isStart[slot(value, 0)] = 1;
  }
  return {
    longest: values.reduce((longest, value) => Math.max(longest, value.length), 0),
    indexesIn(text) {
      const found: number[] = [];
      if (byStart.size === 0) return found;
      for (let at = 0; at + START <= text.length; at += 1) {
        if (isStart[slot(text, at)] === 0) continue;
        const candidates = byStart.get(text.slice(at, at + START)) ?? [];
        if (candidates.some((value) => text.startsWith(value, at))) found.push(at);
      }
      return found;
    },
  };
}

function slot(text: string, at: number): number {
  const high = text.charCodeAt(at) * 31 + text.charCodeAt(at + 1);
  const low = text.charCodeAt(at + 2) * 31 + text.charCodeAt(at + 3);
  return (high * 961 + low) & (SLOTS - 1);
}
