/**
 * Finds many values in one pass: a rolling hash over windows of eight characters, one or two windows of every
 * variant known by their hash; a window found is grown in both directions as far as it agrees with the variant.
 */
import { squeeze, type Squeezed } from './squeeze.ts';
import { type Variant, variantsOf } from './variants.ts';

const { imul } = Math;
/** Values with fewer characters are not looked for. */
export const SHORTEST_VALUE = 8;
const WINDOW = SHORTEST_VALUE;
const FACTOR = 0x01000193;
const LEAVING = windowPower();
const FILTER_BITS = 0xffff;
const BASE64 = /[A-Za-z0-9+/_-]/;
const PADDING = 61;

export interface Range {
  readonly start: number;
  readonly end: number;
}

interface Anchor {
  readonly variant: Variant;
  readonly codes: Uint16Array;
  readonly at: number;
}

export interface ValueFinder {
  add(secret: string): void;
  isEmpty(): boolean;
  /** In order of their start; they may overlap. */
  find(text: Squeezed): readonly Range[];
}

export function createValueFinder(): ValueFinder {
  const known = new Set<string>();
  const anchors = new Map<number, Anchor[]>();
  const filter = new Uint8Array(FILTER_BITS + 1);
  return { add, isEmpty: () => anchors.size === 0, find };

  function add(secret: string): void {
    if (known.has(secret) || squeeze(secret).length < WINDOW) return;
    known.add(secret);
    for (const variant of variantsOf(secret)) addVariant(variant);
  }

  function addVariant(variant: Variant): void {
    const squeezed = squeeze(variant.text);
    const codes = squeezed.codes.slice(0, squeezed.length);
    if (codes.length < WINDOW) return;
    const cut = Math.min(variant.cut, codes.length - WINDOW);
    // When one window cannot survive both cuts, one is kept for each.
    for (const at of cut + WINDOW <= codes.length - cut ? [cut] : [cut, 0]) {
      const hash = hashOf(codes, at);
      const others = anchors.get(hash) ?? [];
      if (others.some((other) => other.at === at && sameCodes(other.codes, codes))) continue;
      anchors.set(hash, [...others, { variant, codes, at }]);
      filter[(hash ^ (hash >>> 16)) & FILTER_BITS] = 1;
    }
  }

  function find(text: Squeezed): readonly Range[] {
    const { codes, length } = text;
    const found: Range[] = [];
    if (length < WINDOW) return found;
    let hash = hashOf(codes, 0);
    let covered = 0;
    for (let start = 0; ; start += 1) {
      if (start >= covered - WINDOW && filter[(hash ^ (hash >>> 16)) & FILTER_BITS] === 1) {
        for (const anchor of anchors.get(hash) ?? []) {
          const range = grow(text, start, anchor);
          if (range === null) continue;
          found.push(range);
          covered = Math.max(covered, range.end);
        }
      }
      const end = start + WINDOW;
      if (end >= length) break;
      hash = (imul(hash - imul(codes[start] as number, LEAVING), FACTOR) + (codes[end] as number)) | 0;
    }
    return found.toSorted((one, other) => one.start - other.start);
  }
}

function grow(text: Squeezed, start: number, { variant, codes, at }: Anchor): Range | null {
  for (let index = 0; index < WINDOW; index += 1) {
    if (text.codes[start + index] !== codes[at + index]) return null;
  }
  let left = 0;
  while (left < at && left < start && text.codes[start - left - 1] === codes[at - left - 1]) left += 1;
  let right = WINDOW;
  while (at + right < codes.length && start + right < text.length && text.codes[start + right] === codes[at + right])
    right += 1;

  const isWhole = at - left <= variant.cut && codes.length - at - right <= variant.cut;
  if (!isWhole || left + right < Math.min(variant.least, codes.length)) return null;
  const range = { start: start - left, end: start + right };
  return variant.isBase64 ? withNeighbours(text, range) : range;
}

/** One character more on either side, and the padding, where they follow directly. */
function withNeighbours({ codes, positions, length }: Squeezed, { start, end }: Range): Range {
  const isBase64 = (index: number) => BASE64.test(String.fromCharCode(codes[index] as number));
  const touches = (index: number) =>
    index > 0 && index < length && positions[index] === (positions[index - 1] as number) + 1;
  const before = touches(start) && isBase64(start - 1) ? start - 1 : start;
  let after = touches(end) && isBase64(end) ? end + 1 : end;
  while (after < end + 3 && touches(after) && codes[after] === PADDING) after += 1;
  return { start: before, end: after };
}

function hashOf(codes: Uint16Array, start: number): number {
  let hash = 0;
  for (let index = start; index < start + WINDOW; index += 1)
    hash = (imul(hash, FACTOR) + (codes[index] as number)) | 0;
  return hash;
}

function windowPower(): number {
  let power = 1;
  for (let index = 1; index < WINDOW; index += 1) power = imul(power, FACTOR);
  return power;
}

function sameCodes(one: Uint16Array, other: Uint16Array): boolean {
  return one.length === other.length && one.every((code, index) => code === other[index]);
}
