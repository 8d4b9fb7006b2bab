/**
 * Lookups in a repository before a plan is made (PLAN-2). Results name places and contain no text, since a commit gives
 * the same content whenever it is read.
 */

/** Recognises test files by their path. */
export const TEST_FILE = /(?:^|[/_.-])(?:tests?|specs?|__tests__)(?:[/_.-]|$)|(?:Tests?|Spec)\.[a-z]{1,5}$/;

/** Recognises built files by their path. */
export const BUILT = /(?:^|\/)dist\/|\.(?:min|bundle)\.(?:[cm]?js|css)$/i;

/** Recognises changelogs by their path. */
export const CHANGE_LOG = /(?:^|\/)(?:change-?log|changes|history|news|releases?)(?:\.\w+)?$/i;

/** What a text names. */
export interface Names {
  readonly files: readonly NamedFile[];
  readonly symbols: readonly NamedSymbol[];
  /** Paths that contain them rank higher. */
  readonly words: readonly string[];
}

/** As it was written: a whole path, its end, a file name, or where a program runs. */
export interface NamedFile {
  readonly path: string;
  readonly line: number | null;
}

export interface NamedSymbol {
  readonly text: string;
  /** It was quoted; otherwise it only looks like a name in code. */
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
  /** `of`: the file's number of lines. */
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

/** What was asked for or named, and is not shown. */
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

/** Without a model: what the request names, and what else fits. */
export interface FirstLook extends Found {
  /** Absent if every path can be listed; otherwise `near` are the listed ones and `folders` sums up the rest. */
  readonly near?: readonly string[];
  readonly folders?: readonly { readonly path: string; readonly files: number }[];
  /** Something that the request names exists. */
  readonly namesSomething: boolean;
  /** Everything that it names and that exists is shown. */
  readonly showsAllNamed: boolean;
  /** Every text of the repository is shown. */
  readonly isWhole: boolean;
  /** Files beyond what the request names, shown only because the repository is small. */
  readonly rest?: readonly string[];
}
