/** A repository of the stand-in at the end: issues, pull requests, comments, and the commits of its branches. */
import { execFileSync } from 'node:child_process';
import type { Issue, Reaction, Repository } from '../../standins/github/world.ts';

export function repositoryState(repository: Repository) {
  return {
    name: `${repository.owner.login}/${repository.name}`,
    id: repository.id,
    labels: repository.labels.map((label) => label.name),
    issues: repository.issues.map((issue) => issueState(repository, issue)),
    branches: branchesOf(repository),
  };
}

function issueState(repository: Repository, issue: Issue) {
  const { number, id, title, body, author, state, stateReason, locked, labels, pull, gone } = issue;
  return {
    number,
    id,
    title,
    body,
    author: author.login,
    state,
    stateReason,
    locked,
    gone: gone?.kind ?? null,
    labels: labels.map((label) => label.name),
    reactions: reactionsOf(issue),
    pull:
      pull === null
        ? null
        : {
            id: pull.id,
            headRef: pull.headRef,
            baseRef: pull.baseRef,
            draft: pull.draft,
            merged: pull.mergedAtMs !== null,
            reviewers: pull.requestedReviewers.map((user) => user.login),
          },
    comments: repository.comments
      .filter((comment) => comment.issueNumber === number)
      .map((comment) => ({
        id: comment.id,
        author: comment.author.login,
        body: comment.body,
        reactions: reactionsOf(comment),
      })),
    reviews: repository.reviews
      .filter((review) => review.pullNumber === number)
      .map((review) => ({ id: review.id, author: review.author.login, state: review.state, body: review.body })),
    reviewComments: repository.reviewComments
      .filter((comment) => comment.issueNumber === number)
      .map((comment) => ({
        id: comment.id,
        author: comment.author.login,
        path: comment.path,
        line: comment.line,
        body: comment.body,
        reactions: reactionsOf(comment),
      })),
  };
}

function reactionsOf({ reactions }: { readonly reactions: readonly Reaction[] }): readonly string[] {
  return reactions.map(({ content, user }) => `${user.login} ${content}`);
}

function branchesOf({ gitDir, defaultBranch }: Repository) {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['--git-dir', gitDir, ...args], {
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
  return linesOf(git('for-each-ref', '--format=%(refname:short)', 'refs/heads')).map((name) => {
    const range = name === defaultBranch ? name : `${defaultBranch}..${name}`;
    return {
      name,
      commits: linesOf(git('rev-list', '--reverse', range)).map((sha) => ({
        sha,
        tree: git('log', '-1', '--format=%T', sha).trim(),
        people: git('log', '-1', '--format=%an <%ae> / %cn <%ce>', sha).trim(),
        message: git('log', '-1', '--format=%B', sha).trimEnd(),
        files: linesOf(git('diff-tree', '-r', '--root', '--no-commit-id', '--no-renames', '--name-status', sha)),
      })),
    };
  });
}
