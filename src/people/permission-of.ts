/** What somebody may do in a repository, with the bots that the operator allows. */
import type { GitHub, Permission, Person, RepositoryRef } from '../ports/github.ts';

/** GitHub says `none` of every App's bot, whatever the App may do, so `allowed_bots` gives those in it write access. */
export async function permissionOf(
  person: Person,
  repo: RepositoryRef,
  { github, allowedBots }: { readonly github: Pick<GitHub, 'permission'>; readonly allowedBots: readonly number[] },
): Promise<Permission> {
  return allowedBots.includes(person.id) ? 'write' : github.permission(repo, person);
}
