import { addUser } from '../create-world.ts';
import {
  type Comment,
  findRepository,
  findUser,
  type Issue,
  type Pull,
  type Repository,
  type User,
  type World,
} from '../world.ts';

/**
 * Acts name things as people do: `owner/name`, a number, a login. These functions find them, or say what is missing.
 */
export interface At {
  /** `owner/name` */
  readonly repository: string;
}

export interface AtIssue extends At {
  readonly issue: number;
}

export function repositoryAt(world: World, { repository }: At): Repository {
  const [owner = '', name = ''] = repository.split('/');
  const found = findRepository(world, owner, name);
  if (found === undefined) throw new Error(`There is no repository ${repository} in this stand-in.`);
  return found;
}

export function issueAt(world: World, at: AtIssue): { readonly repository: Repository; readonly issue: Issue } {
  const repository = repositoryAt(world, at);
  const issue = repository.issues.find((one) => one.number === at.issue);
  if (issue === undefined) throw new Error(`There is no issue ${at.issue} in ${at.repository}.`);
  return { repository, issue };
}

export function pullAt(
  world: World,
  at: AtIssue,
): { readonly repository: Repository; readonly issue: Issue; readonly pull: Pull } {
  const { repository, issue } = issueAt(world, at);
  if (issue.pull === null) throw new Error(`${at.repository}#${at.issue} is no pull request.`);
  return { repository, issue, pull: issue.pull };
}

export function commentAt(
  world: World,
  at: At & { readonly comment: number },
): { readonly repository: Repository; readonly comment: Comment } {
  const repository = repositoryAt(world, at);
  const comment = repository.comments.find((one) => one.id === at.comment);
  if (comment === undefined) throw new Error(`There is no comment ${at.comment} in ${at.repository}.`);
  return { repository, comment };
}

/** An unknown login becomes a user without any role. */
export function personNamed(world: World, login: string): User {
  return findUser(world, login) ?? addUser(world, { login, type: login.endsWith('[bot]') ? 'Bot' : 'User' });
}
