/** What GitHub shows of a commit's checks, and why one of them failed (GH-2). Errors as in github.ts. */
const FAILED: readonly string[] = ['failure', 'timed_out', 'action_required', 'startup_failure'];

/** Skipped, cancelled, neutral and stale checks have not failed. */
export function isFailed(conclusion: string | null | undefined): boolean {
  return FAILED.includes(conclusion ?? '');
}

export interface PullRequestHead {
  readonly number: number;
  readonly headSha: string;
  /** Of the branch it is to be merged into. */
  readonly baseSha: string;
  readonly baseBranch: string;
}

/**
 * A commit may be the newest of several branches, including one in a fork, which anybody can create; such checks say
 * nothing about ours. With `pull`, only the checks that GitHub attributes to that pull request count; without one,
 * those of the branch.
 */
export interface CheckedCommit {
  readonly sha: string;
  readonly branch: string;
  readonly pull: number | null;
}

export interface FailedCheck {
  /** Null if a suite could not even start. */
  readonly id: number | null;
  readonly name: string;
  /** The slug of the App that made the check. */
  readonly app: string;
  readonly conclusion: string;
  readonly url: string | null;
  /** Shortened if they are long; '' if there is none. */
  readonly output: { readonly title: string; readonly summary: string; readonly text: string };
}

export interface ChecksOfCommit {
  /** When the newest unfinished check started or changed last; null if all are over. */
  readonly runningSince: number | null;
  /** Without those of this App, each name once. */
  readonly failed: readonly FailedCheck[];
}

interface CheckAnnotation {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export interface CheckReport {
  /** The end of the log as received; null if there is none, or it is unavailable. */
  readonly log: string | null;
  /** Why a check's log is missing. */
  readonly withoutLog: 'not_permitted' | 'gone' | 'unreachable' | 'too_large' | null;
  /** Only if there is no log; the first of many. */
  readonly annotations: readonly CheckAnnotation[];
}
