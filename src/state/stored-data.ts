/**
 * How data that is stored is written down: once, as the schema that the door (stored.ts) checks it with; its type
 * follows from that. What is stored is read by later versions, so a schema here asks for what was written, never
 * for what would be better.
 */
import { z } from 'zod';

/** The type of what a schema describes; nobody changes it. */
export type Stored<Schema extends z.ZodType> = Unchangeable<z.infer<Schema>>;

type Unchangeable<T> = T extends readonly (infer Item)[]
  ? readonly Unchangeable<Item>[]
  : T extends object
    ? { readonly [Key in keyof T as Known<Key, T[Key]>]: Unchangeable<T[Key]> }
    : T;
/** An object without fields, to zod, has any field, which is never there. */
type Known<Key, Field> = [string, Field] extends [Key, never] ? never : Key;

export const string = z.string();
export const strings = z.array(string);
export const number = z.number();
export const boolean = z.boolean();
export const trueOrAbsent = z.literal(true).exactOptional();
export const nothing = z.object({});
