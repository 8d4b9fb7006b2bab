import { describe, expect, it } from '@jest/globals';
import { isOpenedAsPage, isSentByOurPage, languageOf } from '../../src/setup-page/check-request.ts';
import { givenApp } from '../../src/setup-page/given-app.ts';
import { html } from '../../src/setup-page/html.ts';
import { appTemplateHere, creationUrl, manifestOf, readAppTemplate } from '../../src/setup-page/manifest.ts';
import { createLinks } from '../../src/setup-page/one-time-links.ts';
import { choicePage, reviewPage } from '../../src/setup-page/pages.ts';
import { permissionWords } from '../../src/setup-page/page-words.ts';
import { readChoice, valuesOf, type FormValues } from '../../src/setup-page/read-choice.ts';
import { createUnderWay } from '../../src/setup-page/under-way.ts';
import { EVENTS } from '../../src/ports/webhook-events.ts';
import { STORED } from './stored.ts';

const HOUR_MS = 3_600_000;
const GITHUB = 'https://github.com';
const VALUES: FormValues = {
  name: 'Acme Planwright',
  owner: 'personal',
  organisation: '',
  way: 'direct',
  address: 'https://plan.example.com/hooks',
  channel: '',
};

function counting(): () => string {
  let count = 0;
  return () => `token-${(count += 1)}`;
}

describe('the links of the set-up page (GH-1, W10)', () => {
  const opened = (now: { ms: number }) =>
    createLinks({
      bases: ['http://127.0.0.1:3000', 'https://plan.example.com'],
      path: '/setup',
      now: () => now.ms,
      randomToken: counting(),
    });

  it('have a token each, which says where the browser comes back to, and are not used up by opening', () => {
    const links = opened({ ms: 0 });
    expect(links.urls).toEqual([
      'http://127.0.0.1:3000/setup?token=token-1',
      'https://plan.example.com/setup?token=token-2',
    ]);
    for (const _ of [1, 2, 3])
      expect(links.admit('token-2')).toEqual({ kind: 'admitted', base: 'https://plan.example.com' });
    expect(links.admit('token-1')).toEqual({ kind: 'admitted', base: 'http://127.0.0.1:3000' });
  });

  it('expire after an hour, and only who has the token is told so', () => {
    const now = { ms: 0 };
    const links = opened(now);
    now.ms = HOUR_MS - 1;
    expect(links.admit('token-1').kind).toBe('admitted');
    now.ms = HOUR_MS;
    expect([links.admit('token-1').kind, links.admit('').kind, links.admit('token-11').kind]).toEqual([
      'expired',
      'refused',
      'refused',
    ]);
  });

  it('are guessed at ten times a minute at most, which keeps nobody out who has one (W10)', () => {
    const now = { ms: 0 };
    const links = opened(now);
    for (let guess = 0; guess < 10; guess += 1) expect(links.admit(`guess-${guess}`).kind).toBe('refused');
    expect(links.admit('guess-10').kind).toBe('too_many');
    expect(links.admit('token-1').kind).toBe('admitted');
    now.ms = 60_000;
    expect(links.admit('guess-11').kind).toBe('refused');
  });

  it('lead to a state that only what was begun has, for an hour, and of many the newest', () => {
    const now = { ms: 0 };
    const underWay = createUnderWay({ now: () => now.ms, randomToken: counting() });
    const { choice } = readChoice(VALUES, { isPublicGitHub: true, offersRelay: true });
    const begun = { choice, language: 'ja', base: 'http://127.0.0.1:3000' } as const;
    const first = underWay.begin(begun);
    expect([underWay.find(first), underWay.find(''), underWay.find('token-2')]).toMatchObject([begun, null, null]);
    const states = Array.from({ length: 50 }, () => underWay.begin(begun));
    const found = [first, states[0], states.at(-1)].map((state) => underWay.find(state ?? ''));
    expect(found).toMatchObject([null, begun, begun]);
    now.ms = HOUR_MS;
    expect(underWay.find(states.at(-1) ?? '')).toBeNull();
  });
});

