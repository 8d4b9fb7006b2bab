/** What the schemas of stored data share: that they agree with the hand-written types, and how a mistake is told. */
import type { z } from 'zod';

/** Two types that differ in nothing but `readonly`, and in how they are put together, have the same plain type. */
export type Plain<T> = unknown extends T
  ? unknown
  : T extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : T extends object
      ? T extends Readonly<Record<string, never>>
        ? 'no fields'
        : { -readonly [Key in keyof T]: Plain<T[Key]> }
      : T;

export type Same<One, Other> = (<T>() => T extends Plain<One> ? 1 : 2) extends <T>() => T extends Plain<Other> ? 1 : 2 ? true : false;

/**
 * Does not compile where `Wrong` names anything: a field, word or fact that was added to a type and forgotten in its schema, or the other
 * way round.
 */
export function agree<Wrong extends never>(..._wrong: readonly Wrong[]): void {}

/** The first mistake in plain words. Names the place, never the value. */
export function mistakeIn({ issues: [issue] }: z.ZodError, value: unknown): string {
  if (issue === undefined) return 'it does not fit';
  const place = issue.path.map(String).join('.').slice(0, LONGEST_PLACE);
  if (place === '') return `it is not what it should be (${issue.message})`;
  return isThere(issue.path, value) ? `"${place}" is not what it should be (${issue.message})` : `"${place}" is missing`;
}

/** Keys may come from models. */
const LONGEST_PLACE = 200;

function isThere(path: readonly PropertyKey[], value: unknown): boolean {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return false;
    here = (here as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return true;
}
