import type { AppIdentity, AppItself, GitHub } from '../ports/github.ts';
import { createApi, type ApiOptions } from './api.ts';
import { createComments } from './comments.ts';
import { createPullRequests } from './pull-requests.ts';
import { createAppItself, readBotUserId } from './read-app-itself.ts';
import { createFacts } from './read-facts.ts';

export interface GitHubOptions extends ApiOptions {
  /** Tokens become known at run time: told of each before it is given out, so that it can be masked. */
  readonly onToken?: (token: string) => void;
}

export function createGitHub(options: GitHubOptions): GitHub & AppItself {
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
