/** What the schemas of stored data share: that they agree with the hand-written types, and how a mistake is told. */
import type { z } from 'zod';

/**
 * Nothing where two types are the same but for `readonly` and for how they are put together, else `Name`.
 * A type is used to check another both ways; what is optional in only one of them counts as a difference.
 */
export type Differs<One, Other, Name> = [Plain<One>] extends [Plain<Other>]
  ? [Plain<Other>] extends [Plain<One>]
    ? never
    : Name
  : Name;

type Plain<T> = unknown extends T
  ? unknown
  : T extends readonly (infer Item)[]
    ? readonly Plain<Item>[]
    : T extends object
      ? Fields<T>
      : T;
type Fields<T extends object> = [keyof T] extends [never]
  ? 'no fields'
  : T extends Readonly<Record<string, never>>
    ? 'no fields'
    : {
        readonly [Key in keyof T]-?: Partial<Pick<T, Key>> extends Pick<T, Key>
          ? ['optional', Plain<T[Key]>]
          : Plain<T[Key]>;
      };

/**
 * Does not compile where there is a difference: a field, a word or a fact that was added to a type and forgotten in its schema, or the
 * other way round. The mistake names it.
 */
// oxlint-disable-next-line no-unnecessary-type-parameters -- what it may be is the check
export function agree<Difference extends never>(..._none: readonly Difference[]): void {}

/** The first mistake in plain words. Names the place, never the value. */
export function mistakeIn({ issues: [issue] }: z.ZodError, value: unknown): string {
  if (issue === undefined) return 'it does not fit';
  const place = issue.path.map(String).join('.').slice(0, LONGEST_PLACE);
  if (place === '') return `it is not what it should be (${issue.message})`;
  return isThere(issue.path, value)
    ? `"${place}" is not what it should be (${issue.message})`
    : `"${place}" is missing`;
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
