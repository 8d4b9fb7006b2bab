import { Fault } from '../errors.ts';
import type { Permission, Person, RepositoryRef } from '../ports/github.ts';
import { PermissionAnswer } from './answers.ts';
import type { Api } from './api.ts';

/** Fails closed: no answer is never an answer. An outage may pass; a refusal is told to whoever asked, as a `Fault`. */
export async function readPermission(api: Api, repo: RepositoryRef, person: Person): Promise<Permission> {
  if (person.login === '' || person.login.toLowerCase() === 'ghost') return 'none';
  try {
    const answer = await api.call(repo, {
      what: 'Asking for a permission',
      route: 'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
      parameters: { username: person.login },
      answer: PermissionAnswer,
      mayRepeat: true,
    });
    return permissionOf(answer, person);
  } catch (error) {
    if (error instanceof Fault && error.code === 'github_gone') return 'none';
    throw error;
  }
}

/** Logins are renamed and taken by others; the id is the person. */
export function permissionOf(answer: PermissionAnswer, person: Person): Permission {
  const { user, permission, role_name: role } = answer;
  if (user === undefined || user === null || user.id !== person.id || !user.type) return 'none';
  switch (permission) {
    case 'admin':
      return 'admin';
    // The old field knows four levels; the role only ever tells two of its levels apart.
    case 'write':
      return role === 'maintain' ? 'maintain' : 'write';
    case 'read':
      return role === 'triage' ? 'triage' : 'read';
    default:
      return 'none';
  }
}
