/**
 * The per-task bare repository on the host ("quarantine"): filled from GitHub, cloned from and pushed to by the
 * sandbox, inspected, and pushed on to GitHub. Nothing the sandbox wrote is executed or checked out here.
 */
import type { RepositoryRef } from './github.ts';
import type { BaseLook, BaseMerge, BaseWish, MarkPlace, MergeWish } from './base-merge.ts';
import type { FirstLook, Found, Names, Piece, Wanted } from './repository-look.ts';

export interface Snapshot {
  readonly baseBranch: string;
  readonly baseSha: string;
  /** The task's branch on GitHub, if it exists already. */
  readonly branchSha: string | null;
  /** The commit that the work starts from: the task's branch if it contains more than the base, else the base. */
  readonly startSha: string;
  /** The address under which the task commits. */
  readonly authorEmail: string;
  /** The branch that the task works on. */
  readonly branch: string;
  /** Existing branches of the issue, if the task's own does not exist: a new name must not collide with them. */
  readonly taken?: readonly string[];
  /** Paths tracked at the starting commit, bounded; `fileCount` is the true number. */
  readonly files: readonly string[];
  readonly fileCount: number;
  /** Environment files (ENV-1) of that commit with their content, bounded. */
  readonly environmentFiles: Readonly<Record<string, string>>;
  /**
   * The project's own rules (PLAN-2) at the base commit, which people accepted, by path, those of the root first;
   * bounded.
   */
  readonly projectRules: Readonly<Record<string, string>>;
}

/** The parts of a repository that are shown anyway. */
export type SeenFiles = Pick<Snapshot, 'startSha' | 'files' | 'fileCount' | 'environmentFiles' | 'projectRules'>;

/** What the sandbox saved, read from git objects: trees only, never its history. */
export interface Change {
  /** The sandbox's commit with that tree. */
  readonly savedSha: string;
  /** Compared with the base. */
  readonly files: readonly { readonly path: string; readonly oldPath: string | null; readonly status: string }[];
  readonly insertions: number;
  readonly deletions: number;
  /** Every path that differs from the sandbox's starting point; a rename counts as two. */
  readonly touched: readonly Touched[];
}

export interface Touched {
  readonly path: string;
  readonly isSubmodule: boolean;
  /** Modes and object ids before and after. */
  readonly versions: string;
}

/** What people have to see before it may leave this machine, from git objects. */
export type PathsShown =
  | {
      readonly kind: 'shown';
      readonly diff: string;
      /** Nothing was cut. */
      readonly isWhole: boolean;
      /** It consists of text only. */
      readonly isText: boolean;
    }
  | { readonly kind: 'secret'; readonly places: readonly string[] }
  | TooLarge;

/** Too large to be inspected; `places` names files if single ones are to blame. */
export interface TooLarge {
  readonly kind: 'too_large';
  readonly places: readonly string[];
}

export type ChangeReading =
  | { readonly kind: 'change'; readonly change: Change }
  /** The commit that the sandbox claims to have saved did not arrive. */
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
  /** Somebody deleted the existing branch. */
  | { readonly kind: 'branch_gone' }
  | TooLarge;

export interface FetchWish {
  readonly baseBranch: string;
  /** The branch to use if there is none of ours for the issue. */
  readonly branch: string;
  /** The author of our commits; the same address with the account's number before it is also ours. */
  readonly authorEmail: string;
  /** Whether a branch's purpose is over: its pull request was merged or closed. Asked only about our branches. */
  readonly isFinished: (branch: string) => Promise<boolean>;
  readonly token: string;
}

/** What the history knows of a task whose repository has to be rebuilt. */
export interface RestoreWish {
  readonly baseSha: string;
  readonly branch: string;
  /** The task merged this commit of the base itself. */
  readonly isBaseMerged: boolean;
  /** The branch's commit when the task began. */
  readonly branchSha: string | null;
  /** The last recorded push of the task. */
  readonly pushedSha: string | null;
  /** The author of the task's commits. */
  readonly authorEmail: string;
  /** Called only if something is fetched. */
  readonly token: () => Promise<string>;
}

export interface Repositories {
  /** Fetches the base branch and, if it exists, the branch. Repeatable. */
  fetch(taskId: string, repo: RepositoryRef, wish: FetchWish): Promise<FetchOutcome>;
  /**
   * Rebuilds the repository where this machine has none, as far as GitHub has its content. Repeatable: `restored` until
   * something is saved into it.
   */
  restore(taskId: string, repo: RepositoryRef, wish: RestoreWish): Promise<'there' | 'restored'>;
  /** Whether the base branch has something that the work lacks. Repeatable. */
  lookAtBase(taskId: string, repo: RepositoryRef, wish: BaseWish): Promise<BaseLook>;
  /** Merges that into what the sandbox saved last. Repeatable with the same result. */
  mergeBase(taskId: string, wish: MergeWish): Promise<BaseMerge>;
  /** Conflict marks left in `savedSha` that neither side contained before the merge. */
  conflictMarks(taskId: string, savedSha: string): Promise<readonly MarkPlace[]>;
  /** What a text names in the files of a commit, and what else fits beside it. */
  lookFirst(taskId: string, snapshot: SeenFiles, names: Names): Promise<FirstLook>;
  /** Reads what else the model asked to see of them. */
  lookUp(taskId: string, sha: string, wanted: Wanted): Promise<Found>;
  /** The text of each piece; always the same. */
  showPieces(taskId: string, sha: string, pieces: readonly Piece[]): Promise<readonly string[]>;
  /** The number of lines of each path in any of these commits; null if there is no such file. */
  countLines(
    taskId: string,
    commits: readonly string[],
    paths: readonly string[],
  ): Promise<Readonly<Record<string, number | null>>>;
  /** The lines of these text files in what the sandbox saved last; null if there is no such file. */
  readAtEnd(taskId: string, paths: readonly string[]): Promise<Readonly<Record<string, readonly string[] | null>>>;
  /**
   * What the sandbox saved, compared with `baseSha`; `savedSha` is the commit that it claims to have saved, if it was
   * asked.
   */
  change(taskId: string, baseSha: string, savedSha: string | null): Promise<ChangeReading>;
  /** The beginning of the same as text, for a model; '' if it is unavailable. */
  show(taskId: string, baseSha: string, maxBytes: number): Promise<string>;
  /**
   * What `savedSha` changes in these paths since the sandbox began, as text; a rename is one file removed and one
   * added. Refused if the change contains a secret.
   */
  showPaths(taskId: string, savedSha: string, paths: readonly string[], maxBytes: number): Promise<PathsShown>;
  /**
   * Pushes the tree of `savedSha` as one commit of our own on top of the branch, never over commits that this task did
   * not make. A tree that is there already is `pushed` without another commit.
   */
  push(taskId: string, repo: RepositoryRef, publication: Publication): Promise<PushOutcome>;
  /** The commit that a clone has now; null before there is one. */
  workSha(taskId: string): Promise<string | null>;
  /** The ids of these files in a commit; null for what it does not have. */
  idsOf(taskId: string, sha: string, paths: readonly string[]): Promise<readonly (string | null)[]>;
  /** Serves smart HTTP for this one repository to the task's sandbox, which may push only `refs/heads/work`. */
  serve(
    taskId: string,
    request: import('node:http').IncomingMessage,
    response: import('node:http').ServerResponse,
  ): void;
  remove(taskId: string): Promise<void>;
  /** The tasks with a repository on this machine. */
  kept(): Promise<readonly string[]>;
}
