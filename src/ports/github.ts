/**
 * What Planwright does on GitHub. Every method may throw `RetryLater` (outage, limit, time-out) or a `Fault`
 * (refused, gone). Creating methods look for what they would create before they create it and after an unclear
 * failure, so that calling one twice leaves one object.
 */
import type { CheckedCommit, CheckReport, ChecksOfCommit, FailedCheck, PullRequestHead } from './commit-checks.ts';
import type { AppIdentity } from './github-app.ts';

/** What git may do with contents; workflow files are pushed only with a permission of their own, which few Apps have. */
export type GitAccess = 'read' | 'write' | 'write_workflows';

/** An issue that has to be closed before another can be worked on. */
export interface Blocker {
  /** GitHub's number of it over all repositories. */
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

/** GitHub's stand-in for deleted accounts; nobody can sign in as it. */
export const DELETED_ACCOUNT: Person = { id: 10_137, login: 'ghost' };

export type Permission = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';

export type ReactionTarget =
  | { readonly kind: 'issue'; readonly issue: number }
  | { readonly kind: 'issue_comment'; readonly commentId: number }
  | { readonly kind: 'review_comment'; readonly commentId: number };

export interface RepositoryFacts {
  readonly defaultBranch: string;
  readonly archived: boolean;
  /** Where GitHub does not say so, it is. */
  readonly isPrivate: boolean;
}

export interface IssueFacts {
  readonly state: 'open' | 'closed';
  readonly labels: readonly string[];
}

/** As a repository has it; at most 100 characters of description. */
export interface RepositoryLabel {
  readonly name: string;
  readonly color: string;
  readonly description: string;
}

export interface IssueText {
  readonly title: string;
  readonly body: string;
  /** The ghost where the account is gone. */
  readonly author: Person;
  readonly labels: readonly string[];
}

export interface PullRequestFacts {
  readonly state: 'open' | 'closed';
  /** Opened by this App. */
  readonly isOurs: boolean;
  readonly head: string;
  /** Null when the repository of its branch is gone. */
  readonly headRepositoryId: number | null;
}

/** One of our own. */
export interface OpenPullRequest {
  readonly number: number;
  readonly title: string;
  readonly draft: boolean;
  /** That its branch is for. */
  readonly issue: number;
  /** Of many, the first. */
  readonly files: readonly string[];
}

export interface LineComment {
  readonly id: number;
  /** Null where the account is gone. */
  readonly author: Person | null;
  readonly path: string;
  /** Null where GitHub does not say. */
  readonly line: number | null;
  /** The change down to the line that is meant. */
  readonly hunk: string;
  readonly body: string;
}

export interface ReviewFacts {
  /** As GitHub says it, in lower case: `changes_requested`, `commented`, `approved`, `dismissed`. */
  readonly state: string;
  readonly author: Person | null;
  readonly body: string;
  /** In the order in which they were made; of very many, the first hundreds. */
  readonly comments: readonly LineComment[];
  readonly hasMore: boolean;
}

export interface IssueComment {
  readonly id: number;
  /** The ghost where the account is gone. */
  readonly author: Person;
  readonly isBot: boolean;
  /** Written by this App. */
  readonly isOurs: boolean;
  readonly body: string;
  /** As GitHub says it; the same until somebody edits it. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface PullRequestPlace {
  readonly head: string;
  readonly base: string;
  /** One that somebody closed after this time is an answer: no other is opened in its place. */
  readonly since?: number;
}

export interface PullRequestDraft extends PullRequestPlace {
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
}

export interface PullRequestRef {
  readonly number: number;
  readonly url: string;
}

export interface FoundPullRequest extends PullRequestRef {
  readonly title: string;
  readonly draft: boolean;
}

export interface LateEdit {
  readonly rank: 'progress' | 'place';
  /** Where it would have to wait it is not sent. */
  readonly isNowOrNever?: boolean;
  /** False ends the wait. */
  isWanted(): boolean;
  /** Asked when its turn has come; null: there is nothing to show any more. */
  newest(): Promise<string | null>;
}

/** A file as it stood on the default branch. */
export interface FoundFile {
  /** `owner/name` of the repository that it was found in. */
  readonly repository: string;
  /** Not everybody who reads a public issue may read what is in it. */
  readonly isPrivate: boolean;
  readonly commit: string;
  /** A folder, a link or another repository is no file. */
  readonly isFile: boolean;
  /** Null where it is no UTF-8 text, or too large for GitHub to hand it out. */
  readonly text: string | null;
  readonly bytes: number;
}

export interface GitHub {
  identity(): Promise<AppIdentity>;
  /** Asked of GitHub by login, answered only if the id still is this person's; `none` for a stranger or a ghost. */
  permission(repo: RepositoryRef, person: Person): Promise<Permission>;
  repository(repo: RepositoryRef): Promise<RepositoryFacts>;
  /**
   * A file of the default branch, never of another one; null where there is none. `owner`: of the repository `.github` of
   * the same owner, where the App is installed on that.
   */
  defaultFile(repo: RepositoryRef, path: string, of: 'repository' | 'owner'): Promise<FoundFile | null>;
  issue(repo: RepositoryRef, issue: number): Promise<IssueFacts>;
  /** As it stands now. A pull request is none: a `Fault`. */
  issueText(repo: RepositoryRef, issue: number): Promise<IssueText>;
  pullRequest(repo: RepositoryRef, number: number): Promise<PullRequestFacts>;
  /** Our own that are open, the newest first; there may be more of them. */
  openPullRequests(
    repo: RepositoryRef,
  ): Promise<{ readonly pulls: readonly OpenPullRequest[]; readonly hasMore: boolean }>;
  /** The open pull request of this App from a branch of this repository; null when there is none. */
  openPullRequestFrom(repo: RepositoryRef, branch: string): Promise<PullRequestHead | null>;
  checksOf(repo: RepositoryRef, commit: CheckedCommit): Promise<ChecksOfCommit>;
  checkReport(repo: RepositoryRef, check: FailedCheck): Promise<CheckReport>;
  /** One review with its line comments. */
  review(repo: RepositoryRef, pullRequest: number, review: number): Promise<ReviewFacts>;
  hasBranch(repo: RepositoryRef, branch: string): Promise<boolean>;
  /** Whether a comment on an issue is still there. */
  hasComment(repo: RepositoryRef, commentId: number): Promise<boolean>;
  /**
   * Comments on an issue, oldest first: the newest hundred made until then, where there are as many, and those
   * made since; `older` were not looked at.
   */
  commentsUntil(
    repo: RepositoryRef,
    issue: number,
    untilMs: number,
  ): Promise<{ readonly comments: readonly IssueComment[]; readonly older: number }>;
  /**
   * Puts the label on the issue and then takes these others off it; the label is made where the repository has none
   * of that name. Harmless twice.
   */
  showLabel(repo: RepositoryRef, issue: number, label: RepositoryLabel, others: readonly string[]): Promise<void>;
  react(repo: RepositoryRef, target: ReactionTarget, content: 'eyes' | '+1' | 'confused'): Promise<void>;
  /** Our own comment that carries `marker`, created from `body` (which contains it) when there is none. */
  ensureComment(
    repo: RepositoryRef,
    issue: number,
    marker: string,
    body: string,
  ): Promise<{ readonly id: number; readonly url: string }>;
  editComment(repo: RepositoryRef, commentId: number, body: string): Promise<'edited' | 'gone'>;
  /** After all that people wait for more (GH-10): this can be merged with what comes after it. */
  editLater(repo: RepositoryRef, commentId: number, edit: LateEdit): Promise<'edited' | 'gone' | 'not sent'>;
  /**
   * The open pull request from `head` (a `Fault` when it was closed meanwhile, see `since`), created when there is
   * none; title, body and draft state are brought up to date.
   */
  ensurePullRequest(repo: RepositoryRef, draft: PullRequestDraft): Promise<PullRequestRef>;
  /** That pull request as it is, never made; null when there is none. */
  findPullRequest(repo: RepositoryRef, place: PullRequestPlace): Promise<FoundPullRequest | null>;
  /**
   * Asks for a review, a user or, as `team:slug`, a team; harmless twice. A `Fault` where GitHub asks nobody of that name,
   * such as no collaborator.
   */
  requestReview(repo: RepositoryRef, pullRequest: number, reviewer: string): Promise<void>;
  /** Whether the branch had a pull request and has none that is open: it was merged or closed. */
  isBranchFinished(repo: RepositoryRef, branch: string): Promise<boolean>;
  /** The issues, of any repository, that GitHub shows as blocking this one and that are open; none where it knows no such thing. */
  openBlockers(repo: RepositoryRef, issue: number): Promise<readonly Blocker[]>;
  /** The number of this App's own account, which is not that of the App: GitHub shows commits under it as ours. */
  botUserId(repo: RepositoryRef): Promise<number>;
  /** A fresh token for this one repository, for one git command. Never stored. A `Fault` where the App may not do that. */
  gitToken(repo: RepositoryRef, access: GitAccess): Promise<string>;
}
