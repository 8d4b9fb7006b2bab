/** Whether webhooks arrive from GitHub: the webhook's settings, and the results of the newest deliveries. */
import { Fault } from '../errors.ts';
import { isLocalHost } from '../net/local-host.ts';
import type { Finding } from './finding.ts';
import type { AppRegistration, AppSetup, HookAttempt, HookSettings, SentDelivery } from '../ports/github-app.ts';

export interface WebhookRules {
  readonly registration: AppRegistration;
  readonly nowMs: number;
  /** GitHub's own service, which reaches only public addresses and has all the lists. */
  readonly isPublicGitHub: boolean;
  /** Whether this was signed with one of our webhook secrets. */
  isSigned(delivery: SentDelivery): boolean;
}

const NO_WEBHOOK: HookSettings = { url: null, contentType: 'json', hasSecret: true };
const PATH = '/api/github/webhooks';
const PARTS = { settings: 'Webhook', secret: 'Webhook secret', way: 'Deliveries' } as const;

export async function checkWebhook(app: AppSetup, rules: WebhookRules): Promise<readonly Finding[]> {
  const [settings, page] = await Promise.all([
    unlessGone(app.hookSettings(), NO_WEBHOOK),
    unlessGone(app.hookAttempts(null), { attempts: [], next: null }),
  ]);
  if (settings === NO_WEBHOOK && !rules.isPublicGitHub)
    return [
      {
        part: PARTS.settings,
        grade: 'note',
        said: 'This GitHub server does not tell how the webhook of the App is set.',
        todo: `Compare it at ${rules.registration.settingsUrl}: an address that ends with ${PATH}, application/json, the secret.`,
      },
    ];
  const settled = page.attempts.filter(({ isUnderWay }) => !isUnderWay);
  const [newest] = settled;
  const found = settingsFindings(settings, rules, isAnsweredWell(newest));
  if (settings.url === null) return found;
  if (newest === undefined) return [...found, noDelivery(rules)];
  const refused = newest.statusCode === 401 ? await app.sentDelivery(newest.id) : null;
  const isReachedAtTimes = settled.some(isAnsweredWell);
  return [...found, deliveryFinding(newest, { ...rules, refused, url: settings.url, isReachedAtTimes })];
}

/** For an App without a webhook GitHub has no such settings; an old server has neither them nor the list. */
async function unlessGone<Answer>(asked: Promise<Answer>, instead: Answer): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Fault && error.code === 'github_gone') return instead;
    throw error;
  }
}

function settingsFindings(
  { url, contentType, hasSecret }: HookSettings,
  { registration, isPublicGitHub }: WebhookRules,
  isReached: boolean,
): readonly Finding[] {
  const part = PARTS.settings;
  const at = `at ${registration.settingsUrl}`;
  const mend = (said: string, todo: string): Finding => ({ part, grade: 'mend', said, todo });
  if (url === null)
    return [
      mend(
        'The App has no webhook address.',
        `Set "Webhook URL" to https://<your host>${PATH} and tick "Active" ${at}`,
      ),
    ];
  const { hostname = '', pathname = '' } = URL.canParse(url) ? new URL(url) : {};
  const found = [
    ...(isPublicGitHub && isLocalHost(hostname)
      ? [
          mend(
            `GitHub cannot reach ${url}, an address of this machine or network.`,
            `Set a public "Webhook URL" ${at}; docs/running.md shows how to make one with a tunnel.`,
          ),
        ]
      : []),
    ...(isReached || pathname.endsWith(PATH)
      ? []
      : [
          mend(
            `The webhook address ${url} does not end with ${PATH}.`,
            `Add this path to "Webhook URL" ${at}, unless a proxy of yours adds it.`,
          ),
        ]),
    ...(contentType === 'json'
      ? []
      : [mend(`Webhooks are sent as "${contentType}".`, `Set "Content type" to application/json ${at}`)]),
    ...(hasSecret
      ? []
      : [
          mend(
            'The App has no webhook secret, so none of its webhooks is accepted.',
            `Set "Webhook secret" to WEBHOOK_SECRET ${at}`,
          ),
        ]),
  ];
  return found.length > 0 ? found : [{ part, grade: 'fine', said: `GitHub sends webhooks to ${url}` }];
}

