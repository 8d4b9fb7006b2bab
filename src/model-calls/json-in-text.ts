/**
 * Finds JSON objects in a model's text (MODEL-4) by counting braces, respecting strings and escapes, so that prose,
 * code fences and braces inside strings do not matter. Linear time and memory for any text: 10 MB take about as long as
 * `JSON.parse` of the same size (`npm run bench verdicts`).
 */
import { parse } from 'yaml';

const MAX_DEPTH = 100;
/**
 * Each place where a value may begin costs a walk to its end. In total the walks may cover this many times the text;
 * for texts longer than any model writes, a fixed number of characters, or twice the text.
 */
const MAX_WALKS = 8;
const MAX_WALKED = 2_000_000;
/** Parsing near-JSON by a library is a thousand times slower than JSON, so the total is limited. */
const MAX_REPAIRED = 5_000;
/** An error costs far more than the text it is about; no real answer has as many invalid objects. */
const MAX_BROKEN = 1_000;
/** No real answer has as many objects before the relevant one; those without the word cost less. */
const MAX_OBJECTS = 10_000;
const MAX_PASSED_OVER = 1_000_000;
/** No real answer has as many values in one object; parsing them all would take longer than reading the text. */
const MAX_INSIDE = 100_000;

export interface FoundObject {
  readonly value: object;
  /** It was nearly JSON and was repaired by a library. */
  readonly isRepaired: boolean;
  /** It is inside another value, or inside one that is cut off. */
  readonly isInside: boolean;
}

/** Every object in order, outer ones before those inside them. */
export function* objectsIn(text: string): Generator {
  for (const { value } of foundIn(text)) yield value;
}

/** Given a word, only values that contain it. */
export function* foundIn(text: string, word = ''): Generator<FoundObject> {
  const most = Math.max(Math.min(MAX_WALKS * text.length, MAX_WALKED), 2 * text.length);
  let walked = 0;
  let repaired = 0;
  let broken = 0;
  let objects = 0;
  let passedOver = 0;
  let outerEnd = 0;
  let next = 0;
  let wordAt = text.indexOf(word);
  if (wordAt < 0) return;
  for (let start = nextLikeJson(text, next); start >= 0; start = nextLikeJson(text, next)) {
    if (walked >= most || broken >= MAX_BROKEN) return;
    if (wordAt < start) wordAt = text.indexOf(word, start);
    if (wordAt < 0) return;
    next = start + 1;
    const end = endOf(text, start);
    walked += (end ?? text.length) - start;
    const isInside = start < outerEnd;
    outerEnd = Math.max(outerEnd, end ?? Number.POSITIVE_INFINITY);
    if (end === null) continue;
    if (wordAt + word.length > end) {
      next = end;
      passedOver += 1;
      if (passedOver >= MAX_PASSED_OVER) return;
      continue;
    }
    const json = text.slice(start, end);
    const value = parsed(json);
    if (value !== undefined) next = end;
    for (const found of objectsOf(value)) {
      yield { value: found, isRepaired: false, isInside: isInside || found !== value };
      objects += 1;
      if (objects >= MAX_OBJECTS) return;
    }
    if (value !== undefined) continue;
    broken += 1;
    if (!json.startsWith('{') || repaired + json.length > MAX_REPAIRED) continue;
    repaired += json.length;
    const mended = mend(json);
    if (isObject(mended)) yield { value: mended, isRepaired: true, isInside };
  }
}

/** Where a value may begin: excludes code in braces and remarks in brackets. */
const LIKE_JSON = /\{(?=\s{0,100}["'}])|\[(?=\s{0,100}[{["\-0-9])/g;

/** The next such place; -1 if there is none. */
function nextLikeJson(text: string, from: number): number {
  LIKE_JSON.lastIndex = from;
  return LIKE_JSON.test(text) ? LIKE_JSON.lastIndex - 1 : -1;
}

/** The value and the objects inside it; a list itself is no object. */
function* objectsOf(value: unknown): Generator<object> {
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (!isObject(one)) {
      if (Array.isArray(one)) pushAll(one, left);
      continue;
    }
    yield one;
    pushAll(Object.values(one), left);
  }
}

/** Reversed, so that the first is taken next. */
function pushAll(values: readonly unknown[], left: unknown[]): void {
  for (let at = values.length - 1; at >= 0; at -= 1) {
    const value = values[at];
    if (typeof value === 'object' && value !== null) left.push(value);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The index after its last brace; null if it is cut off, nested too deeply for later processing, or too large. */
function endOf(text: string, start: number): number | null {
  let depth = 0;
  let inside = 0;
  for (let index = start; index < text.length; index += 1) {
    switch (text.charCodeAt(index)) {
      case CODES.quote:
        index = endOfString(text, index);
        break;
      case CODES.brace:
      case CODES.bracket:
        depth += 1;
        inside += 1;
        if (depth > MAX_DEPTH || inside > MAX_INSIDE) return null;
        break;
      case CODES.closingBrace:
      case CODES.closingBracket:
        depth -= 1;
        if (depth === 0) return index + 1;
    }
  }
  return null;
}

/** The index of its closing quote, which an even number of backslashes precedes. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === CODES.backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return text.length;
}

const CODES = {
  quote: 0x22,
  bracket: 0x5b,
  backslash: 0x5c,
  closingBracket: 0x5d,
  brace: 0x7b,
  closingBrace: 0x7d,
} as const;

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * Parses near-JSON (an extra comma, a comment, `True`) as YAML, a superset of JSON. Aliases, which multiply content,
 * are refused.
 */
function mend(json: string): unknown {
  try {
    return parse(json, { maxAliasCount: 0, logLevel: 'silent', uniqueKeys: false });
  } catch {
    return undefined;
  }
}
