/**
 * JSON objects in what a model wrote (MODEL-4): found by counting braces, strings and escapes respected, so that
 * prose, code fences of any kind and braces inside of strings do not matter. Bounded also for prose full of open
 * braces.
 */
import { parse } from 'yaml';

const MAX_DEPTH = 100;
/** Each place where an object may begin costs at most one walk to the end: in all, so many times the text. */
const MAX_WALKS = 8;
/** A library reads what is nearly JSON a thousand times more slowly than JSON: so many characters in all. */
const MAX_REPAIRED = 5_000;
/** An error costs far more than what it is about; no answer has as many objects that are none. */
const MAX_BROKEN = 1_000;
/** Code in braces is none. */
const LIKE_JSON = /^\{\s{0,100}["'}]/;
const LIKE_JSON_CHARACTERS = 102;

export interface FoundObject {
  readonly value: unknown;
  /** It was nearly JSON, and a library made it so. */
  readonly isRepaired: boolean;
  /** It stands inside of another one, or of one that is cut off. */
  readonly isInside: boolean;
}

/** Every object, in order, the outer one before those inside of it. */
export function* objectsIn(text: string): Generator {
  for (const { value } of foundIn(text)) yield value;
}

export function* foundIn(text: string): Generator<FoundObject> {
  let start = text.indexOf('{');
  let walked = 0;
  let repaired = 0;
  let broken = 0;
  let outerEnd = 0;
  while (start >= 0 && walked < MAX_WALKS * text.length && broken < MAX_BROKEN) {
    const end = endOf(text, start);
    walked += (end ?? text.length) - start;
    const json = end === null ? '' : text.slice(start, end);
    const isLike = LIKE_JSON.test(text.slice(start, start + LIKE_JSON_CHARACTERS));
    const value = isLike ? parsed(json) : undefined;
    const isInside = start < outerEnd;
    if (end !== null) outerEnd = Math.max(outerEnd, end);
    else if (isLike) outerEnd = Number.POSITIVE_INFINITY;
    if (value !== undefined) yield { value, isRepaired: false, isInside };
    else if (isLike) broken += 1;
    if (value === undefined && isLike && json !== '' && repaired + json.length <= MAX_REPAIRED) {
      repaired += json.length;
      const mended = mend(json);
      if (mended !== undefined) yield { value: mended, isRepaired: true, isInside };
    }
    start = text.indexOf('{', start + 1);
  }
}

/** One past its last brace; null for one that is cut off, or nested too deep for what walks it later. */
function endOf(text: string, start: number): number | null {
  let depth = 0;
  let isString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (isString) {
      if (character === '\\') index += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > MAX_DEPTH) return null;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return null;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * What is nearly JSON (a comma too many, a comment, `True`) as YAML, which has all of JSON in it. Aliases, which
 * multiply, are refused.
 */
function mend(json: string): unknown {
  try {
    return parse(json, { maxAliasCount: 0, logLevel: 'silent', uniqueKeys: false });
  } catch {
    return undefined;
  }
}
