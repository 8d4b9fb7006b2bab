/**
 * What was looked up in the repository for planning (PLAN-2), as places; a commit gives the same content whenever it is
 * read.
 */
import { z } from 'zod';
import { boolean, number, string, strings, type Stored } from './stored-data.ts';

/** As defined by the repositories port. */
const Piece = z.discriminatedUnion('is', [
  z.object({ is: z.literal('lines'), path: string, from: number, to: number, of: number }),
  z.object({
    is: z.literal('hits'),
    pattern: string,
    glob: string.exactOptional(),
    hits: z.array(z.object({ path: string, lines: z.array(number) })),
    isCut: boolean,
  }),
  z.object({ is: z.literal('list'), path: string, depth: number }),
]);
const WhyLeftOut = z.enum([
  'missing',
  'binary',
  'lfs',
  'link',
  'submodule',
  'folder',
  'large',
  'no_room',
  'no_match',
  'not_a_pattern',
  'too_slow',
]);

export interface Found extends Stored<typeof Found> {}
export const Found = z.object({
  pieces: z.array(Piece),
  leftOut: z.array(z.object({ what: string, why: WhyLeftOut })),
});

export interface FirstLook extends Stored<typeof FirstLook> {}
export const FirstLook = Found.extend({
  near: strings.exactOptional(),
  folders: z.array(z.object({ path: string, files: number })).exactOptional(),
  namesSomething: boolean,
  showsAllNamed: boolean,
  isWhole: boolean,
});

/** What else the model needs to see; empty: enough is known. */
export interface Wanted extends Stored<typeof Wanted> {}
export const Wanted = z.object({
  read: z.array(z.object({ path: string, start_line: number.exactOptional(), end_line: number.exactOptional() })),
  search: z.array(z.object({ pattern: string, glob: string.exactOptional() })),
  list: z.array(z.object({ path: string, depth: number.exactOptional() })),
});

/** Why the model is asked what else to look at. */
export type WhyGather = Stored<typeof WhyGather>;
export const WhyGather = z.enum(['paths', 'named', 'nothing_named']);

/** Kept for the whole task; a new plan is made from the same. */
export interface Gathering {
  readonly first: FirstLook;
  readonly rounds: readonly GatheringRound[];
  /** Set while the model is to say what else to look at: why, and how many calls are left. */
  readonly asking: { readonly why: readonly WhyGather[]; readonly callsLeft: number } | null;
  /** The model needs no more than it asked for. */
  readonly isEnough?: boolean;
}

export interface GatheringRound {
  readonly wanted: Wanted;
  /** Null until it was looked up. */
  readonly found: Found | null;
}

/** With thousands of paths only the array itself is checked. */
const manyTexts = z.custom<string[]>(Array.isArray, 'expected a list');

/** As defined by the repositories port. */
export const Snapshot = z.object({
  baseBranch: string,
  baseSha: string,
  branchSha: string.nullable(),
  startSha: string,
  authorEmail: string,
  branch: string,
  taken: strings.exactOptional(),
  files: manyTexts,
  fileCount: number,
  environmentFiles: z.record(string, string),
  projectRules: z.record(string, string),
});

/** In the order in which they were found. */
export function piecesOf(gathering: Gathering): readonly Found['pieces'][number][] {
  return looksOf(gathering).flatMap(({ pieces }) => pieces);
}

export function looksOf({ first, rounds }: Gathering): readonly Found[] {
  return [first, ...rounds.map(({ found }) => found)].filter((found) => found !== null);
}
