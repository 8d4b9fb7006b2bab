/**
 * What Planwright does on GitHub. Every method may throw `RetryLater` (outage, limit, time-out) or a `Fault` (refused,
 * gone). Creating methods look for the object before creating it and after an unclear failure, so that calling one
 * twice leaves one object.
 */
import type { CheckedCommit, CheckReport, ChecksOfCommit, FailedCheck, PullRequestHead } from './commit-checks.ts';
import type { AppIdentity } from './github-app.ts';
import type { EnsuredPullRequest, FoundPullRequest, PullRequestDraft, PullRequestPlace } from './own-pull-request.ts';

/** What git may do with contents. Pushing workflow files requires a separate permission, which few Apps have. */
export type GitAccess = 'read' | 'write' | 'write_workflows';

/** An issue that has to be closed before another can be worked on. */
export interface Blocker {
  /** GitHub's id of the issue over all repositories. */
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly url: string;
}

export interface RepositoryRef {
  readonly installationId: number;
  readonly repositoryId: number;
  readonly owner: string;
  readonly name: string;
}

export interface Person {
  readonly id: number;
  readonly login: string;
}

/** GitHub's placeholder for deleted accounts; nobody can sign in as it. */
export const DELETED_ACCOUNT: Person = { id: 10_137, login: 'ghost' };

export type Permission = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';

export type ReactionTarget =
  | { readonly kind: 'issue'; readonly issue: number }
  | { readonly kind: 'issue_comment'; readonly commentId: number }
  | { readonly kind: 'review_comment'; readonly commentId: number };

export interface RepositoryFacts {
  readonly defaultBranch: string;
  readonly archived: boolean;
  /** True if GitHub does not say. */
  readonly isPrivate: boolean;
}

export interface IssueFacts {
  readonly state: 'open' | 'closed';
  readonly labels: readonly string[];
}

/** As repositories store it; at most 100 characters of description. */
export interface RepositoryLabel {
  readonly name: string;
  readonly color: string;
  readonly description: string;
}

export interface IssueText {
  readonly title: string;
  readonly body: string;
  /** The ghost account if the author was deleted. */
  readonly author: Person;
  readonly labels: readonly string[];
}

export interface PullRequestFacts {
  readonly state: 'open' | 'closed';
  /** Opened by this App. */
  readonly isOurs: boolean;
  readonly head: string;
  /** Null if the repository of its branch was deleted. */
  readonly headRepositoryId: number | null;
}

/** One of our own. */
export interface OpenPullRequest {
  readonly number: number;
  readonly title: string;
  readonly draft: boolean;
  /** The issue its branch is for. */
  readonly issue: number;
  /** The first of many. */
  readonly files: readonly string[];
}

export interface LineComment {
  readonly id: number;
  /** Null if the account was deleted. */
  readonly author: Person | null;
  readonly path: string;
  /** Null if GitHub does not say. */
  readonly line: number | null;
  /** The change down to the commented line. */
  readonly hunk: string;
  readonly body: string;
}

export interface ReviewFacts {
  /** GitHub's state in lower case: `changes_requested`, `commented`, `approved`, `dismissed`. */
  readonly state: string;
  readonly author: Person | null;
  readonly body: string;
  /** In the order of creation; the first hundreds of very many. */
  readonly comments: readonly LineComment[];
  readonly hasMore: boolean;
}

export interface IssueComment {
  readonly id: number;
  /** The ghost account if the author was deleted. */
  readonly author: Person;
  readonly isBot: boolean;
  /** Written by this App. */
  readonly isOurs: boolean;
  readonly body: string;
  /** GitHub's value, which stays the same until somebody edits it. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface LateEdit {
  readonly rank: 'progress' | 'place';
  /** Not sent if it would have to wait. */
  readonly isNowOrNever?: boolean;
  /** False ends the wait. */
  isWanted(): boolean;
  /** Called when its turn has come; null: there is nothing to show any more. */
  newest(): Promise<string | null>;
}

/** A file as it was on the default branch. */
export interface FoundFile {
  /** `owner/name` of the repository it was found in. */
  readonly repository: string;
  /** Not everybody who can read a public issue may read its content. */
  readonly isPrivate: boolean;
  readonly commit: string;
  /** False for a folder, link or submodule. */
  readonly isFile: boolean;
  /** Null if it is no UTF-8 text, or too large for GitHub's API. */
  readonly text: string | null;
  readonly bytes: number;
}

