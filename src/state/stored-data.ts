/**
 * Stored data is defined once, as the schema that stored.ts checks it with; the type follows from that. Later versions
 * read what is stored, so a schema here requires what was written, not what would be better.
 */
import { z } from 'zod';

/** The readonly type of what a schema describes. */
export type Stored<Schema extends z.ZodType> = Unchangeable<z.infer<Schema>>;

type Unchangeable<T> = T extends readonly (infer Item)[]
  ? readonly Unchangeable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T as Known<Key, T[Key]>]: Unchangeable<T[Key]> }
    : T;
/** For zod, an object without fields has an index signature; no such field ever exists. */
type Known<Key, Field> = [string, Field] extends [Key, never] ? never : Key;

export const string = z.string();
export const strings = z.array(string);
export const number = z.number();
export const boolean = z.boolean();
export const trueOrAbsent = z.literal(true).exactOptional();
export const nothing = z.object({});