function noDelivery({ registration }: WebhookRules): Finding {
  return {
    part: PARTS.way,
    grade: 'note',
    said: 'GitHub has delivered nothing yet, or not for three days: whether webhooks arrive is not known.',
    todo: `Label an issue, or redeliver at ${registration.settingsUrl}/advanced, then look again.`,
  };
}

interface Newest extends WebhookRules {
  readonly url: string;
  /** The newest delivery in full, if it was refused for its signature. */
  readonly refused: SentDelivery | null;
  /** Whether any of the deliveries was accepted. */
  readonly isReachedAtTimes: boolean;
}

function deliveryFinding(newest: HookAttempt, rules: Newest): Finding {
  const { registration, refused, url, isReachedAtTimes } = rules;
  const what = `The newest delivery (${newest.event}, ${ago(rules.nowMs - newest.deliveredAt)})`;
  const status = newest.statusCode;
  const again = `${registration.settingsUrl}/advanced`;
  const way = (grade: Finding['grade'], said: string, todo?: string): Finding => ({
    part: PARTS.way,
    grade,
    said: `${what} ${said}`,
    ...(todo === undefined ? {} : { todo }),
  });
  if (isAnsweredWell(newest)) return way('fine', `was answered with ${status}.`);
  if (refused !== null) return refusedFinding(refused, what, rules);
  switch (status) {
    case 301:
    case 302:
    case 307:
    case 308:
      return way(
        'mend',
        `was answered with a redirect (${status}), which GitHub does not follow.`,
        `Set "Webhook URL" to the address it leads to, at ${registration.settingsUrl}`,
      );
    case 404:
    case 405:
      return way(
        'mend',
        `was answered with ${status}: ${url} leads to something else.`,
        `Let it lead to this service, with the path ${PATH}.`,
      );
    case 413:
      return way(
        'mend',
        'was too large for a proxy in front of the service (413).',
        'Let the proxy pass bodies of 25 MB, as GitHub sends them (nginx: client_max_body_size 25m).',
      );
    case 503:
      return way(
        'note',
        'was put off by the service (503), which asks for it again by itself.',
        'If that lasts, GET /readyz and the log say what is missing.',
      );
  }
  if (status >= 400 && status < 500)
    return way(
      'mend',
      `was refused with ${status}, by the service or by what stands before it.`,
      `${again} shows the answer.`,
    );
  const isDown = status === 0 || status >= 500;
  const said = isDown
    ? `did not reach the service (${status === 0 ? 'no answer' : status}).`
    : `was answered with ${status}.`;
  return way(
    isReachedAtTimes ? 'note' : 'mend',
    said,
    `Start the service, and see that it is reached from outside: "curl -X POST ${url}" must end with 401. What was missed is asked for at the start.`,
  );
}

/** GitHub never shows the secret; a signed body proves it. */
function refusedFinding(refused: SentDelivery, what: string, rules: Newest): Finding {
  const { settingsUrl } = rules.registration;
  const again = `${settingsUrl}/advanced`;
  if (rules.isSigned(refused))
    return {
      part: PARTS.secret,
      grade: 'note',
      said: `${what} was refused with 401, but its signature fits WEBHOOK_SECRET as it is set now.`,
      todo: `Start the service with it, then redeliver at ${again}`,
    };
  if (!refused.answer.includes('X-Hub-Signature-256'))
    return {
      part: PARTS.way,
      grade: 'mend',
      said: `${what} was refused with 401 by something in front of the service.`,
      todo: `Let the proxy pass POST ${PATH} without a login: the service checks its signature.`,
    };
  return {
    part: PARTS.secret,
    grade: 'mend',
    said: `${what} was refused with 401: WEBHOOK_SECRET is not the secret of the App.`,
    todo: `GitHub never shows it: set a new one at ${settingsUrl} and as WEBHOOK_SECRET, restart, then redeliver at ${again}`,
  };
}

function isAnsweredWell(attempt: HookAttempt | undefined): boolean {
  return attempt !== undefined && attempt.statusCode >= 200 && attempt.statusCode < 300;
}

function ago(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes < 2) return 'just now';
  return minutes < 120 ? `${minutes} minutes ago` : `${Math.round(minutes / 60)} hours ago`;
}