export interface GitHub {
  identity(): Promise<AppIdentity>;
  /** Asked by login, and valid only if the id is still this person's; `none` for a stranger or a ghost. */
  permission(repo: RepositoryRef, person: Person): Promise<Permission>;
  repository(repo: RepositoryRef): Promise<RepositoryFacts>;
  /**
   * A file of the default branch only; null if there is none. `owner`: of the same owner's `.github` repository, if the
   * App is installed there.
   */
  defaultFile(repo: RepositoryRef, path: string, of: 'repository' | 'owner'): Promise<FoundFile | null>;
  issue(repo: RepositoryRef, issue: number): Promise<IssueFacts>;
  /** As it is now. A pull request is a `Fault`. */
  issueText(repo: RepositoryRef, issue: number): Promise<IssueText>;
  pullRequest(repo: RepositoryRef, number: number): Promise<PullRequestFacts>;
  /** Our own open ones, newest first; there may be more. */
  openPullRequests(
    repo: RepositoryRef,
  ): Promise<{ readonly pulls: readonly OpenPullRequest[]; readonly hasMore: boolean }>;
  /** The open pull request of this App from a branch of this repository; null if there is none. */
  openPullRequestFrom(repo: RepositoryRef, branch: string): Promise<PullRequestHead | null>;
  checksOf(repo: RepositoryRef, commit: CheckedCommit): Promise<ChecksOfCommit>;
  checkReport(repo: RepositoryRef, check: FailedCheck): Promise<CheckReport>;
  /** One review with its line comments. */
  review(repo: RepositoryRef, pullRequest: number, review: number): Promise<ReviewFacts>;
  hasBranch(repo: RepositoryRef, branch: string): Promise<boolean>;
  /** Whether a comment on an issue still exists. */
  hasComment(repo: RepositoryRef, commentId: number): Promise<boolean>;
  /**
   * Comments on an issue, oldest first: up to a hundred of the newest until then, and those made since; `older` were
   * not read.
   */
  commentsUntil(
    repo: RepositoryRef,
    issue: number,
    untilMs: number,
  ): Promise<{ readonly comments: readonly IssueComment[]; readonly older: number }>;
  /**
   * Puts the label on the issue and then removes the others; creates the label if the repository has none of that name.
   * Repeatable.
   */
  showLabel(repo: RepositoryRef, issue: number, label: RepositoryLabel, others: readonly string[]): Promise<void>;
  react(repo: RepositoryRef, target: ReactionTarget, content: 'eyes' | '+1' | 'confused'): Promise<void>;
  /** Our own comment that contains `marker`, created from `body` (which contains it) if there is none. */
  ensureComment(
    repo: RepositoryRef,
    issue: number,
    marker: string,
    body: string,
  ): Promise<{ readonly id: number; readonly url: string }>;
  editComment(repo: RepositoryRef, commentId: number, body: string): Promise<'edited' | 'gone'>;
  /** With lower priority than what people wait for (GH-10); may be merged with later edits. */
  editLater(repo: RepositoryRef, commentId: number, edit: LateEdit): Promise<'edited' | 'gone' | 'not sent'>;
  /**
   * The open pull request from `head` (a `Fault` if it was closed meanwhile, see `since`), created if there is none;
   * title, body and draft state are updated, the latter if GitHub lets us.
   */
  ensurePullRequest(repo: RepositoryRef, draft: PullRequestDraft): Promise<EnsuredPullRequest>;
  /** That pull request as it is, never created; null if there is none. */
  findPullRequest(repo: RepositoryRef, place: PullRequestPlace): Promise<FoundPullRequest | null>;
  /**
   * Asks a user or, as `team:slug`, a team for a review. Repeatable. A `Fault` if GitHub cannot ask that name, such as
   * somebody who is no collaborator.
   */
  requestReview(repo: RepositoryRef, pullRequest: number, reviewer: string): Promise<void>;
  /** Whether the branch had a pull request that was merged or closed, and has no open one. */
  isBranchFinished(repo: RepositoryRef, branch: string): Promise<boolean>;
  /**
   * Open issues of any repository that GitHub shows as blocking this one; empty if the server does not support this.
   */
  openBlockers(repo: RepositoryRef, issue: number): Promise<readonly Blocker[]>;
  /** The id of this App's bot account, which differs from the App's id: GitHub attributes commits to it. */
  botUserId(repo: RepositoryRef): Promise<number>;
  /**
   * A fresh token for this one repository and one git command. Never stored. A `Fault` if the App lacks the permission.
   */
  gitToken(repo: RepositoryRef, access: GitAccess): Promise<string>;
}
