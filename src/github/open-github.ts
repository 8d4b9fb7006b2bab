import { createApi, type ApiOptions, type Api } from './api.ts';
import { createComments } from './comments.ts';
import { createPullRequests } from './pull-requests.ts';
import { createFacts } from './read-facts.ts';
import { Fault } from '../errors.ts';
import { createAppItself, createAppSetup } from './app-itself.ts';
import { UserAnswer } from './answers.ts';
import type { AppIdentity, AppItself, AppSetup, GitHub, RepositoryRef } from '../ports/github.ts';

interface GitHubOptions extends ApiOptions {
  /** Tokens become known at run time: told of each before it is given out, so that it can be masked. */
  readonly onToken?: (token: string) => void;
}

export function createGitHub(options: GitHubOptions): GitHub & AppItself & AppSetup {
  const { clock } = options;
  const api = createApi(options);
  const app = createAppItself(api);
  let known: AppIdentity | null = null;
  let botUser: number | null = null;

  async function identity(): Promise<AppIdentity> {
    known ??= await app.whoAmI();
    return known;
  }

  return {
    ...app,
    ...createAppSetup(api, app),
    identity,
    ...createFacts(api),
    ...createComments(api, clock, identity),
    ...createPullRequests(api, clock, identity),
    async botUserId(repo) {
      botUser ??= await readBotUserId(api, repo, (await identity()).slug);
      return botUser;
    },
    async gitToken(repo, access) {
      const token = await api.gitToken(repo, access);
      options.onToken?.(token);
      return token;
    },
  };
}

/** The account `<slug>[bot]` that GitHub made for the App. Only a bot can have such a name. */
async function readBotUserId(api: Api, repo: RepositoryRef, slug: string): Promise<number> {
  const { id, type } = await api.call(repo, {
    what: "Asking for the App's own account",
    route: 'GET /users/{username}',
    parameters: { username: `${slug}[bot]` },
    answer: UserAnswer,
  });
  if (type === 'Bot') return id;
  throw new Fault(
    'github_refused',
    `The account ${slug}[bot] is not that of an App.`,
    'Check that APP_ID is the one of this App.',
  );
}
