import { z } from 'zod';
import { createApi, type ApiOptions, type Api } from './api.ts';
import { createComments } from './comments.ts';
import { createPullRequests } from './pull-requests.ts';
import { createFacts } from './read-facts.ts';
import { Fault } from '../errors.ts';
import { AnyAnswer, AppAnswer, HookAttemptAnswer, UserAnswer } from './answers.ts';
import type { AppIdentity, AppItself, GitHub, HookAttempt, RepositoryRef } from '../ports/github.ts';

interface GitHubOptions extends ApiOptions {
  /** Tokens become known at run time: told of each before it is given out, so that it can be masked. */
  readonly onToken?: (token: string) => void;
  /** What GitHub said before of who we are: it holds until GitHub says something else. */
  readonly remembered?: Remembered | null;
  /** Told whenever GitHub says more of it. */
  readonly onIdentity?: (known: Remembered) => void;
}

export interface Remembered extends AppIdentity {
  /** Null while nobody asked for it. */
  readonly botUser: number | null;
}

export function createGitHub(options: GitHubOptions): GitHub & AppItself {
  const { clock } = options;
  const api = createApi(options);
  const app = createAppItself(api);
  let known: Remembered | null = options.remembered ?? null;

  /** What was remembered of another name is not ours any more. */
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
    whoAmI,
    identity,
    ...createFacts(api),
    ...createComments(api, clock, identity),
    ...createPullRequests(api, clock, identity),
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

function createAppItself(api: Api): AppItself {
  return {
    async whoAmI() {
      const { data } = await api.callAsApp({ what: 'Asking who this App is', route: 'GET /app', answer: AppAnswer });
      return { appId: data.id, slug: data.slug };
    },

    async hookAttempts(cursor) {
      const { data, link } = await api.callAsApp({
        what: 'Listing the deliveries of webhooks',
        route: 'GET /app/hook/deliveries',
        parameters: { per_page: 100, ...(cursor === null ? {} : { cursor }) },
        answer: z.array(HookAttemptAnswer),
        hasLongIds: true,
      });
      return { attempts: data.map(attemptOf), next: cursorIn(link) };
    },

    async deliverAgain(attemptId) {
      await api.callAsApp({
        what: 'Asking for a delivery again',
        route: 'POST /app/hook/deliveries/{delivery_id}/attempts',
        parameters: { delivery_id: attemptId },
        answer: AnyAnswer,
        // Repeated where in doubt: the same delivery twice is acted on once.
      });
    },
  };
}

function attemptOf(answer: HookAttemptAnswer): HookAttempt {
  return {
    id: String(answer.id),
    guid: answer.guid,
    event: answer.event,
    deliveredAt: Date.parse(answer.delivered_at),
    isUnderWay: answer.status === 'pending',
    statusCode: answer.status_code ?? 0,
  };
}

function cursorIn(link: string): string | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(link)?.[1];
  return next === undefined || !URL.canParse(next) ? null : new URL(next).searchParams.get('cursor');
}
