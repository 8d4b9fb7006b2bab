/**
 * What a newcomer does with README.md alone: `npm run demo -- --set-up`, a browser, and the terminal's instructions
 * (GH-1).
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';
import { packageRoot } from '../../src/package-root.ts';
import { findBrowser } from '../scripts/setup-modules.ts';

describe('the demo that begins without a GitHub App (GH-1)', () => {
  let browser: Browser;
  let folder: string;
  let demo: ChildProcess | undefined;
  let ended: Promise<unknown>;
  let output = '';
  beforeAll(async () => {
    const executablePath = await findBrowser();
    if (executablePath === null) throw new Error('There is no chromium: npm run setup -- --only browser');
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pw-demo-test-'));
  });
  afterEach(async () => {
    if (demo?.exitCode === null) {
      demo.kill('SIGTERM');
      await ended;
    }
    await rm(folder, { recursive: true, force: true });
  });

  function begin(): ChildProcess {
    const { ANTHROPIC_API_KEY: _, ANTHROPIC_BASE_URL: __, ...inherited } = process.env;
    const main = join(packageRoot(), 'dist/demo/main.js');
    const child = spawn(process.execPath, [main, '--set-up'], {
      env: { ...inherited, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    return child;
  }

  async function untilPrinted(what: RegExp): Promise<string> {
    for (;;) {
      const found = what.exec(output);
      if (found !== null) return found[0];
      if (demo?.exitCode !== null) throw new Error(`The demo ended without ${String(what)}:\n${output}`);
      await Promise.race([ended, once(demo.stdout!, 'data')]);
    }
  }

  it('leads through the set-up page to a pull request', async () => {
    demo = begin();
    ended = once(demo, 'close');
    const link = await untilPrinted(/http:\S+\/setup\?token=\S+/);
    const issue = await untilPrinted(/http:\S+\/issues\/1\b/);
    const page = await browser.newPage();
    await page.goto(link);
    expect(await page.getByLabel('Address for webhooks').inputValue()).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/api\/github/,
    );
    // In any language, keeping what was typed; and the Enter key continues.
    await page.getByLabel('Name', { exact: true }).fill('Mika’s Planwright');
    await page.getByRole('button', { name: '日本語' }).click();
    await page.getByRole('heading', { name: 'Planwright 用の GitHub App を作成します' }).waitFor();
    expect(await page.getByLabel('名前', { exact: true }).inputValue()).toBe('Mika’s Planwright');
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await page.getByRole('button', { name: /^Create it on/ }).click();
    await page.getByRole('button', { name: /^Create GitHub App/ }).click();
    await page.getByRole('heading', { name: 'Mika’s Planwright is created' }).waitFor();

    // After a reload or opening the link again, the page says where to continue, also while the service is starting.
    for (const again of [() => page.reload(), () => page.goto(link)]) {
      expect((await again())?.status()).toBe(404);
      await page.getByRole('heading', { name: 'Mika’s Planwright is created' }).waitFor();
    }
    await page.getByRole('link', { name: 'Install it on your repositories' }).click();
    await page.getByLabel('mika/tiny-cart').check();
    await page.getByRole('button', { name: 'Install' }).click();
    await page.getByRole('heading', { name: /was installed$/ }).waitFor();
    await untilPrinted(/✓ The App is installed\./);

    await page.goto(issue);
    await page.getByRole('button', { name: 'Add label planwright', exact: true }).click();
    await untilPrinted(/✓ Pull request #2 is ready for review/);
    await page.getByText('planwright:done').waitFor();
    expect(await page.getByTitle('mika-s-planwright[bot]').first().textContent()).toBe('👀');
    await page.getByRole('link', { name: '#2' }).first().click();
    await page.getByText('Pull request · open').waitFor();
    expect(await page.getByText('+  return Math.max').count()).toBe(1);
    // Nothing that a person did in between is an error.
    expect(output).not.toMatch(/ERROR|is set wrong/);
    demo.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    expect(await readdir(folder)).toEqual([]);
  }, 120_000);
});
