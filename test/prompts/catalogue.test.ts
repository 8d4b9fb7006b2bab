import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prompts-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('loadPrompts (MODEL-7)', () => {
  it('loads every prompt that ships', async () => {
    const prompts = await loadPrompts();
    expect(prompts.render('system', { repository: 'acme/shop', language: 'en' })).toContain('acme/shop');
    expect(prompts.render('act-reminder', {})).toContain('finish_action');
  });

  it('does not look at what a value contains', async () => {
    const prompts = await loadPrompts();
    expect(prompts.render('system', { repository: '{{language}} $& $1', language: 'ja' })).toContain(
      '{{language}} $& $1',
    );
  });

  it('lets an operator replace a single prompt', async () => {
    await writeFile(join(folder, 'system.md'), 'Work on {{repository}} in {{language}}.\n');
    const prompts = await loadPrompts({ overrideFolder: folder });
    expect(prompts.render('system', { repository: 'a/b', language: 'en' })).toBe('Work on a/b in en.');
    expect(prompts.render('act-reminder', {})).toContain('finish_action');
  });

  it.each([
    ['system.md', 'Only {{repository}}.', 'lacks the placeholder {{language}}'],
    ['system.md', '{{repository}} {{language}} {{secret}}', 'unknown placeholder {{secret}}'],
    ['system.md', '{{repository}} {{language}} {{ Bad }}', 'doubled braces'],
    ['act-reminder.md', ' \n', 'is empty'],
    ['sistem.md', 'x', 'replaces no prompt'],
  ])('stops the start when %s is %j', async (file, text, message) => {
    await writeFile(join(folder, file), text);
    await expect(loadPrompts({ overrideFolder: folder })).rejects.toMatchObject({
      name: 'Fault',
      code: 'configuration',
      message: expect.stringContaining(message),
    });
  });

  it('stops the start when the folder is missing', async () => {
    await expect(loadPrompts({ overrideFolder: join(folder, 'none') })).rejects.toMatchObject({
      code: 'configuration',
    });
  });
});
