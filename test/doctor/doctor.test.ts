/** The doctor as called by an operator, between the stand-ins; test/flows runs it beside a running service. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../../demo/bench.ts';
import { requireInput } from '../../src/app/read-input.ts';
import { runDoctor } from '../../src/app/run-doctor.ts';
import { storeApp } from '../../src/setup-page/stored-app.ts';
import type { Role } from '../../src/app/command-line.ts';
import { startAnthropic, type AnthropicStandIn } from '../../standins/anthropic/server.ts';
import { startGitHub, type GitHubStandIn } from '../../standins/github/start.ts';

const KEY = 'canary-key-of-the-model';
const SECRET = 'canary-secret-of-webhooks';
const NOBODY = 'unix:///nobody.sock';

describe('planwright doctor (OPS-3, OPS-4)', () => {
  let github: GitHubStandIn;
  let anthropic: AnthropicStandIn;
  let env: Readonly<Record<string, string>>;
  const folder = mkdtempSync(join(tmpdir(), 'planwright-doctor-'));
  beforeAll(async () => {
    const port = await freePort();
    github = await startGitHub({
      strict: true,
      app: { webhookUrl: `http://127.0.0.1:${port}/api/github/webhooks`, webhookSecret: SECRET },
      repositories: [{ owner: 'acme', name: 'shop' }],
    });
    anthropic = await startAnthropic({ script: { answers: {} }, apiKey: KEY });
    env = {
      PORT: String(port),
      PATH: process.env['PATH'] ?? '',
      GHE_HOST: `${github.host}:${github.port}`,
      GHE_PROTOCOL: 'http',
      APP_ID: github.credentials.clientId,
      PRIVATE_KEY: github.credentials.privateKey,
      WEBHOOK_SECRET: SECRET,
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: anthropic.url,
    };
  });
  afterAll(async () => {
    await Promise.all([github.close(), anthropic.close()]);
    rmSync(folder, { recursive: true });
  });

  async function doctor(over: Readonly<Record<string, string>> = {}, role: Role = 'all') {
    const lines: string[] = [];
    const stdout = { write: (text: string) => lines.push(text) };
    const code = await runDoctor(role, { env: { ...env, ...over }, cwd: () => folder, stdout });
    const text = lines.join('');
    const grades = Object.fromEntries(
      [...text.matchAll(/^(ok|note|FIX) +(\S.{0,14}?) {2,}/gm)].map(([, grade = '', part = '']) => [part, grade]),
    );
    return { code, text, grades };
  }

  it('finds nothing to mend where all is set right and nothing runs, with a Client ID, and leaves nothing behind', async () => {
    const { code, text, grades } = await doctor();
    expect([code, grades]).toEqual([
      0,
      {
        Settings: 'ok',
        Programs: 'ok',
        'Data folder': 'ok',
        Redis: 'ok',
        Docker: 'ok',
        Images: 'ok',
        Service: 'note',
        Model: 'ok',
        'GitHub App': 'ok',
        Clock: 'ok',
        Permissions: 'ok',
        Events: 'ok',
        Installations: 'ok',
        Webhook: 'ok',
        Deliveries: 'note',
      },
    ]);
    expect(text).toContain('The service starts one of its own');
    expect(existsSync(join(folder, 'data'))).toBe(false);
    expect(anthropic.requests).toEqual([]);
    expect(github.violations).toEqual([]);
  });

  it('names all that must be mended, each with what to do, and shows no secret', async () => {
    github.acts.changeApp({ permissions: { metadata: 'read' }, events: ['issues'] });
    const given = { ANTHROPIC_API_KEY: 'canary-key-that-is-wrong', REDIS_URL: 'redis://:canary-redis@127.0.0.1:1' };
    const { code, text, grades } = await doctor({ ...given, DATA_DIR: '/proc/nowhere', PROMPTS_DIR: 'none' });
    const toMend = Object.keys(grades).filter((part) => grades[part] === 'FIX');
    expect([code, toMend]).toEqual([1, ['Data folder', 'Redis', 'Prompts', 'Model', 'Permissions', 'Events']]);
    expect(text).toContain('ANTHROPIC_API_KEY is not accepted');
    expect(text).toContain('connect ECONNREFUSED 127.0.0.1:1');
    expect(text).not.toContain('canary');
    expect(text).toContain('6 things must be fixed');
    writeFileSync(join(folder, 'a-file'), '');
    expect(text).toContain('Set PROMPTS_DIR to a folder that exists');
    expect((await doctor({ DATA_DIR: join(folder, 'a-file') })).text).toContain('a-file is no folder.');
  });

  it('tells an outage of GitHub from a mistake, and a refused key of the App from both', async () => {
    github.setOutage(true);
    const away = await doctor({}, 'intake');
    github.setOutage(false);
    expect([away.code, away.grades['GitHub App'], away.grades['Permissions']]).toEqual([0, 'note', undefined]);
    expect(away.text).toMatch(/^note +GitHub App .+\n +→ .*curl -sI http\S+/m);
    expect([away.grades['Docker'], away.grades['Model']]).toEqual([undefined, undefined]);
    const refused = await doctor({ APP_ID: '1', DOCKER_HOST: NOBODY }, 'intake');
    expect([refused.code, refused.grades['GitHub App'], refused.grades['Permissions']]).toEqual([1, 'FIX', undefined]);
  });

  it('says what to do with every note, also where the model is out of reach or nothing runs', async () => {
    const { text } = await doctor({ ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' });
    const notes = text.split(/^(?=ok|note|FIX)/m).filter((one) => one.startsWith('note'));
    expect(notes.map((note) => [/^note +(\S+)/.exec(note)?.[1], note.includes('\n'.padEnd(23) + '→ ')])).toEqual([
      ['Service', true],
      ['Model', true],
      ['Deliveries', true],
    ]);
  });

  it('knows the App that the set-up page stored, and says what a page or a key would mend where there is none (GH-1)', async () => {
    const dataDir = join(folder, 'set-up');
    const none = { APP_ID: '', PRIVATE_KEY: '', WEBHOOK_SECRET: '', DATA_DIR: dataDir };
    expect((await doctor(none)).text).toMatch(
      /^FIX +Settings +Credentials are missing[^→]+→ [^→]*"npm start" shows a page/ms,
    );
    const { appId, slug, clientId, privateKey } = github.credentials;
    const app = { appId, slug, clientId, privateKey, githubUrl: github.url, htmlUrl: github.url };
    storeApp(dataDir, { ...app, webhookSecret: SECRET, relay: null });
    const { text, grades } = await doctor(none);
    expect([grades['Settings'], grades['GitHub App']]).toEqual(['ok', 'ok']);
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`those of the App "${slug}", which the set-up page stored in`);
    expect(text).not.toContain(SECRET);
  });

  it('refuses a worker that shares its Redis with nobody', async () => {
    const { text } = await doctor({}, 'worker');
    expect(text).toMatch(
      /^FIX +Settings +A worker needs the Redis of the intake, and REDIS_URL is not set\.\n +→ Set/m,
    );
    const serving = () => requireInput(env, folder, 'worker');
    expect(serving).toThrow('REDIS_URL is not set');
    expect(
      requireInput({ ...env, REDIS_URL: '/run/redis.sock' }, folder, 'worker').loaded.service.redisUrl,
    ).not.toBeNull();
    expect(requireInput(env, folder, 'intake').loaded.service.redisUrl).toBeNull();
  });

  it('names the mistakes of the settings, and looks at the rest when they are right', async () => {
    const { code, text, grades } = await doctor({ NODE_ENV: 'prod', WEBHOOK_SECRET: '', APP_ID: 'planwright' });
    expect([code, grades]).toEqual([1, { Settings: 'FIX', Programs: 'ok' }]);
    for (const part of ['found "prod"', 'WEBHOOK_SECRET is not set', 'APP_ID is neither']) expect(text).toContain(part);
  });

  it('ends without a word when nobody reads on (OPS-3)', () => {
    const main = join(process.cwd(), 'dist/planwright.mjs');
    const { stdout, stderr } = spawnSync('sh', ['-c', `"${process.execPath}" "${main}" doctor | head -n 1`], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...env, APP_ID: '' },
    });
    expect([stdout.startsWith('FIX   Settings'), stderr]).toEqual([true, '']);
  });

  it('warns of a webhook secret that production would refuse, without showing it (OPS-3)', async () => {
    const { text } = await doctor({ WEBHOOK_SECRET: 'short-one' });
    expect(text).toMatch(/^note +Settings +The webhook secret is shorter than 16 characters/m);
    expect(text).not.toContain('short-one');
    expect((await doctor()).text).not.toContain('The webhook secret is');
  });

  it('names a variable that was written wrong, also where its absence is a mistake; so does the start (OPS-4)', async () => {
    const slip = { WEBHOOK_SECRET: '', WEBHOK_SECRET: SECRET };
    const meant = 'WEBHOK_SECRET is not a known variable and was ignored. Did you mean WEBHOOK_SECRET?';
    const missing = await doctor(slip);
    expect(missing).toMatchObject({ code: 1, text: expect.stringContaining(meant) });
    expect(missing.text).not.toContain(SECRET);
    expect(() => requireInput({ ...env, ...slip }, folder, 'all')).toThrow(
      expect.objectContaining({ advice: expect.stringContaining(meant) }),
    );
    const { text } = await doctor({ REDIS_URI: 'redis://127.0.0.1:1' });
    expect(text).toMatch(/^note +Settings +REDIS_URI .+ Did you mean REDIS_URL\?$/m);
  });
});
