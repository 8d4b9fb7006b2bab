/** What the App asks GitHub about itself. */
import { z } from 'zod';
import {
  AnyAnswer,
  AppAnswer,
  HookAttemptAnswer,
  HookSettingsAnswer,
  InstallationAnswer,
  RegistrationAnswer,
  SentDeliveryAnswer,
} from './answers.ts';
import type { Api } from './api.ts';
import type { AppItself, AppSetup, HookAttempt } from '../ports/github-app.ts';

export function createAppItself(api: Api): AppItself {
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
        // Repeated in doubt: a delivery that arrives twice is handled once.
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
    isRepetition: answer.redelivery,
    isUnderWay: answer.status === 'pending',
    statusCode: answer.status_code ?? 0,
  };
}

function cursorIn(link: string): string | null {
  const next = /<([^>]+)>;\s*rel="next"/.exec(link)?.[1];
  return next === undefined || !URL.canParse(next) ? null : new URL(next).searchParams.get('cursor');
}

/** `itself` lists the deliveries. */
export function createAppSetup(api: Api, itself: Pick<AppItself, 'hookAttempts'>): AppSetup {
  return {
    hookAttempts: itself.hookAttempts,

    async registration() {
      const { data, date } = await api.callAsApp({
        what: 'Asking how the App is registered',
        route: 'GET /app',
        answer: RegistrationAnswer,
      });
      const answeredAt = Date.parse(date);
      return {
        appId: data.id,
        slug: data.slug,
        settingsUrl: settingsUrl(data),
        installUrl: `${data.html_url}/installations/new`,
        permissions: data.permissions,
        events: data.events,
        answeredAt: Number.isNaN(answeredAt) ? null : answeredAt,
      };
    },

    async installations() {
      const { data } = await api.callAsApp({
        what: 'Listing the installations of the App',
        route: 'GET /app/installations',
        parameters: { per_page: 100 },
        answer: z.array(InstallationAnswer),
      });
      return data.map(({ account, html_url, permissions, suspended_at }) => ({
        account: account?.login ?? account?.slug ?? 'unknown',
        url: html_url,
        permissions,
        isSuspended: typeof suspended_at === 'string',
      }));
    },

    async hookSettings() {
      const { data } = await api.callAsApp({
        what: 'Asking for the settings of the webhook',
        route: 'GET /app/hook/config',
        answer: HookSettingsAnswer,
      });
      return {
        url: data.url ? data.url : null,
        contentType: data.content_type ?? 'form',
        hasSecret: Boolean(data.secret),
      };
    },

    async sentDelivery(attemptId) {
      const { data } = await api.callAsApp({
        what: 'Reading a delivery',
        route: 'GET /app/hook/deliveries/{delivery_id}',
        parameters: { delivery_id: attemptId },
        answer: SentDeliveryAnswer,
      });
      const { headers, payload } = data.request;
      const signature = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'x-hub-signature-256');
      return { body: asText(payload), signature: signature?.[1] ?? '', answer: asText(data.response.payload) };
    },
  };
}

function settingsUrl({ html_url, owner, slug }: RegistrationAnswer): string {
  const base = URL.canParse(html_url) ? new URL(html_url).origin : 'https://github.com';
  if (owner?.type === 'Organization') return `${base}/organizations/${owner.login ?? ''}/settings/apps/${slug}`;
  return owner?.login
    ? `${base}/settings/apps/${slug}`
    : `${base}/enterprises/${owner?.slug ?? ''}/settings/apps/${slug}`;
}

function asText(payload: unknown): string {
  return typeof payload === 'string' ? payload : JSON.stringify(payload ?? '');
}
