import type { Comparison } from '../git/compare.ts';
import { type Issue, type Pull, type Repository, type Review, type ReviewComment, type World } from '../world.ts';
import { association, reactionCounts } from './issue.ts';
import { labelShape, repositoryApi, repositoryHtml, repositoryShape } from './repository.ts';
import { iso, isoOrNull, nodeId, simpleUser } from './user.ts';

export function pullSimple(world: World, repository: Repository, issue: Issue, pull: Pull) {
  const api = repositoryApi(world, repository);
  const url = `${api}/pulls/${issue.number}`;
  const issueUrl = `${api}/issues/${issue.number}`;
  const html = `${repositoryHtml(world, repository)}/pull/${issue.number}`;
  const statuses = `${api}/statuses/${pull.headSha}`;
  const assignees = issue.assignees.map((user) => simpleUser(world, user));
  return {
    url,
    id: pull.id,
    node_id: nodeId('PullRequest', pull.id),
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: issueUrl,
    number: issue.number,
    state: issue.state,
    locked: issue.locked,
    title: issue.title,
    user: simpleUser(world, issue.author),
    body: issue.body,
    created_at: iso(issue.createdAtMs),
    updated_at: iso(issue.updatedAtMs),
    closed_at: isoOrNull(issue.closedAtMs),
    merged_at: isoOrNull(pull.mergedAtMs),
    merge_commit_sha: pull.mergeCommitSha,
    assignee: assignees[0] ?? null,
    assignees,
    requested_reviewers: pull.requestedReviewers.map((user) => simpleUser(world, user)),
    requested_teams: pull.requestedTeams.map((slug) => teamShape(world, repository, slug)),
    labels: issue.labels.map((label) => ({
      ...labelShape(world, repository, label),
      description: label.description ?? '',
    })),
    milestone: null,
    draft: pull.draft,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${api}/pulls/comments{/number}`,
    comments_url: `${issueUrl}/comments`,
    statuses_url: statuses,
    head: side(world, repository, pull.headRef, pull.headSha),
    base: side(world, repository, pull.baseRef, pull.baseSha),
    _links: {
      self: { href: url },
      html: { href: html },
      issue: { href: issueUrl },
      comments: { href: `${issueUrl}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: `${api}/pulls/comments{/number}` },
      commits: { href: `${url}/commits` },
      statuses: { href: statuses },
    },
    author_association: association(repository, issue.author),
    auto_merge: null,
    active_lock_reason: null,
  };
}

export interface PullFacts {
  readonly comparison: Comparison;
  readonly mergeable: boolean | null;
}

export function pullFull(
  world: World,
  repository: Repository,
  issue: Issue,
  pull: Pull,
  { comparison, mergeable }: PullFacts,
) {
  return {
    ...pullSimple(world, repository, issue, pull),
    merged: pull.mergedAtMs !== null,
    mergeable,
    rebaseable: mergeable,
    mergeable_state: pull.draft ? 'draft' : mergeable === null ? 'unknown' : mergeable ? 'clean' : 'dirty',
    merged_by: pull.mergedBy === null ? null : simpleUser(world, pull.mergedBy),
    comments: repository.comments.filter((comment) => comment.issueNumber === issue.number).length,
    review_comments: repository.reviewComments.filter((comment) => comment.issueNumber === issue.number).length,
    maintainer_can_modify: false,
    commits: comparison.commits.length,
    additions: comparison.files.reduce((sum, file) => sum + file.additions, 0),
    deletions: comparison.files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: comparison.files.length,
  };
}

function side(world: World, repository: Repository, ref: string, sha: string) {
  return {
    label: `${repository.owner.login}:${ref}`,
    ref,
    sha,
    user: simpleUser(world, repository.owner),
    repo: repositoryShape(world, repository),
  };
}

export function reviewShape(world: World, repository: Repository, review: Review) {
  const html = `${repositoryHtml(world, repository)}/pull/${review.pullNumber}#pullrequestreview-${review.id}`;
  const pullUrl = `${repositoryApi(world, repository)}/pulls/${review.pullNumber}`;
  return {
    id: review.id,
    node_id: nodeId('PullRequestReview', review.id),
    user: simpleUser(world, review.author),
    body: review.body,
    state: review.state,
    html_url: html,
    pull_request_url: pullUrl,
    author_association: association(repository, review.author),
    _links: { html: { href: html }, pull_request: { href: pullUrl } },
    submitted_at: iso(review.submittedAtMs),
    commit_id: review.commitId,
  };
}

export function reviewCommentShape(world: World, repository: Repository, comment: ReviewComment) {
  const url = `${repositoryApi(world, repository)}/pulls/comments/${comment.id}`;
  const pullUrl = `${repositoryApi(world, repository)}/pulls/${comment.issueNumber}`;
  const html = `${repositoryHtml(world, repository)}/pull/${comment.issueNumber}#discussion_r${comment.id}`;
  return {
    url,
    pull_request_review_id: comment.reviewId,
    id: comment.id,
    node_id: nodeId('PullRequestReviewComment', comment.id),
    diff_hunk: comment.hunk,
    path: comment.path,
    commit_id: comment.commitId,
    original_commit_id: comment.commitId,
    user: simpleUser(world, comment.author),
    body: comment.body,
    created_at: iso(comment.createdAtMs),
    updated_at: iso(comment.updatedAtMs),
    html_url: html,
    pull_request_url: pullUrl,
    author_association: association(repository, comment.author),
    _links: { self: { href: url }, html: { href: html }, pull_request: { href: pullUrl } },
    reactions: reactionCounts(url, comment.reactions),
    start_line: null,
    original_start_line: null,
    start_side: null,
    line: comment.line,
    original_line: comment.line,
    side: 'RIGHT',
    position: comment.line,
    original_position: comment.line,
    subject_type: 'line',
    ...(comment.inReplyToId === null ? {} : { in_reply_to_id: comment.inReplyToId }),
  };
}

/** As in lists of one review: without the line, only with the position in the diff. */
export function legacyReviewCommentShape(world: World, repository: Repository, comment: ReviewComment) {
  const {
    line: _line,
    original_line: _originalLine,
    start_line: _startLine,
    original_start_line: _originalStartLine,
    side: _side,
    start_side: _startSide,
    subject_type: _subjectType,
    ...legacy
  } = reviewCommentShape(world, repository, comment);
  return legacy;
}

export function minimalPull(world: World, repository: Repository, issue: Issue, pull: Pull) {
  const repo = { id: repository.id, url: repositoryApi(world, repository), name: repository.name };
  return {
    url: `${repositoryApi(world, repository)}/pulls/${issue.number}`,
    id: pull.id,
    number: issue.number,
    head: { ref: pull.headRef, sha: pull.headSha, repo },
    base: { ref: pull.baseRef, sha: pull.baseSha, repo },
  };
}

function teamShape(world: World, repository: Repository, slug: string) {
  const api = `${repositoryApi(world, repository)}/teams/${slug}`;
  return {
    id: slug.length,
    node_id: nodeId('Team', slug.length),
    name: slug,
    slug,
    description: null,
    privacy: 'closed',
    type: 'organization',
    permission: 'push',
    url: api,
    html_url: `${repositoryHtml(world, repository)}/teams/${slug}`,
    members_url: `${api}/members{/member}`,
    repositories_url: `${api}/repos`,
    parent: null,
  };
}
