import { createApi, type ApiOptions, type Api } from './api.ts';
import { createChecks } from './read-commit-checks.ts';
import { createComments } from './comments.ts';
import { createLabels } from './labels.ts';
import { createOpenPullRequests } from './open-pull-requests.ts';
import { createPullRequests } from './pull-requests.ts';
import { createDefaultFiles } from './default-files.ts';
import { createFacts } from './read-facts.ts';
import { Fault } from '../errors.ts';
import { createAppItself, createAppSetup } from './app-itself.ts';
import { UserAnswer } from './answers.ts';
import type { GitHub, RepositoryRef } from '../ports/github.ts';
import type { AppIdentity, AppItself, AppSetup } from '../ports/github-app.ts';

interface GitHubOptions extends ApiOptions {
  /** Called with each token before it is used, so that it can be masked. */
  readonly onToken?: (token: string) => void;
  /** The App's identity as GitHub reported it earlier; valid until GitHub reports another. */
  readonly remembered?: Remembered | null;
  /** Called whenever GitHub reports more of it. */
  readonly onIdentity?: (known: Remembered) => void;
}

export interface Remembered extends AppIdentity {
  /** Null until somebody asked for it. */
  readonly botUser: number | null;
}

export function createGitHub(options: GitHubOptions): GitHub & AppItself & AppSetup {
  const { clock } = options;
  const api = createApi(options);
  const app = createAppItself(api);
  let known: Remembered | null = options.remembered ?? null;

  /** What was remembered under another name is not ours any more. */
  async function whoAmI(): Promise<AppIdentity> {
    const { appId, slug } = await app.whoAmI();
    if (known?.appId !== appId || known.slug !== slug) learn({ appId, slug, botUser: null });
    return { appId, slug };
  }

  function learn(now: Remembered): void {
    known = now;
    options.onIdentity?.(now);
  }

  async function identity(): Promise<AppIdentity> {
    if (known === null) return whoAmI();
    const { appId, slug } = known;
    return { appId, slug };
  }

  return {
    ...app,
    ...createAppSetup(api, app),
    whoAmI,
    identity,
    ...createFacts(api),
    ...createDefaultFiles(api, clock),
    ...createComments(api, clock, identity),
    ...createLabels(api),
    ...createPullRequests(api, clock, identity),
    ...createOpenPullRequests(api, identity),
    ...createChecks(api, identity, { ownServer: ownServerOf(options.apiUrl) }),
    async botUserId(repo) {
      const us = await identity();
      if (known !== null && known.botUser !== null) return known.botUser;
      const botUser = await readBotUserId(api, repo, us.slug);
      learn({ ...us, botUser });
      return botUser;
    },
    async gitToken(repo, access) {
      const token = await api.gitToken(repo, access);
      options.onToken?.(token);
      return token;
    },
  };
}

/** An Enterprise server has its API below its own address. */
function ownServerOf(apiUrl: string): string | null {
  return /\/api\/v3\/?$/.test(apiUrl) ? new URL(apiUrl).origin : null;
}

/** The account `<slug>[bot]` that GitHub created for the App. Only a bot can have such a name. */
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
