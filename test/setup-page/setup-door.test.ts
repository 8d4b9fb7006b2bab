/** The server of the set-up page, with GitHub's stand-in behind it; a browser goes through it in test/demo/set-up.test.ts. */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createGitHub } from '../../src/github/open-github.ts';
import { systemClock } from '../../src/app/system-clock.ts';
import { appTemplateHere } from '../../src/setup-page/manifest.ts';
import { createSetupDoor, type SetupDoor } from '../../src/setup-page/setup-door.ts';
import { noteCreation, readCreation, readStoredApp } from '../../src/setup-page/stored-app.ts';
import { browse, type Shown } from './browse.ts';
import { startGitHub, type GitHubStandIn } from '../../standins/github/start.ts';
import { pino } from 'pino';

const PUBLIC = 'https://plan.example.com';
const ANSWERS = { owner: 'personal', way: 'direct', address: PUBLIC };

describe('the set-up page (GH-1, W10)', () => {
  let github: GitHubStandIn;
  let dataDir: string;
  let door: SetupDoor;
  let links: readonly string[];
  let url: string;
  const now = { ms: 0 };

  beforeAll(async () => {
    github = await startGitHub({ strict: true, users: [{ login: 'acme', type: 'Organization' }] });
  });
  afterAll(async () => {
    expect(github.violations).toEqual([]);
    await github.close();
  });
  const optionsOf = (publicUrl: string | null, githubUrl: string) => ({
    host: '127.0.0.1',
    port: 0,
    publicUrl,
    webhookProxyUrl: null,
    githubUrl,
    githubApiUrl: github.apiUrl,
    dataDir,
    template: appTemplateHere(),
    isModelKeyMissing: false,
    triggerLabel: 'planwright',
    offersRelay: true,
    now: () => now.ms,
  });
  beforeEach(async () => {
    now.ms = 0;
    dataDir = mkdtempSync(join(tmpdir(), 'pw-setup-'));
    door = createSetupDoor(optionsOf(PUBLIC, github.url));
    links = await door.listen();
    url = new URL(links[0] ?? '').origin;
  });
  afterEach(async () => {
    await door.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const tokenOf = (link = '') => new URL(link).searchParams.get('token') ?? '';
  const post = (form: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
    browse(`${url}/setup`, { form, headers });
  const answer = (name: string, over: Readonly<Record<string, string>> = {}) =>
    post({ token: tokenOf(links[0]), name, ...ANSWERS, ...over });

  /** Where the page would send the browser, and with what. */
  function toGitHub({ text }: Shown) {
    const unescape = (part = '') => part.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
    return {
      action: unescape(/<form method="post" action="([^"]+)"/.exec(text)?.[1]),
      manifest: unescape(/name="manifest" value="([^"]+)"/.exec(text)?.[1]),
    };
  }

  /** What a person does at GitHub; resolves with where GitHub sends the browser. */
  async function createAtGitHub({ action, manifest }: { action: string; manifest: string }, as?: string) {
    const asked = await fetch(action, { method: 'POST', body: new URLSearchParams({ manifest }) });
    const text = await asked.text();
    if (asked.status !== 200) throw new Error(text);
    const { pathname } = new URL(action);
    const { name } = JSON.parse(manifest) as { name: string };
    const state = new URL(action).searchParams.get('state') ?? '';
    const form = new URLSearchParams({ manifest, state, name: as ?? name });
    const sent = await fetch(`${github.url}${pathname.replace(/\/new$/, '')}`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    });
    return sent.headers.get('location') ?? (await sent.text());
  }

  it('creates the App with what app.yml asks for, stores its keys, and is gone after that', async () => {
    const page = await browse(links[0] ?? '');
    expect([page.status, page.header('cache-control')]).toEqual([200, 'no-store']);
    expect(page.text).toContain(`value="${PUBLIC}/api/github/webhooks"`);
    const back = await createAtGitHub(toGitHub(await answer('Story One')), 'Story One Renamed');
    expect(back).toMatch(new RegExp(`^${url}/setup/created\\?code=[0-9a-f]{40}&state=\\S{40,}$`));
    const done = await browse(back);
    const { text } = done;
    expect([done.status, text.includes(`${github.url}/apps/story-one-renamed/installations/new`)]).toEqual([200, true]);
    const stored = readStoredApp(dataDir);
    const { stored: told, after } = await door.created;
    expect([told, after.app.htmlUrl]).toEqual([stored, `${github.url}/apps/story-one-renamed`]);
    const { app } = github.world;
    expect(stored).toMatchObject({ appId: app.id, slug: 'story-one-renamed', githubUrl: github.url, relay: null });
    expect(stored?.webhookSecret).toBe(app.webhookSecret);
    expect([app.webhookUrl, app.permissions, app.events]).toEqual([
      `${PUBLIC}/api/github/webhooks`,
      appTemplateHere().default_permissions,
      appTemplateHere().default_events.filter((name) => name !== 'issue_dependencies'),
    ]);
    // Who has the key is the App.
    const { appId, privateKey } = stored!;
    const log = pino({ level: 'silent' });
    const asApp = createGitHub({ appId, privateKey, apiUrl: github.apiUrl, clock: systemClock, log });
    expect(await asApp.whoAmI()).toEqual({ appId, slug: 'story-one-renamed' });
    for (const secret of [privateKey, stored?.webhookSecret ?? '']) expect(text).not.toContain(secret);
    // Used up: whatever is asked now, also with what was right before.
    for (const address of [links[0] ?? '', links[1]?.replace(PUBLIC, url) ?? '', back, `${url}/probot/setup?code=x`])
      expect([address, (await browse(address)).status]).toEqual([address, 404]);
    expect((await answer('Story One Again')).status).toBe(404);
  });

  it('says after that where to go on, to whoever has the link or comes back from GitHub once more, and to nobody else', async () => {
    const back = await createAtGitHub(toGitHub(await answer('Story Twelve')));
    expect((await browse(`${url}/readyz`)).text).toContain('There is no GitHub App yet');
    await browse(back);
    const install = `${github.url}/apps/story-twelve/installations/new`;
    now.ms = 3_600_000;
    for (const known of [links[0] ?? '', links[1]?.replace(PUBLIC, url) ?? ''])
      expect((await browse(known)).text).toContain(`href="${install}"`);
    now.ms = 0;
    const inJapanese = (await browse(`${back}&lang=ja`)).text;
    for (const said of ['Story Twelve を作成しました', 'href="../readyz"']) expect(inJapanese).toContain(said);
    for (const unknown of ['/setup', '/setup?token=x', '/setup/created?state=x', '/setup/created?code=x']) {
      const { status, text } = await browse(`${url}${unknown}`);
      expect([status, text.includes('The set-up is over'), /story.twelve/i.test(text)]).toEqual([404, true, false]);
    }
    expect((await browse(`${url}/healthz`)).status).toBe(200);
    const readiness = await browse(`${url}/readyz`);
    expect([readiness.status, readiness.text.includes('the service is starting')]).toEqual([503, true]);
    // However the address is written.
    const { status, text } = await browse((links[0] ?? '').replace('/setup', '/%73etup'));
    expect([status, text.includes('<form')]).toEqual([404, false]);
  });

  it('is shown in the other language with what was typed, however wrong, and nothing is begun by that', async () => {
    const values = { name: 'x'.repeat(40), owner: 'organisation', organisation: 'a b', way: 'relay', channel: 'soon' };
    const { status, text } = await answer('', { ...values, lang: 'en', shown_in: 'ja' });
    expect([status, /<html lang="(\w+)"/.exec(text)?.[1], text.includes('aria-invalid="true" ')]).toEqual([
      200,
      'ja',
      false,
    ]);
    for (const typed of ['x'.repeat(40), 'a b', 'soon', PUBLIC]) expect(text).toContain(`value="${typed}"`);
    expect(text).toContain('name="lang" value="ja"');
    expect((await answer('', { shown_in: 'ja', token: 'wrong' })).status).toBe(403);
  });

  it('comes back to the address that its link was printed for, whatever a request says of hosts', async () => {
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    const page = await post({ token: tokenOf(links[1]), name: 'Story Two', ...ANSWERS }, headers);
    const { manifest } = toGitHub(page);
    expect(JSON.parse(manifest)).toMatchObject({ redirect_url: `${PUBLIC}/setup/created` });
    expect(manifest).not.toContain('evil');
    // A name of somebody else's that leads to this machine (DNS rebinding), at each of the addresses.
    const { code } = github.acts.manifestCode();
    const state = new URL(toGitHub(page).action).searchParams.get('state') ?? '';
    for (const host of ['evil.example', '127.0.0.1.evil.example', 'localhost:1@evil.example']) {
      const evil = { headers: { host } };
      const asked = [
        browse(links[0] ?? '', evil),
        browse(`${url}/setup/created?code=${code}&state=${state}`, evil),
        post({ token: tokenOf(links[0]), name: 'Evil', ...ANSWERS }, { host }),
      ];
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect(readStoredApp(dataDir)).toBe(null);
  });

  it('creates it for an organization, at a relay, and asks again for what is wrong', async () => {
    const wrong = await answer('', { owner: 'organisation', way: 'relay', channel: 'https://smee.io/new' });
    expect([wrong.status, [...wrong.text.matchAll(/id="(\w+)-wrong"/g)].map(([, field]) => field)]).toEqual([
      422,
      ['name', 'organisation', 'channel'],
    ]);
    const channel = 'https://smee.io/abcdef';
    const right = await answer('Story Three', { owner: 'organisation', organisation: 'acme', way: 'relay', channel });
    const form = toGitHub(right);
    expect(form.action).toMatch(`${github.url}/organizations/acme/settings/apps/new?state=`);
    expect((await browse(await createAtGitHub(form))).status).toBe(200);
    expect(readStoredApp(dataDir)).toMatchObject({ slug: 'story-three', relay: channel });
    expect(github.world.app).toMatchObject({ owner: { login: 'acme' }, webhookUrl: channel });
  });

  it('refuses a wrong or missing token, a form of another site, and what is no page', async () => {
    const opened = (headers: Readonly<Record<string, string>>) => browse(links[0] ?? '', { headers });
    expect((await browse(`${url}/setup`)).status).toBe(403);
    expect((await answer('Forged', { token: 'wrong' })).status).toBe(403);
    const right = { token: tokenOf(links[0]), name: 'Forged', ...ANSWERS };
    expect((await post(right, { origin: 'https://attacker.example' })).status).toBe(403);
    expect((await post(right, { origin: 'null' })).status).toBe(403);
    expect((await post(right, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await opened({ 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' })).status).toBe(403);
    expect((await browse(`${url}/setup`, { body: '{}', headers: { 'content-type': 'application/json' } })).status).toBe(
      415,
    );
    for (let guess = 0; guess < 8; guess += 1) await browse(`${url}/setup?token=guess`);
    const limited = await browse(`${url}/setup?token=guess`);
    expect([limited.status, limited.header('retry-after')]).toEqual([429, '60']);
    // Else whoever reaches this door could keep its owner out.
    expect((await opened({})).status).toBe(200);
  });

  it('says that a link has expired, and how to get a new one, in the language of the reader', async () => {
    now.ms = 3_600_000;
    const expired = await browse(links[0] ?? '', { headers: { 'accept-language': 'ja' } });
    const { status, text } = expired;
    expect([status, text.includes('有効期限が切れました'), text.includes('npm start')]).toEqual([410, true, true]);
  });

  it('asks GitHub about no code whose state was not begun here, and keeps what is there', async () => {
    const { code } = github.acts.manifestCode();
    for (const state of ['', 'forged', tokenOf(links[0])])
      expect((await browse(`${url}/setup/created?code=${code}&state=${state}`)).status).toBe(403);
    expect([readStoredApp(dataDir), readCreation(dataDir)]).toEqual([null, null]);
    expect(github.journal.requests.filter(({ path }) => path.includes(code))).toEqual([]);
  });

  it('says what to do where a code was spent before; what is there of the App is not forgotten', async () => {
    const back = await createAtGitHub(toGitHub(await answer('Story Four')));
    const code = new URL(back).searchParams.get('code') ?? '';
    await fetch(`${github.apiUrl}/app-manifests/${code}/conversions`, {
      method: 'POST',
      headers: { 'user-agent': 'x' },
    });
    const { status, text } = await browse(back);
    expect([status, text.includes('Delete GitHub App'), text.includes(`${github.url}/settings/apps`)]).toEqual([
      410,
      true,
      true,
    ]);
    expect(readCreation(dataDir)).toEqual({ name: 'Story Four', settingsUrl: `${github.url}/settings/apps` });
    expect((await browse(links[0] ?? '')).text).toContain('Story Four');
    const again = await createAtGitHub(toGitHub(await answer('Story Five')));
    expect([(await browse(again)).status, readCreation(dataDir)]).toEqual([200, null]);
  });

  it('tries again where GitHub was out of reach, or the keys could not be stored', async () => {
    const back = await createAtGitHub(toGitHub(await answer('Story Six')));
    github.setOutage(true);
    const away = await browse(back);
    github.setOutage(false);
    expect([away.status, away.text.includes('HTTP 503')]).toEqual([502, true]);
    // The folder is good for the note, and then for nothing more.
    noteCreation(dataDir, { name: 'x', settingsUrl: 'x' });
    mkdirSync(join(dataDir, 'github-app', 'credentials.json'));
    writeFileSync(join(dataDir, 'github-app', 'credentials.json', 'in-the-way'), '');
    const full = await browse(back);
    expect([full.status, full.text.includes('href="created?code=')]).toEqual([500, true]);
    rmSync(join(dataDir, 'github-app', 'credentials.json'), { recursive: true });
    expect([(await browse(back)).status, readStoredApp(dataDir)?.slug]).toEqual([200, 'story-six']);
  });

  it('does not ask GitHub for keys that it could not store', async () => {
    const back = await createAtGitHub(toGitHub(await answer('Story Seven')));
    writeFileSync(join(dataDir, 'github-app'), '');
    expect((await browse(back)).status).toBe(500);
    rmSync(join(dataDir, 'github-app'));
    expect((await browse(back)).status).toBe(200);
  });

  it('creates one App for two requests at once', async () => {
    const back = await createAtGitHub(toGitHub(await answer('Story Eight')));
    const both = await Promise.all([browse(back), browse(back)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 404]));
  });

  it('fills in its own address where GitHub is on this machine, and none that GitHub could not reach', async () => {
    for (const [githubUrl, isFilledIn] of [
      [github.url, true],
      ['https://github.com', false],
      ['https://ghe.example.com', false],
    ] as const) {
      const other = createSetupDoor(optionsOf(null, githubUrl));
      const [link = ''] = await other.listen();
      const { text } = await browse(link);
      await other.close();
      expect(text.includes(`value="${new URL(link).origin}/api/github/webhooks"`)).toBe(isFilledIn);
    }
  });

  it('makes room for the service at once, whatever connections a browser opened ahead of its requests', async () => {
    const { hostname, port } = new URL(url);
    const ahead = connect(Number(port), hostname);
    await once(ahead, 'connect');
    const left = once(ahead, 'close');
    await browse(`${url}/healthz`);
    await door.close();
    await left;
  });

  it('says that it is alive and not ready, and has no other page', async () => {
    const statusOf = async (path: string, method = 'GET') => (await browse(`${url}${path}`, { method })).status;
    expect(await statusOf('/healthz')).toBe(200);
    expect(await statusOf('/readyz')).toBe(503);
    for (const path of ['/', '/probot', '/probot/setup?code=x', '/probot/import', '/api/tasks'])
      expect([path, await statusOf(path)]).toEqual([path, 404]);
    expect(await statusOf('/probot/import', 'POST')).toBe(404);
    expect(await statusOf('/api/github/webhooks', 'POST')).toBe(404);
    expect(await statusOf('/setup', 'HEAD')).toBe(404);
  });
});

describe('the manifest at the stand-in (GH-1)', () => {
  let github: GitHubStandIn;
  beforeAll(async () => {
    github = await startGitHub({ localWebhooks: false });
  });
  afterAll(() => github.close());

  const GOOD = {
    name: 'Good One',
    url: 'https://example.com',
    redirect_url: 'http://127.0.0.1:1/back',
    hook_attributes: { url: 'https://example.com/hooks' },
    default_permissions: { issues: 'write' },
    default_events: ['issues'],
  };

  it.each([
    [{ url: undefined }, `"url" wasn&apos;t`],
    [{ hook_attributes: {} }, `"url" wasn`],
    [{ hook_attributes: { url: 'http://localhost:3000/x' } }, 'reachable over the public Internet (localhost)'],
    [{ default_events: ['installation'] }, 'Default events unsupported: installation'],
    [{ default_events: ['check_run'] }, 'Default events are not supported by permissions: check_run'],
    [{ default_permissions: { issues: 'write', magic: 'read' } }, 'resource is not included in the list'],
    [{ name: 'a'.repeat(35) }, 'Name is too long (maximum is 34 characters)'],
    [{ name: 'Planwright' }, 'Name is already taken'],
  ])('is refused with %j, as GitHub does', async (over, said) => {
    const manifest = JSON.stringify({ ...GOOD, ...over });
    const body = new URLSearchParams({ manifest });
    const answer = await fetch(`${github.url}/settings/apps/new?state=s`, { method: 'POST', body });
    expect(answer.status).toBe(422);
    expect((await answer.text()).replaceAll('&quot;', '"')).toContain(said.replace('&apos;t', ''));
  });

  it('is for organizations that are there, and creates nothing before somebody presses the button', async () => {
    const { slug } = github.world.app;
    const body = () => new URLSearchParams({ manifest: JSON.stringify(GOOD) });
    const asked = (path: string) => fetch(`${github.url}${path}`, { method: 'POST', body: body() });
    expect((await asked('/organizations/nobody/settings/apps/new')).status).toBe(404);
    expect((await asked('/settings/apps/new')).status).toBe(200);
    expect(github.world.app.slug).toBe(slug);
  });
});
