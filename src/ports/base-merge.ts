/** What became of the base branch since the work began, and of merging it (GH-7). */

export interface BaseWish {
  readonly baseBranch: string;
  /** A commit that has all that was known of the base. */
  readonly since: string;
  readonly token: string;
}

export type BaseLook =
  /** The work has all of it. */
  | { readonly kind: 'current' }
  | {
      readonly kind: 'moved';
      readonly sha: string;
      /** By how many commits, counted up to 1,000. */
      readonly commits: number;
      /** It was merged already, and nothing says so: the sandbox has nothing newer. */
      readonly isTaken: boolean;
    };

export interface MergeWish {
  readonly sha: string;
  /** Also with conflicts, which are to be resolved then. */
  readonly takesConflicts: boolean;
  /** From here on the sandbox may save nothing. */
  readonly beforeTaking: () => Promise<void>;
}

export type BaseMerge =
  /** No work that it could be merged into. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'merged' }
  /** No files where git could not merge at all; taken over, they hold the marks of both sides. */
  | { readonly kind: 'conflicts'; readonly files: readonly string[]; readonly isTaken: boolean };

/** A line that git left in a file where both sides changed the same place. */
export interface MarkPlace {
  readonly path: string;
  readonly line: number;
}
