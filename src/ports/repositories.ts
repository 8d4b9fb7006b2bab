/**
 * The per-task bare repository on the host ("quarantine"): filled from GitHub, cloned from and pushed to by the
 * sandbox, looked through, and pushed on to GitHub. Nothing the sandbox wrote is executed or checked out here.
 */
import type { RepositoryRef } from './github.ts';
import type { BaseLook, BaseMerge, BaseWish, MarkPlace, MergeWish } from './base-merge.ts';
import type { FirstLook, Found, Names, Piece, Wanted } from './repository-look.ts';

export interface Snapshot {
  readonly baseBranch: string;
  readonly baseSha: string;
  /** The task's branch on GitHub, when it exists already. */
  readonly branchSha: string | null;
  /** The commit that the work begins from: the task's branch where it holds more than the base, else the base. */
  readonly startSha: string;
  /** The address under which the task commits. */
  readonly authorEmail: string;
  /** The branch that the task works on. */
  readonly branch: string;
  /** Branches of the issue that are there, where the task's own is not: another name for it must not be theirs. */
  readonly taken?: readonly string[];
  /** Paths tracked at the commit that the work begins from, bounded; `fileCount` is the true number. */
  readonly files: readonly string[];
  readonly fileCount: number;
  /** Environment files (ENV-1) of that commit with their content, bounded. */
  readonly environmentFiles: Readonly<Record<string, string>>;
  /** The project's own rules (PLAN-2) at the base commit, which people accepted, by path, those of the root first; bounded. */
  readonly projectRules: Readonly<Record<string, string>>;
}

/** What is shown of a repository anyway. */
export type SeenFiles = Pick<Snapshot, 'startSha' | 'files' | 'fileCount' | 'environmentFiles' | 'projectRules'>;

/** What the sandbox saved, as read from git objects: trees only, never its history. */
export interface Change {
  /** The commit of the sandbox whose tree it is. */
  readonly savedSha: string;
  /** Against the base. */
  readonly files: readonly { readonly path: string; readonly oldPath: string | null; readonly status: string }[];
  readonly insertions: number;
  readonly deletions: number;
  /** Every path that differs from where the sandbox began; a rename is two of them. */
  readonly touched: readonly Touched[];
}

export interface Touched {
  readonly path: string;
  readonly isSubmodule: boolean;
  /** What it was and what it is: modes and ids of its contents. */
  readonly versions: string;
}

/** What people are to look at before it may leave this machine, from git objects. */
export type PathsShown =
  | {
      readonly kind: 'shown';
      readonly diff: string;
      /** The whole of it. */
      readonly isWhole: boolean;
      /** Nothing of it but text. */
      readonly isText: boolean;
    }
  | { readonly kind: 'secret'; readonly places: readonly string[] }
  | TooLarge;

/** Too much to be looked through; `places` names files where single ones are to blame. */
export interface TooLarge {
  readonly kind: 'too_large';
  readonly places: readonly string[];
}

export type ChangeReading =
  | { readonly kind: 'change'; readonly change: Change }
  /** What the sandbox says it saved did not arrive. */
  | { readonly kind: 'not_saved' }
  | TooLarge;

export interface CommitText {
  readonly author: { readonly name: string; readonly email: string };
  readonly message: string;
  /** Unix time in milliseconds. */
  readonly at: number;
}

export interface Publication {
  readonly branch: string;
  readonly savedSha: string;
  readonly commit: CommitText;
  readonly token: string;
}

export type FetchOutcome =
  | { readonly kind: 'snapshot'; readonly snapshot: Omit<Snapshot, 'authorEmail'> }
  | { readonly kind: 'empty' };

export type PushOutcome =
  | { readonly kind: 'pushed'; readonly sha: string }
  | { readonly kind: 'rejected'; readonly reason: string }
  /** `file:line (what it looks like)`, never the value. */
  | { readonly kind: 'secret'; readonly places: readonly string[] }
  /** Somebody deleted the branch that was there. */
  | { readonly kind: 'branch_gone' }
  | TooLarge;

