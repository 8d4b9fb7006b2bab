/** Reads facts about a repository, an issue, and a person's permission. */
import { Fault } from '../errors.ts';
import {
  DELETED_ACCOUNT,
  type GitHub,
  type Permission,
  type Person,
  type RepositoryFacts,
  type RepositoryRef,
} from '../ports/github.ts';
import { AnyAnswer, BlockersAnswer, IssueAnswer, PermissionAnswer, personOr, RepositoryAnswer } from './answers.ts';
import type { Api } from './api.ts';
import { unlessGone } from './translate-error.ts';

export function createFacts(
  api: Api,
): Pick<GitHub, 'repository' | 'hasBranch' | 'issue' | 'issueText' | 'permission' | 'openBlockers'> {
  return {
    repository: (repo) => readRepository(api, repo),

    async hasBranch(repo, branch) {
      const read = api.call(repo, {
        what: 'Looking for a branch',
        route: 'GET /repos/{owner}/{repo}/branches/{branch}',
        parameters: { branch },
        answer: AnyAnswer,
      });
      return (await unlessGone(read, 'gone')) !== 'gone';
    },

    async issue(repo, issue) {
      const answer = await askForIssue(api, repo, issue);
      return { state: answer.state, labels: labelsOf(answer) };
    },

    async issueText(repo, issue) {
      const answer = await askForIssue(api, repo, issue);
      if (answer.pull_request !== undefined && answer.pull_request !== null)
        throw new Fault('github_gone', `Number ${issue} is no issue.`, 'Ask on an issue.');
      const { title, body, user } = answer;
      return {
        title: title ?? '',
        body: body ?? '',
        author: personOr(DELETED_ACCOUNT, user),
        labels: labelsOf(answer),
      };
    },

    async openBlockers(repo, issue) {
      const asked = api.call(repo, {
        what: 'Asking what blocks the issue',
        route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/dependencies/blocked_by',
        parameters: { issue_number: issue, per_page: 100 },
        answer: BlockersAnswer,
      });
      // Servers before GitHub Enterprise 3.19 do not have it.
      const blockers = (await unlessGone(asked, null)) ?? [];
      return blockers
        .filter(({ state }) => state === 'open')
        .map(({ id, number, title, html_url: url }) => ({ id, number, title: title ?? '', url }));
    },

    /**
     * Fails closed: a missing answer grants nothing. An outage is retried; a refusal is a `Fault` that the requester is
     * told of.
     */
    async permission(repo, person) {
      if (person.login === '' || person.login.toLowerCase() === 'ghost') return 'none';
      const asked = api.call(repo, {
        what: 'Asking for a permission',
        route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
        parameters: { username: person.login },
        answer: PermissionAnswer,
      });
      const answer = await unlessGone(asked, null);
      return answer === null ? 'none' : permissionOf(answer, person);
    },
  };
}

/** GitHub requires the name, so the answer is used only if it is about the expected id. */
export async function readRepository(api: Api, repo: RepositoryRef): Promise<RepositoryFacts> {
  const answer = await askForRepository(api, repo, 'Reading the repository');
  if (answer.id !== repo.repositoryId) throw elsewhere('Another repository has taken this name.');
  return { defaultBranch: answer.default_branch, archived: answer.archived, isPrivate: answer.private };
}

function labelsOf({ labels }: IssueAnswer): readonly string[] {
  return labels.map((label) => (typeof label === 'string' ? label : (label.name ?? ''))).filter((name) => name !== '');
}

function askForRepository(api: Api, repo: RepositoryRef, what: string) {
  return api.call(repo, { what, route: 'GET /repos/{owner}/{repo}', answer: RepositoryAnswer });
}

async function askForIssue(api: Api, repo: RepositoryRef, issue: number): Promise<IssueAnswer> {
  const answer = await api.call(repo, {
    what: 'Reading the issue',
    route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
    parameters: { issue_number: issue },
    answer: IssueAnswer,
  });
  if (answer.repository_url && !isNamed(answer.repository_url, repo))
    await assertRenamed(api, repo, answer.repository_url);
  return answer;
}

function isNamed(url: string, repo: RepositoryRef): boolean {
  return url.toLowerCase().endsWith(`/repos/${repo.owner}/${repo.name}`.toLowerCase());
}

/** GitHub redirects from a transferred issue to its new repository, where we may not work. */
async function assertRenamed(api: Api, repo: RepositoryRef, url: string): Promise<void> {
  const [owner = '', name = ''] = url.split('/').slice(-2);
  const home = await askForRepository(api, { ...repo, owner, name }, 'Reading the repository of the issue');
  if (home.id !== repo.repositoryId) throw elsewhere('The issue was transferred to another repository.');
}

function elsewhere(what: string): Fault {
  return new Fault('github_gone', what, 'Start a new task there, if the App is installed there.');
}

/** Logins can be renamed and reused; the id identifies the person. */
function permissionOf(answer: PermissionAnswer, person: Person): Permission {
  const { user, permission, role_name: role } = answer;
  if (user === undefined || user === null || user.id !== person.id || !user.type) return 'none';
  switch (permission) {
    case 'admin':
      return 'admin';
    // The old field knows four levels; the role only distinguishes two more.
    case 'write':
      return role === 'maintain' ? 'maintain' : 'write';
    case 'read':
      return role === 'triage' ? 'triage' : 'read';
    default:
      return 'none';
  }
}
