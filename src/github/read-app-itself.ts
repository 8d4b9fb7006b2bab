import { z } from 'zod';
import type { AppItself, HookAttempt } from '../ports/app-itself.ts';
import type { AppIdentity } from '../ports/github.ts';
import { AnyAnswer, AppAnswer, HookAttemptAnswer } from './answers.ts';
import type { Api } from './api.ts';

export async function readIdentity(api: Api): Promise<AppIdentity> {
  const { data } = await api.callAsApp({
    what: 'Asking who this App is',
    route: 'GET /app',
    answer: AppAnswer,
    mayRepeat: true,
  });
  return { appId: data.id, slug: data.slug };
}

export function createAppItself(api: Api): AppItself {
  return {
    whoAmI: () => readIdentity(api),

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
        mayRepeat: true,
      });
      return { attempts: data.map(attemptOf), next: cursorIn(link) };
    },

    async deliverAgain(attemptId) {
      await api.callAsApp({
        what: 'Asking for a delivery again',
        route: 'POST /app/hook/deliveries/{delivery_id}/attempts',
        parameters: { delivery_id: attemptId },
        answer: AnyAnswer,
        // The same delivery twice is acted on once.
        mayRepeat: true,
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
