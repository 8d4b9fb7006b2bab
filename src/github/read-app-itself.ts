/** What the App asks about itself: who it is, and which webhooks it was sent. */
import { z } from 'zod';
import { Fault } from '../errors.ts';
import type { AppItself, HookAttempt, RepositoryRef } from '../ports/github.ts';
import { AnyAnswer, AppAnswer, HookAttemptAnswer, UserAnswer } from './answers.ts';
import type { Api } from './api.ts';

/** The account `<slug>[bot]` that GitHub made for the App. Only a bot can have such a name. */
export async function readBotUserId(api: Api, repo: RepositoryRef, slug: string): Promise<number> {
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

export function createAppItself(api: Api): AppItself {
  return {
    async whoAmI() {
      const { data } = await api.callAsApp({ what: 'Asking who this App is', route: 'GET /app', answer: AppAnswer });
      return { appId: data.id, slug: data.slug };
    },

    async hookAttempts(which, cursor) {
      const { data, link } = await api.callAsApp({
        what: 'Listing the deliveries of webhooks',
        route: 'GET /app/hook/deliveries',
        parameters: {
          per_page: 100,
          ...(which === 'failed' ? { status: 'failure' } : {}),
          ...(cursor === null ? {} : { cursor }),
        },
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
  const isUnderWay = answer.status === 'pending';
  return {
    id: String(answer.id),
    guid: answer.guid,
    event: answer.event,
    deliveredAt: Date.parse(answer.delivered_at),
    statusCode: isUnderWay ? 0 : (answer.status_code ?? 0),
  };
}

function cursorIn(link: string): string | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(link)?.[1];
  return next === undefined || !URL.canParse(next) ? null : new URL(next).searchParams.get('cursor');
}
