/**
 * Masks secrets in text: known values, however they were encoded or cut, and anything that looks like a credential.
 * Linear time; masking twice changes nothing more. Not caught, as documented in docs/operators.md: values that are
 * encrypted, compressed, spelled out, in rarer encodings, in other letters or letter case, nested in more than two
 * encodings, or interspersed with other characters (quotes, diff marks, control characters).
 */
import { createValueFinder } from './find-values.ts';
import { type Range, TOKEN_BEGINNING, TOKEN_FINDERS } from './find-tokens.ts';

const MASK = '[redacted]';
/** Texts that a log repeats (field names, messages) are read once. */
const KEPT_LENGTH = 64;
const MOST_KEPT = 1_000;
/** A point in time, as every log line has one; no secret looks like this. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export interface Redactor {
  text(text: string): string;
  /** Masks every string, including keys, in JSON data. */
  json(value: unknown): unknown;
  /** Values that become known at run time, such as installation tokens. Shorter than 8 characters: ignored. */
  add(secret: string): void;
}

export function createRedactor(secrets: readonly string[]): Redactor {
  const values = createValueFinder(secrets);
  const kept = new Map<string, string>();
  return { text, json, add };

  function add(secret: string): void {
    kept.clear();
    values.add(secret);
  }

  function text(input: string): string {
    if (input.length > KEPT_LENGTH) return masked(input);
    const known = kept.get(input);
    if (known !== undefined) return known;
    if (TIME.test(input)) return input;
    if (kept.size >= MOST_KEPT) kept.clear();
    const output = masked(input);
    kept.set(input, output);
    return output;
  }

  function masked(input: string): string {
    const output = withoutTokens(input, values.find(input));
    // Once more, since a mask can complete an address or header that contains a credential.
    return output === input ? input : withoutTokens(output, []);
  }

  function json(value: unknown): unknown {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), json(item)]));
  }
}

/** Overlapping and adjacent ranges share one mask. */
function withoutTokens(text: string, values: readonly Range[]): string {
  if (values.length === 0 && !TOKEN_BEGINNING.test(text)) return text;
  const isFound = new Uint8Array(text.length);
  for (const { start, end } of values) isFound.fill(1, start, end);
  for (const find of TOKEN_FINDERS) for (const { start, end } of find(text, isFound)) isFound.fill(1, start, end);
  let output = '';
  let done = 0;
  for (let start = isFound.indexOf(1); start !== -1; start = isFound.indexOf(1, done)) {
    const end = isFound.indexOf(0, start);
    output += text.slice(done, start) + MASK;
    done = end === -1 ? text.length : end;
  }
  return output + text.slice(done);
}
