/** What happened to the base branch since the work began, and the result of merging it (GH-7). */

export interface BaseWish {
  readonly baseBranch: string;
  /** A commit that contains everything known of the base. */
  readonly since: string;
  readonly token: string;
}

export type BaseLook =
  /** The work contains all of it. */
  | { readonly kind: 'current' }
  | {
      readonly kind: 'moved';
      readonly sha: string;
      /** Number of commits, counted up to 1,000. */
      readonly commits: number;
      /** It was merged already, but that was not recorded: the sandbox has nothing newer. */
      readonly isTaken: boolean;
    };

export interface MergeWish {
  readonly sha: string;
  /** Also merges with conflicts, which are resolved afterwards. */
  readonly takesConflicts: boolean;
  /** From here on the sandbox may save nothing. */
  readonly beforeTaking: () => Promise<void>;
}

export type BaseMerge =
  /** There is no work to merge it into. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'merged' }
  /** Empty if git could not merge at all. If the merge was made, these files contain marks of both sides. */
  | { readonly kind: 'conflicts'; readonly files: readonly string[]; readonly isTaken: boolean };

/** A line that git left in a file where both sides changed the same place. */
export interface MarkPlace {
  readonly path: string;
  readonly line: number;
}
