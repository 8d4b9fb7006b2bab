/**
 * What is looked up in a repository before a plan is made (PLAN-2). What was found is named by place, never kept as
 * text: a commit says the same whenever it is read.
 */

/** By its path, what tests the rest. */
export const TEST_FILE = /(?:^|[/_.-])(?:tests?|specs?|__tests__)(?:[/_.-]|$)|(?:Tests?|Spec)\.[a-z]{1,5}$/;

/** By its path, what lists earlier changes. */
export const CHANGE_LOG = /(?:^|\/)(?:change-?log|changes|history|news|releases?)(?:\.\w+)?$/i;

/** What a text names. */
export interface Names {
  readonly files: readonly NamedFile[];
  readonly symbols: readonly NamedSymbol[];
  /** Paths with them are nearer than others. */
  readonly words: readonly string[];
}

/** As it was written: a whole path, its end, a file name, or where a program runs. */
export interface NamedFile {
  readonly path: string;
  readonly line: number | null;
}

export interface NamedSymbol {
  readonly text: string;
  /** Somebody put it in quotes; else it only looks like a name in code. */
  readonly isQuoted: boolean;
}

/** What the model asks for (MODEL-2). */
export interface Wanted {
  readonly read: readonly {
    readonly path: string;
    readonly start_line?: number | undefined;
    readonly end_line?: number | undefined;
  }[];
  readonly search: readonly { readonly pattern: string; readonly glob?: string | undefined }[];
  readonly list: readonly { readonly path: string; readonly depth?: number | undefined }[];
}

export type Piece =
  /** `of`: how many lines the file has. */
  | { readonly is: 'lines'; readonly path: string; readonly from: number; readonly to: number; readonly of: number }
  | {
      readonly is: 'hits';
      readonly pattern: string;
      readonly glob?: string;
      readonly hits: readonly { readonly path: string; readonly lines: readonly number[] }[];
      /** There are more. */
      readonly isCut: boolean;
    }
  | { readonly is: 'list'; readonly path: string; readonly depth: number };

/** What was asked for, or named, and is not shown. */
export interface LeftOut {
  readonly what: string;
  readonly why: WhyLeftOut;
}

export type WhyLeftOut =
  | 'missing'
  | 'binary'
  | 'lfs'
  | 'link'
  | 'submodule'
  | 'folder'
  | 'large'
  | 'no_room'
  | 'no_match'
  | 'not_a_pattern'
  | 'too_slow';

export interface Found {
  readonly pieces: readonly Piece[];
  readonly leftOut: readonly LeftOut[];
}

/** Without a model: what the request names, and what else there is room for. */
export interface FirstLook extends Found {
  /** Every path can be listed; else `near` are those listed and `folders` sums up the rest. */
  readonly near?: readonly string[];
  readonly folders?: readonly { readonly path: string; readonly files: number }[];
  /** Something that the request names is there. */
  readonly namesSomething: boolean;
  /** All that it names and is there is shown. */
  readonly showsAllNamed: boolean;
  /** Every text of the repository is shown. */
  readonly isWhole: boolean;
  /** Beside what the request names: files that are shown only because there is little of it. */
  readonly rest?: readonly string[];
}
