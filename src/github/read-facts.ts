import { Fault } from '../errors.ts';
import type { IssueFacts, IssueText, RepositoryFacts, RepositoryRef } from '../ports/github.ts';
import { AnyAnswer, GHOST, IssueAnswer, RepositoryAnswer } from './answers.ts';
import type { Api } from './api.ts';

export async function readRepository(api: Api, repo: RepositoryRef): Promise<RepositoryFacts> {
  const answer = await api.call(repo, {
    what: 'Reading the repository',
    route: 'GET /repos/{owner}/{repo}',
    answer: RepositoryAnswer,
    mayRepeat: true,
  });
  if (answer.id !== repo.repositoryId) throw elsewhere('Another repository has taken this name.');
  return { defaultBranch: answer.default_branch, archived: answer.archived, isPrivate: answer.private };
}

export async function readIssue(api: Api, repo: RepositoryRef, issue: number): Promise<IssueFacts> {
  const answer = await askForIssue(api, repo, issue);
  return {
    state: answer.state,
    locked: answer.locked,
    isPullRequest: isPullRequest(answer),
    labels: labelsOf(answer),
  };
}

function labelsOf({ labels }: IssueAnswer): readonly string[] {
  return labels.map((label) => (typeof label === 'string' ? label : (label.name ?? ''))).filter((name) => name !== '');
}

export async function readIssueText(api: Api, repo: RepositoryRef, issue: number): Promise<IssueText> {
  const answer = await askForIssue(api, repo, issue);
  if (isPullRequest(answer)) throw new Fault('github_gone', `Number ${issue} is no issue.`, 'Ask on an issue.');
  const { title, body, user } = answer;
  const author = user?.id ? { id: user.id, login: user.login } : GHOST;
  return { title: title ?? '', body: body ?? '', author, labels: labelsOf(answer) };
}

async function askForIssue(api: Api, repo: RepositoryRef, issue: number): Promise<IssueAnswer> {
  const answer = await api.call(repo, {
    what: 'Reading the issue',
    route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
    parameters: { issue_number: issue },
    answer: IssueAnswer,
    mayRepeat: true,
  });
  if (answer.repository_url && !isNamed(answer.repository_url, repo))
    await assertRenamed(api, repo, answer.repository_url);
  return answer;
}

function isPullRequest(answer: IssueAnswer): boolean {
  return answer.pull_request !== undefined && answer.pull_request !== null;
}

export async function hasComment(api: Api, repo: RepositoryRef, commentId: number): Promise<boolean> {
  try {
    await api.call(repo, {
      what: 'Reading the comment',
      route: 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}',
      parameters: { comment_id: commentId },
      answer: AnyAnswer,
      mayRepeat: true,
    });
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === 'github_gone') return false;
    throw error;
  }
}

function isNamed(url: string, repo: RepositoryRef): boolean {
  return url.toLowerCase().endsWith(`/repos/${repo.owner}/${repo.name}`.toLowerCase());
}

/** GitHub redirects from a transferred issue to its new home, which is not ours to work in. */
async function assertRenamed(api: Api, repo: RepositoryRef, url: string): Promise<void> {
  const [owner = '', name = ''] = url.split('/').slice(-2);
  const home = await api.call(
    { ...repo, owner, name },
    {
      what: 'Reading the repository of the issue',
      route: 'GET /repos/{owner}/{repo}',
      answer: RepositoryAnswer,
      mayRepeat: true,
    },
  );
  if (home.id !== repo.repositoryId) throw elsewhere('The issue was transferred to another repository.');
}

function elsewhere(what: string): Fault {
  return new Fault('github_gone', what, 'Start a new task there, if the App is installed there.');
}
