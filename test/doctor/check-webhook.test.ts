import { describe, expect, it } from '@jest/globals';
import { checkWebhook, type WebhookRules } from '../../src/doctor/check-webhook.ts';
import { Fault } from '../../src/errors.ts';
import type { AppSetup, HookAttempt, HookSettings, SentDelivery } from '../../src/ports/github-app.ts';

const NOW = 10_000_000;
const URL_OF_HOOK = 'https://planwright.example.com/api/github/webhooks';
const SETTINGS: HookSettings = { url: URL_OF_HOOK, contentType: 'json', hasSecret: true };
const OURS: SentDelivery = {
  body: '{}',
  signature: 'sha256=00',
  answer: 'X-Hub-Signature-256 is missing or does not fit.',
};
const GONE = new Fault('github_gone', 'Not found.', 'Check.');

interface Story {
  readonly settings?: Partial<HookSettings> | Fault;
  /** Newest first. */
  readonly statuses?: readonly number[];
  readonly refused?: SentDelivery;
  readonly rules?: Partial<WebhookRules>;
}

function attempt(statusCode: number, index: number): HookAttempt {
  const deliveredAt = NOW - (index + 3) * 60_000;
  return {
    id: `${index}`,
    guid: `${index}`,
    event: 'issues',
    deliveredAt,
    isRepetition: false,
    isUnderWay: false,
    statusCode,
  };
}

async function found({ settings = {}, statuses = [202], refused = OURS, rules = {} }: Story) {
  const app: AppSetup = {
    registration: async () => Promise.reject(GONE),
    installations: async () => [],
    hookSettings: async () => {
      if (settings instanceof Fault) throw settings;
      return { ...SETTINGS, ...settings };
    },
    hookAttempts: async () => ({ attempts: statuses.map(attempt), next: null }),
    sentDelivery: async () => refused,
  };
  const registration = {
    appId: 7,
    slug: 'planwright',
    settingsUrl: 'https://github.com/settings/apps/planwright',
    installUrl: '',
    permissions: {},
    events: [],
    answeredAt: null,
  };
  return checkWebhook(app, { registration, nowMs: NOW, isPublicGitHub: true, isSigned: () => false, ...rules });
}

describe('the webhook of the App (GH-1, OPS-3)', () => {
  it('is fine where the newest delivery was answered well', async () => {
    expect(await found({ statuses: [202, 502] })).toEqual([
      { part: 'Webhook', grade: 'fine', said: `GitHub sends webhooks to ${URL_OF_HOOK}` },
      { part: 'Deliveries', grade: 'fine', said: 'The newest delivery (issues, 3 minutes ago) was answered with 202.' },
    ]);
  });

  it.each<[string, Partial<HookSettings> | Fault, string, string]>([
    ['no address', { url: null }, 'no webhook address', 'https://<your host>/api/github/webhooks'],
    ['no webhook at all', GONE, 'no webhook address', 'tick "Active"'],
    ['an address of this machine', { url: 'http://127.0.0.1:3000/api/github/webhooks' }, 'cannot reach', 'tunnel'],
    [
      'another path',
      { url: 'https://planwright.example.com/' },
      'does not end with /api/github/webhooks',
      'Add this path',
    ],
    ['form bodies', { contentType: 'form' }, 'sent as "form"', 'application/json'],
    ['no secret', { hasSecret: false }, 'no webhook secret', 'WEBHOOK_SECRET'],
  ])('must be mended with %s', async (_, settings, said, todo) => {
    expect((await found({ settings, statuses: [] }))[0]).toMatchObject({
      part: 'Webhook',
      grade: 'mend',
      said: expect.stringContaining(said),
      todo: expect.stringContaining(todo),
    });
  });

  it('may have another path where what leads there is answered well', async () => {
    expect((await found({ settings: { url: 'https://hooks.example.com/planwright' } }))[0]).toMatchObject({
      grade: 'fine',
    });
  });

  it('is not judged on a server that tells nothing about it, and may be local to that server', async () => {
    expect(await found({ settings: GONE, rules: { isPublicGitHub: false } })).toMatchObject([
      { grade: 'note', todo: expect.stringContaining('application/json') },
    ]);
    const local = { url: 'http://10.0.0.5/api/github/webhooks' };
    expect((await found({ settings: local, rules: { isPublicGitHub: false } }))[0]).toMatchObject({ grade: 'fine' });
  });

  it('says that nothing is known where nothing was delivered', async () => {
    expect((await found({ statuses: [] }))[1]).toMatchObject({ part: 'Deliveries', grade: 'note' });
  });

  it.each([
    [401, 'WEBHOOK_SECRET is not the secret of the App', 'GitHub never shows it'],
    [302, 'redirect', 'Set "Webhook URL"'],
    [404, 'leads to something else', '/api/github/webhooks'],
    [413, 'too large for a proxy', 'client_max_body_size 25m'],
    [403, 'refused with 403', '/advanced'],
    [0, 'did not reach the service (no answer)', 'curl -X POST'],
    [502, 'did not reach the service (502)', 'curl -X POST'],
  ])('must be mended where the newest delivery was answered with %d', async (status, said, todo) => {
    expect((await found({ statuses: [status] })).at(-1)).toMatchObject({
      grade: 'mend',
      said: expect.stringContaining(said),
      todo: expect.stringContaining(todo),
    });
  });

  it.each([502, 503])('is only noted where a service that is reached at other times was away (%d)', async (status) => {
    expect((await found({ statuses: [status, 202] })).at(-1)).toMatchObject({ part: 'Deliveries', grade: 'note' });
  });

  it('tells a wrong secret from one that was put right since, and from a proxy that asks for a login', async () => {
    expect((await found({ statuses: [401] }))[1]).toMatchObject({ part: 'Webhook secret', grade: 'mend' });
    expect((await found({ statuses: [401], rules: { isSigned: () => true } }))[1]).toMatchObject({
      part: 'Webhook secret',
      grade: 'note',
      said: expect.stringContaining('fits WEBHOOK_SECRET as it is set now'),
    });
    expect((await found({ statuses: [401], refused: { ...OURS, answer: '<h1>Login</h1>' } }))[1]).toMatchObject({
      part: 'Deliveries',
      grade: 'mend',
      said: expect.stringContaining('by something in front of the service'),
    });
  });
});
