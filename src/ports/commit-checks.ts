/** What GitHub shows of the checks of a commit, and of why one of them failed (GH-2). As in github.ts. */
const FAILED: readonly string[] = ['failure', 'timed_out', 'action_required', 'startup_failure'];

/** What was skipped or cancelled, is neutral or was forgotten has not failed. */
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
 * A commit may be the newest of several branches, also of one in a fork, which anybody can make: its checks say nothing about
 * ours. With `pull`, those count that GitHub says belong to that pull request; without one, those of the branch.
 */
export interface CheckedCommit {
  readonly sha: string;
  readonly branch: string;
  readonly pull: number | null;
}

export interface FailedCheck {
  /** Null where a suite could not even begin. */
  readonly id: number | null;
  readonly name: string;
  /** The slug of the App whose check it is. */
  readonly app: string;
  readonly conclusion: string;
  readonly url: string | null;
  /** Beginnings, where they are long; '' where there is none. */
  readonly output: { readonly title: string; readonly summary: string; readonly text: string };
}

export interface ChecksOfCommit {
  /** When the newest of those that are not over began or changed last; null when all are over. */
  readonly runningSince: number | null;
  /** Those of this App left out, each name once. */
  readonly failed: readonly FailedCheck[];
}

interface CheckAnnotation {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export interface CheckReport {
  /** The end of it, in the characters in which it came; null where there is none, or it cannot be had. */
  readonly log: string | null;
  /** Why a check that has a log comes without it. */
  readonly withoutLog: 'not_permitted' | 'gone' | 'unreachable' | 'too_large' | null;
  /** Only where there is no log; of many the first. */
  readonly annotations: readonly CheckAnnotation[];
}