describe('requests to the set-up page (GH-1, W10)', () => {
  const bases = ['http://127.0.0.1:3000', 'https://plan.example.com'];
  const page = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

  it.each([
    [{ host: '127.0.0.1:3000' }, true],
    [{ host: 'localhost:3000', ...page, 'sec-fetch-site': 'cross-site' }, true],
    [{ host: 'plan.example.com', ...page }, true],
    [{ host: '[::1]:3000' }, true],
    [{}, false],
    [{ host: 'rebound.attacker.example:3000', ...page }, false],
    [{ host: 'localhost.attacker.example' }, false],
    ...['localhost.', '127.1', '0', '0x7f.1', '[::ffff:127.0.0.1]', '127.0.0.1.'].map(
      (host) => [{ host }, false] as const,
    ),
    [{ host: 'localhost:3000.attacker.example' }, false],
    [{ host: '127.0.0.1:3000', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, false],
    [{ host: '127.0.0.1:3000', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, false],
    [{ host: '127.0.0.1:3000', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, false],
    [{ host: '127.0.0.1:3000', 'sec-fetch-mode': 'cors' }, false],
  ])('%j open it: %j', (headers, isOpened) => {
    expect(isOpenedAsPage(headers, bases)).toBe(isOpened);
  });

  it.each([
    [{}, true],
    [{ origin: 'http://127.0.0.1:3000', ...page, 'sec-fetch-site': 'same-origin' }, true],
    [{ origin: 'https://plan.example.com' }, true],
    [{ origin: 'null' }, false],
    [{ origin: 'https://attacker.example', 'sec-fetch-site': 'same-origin' }, false],
    [{ origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
  ])('with %j send its form: %j', (headers, isOurs) => {
    expect(isSentByOurPage({ host: '127.0.0.1:3000', ...headers }, bases)).toBe(isOurs);
  });

  it.each([
    ['ja', 'en', 'ja'],
    [null, 'ja-JP,ja;q=0.9,en;q=0.8', 'ja'],
    [null, 'en-US,en;q=0.9,ja;q=0.8', 'en'],
    [null, 'fr, ja;q=0.4, en;q=0.5', 'en'],
    [null, 'ja;q=0, de', 'en'],
    [null, undefined, 'en'],
    ['xx', 'ja', 'ja'],
  ] as const)('asking for %j, of a browser that prefers %j, are answered in %s', (asked, accepted, language) => {
    expect(languageOf(asked, accepted)).toBe(language);
  });
});

describe('what is chosen on the set-up page (GH-1)', () => {
  const chosen = (over: Partial<FormValues>, isPublicGitHub = true) =>
    readChoice({ ...VALUES, ...over }, { isPublicGitHub, offersRelay: true });

  it('is read as it was typed, the host alone as the door there', () => {
    const form = new URLSearchParams({
      name: '  Acme   Planwright ',
      owner: 'organisation',
      organisation: '@acme',
      way: 'direct',
      address: ' https://plan.example.com ',
    });
    expect(readChoice(valuesOf(form), { isPublicGitHub: true, offersRelay: true })).toEqual({
      choice: {
        name: 'Acme Planwright',
        organisation: 'acme',
        webhookUrl: 'https://plan.example.com/api/github/webhooks',
        isRelayed: false,
      },
      mistakes: {},
    });
    expect(chosen({ way: 'relay', channel: 'https://smee.io/abc', address: '' })).toEqual({
      choice: { name: VALUES.name, organisation: null, webhookUrl: 'https://smee.io/abc', isRelayed: true },
      mistakes: {},
    });
    expect(chosen({ name: 'a'.repeat(34) }).mistakes).toEqual({});
  });

  it.each([
    [{ name: '' }, { name: 'name_missing' }],
    [{ name: 'a'.repeat(35) }, { name: 'name_long' }],
    [{ name: '計画くん' }, { name: 'name_without_letters' }],
    [{ owner: 'organisation' }, { organisation: 'organisation_missing' }],
    [{ owner: 'organisation', organisation: '../settings' }, { organisation: 'organisation_wrong' }],
    [{ address: '' }, { address: 'address_missing' }],
    [{ address: 'plan.example.com' }, { address: 'address_wrong' }],
    [{ address: 'javascript:alert(1)' }, { address: 'address_wrong' }],
    [{ address: 'https://a@plan.example.com' }, { address: 'address_wrong' }],
    [{ address: 'https://:b@plan.example.com' }, { address: 'address_wrong' }],
    [{ address: 'http://plan.example.com' }, { address: 'address_plain' }],
    ...['http://localhost:3000', 'https://127.0.0.1', 'https://[::1]', 'https://10.1.2.3', 'https://nas.local'].map(
      (address) => [{ address }, { address: 'address_local' }] as const,
    ),
    // Other spellings of the same (S6).
    ...[
      'LOCALHOST.',
      'nas.local.',
      'a.localhost.',
      '127.1',
      '0x7f.1',
      '0',
      '2130706433',
      '127.0.0.1.',
      '169.254.169.254',
    ]
      .concat('[::ffff:127.0.0.1]', '[::]', '[fd00::1]', '０x7f.1', 'localhost%2e')
      .map((host) => [{ address: `https://${host}/x` }, { address: 'address_local' }] as const),
    [{ way: 'relay' }, { channel: 'channel_missing' }],
    [{ way: 'relay', channel: 'https://smee.io/new' }, { channel: 'channel_wrong' }],
    [{ way: 'relay', channel: 'https://smee.io' }, { channel: 'channel_wrong' }],
  ] as readonly (readonly [Partial<FormValues>, object])[])('is told what is wrong with %j (S6)', (over, mistakes) => {
    expect(chosen(over).mistakes).toEqual(mistakes);
  });

  it('is no relay in production, where none is listened to', () => {
    const values = { ...VALUES, way: 'relay', channel: 'https://smee.io/abc', address: '' } as const;
    const rules = { isPublicGitHub: true, offersRelay: false };
    expect(readChoice(values, rules).mistakes).toEqual({ address: 'address_missing' });
    expect(readChoice({ ...values, address: 'https://plan.example.com' }, rules).choice.isRelayed).toBe(false);
    const asked = { language: 'en', token: 't', path: '/setup', values, mistakes: {}, lost: null } as const;
    const template = appTemplateHere();
    const around = { githubUrl: GITHUB, template, isModelKeyMissing: false, triggerLabel: 'planwright' };
    for (const offersRelay of [true, false])
      expect(choicePage({ ...around, offersRelay }, asked).body.text.includes('smee.io/new')).toBe(offersRelay);
  });

  it('may be an address of the own network on a GitHub Enterprise Server', () => {
    for (const address of ['http://10.1.2.3/hooks', 'http://planwright.local'])
      expect(chosen({ address }, false).mistakes).toEqual({});
  });
});

describe('the manifest (GH-1)', () => {
  const template = appTemplateHere();

  it('asks for what app.yml asks for, and nothing else', () => {
    const { choice } = readChoice(VALUES, { isPublicGitHub: true, offersRelay: true });
    const redirectUrl = 'http://127.0.0.1:3000/setup/created';
    const manifest = manifestOf(template, choice, { redirectUrl, githubUrl: 'https://github.com' });
    expect(manifest).toEqual({
      name: 'Acme Planwright',
      url: template.url,
      description: template.description,
      public: false,
      hook_attributes: { url: 'https://plan.example.com/hooks', active: true },
      redirect_url: 'http://127.0.0.1:3000/setup/created',
      default_permissions: template.default_permissions,
      default_events: [...EVENTS],
    });
    // Older servers refuse a manifest with an event that they do not know.
    expect(manifestOf(template, choice, { redirectUrl, githubUrl: 'https://ghe.example.com' })).toEqual({
      ...manifest,
      default_events: EVENTS.filter((name) => name !== 'issue_dependencies'),
    });
    expect(() => readAppTemplate('name: x\nurl: https://example.com\nsurprise: true')).toThrow('surprise');
  });

  it('says in both languages what each permission is for', () => {
    for (const language of ['en', 'ja'] as const)
      for (const permission of Object.keys(template.default_permissions))
        expect(permissionWords(language)).toHaveProperty([permission, 'why']);
  });

  it('is sent to the page of the person, or of the organization', () => {
    expect(creationUrl(GITHUB, { organisation: null }, 's')).toBe('https://github.com/settings/apps/new?state=s');
    expect(creationUrl('https://ghe.example.com', { organisation: 'acme' }, 's')).toBe(
      'https://ghe.example.com/organizations/acme/settings/apps/new?state=s',
    );
  });
});

describe('the pages of the set-up (GH-1)', () => {
  const around = {
    githubUrl: GITHUB,
    template: appTemplateHere(),
    isModelKeyMissing: false,
    triggerLabel: 'planwright',
    offersRelay: true,
  };
  const hostile = `"><script>alert('x')</script>&amp;`;

  it('escape every value, in attributes and in text', () => {
    expect(html`<p title="${hostile}">${hostile}${[html`<b>${1}</b>`, null]}</p>`.text).toBe(
      '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;">&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;<b>1</b></p>',
    );
    const values = { name: hostile, organisation: hostile, address: hostile, channel: hostile };
    const asked = { language: 'en', token: hostile, path: '/setup', mistakes: {}, lost: null } as const;
    const choice = { name: hostile, organisation: hostile, webhookUrl: hostile, isRelayed: false };
    const review = { language: 'ja', choice, state: 's', redirectUrl: 'http://127.0.0.1/', back: hostile } as const;
    for (const { body } of [
      choicePage(around, { ...asked, values: { ...VALUES, ...values }, lost: { name: hostile, settingsUrl: hostile } }),
      reviewPage(around, review),
    ]) {
      expect(body.text).not.toContain('<script');
      expect(body.text).not.toContain(`'x'`);
    }
  });

  it('load nothing from elsewhere and run nothing', () => {
    const { body } = choicePage(around, {
      language: 'ja',
      token: 't',
      path: '/setup',
      values: VALUES,
      mistakes: {},
      lost: null,
    });
    expect(body.text).not.toMatch(/<(?:script|link|img|iframe|object)|\son[a-z]+=|javascript:|@import|url\(/i);
    expect(body.text).toContain('<html lang="ja">');
  });
});

describe('the credentials that count (GH-1, W9)', () => {
  const stored = { app: STORED, file: '/data/github-app/credentials.json' };
  const ofEnvironment = { APP_ID: '7', PRIVATE_KEY_PATH: 'key.pem', WEBHOOK_SECRET: 'of-the-environment' };

  it('are nowhere only where none is set and none is stored: a single one is no wish to begin anew', () => {
    expect(givenApp({}, null, GITHUB).from).toBe('nowhere');
    for (const name of ['APP_ID', 'PRIVATE_KEY_FILE', 'WEBHOOK_SECRET_FILE', 'WEBHOOK_SECRET_PREVIOUS'])
      expect([name, givenApp({ [name]: 'x' }, null, GITHUB)]).toEqual([
        name,
        { complete: { [name]: 'x' }, from: 'environment', stored: null, warnings: [] },
      ]);
  });

  it('are those stored where the environment has none', () => {
    expect(givenApp({ DATA_DIR: '/data' }, stored, GITHUB)).toEqual({
      complete: {
        DATA_DIR: '/data',
        APP_ID: String(STORED.appId),
        PRIVATE_KEY: STORED.privateKey,
        WEBHOOK_SECRET: STORED.webhookSecret,
      },
      from: 'stored',
      stored: STORED,
      warnings: [],
    });
  });

  it('are those of the environment where it has some, which is said, and never half of each App', () => {
    for (const given of [ofEnvironment, { APP_ID: '7' }, { PRIVATE_KEY: 'pem' }]) {
      const { complete, from, warnings } = givenApp(given, stored, GITHUB);
      expect([complete, from, warnings]).toEqual([given, 'environment', [expect.stringContaining('they win')]]);
    }
  });

  it('take a changed webhook secret from the environment, which is said', () => {
    const { complete, from, warnings } = givenApp({ WEBHOOK_SECRET: 'changed' }, stored, GITHUB);
    expect([complete['WEBHOOK_SECRET'], complete['APP_ID'], from]).toEqual(['changed', String(STORED.appId), 'stored']);
    expect(warnings).toEqual([expect.stringContaining('comes from the environment')]);
    const byFile = givenApp({ WEBHOOK_SECRET_FILE: 'f' }, stored, GITHUB).complete;
    expect(byFile).not.toHaveProperty('WEBHOOK_SECRET');
  });

  it('of another GitHub are refused: they would be shown to a server that is not theirs', () => {
    expect(() => givenApp({}, stored, 'https://ghe.example.com')).toThrow('is on https://github.com, and GHE_HOST');
  });
});