export interface FetchWish {
  readonly baseBranch: string;
  /** The branch that would be used if there were none of ours for the issue. */
  readonly branch: string;
  /** By whom commits of ours are; the same with the number of the account before it is us, too. */
  readonly authorEmail: string;
  /**
   * Whether what a branch was for is over: its pull request was merged or closed. Asked about branches of ours
   * only.
   */
  readonly isFinished: (branch: string) => Promise<boolean>;
  readonly token: string;
}

/** What the history knows of a task whose repository is to be made again. */
export interface RestoreWish {
  readonly baseSha: string;
  readonly branch: string;
  /** The task merged this commit of the base itself. */
  readonly isBaseMerged: boolean;
  /** Where the branch stood when the task began. */
  readonly branchSha: string | null;
  /** What the task pushed last, as far as that was recorded. */
  readonly pushedSha: string | null;
  /** By whom the commits of the task are. */
  readonly authorEmail: string;
  /** Asked only when something is fetched. */
  readonly token: () => Promise<string>;
}

export interface Repositories {
  /** Fetches base branch and, when it is there, the branch. Repeatable. */
  fetch(taskId: string, repo: RepositoryRef, wish: FetchWish): Promise<FetchOutcome>;
  /**
   * Makes the repository again where this machine has none, as far as GitHub has what was in it. Repeatable:
   * `restored` for as long as nothing was saved into it since.
   */
  restore(taskId: string, repo: RepositoryRef, wish: RestoreWish): Promise<'there' | 'restored'>;
  /** Whether the base branch got something that the work does not have. Repeatable. */
  lookAtBase(taskId: string, repo: RepositoryRef, wish: BaseWish): Promise<BaseLook>;
  /** Merges that into what the sandbox saved last. Repeatable: always the same. */
  mergeBase(taskId: string, wish: MergeWish): Promise<BaseMerge>;
  /** The marks of a conflict that are left in `savedSha`, and that neither side had before the merge. */
  conflictMarks(taskId: string, savedSha: string): Promise<readonly MarkPlace[]>;
  /** What a text names in the files of a commit, and what else there is room for beside it. */
  lookFirst(taskId: string, snapshot: SeenFiles, names: Names): Promise<FirstLook>;
  /** What else is asked to be seen of them. */
  lookUp(taskId: string, sha: string, wanted: Wanted): Promise<Found>;
  /** The text of each piece: always the same. */
  showPieces(taskId: string, sha: string, pieces: readonly Piece[]): Promise<readonly string[]>;
  /** How many lines the file at each path has in any of these commits; null where nothing is there. */
  countLines(
    taskId: string,
    commits: readonly string[],
    paths: readonly string[],
  ): Promise<Readonly<Record<string, number | null>>>;
  /** The lines of these text files in what the sandbox saved last; null where there is no such file. */
  readAtEnd(taskId: string, paths: readonly string[]): Promise<Readonly<Record<string, readonly string[] | null>>>;
  /** What the sandbox saved, compared with `baseSha`; `savedSha` is what it says it saved, if it was asked. */
  change(taskId: string, baseSha: string, savedSha: string | null): Promise<ChangeReading>;
  /** The beginning of the same as text, for a model to read; '' where it cannot be had. */
  show(taskId: string, baseSha: string, maxBytes: number): Promise<string>;
  /**
   * What `savedSha` changes of these paths since the sandbox began, as text; a rename is one file gone and one added. Not
   * where there is a secret in the change.
   */
  showPaths(taskId: string, savedSha: string, paths: readonly string[], maxBytes: number): Promise<PathsShown>;
  /**
   * Pushes the tree of `savedSha` as one commit of our own on top of what the branch has, never over commits that
   * this task did not make. A tree that is there already is `pushed` without another commit.
   */
  push(taskId: string, repo: RepositoryRef, publication: Publication): Promise<PushOutcome>;
  /** Serves smart HTTP of this one repository to the task's sandbox, which may push `refs/heads/work` alone. */
  serve(
    taskId: string,
    request: import('node:http').IncomingMessage,
    response: import('node:http').ServerResponse,
  ): void;
  remove(taskId: string): Promise<void>;
  /** The tasks of which there is a repository on this machine. */
  kept(): Promise<readonly string[]>;
}
