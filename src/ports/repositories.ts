/**
 * The per-task bare repository on the host ("quarantine"): filled from GitHub, cloned from and pushed to by the
 * sandbox, looked through, and pushed on to GitHub. Nothing the sandbox wrote is executed or checked out here.
 */
import type { RepositoryRef } from './github.ts';

export interface Snapshot {
  readonly baseBranch: string;
  readonly baseSha: string;
  /** The task's branch on GitHub, when it exists already. */
  readonly branchSha: string | null;
  /** Paths tracked at the base commit, bounded; `fileCount` is the true number. */
  readonly files: readonly string[];
  readonly fileCount: number;
  /** Environment files (ENV-1) with their content, bounded. */
  readonly environmentFiles: Readonly<Record<string, string>>;
}

/** A change pushed by the sandbox, as read from git objects. */
export interface Change {
  readonly headSha: string;
  readonly isEmpty: boolean;
  readonly files: readonly { readonly path: string; readonly oldPath: string | null; readonly status: string }[];
  readonly addedLines: readonly { readonly path: string; readonly line: number; readonly text: string }[];
  /** Unified diff, bounded. */
  readonly diff: string;
  readonly insertions: number;
  readonly deletions: number;
}

export type FetchOutcome = { readonly kind: 'snapshot'; readonly snapshot: Snapshot } | { readonly kind: 'empty' };

export type PushOutcome = { readonly kind: 'pushed'; readonly sha: string } | { readonly kind: 'rejected'; readonly reason: string };

export interface Repositories {
  /** Fetches base branch and, when it is there, the task's branch. Repeatable. */
  fetch(taskId: string, repo: RepositoryRef, baseBranch: string, branch: string, token: string): Promise<FetchOutcome>;
  /** What the sandbox pushed to `refs/heads/work`, compared with `baseSha`; null when it pushed nothing. */
  change(taskId: string, baseSha: string): Promise<Change | null>;
  /** Pushes `sha` to `refs/heads/<branch>`, never over commits that this task did not make. Pushing what is there already is `pushed`. */
  push(taskId: string, repo: RepositoryRef, branch: string, sha: string, token: string): Promise<PushOutcome>;
  /** Serves smart HTTP of this one repository to the task's sandbox, which may push `refs/heads/work` alone. */
  serve(taskId: string, request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse): void;
  remove(taskId: string): Promise<void>;
}
