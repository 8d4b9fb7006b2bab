/** The checks of the GitHub set-up and of the model: `planwright doctor` prints them, the start logs problems. */
import type { LoadedSettings } from '../config/load.ts';
import { checkApp, checkClock } from '../doctor/check-app.ts';
import { modelFinding } from '../doctor/check-model.ts';
import { checkWebhook } from '../doctor/check-webhook.ts';
import { findingsOf, type Check } from '../doctor/finding.ts';
import { Fault } from '../errors.ts';
import { isSigned, readSignature } from '../intake/webhook-route.ts';
import { accessTo, firstModel } from './providers.ts';
import { PROVIDER_VARIABLES } from '../ports/model-provider.ts';
import { lookUpModel } from '../models/look-up-model.ts';
import { systemClock as clock } from './system-clock.ts';
import type { AppCredentials } from '../intake/credentials.ts';
import type { GitHub } from '../ports/github.ts';
import type { AppRegistration, AppSetup } from '../ports/github-app.ts';
import type { Logger } from 'pino';

/** For all requests of one check; GitHub and the model are asked twice if the first answer fails. */
export const CHECK_MS = 15_000;

interface Watched {
  readonly service: LoadedSettings['service'];
  readonly credentials: AppCredentials;
  readonly github: AppSetup;
}

export function githubChecks({ service, credentials, github }: Watched): readonly Check[] {
  // Asked once for all checks; checks that need the answer are skipped without it, since the first one reports why.
  let asked: Promise<AppRegistration> | null = null;
  const registration = () => (asked ??= github.registration());
  const known = () => registration().catch(() => null);
  const isOurs = ({ body, signature }: { readonly body: string; readonly signature: string }) => {
    const given = readSignature(signature);
    return typeof given !== 'string' && isSigned(Buffer.from(body), given, credentials.webhookSecrets);
  };
  const todo = outageAdvice(
    'GitHub',
    service.githubApiUrl,
    service.gheHost === null ? 'https://www.githubstatus.com' : null,
  );
  return [
    {
      part: 'GitHub App',
      silence: 'note',
      todo,
      async look() {
        const found = await registration().catch((error: unknown) => {
          throw error instanceof Fault && error.code === 'github_gone' ? noSuchApp(error) : error;
        });
        const said = `${service.githubUrl} accepts the App "${found.slug}" (${found.appId}).`;
        return [{ part: 'GitHub App', grade: 'fine', said }, checkClock(found, clock.now())];
      },
    },
    {
      part: 'Installations',
      silence: 'note',
      todo,
      async look() {
        const found = await known();
        return found === null ? [] : checkApp(github, found);
      },
    },
    {
      part: 'Webhook',
      silence: 'note',
      todo,
      async look() {
        const found = await known();
        if (found === null) return [];
        const isPublicGitHub = service.gheHost === null;
        return checkWebhook(github, { registration: found, nowMs: clock.now(), isPublicGitHub, isSigned: isOurs });
      },
    },
  ];
}

function noSuchApp({ message }: Fault): Fault {
  return new Fault('credentials', message, 'Check APP_ID (and GHE_HOST): GitHub knows no such App.');
}

export function modelCheck({ settings, service }: LoadedSettings): Check {
  const { name, provider } = firstModel({ settings, service });
  const { apiKey, baseUrl } = accessTo(provider, service);
  const { defaultAddress, outages, address } = PROVIDER_VARIABLES[provider];
  const below = provider === 'anthropic' ? '/v1/models/' : '/models/';
  const todo =
    baseUrl === null
      ? outageAdvice('the API', defaultAddress, outages)
      : `See that ${address} is right, and reached from this machine: curl -s ${baseUrl}${below}${name}`;
  return {
    part: 'Model',
    silence: 'note',
    todo,
    async look() {
      if (apiKey === null) return [];
      const standing = await lookUpModel({ provider, apiKey, baseUrl, model: name, timeoutMs: CHECK_MS });
      return [modelFinding(standing, { provider, name, baseUrl, todo })];
    },
  };
}

function outageAdvice(who: string, url: string, statusPage: string | null): string {
  const outages = statusPage === null ? '' : `; ${statusPage} tells of outages`;
  return `See that this machine reaches ${who}: curl -sI ${url}${outages}. Then look again.`;
}

/**
 * The findings that are logged at start. Credentials and clock are reported by `/readyz`; undelivered webhooks are
 * requested again.
 */
const TOLD_AT_START = new Set([
  'Permissions',
  'Events',
  'Installations',
  'Webhook',
  'Webhook secret',
  'Model',
  'Programs',
]);

/** Does not delay the start; an outage is not reported. */
export async function tellMistakes(checks: readonly Check[], log: Logger): Promise<void> {
  await Promise.all(
    checks.map(async (check) => {
      for (const { part, grade, said, todo, isNext } of await findingsOf(check, CHECK_MS, clock))
        if (grade === 'mend' && isNext === true)
          log.info({ found: said, advice: todo }, 'a step of the set-up is left');
        else if (grade === 'mend' && TOLD_AT_START.has(part))
          log.error(
            { part, found: said, advice: todo },
            'something is set wrong; "planwright doctor" looks at all of it',
          );
    }),
  );
}

/**
 * Logged once: a delivery claims to be for this App, but its signature does not fit. It may be forged, so it is only a
 * log line; if it is genuine, all deliveries are lost until the secret is fixed.
 */
export function tellForeignSignature(github: Pick<GitHub, 'identity'>, log: Logger): (appId: string) => void {
  let isTold = false;
  return (appId) => {
    if (isTold || appId === '') return;
    // Set while GitHub is asked for our identity, so that a thousand such deliveries cause one question.
    isTold = true;
    void tellIfOurs(appId);
  };

  async function tellIfOurs(appId: string): Promise<void> {
    const us = await github.identity().catch(() => null);
    isTold = String(us?.appId) === appId;
    if (isTold)
      log.error(
        { advice: 'Set a new secret on the settings page of the GitHub App and as WEBHOOK_SECRET, then restart.' },
        'a webhook for this App has a signature that does not fit: WEBHOOK_SECRET is probably not the secret of the App',
      );
  }
}
