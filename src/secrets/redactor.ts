/**
 * Masks secrets in text: the values we know, however they were encoded or cut, and whatever looks like a
 * credential. Takes time linear in the text; masking twice changes nothing more. Not caught: values encrypted,
 * spelled out, or with other characters (quotes, diff marks) put between theirs.
 */
import { squeeze } from './squeeze.ts';
import { createValueFinder, SHORTEST_VALUE } from './value-finder.ts';
import { maskPatterns } from './patterns.ts';
import { MASK } from './mask.ts';

export interface Redactor {
  text(text: string): string;
  /** Masks every string, keys too, in data that came from JSON. */
  json(value: unknown): unknown;
  /** Values that become known at run time, such as installation tokens. Shorter than 8 characters: ignored. */
  add(secret: string): void;
}

export function createRedactor(secrets: readonly string[]): Redactor {
  const finder = createValueFinder();
  for (const secret of secrets) finder.add(secret);
  return { text, json, add: finder.add };

  function text(input: string): string {
    return maskPatterns(maskValues(input));
  }

  function maskValues(input: string): string {
    if (finder.isEmpty() || input.length < SHORTEST_VALUE) return input;
    const squeezed = squeeze(input);
    let output = '';
    let done = 0;
    for (const { start, end } of finder.find(squeezed)) {
      const from = Math.max(done, squeezed.positions[start] ?? 0);
      const to = (squeezed.positions[end - 1] ?? 0) + 1;
      if (to <= done) continue;
      const goesOn = done > 0 && from === done;
      output += input.slice(done, from) + (goesOn ? '' : MASK);
      done = to;
    }
    return output + input.slice(done);
  }

  function json(value: unknown): unknown {
    if (typeof value === 'string') return text(value);
    if (Array.isArray(value)) return value.map(json);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), json(item)]));
  }
}
