/**
 * From nothing to a progress comment, as an operator does it: `npm start`, the set-up page in a real browser, GitHub,
 * an issue (GH-1).
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';
import { untilReady, type ServiceProcess } from '../../demo/bench.ts';
import { REPOSITORY } from '../../demo/story.ts';
import { findBrowser } from '../scripts/setup-modules.ts';
import { openChannel } from '../intake/support/channel.ts';
import { browse } from '../setup-page/browse.ts';
import { askForFix, issueOf, openWorld, until, type World } from './world.ts';

const OPERATOR = 'planwright-operator';
const NO_APP = { APP_ID: '', PRIVATE_KEY: '', WEBHOOK_SECRET: '' };

describe('installing (GH-1)', () => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld({ repository: { owner: OPERATOR, installed: false } });
  });
  afterEach(() => world.close());

  const linkOf = (service: ServiceProcess) =>
    until(() => /http:\S+\/setup\?token=\S+/.exec(service.output())?.[0], 'the link to the set-up page', 30_000);
  const webhooksOf = (service: ServiceProcess) => `${service.url}/api/github/webhooks`;

  describe('in a browser that runs no scripts', () => {
    let browser: Browser;
    beforeAll(async () => {
      const executablePath = await findBrowser();
      if (executablePath === null) throw new Error('There is no chromium: npm run setup -- --only browser');
      browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    });
    afterAll(() => browser.close());

    it('leads from the first start to a task at work, without a restart, and holds after one', async () => {
      const service = world.begin(NO_APP);
      const link = await linkOf(service);
      const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
      await page.goto(link);
      await page.getByLabel('Name', { exact: true }).fill('Acme Planwright');
      await page.getByLabel('Address for webhooks').fill(webhooksOf(service));
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: /^Create it on/ }).click();
      await page.getByRole('button', { name: /^Create GitHub App/ }).click();
      await page.getByRole('heading', { name: 'Acme Planwright is created' }).waitFor();
      const back = page.url();
      await page.getByRole('link', { name: 'Install it on your repositories' }).click();
      await page.getByLabel(`${OPERATOR}/${REPOSITORY}`).check();
      await page.getByRole('button', { name: 'Install' }).click();
      await page.getByRole('heading', { name: /was installed$/ }).waitFor();

      await untilReady(service);
      const issue = await askForFix(world);
      await until(
        () => issueOf(world, issue).comments.some(({ user }) => user.login === 'acme-planwright[bot]'),
        `the progress comment\n${service.output().slice(-3_000)}`,
      );
      // The link and the way back from GitHub say where to continue; nobody else learns which App it is.
      for (const known of [link, back]) {
        const shown = await browse(known);
        expect([shown.status, shown.text.includes('/apps/acme-planwright/installations/new')]).toEqual([404, true]);
      }
      const stranger = await browse(`${service.url}/setup?token=guess`);
      expect([stranger.header('content-type'), stranger.text.includes('The set-up is over')]).toEqual([
        'text/html; charset=utf-8',
        true,
      ]);
      expect(stranger.text).not.toMatch(/acme-planwright|Acme Planwright/);
      expect(service.output()).not.toMatch(/is set wrong|ERROR/);
      for (const path of ['/setup', '/setup/created?code=x&state=x', '/probot/setup?code=x', '/probot/import'])
        expect([path, (await browse(`${service.url}${path}`)).status]).toEqual([path, 404]);
      expect((await browse(`${service.url}/probot/import`, { form: { appId: '1' } })).status).toBe(404);

      service.child.kill('SIGKILL');
      await service.ended;
      const channel = await openChannel();
      const paced = { PLANWRIGHT_GITHUB__PACE_WRITES: 'true' };
      const again = await world.start({ ...NO_APP, ...paced, WEBHOOK_PROXY_URL: channel.address });
      for (const unsaid of ['/setup?token=', 'writes are paced by each process'])
        expect(again.output()).not.toContain(unsaid);
      await until(
        () => again.output().includes('webhooks arrive through a relay'),
        'the service to listen to the relay',
      );
      expect([channel.listeners.length, again.output().includes('secret-channel')]).toEqual([1, false]);
      channel.close();
      for (const secret of [github().privateKey, github().webhookSecret])
        for (const output of [service.output(), again.output()]) expect(output).not.toContain(secret);
    }, 180_000);

    const github = () => world.github.world.app;
  });

  it('that is killed between the keys and their storing says which App has to go, at the next start', async () => {
    const crashing = { PLANWRIGHT_CRASHPOINTS: `after:${world.folder}/killed`, PLANWRIGHT_CRASHPOINTS_AT: 'exchange' };
    const service = world.begin({ ...NO_APP, ...crashing });
    const token = new URL(await linkOf(service)).searchParams.get('token') ?? '';
    const form = { token, name: 'Lost One', owner: 'personal', way: 'direct', address: webhooksOf(service) };
    const review = (await browse(`${service.url}/setup`, { form })).text;
    const state = /new\?state=([\w-]+)/.exec(review)?.[1] ?? '';
    const { code } = world.github.acts.manifestCode();
    await browse(`${service.url}/setup/created?code=${code}&state=${state}`).catch(() => null);
    expect(await service.ended).toMatchObject({ signal: 'SIGKILL' });

    const again = world.begin({ ...NO_APP, ANTHROPIC_API_KEY: '' });
    const shown = (await browse(await linkOf(again))).text;
    for (const said of [again.output(), shown]) {
      expect(said).toContain('Lost One');
      expect(said).toContain(`${world.github.url}/settings/apps`);
      expect(said).toContain('ANTHROPIC_API_KEY is not set');
    }
    again.child.kill('SIGTERM');
    expect(await again.ended).toEqual({ code: 0, signal: null });
  }, 60_000);

  it('needs none of it where a credential is set, and is not offered beyond this machine (W10)', async () => {
    const startedWith = async (env: Readonly<Record<string, string>>, args: readonly string[] = []) => {
      const service = world.begin({ ...NO_APP, ...env }, args);
      return { ...(await service.ended), output: service.output() };
    };
    const [partial, open, worker] = await Promise.all([
      startedWith({ APP_ID: '77', PORT: '0' }),
      startedWith({ HOST: '0.0.0.0', PORT: '0' }),
      startedWith({ PORT: '0', REDIS_URL: '/nowhere.sock' }, ['--role', 'worker']),
    ]);
    for (const { code, output } of [partial, open, worker]) {
      expect([code, output.includes('/setup?token=')]).toEqual([1, false]);
      expect(output).toContain('WEBHOOK_SECRET');
    }
    expect(partial.output).not.toContain('APP_ID is not set');
    expect(open.output).toContain('HOST=127.0.0.1');
  }, 60_000);
});
