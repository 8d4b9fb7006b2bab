/** Common kinds of settings, each with its default and its sentence in the reference. */
import { z } from 'zod';

/** Node's timers overflow above 2^31 ms and would fire at once; every duration stays below that. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
const MAX_SECONDS = Math.floor(LONGEST_TIMER_MS / 1000);
const MAX_MINUTES = Math.floor(LONGEST_TIMER_MS / 60_000);

/** Keys that all have a default. Strict: an unknown key is a mistake. */
export function section<Shape extends z.ZodRawShape>(description: string, shape: Shape) {
  return z
    .strictObject(shape)
    .prefault({} as z.input<z.ZodObject<Shape>>)
    .describe(description);
}

export const seconds = amount(z.number().positive().max(MAX_SECONDS));
export const secondsOrZero = amount(z.number().nonnegative().max(MAX_SECONDS));
export const minutes = amount(z.number().positive().max(MAX_MINUTES));
export const count = amount(z.int().min(1));
export const countOrZero = amount(z.int().min(0));
export const confidence = amount(z.number().min(0).max(1));

function amount(kind: z.ZodNumber) {
  return (usually: number, description: string) => kind.default(usually).describe(description);
}

export function flag(defaultFlag: boolean, description: string) {
  return z.boolean().default(defaultFlag).describe(description);
}

/**
 * `expects` describes the form in words; messages and the reference show it instead of the pattern. Also in Japanese,
 * for settings that repositories may set, whose mistakes people read on GitHub.
 */
export function text(pattern: RegExp, expects: string, expectsInJapanese?: string) {
  const words = { expects, ...(expectsInJapanese === undefined ? {} : { expects_ja: expectsInJapanese }) };
  return z.string().regex(pattern).meta(words);
}
