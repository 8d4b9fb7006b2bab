/**
 * Finds many values in any disguise in one pass over a text: some windows of eight characters of every disguise are
 * indexed; a matching window is extended in both directions as far as it agrees with the disguise.
 */
import type { Range } from './find-tokens.ts';
import { disguisesOf, SHORTEST_VALUE, type Disguise } from './disguises.ts';
import type { Reading } from './encoded-text.ts';
import { readingsOf, squeeze } from './readings.ts';

const WINDOW = SHORTEST_VALUE;
/** The number of hash slots for windows. */
const SLOTS = 1 << 16;
const SHORTEST_SQUEEZED = 40;
const LINE_ESCAPE = /\\[nrt]/;
const BASE64 = /[A-Za-z0-9+/_-]/;

/** A window of a disguise. */
interface Anchor {
  readonly disguise: Disguise;
  /** The disguise as it occurs in the text, squeezed or not. */
  readonly form: string;
  readonly at: number;
}

export interface ValueFinder {
  /** Values of fewer than eight characters are ignored. */
  add(secret: string): void;
  /** The positions of known values in the text; they may overlap. */
  find(text: string): readonly Range[];
  /** The length of the longest line of a value, in UTF-16 units; 0 if there is nothing to search for. */
  longest(): number;
}

export function createValueFinder(secrets: readonly string[]): ValueFinder {
  const known = new Set<string>();
  const anchors = new Map<string, Anchor[]>();
  const isBeginning = new Uint8Array(SLOTS);
  let longest = 0;
  /** True if some value becomes very short when squeezed. */
  let hasSpacedValue = false;
  for (const secret of secrets) add(secret);
  return { add, find, longest: () => longest };

  function add(secret: string): void {
    if (known.has(secret) || secret.length < SHORTEST_VALUE) return;
    known.add(secret);
    longest = Math.max(longest, ...secret.split(/\r?\n|\\n/).map((line) => line.length));
    for (const disguise of disguisesOf(secret)) {
      const squeezed = squeeze(disguise.text).text;
      addAnchors(disguise, squeezed);
      if (squeezed.length === disguise.text.length) continue;
      addAnchors(disguise, disguise.text);
      hasSpacedValue ||= squeezed.length < SHORTEST_SQUEEZED;
    }
  }

  /** Chosen so that one window remains after any cut: the middle one, else one at each possible beginning. */
  function addAnchors(disguise: Disguise, form: string): void {
    if (form.length < WINDOW) return;
    const last = Math.min(disguise.cut, form.length - WINDOW);
    const first = last + WINDOW <= form.length - disguise.cut ? last : 0;
    for (let at = first; at <= last; at += 1) {
      const window = form.slice(at, at + WINDOW);
      anchors.set(window, [...(anchors.get(window) ?? []), { disguise, form, at }]);
      isBeginning[slotOf(form, at, at + 4)] = 1;
    }
  }

  function find(text: string): readonly Range[] {
    if (anchors.size === 0 || text.length < WINDOW) return [];
    return readingsOf(text, hasSpacedValue || LINE_ESCAPE.test(text)).flatMap(findIn);
  }

  function findIn(reading: Reading): readonly Range[] {
    const { text } = reading;
    const found: Range[] = [];
    /** A repetitive value is not extended again at each of its characters. */
    const covered = new Map<string, number>();
    let slot = slotOf(text, 0, 3);
    for (let start = 0; start + WINDOW <= text.length; start += 1) {
      slot = nextSlot(slot, text.charCodeAt(start + 3));
      if (isBeginning[slot] === 0) continue;
      for (const anchor of anchors.get(text.slice(start, start + WINDOW)) ?? []) {
        if (start < (covered.get(anchor.form) ?? 0) - WINDOW) continue;
        const range = grow(reading, start, anchor);
        if (range === null) continue;
        covered.set(anchor.form, range.end);
        found.push({ start: reading.place(range.start), end: reading.after(range.end - 1) });
      }
    }
    return found;
  }
}

function grow(reading: Reading, start: number, { disguise, form, at }: Anchor): Range | null {
  const { text } = reading;
  let left = 0;
  while (left < at && left < start && text[start - left - 1] === form[at - left - 1]) left += 1;
  let right = WINDOW;
  while (at + right < form.length && text[start + right] === form[at + right]) right += 1;

  const isWhole = at - left <= disguise.cut && form.length - at - right <= disguise.cut;
  if (!isWhole || left + right < Math.min(disguise.least, form.length)) return null;
  const range = { start: start - left, end: start + right };
  return disguise.isBase64 ? withNeighbours(reading, range) : range;
}

/** Includes one character on either side, and the padding, if adjacent. */
function withNeighbours(reading: Reading, { start, end }: Range): Range {
  const { text } = reading;
  const touches = (index: number) =>
    index > 0 && index < text.length && reading.place(index) <= reading.after(index - 1);
  const before = touches(start) && BASE64.test(text.charAt(start - 1)) ? start - 1 : start;
  let after = touches(end) && BASE64.test(text.charAt(end)) ? end + 1 : end;
  while (after < end + 3 && touches(after) && text[after] === '=') after += 1;
  return { start: before, end: after };
}

/** A rolling hash of four characters. */
function nextSlot(slot: number, code: number): number {
  return ((slot << 4) ^ code) & (SLOTS - 1);
}

function slotOf(text: string, start: number, end: number): number {
  let slot = 0;
  for (let at = start; at < end; at += 1) slot = nextSlot(slot, text.charCodeAt(at));
  return slot;
}
