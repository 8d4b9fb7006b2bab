import { Fault } from '../errors.ts';
import type { RepositoryRef } from '../ports/github.ts';
import { UserAnswer } from './answers.ts';
import type { Api } from './api.ts';

/** The account `<slug>[bot]` that GitHub made for the App. Only a bot can have such a name. */
export async function readBotUserId(api: Api, repo: RepositoryRef, slug: string): Promise<number> {
  const { id, type } = await api.call(repo, {
    what: "Asking for the App's own account",
    route: 'GET /users/{username}',
    parameters: { username: `${slug}[bot]` },
    answer: UserAnswer,
    mayRepeat: true,
  });
  if (type === 'Bot') return id;
  throw new Fault(
    'github_refused',
    `The account ${slug}[bot] is not that of an App.`,
    'Check that APP_ID is the one of this App.',
  );
}
