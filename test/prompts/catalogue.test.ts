import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { planningQuestion } from '../../src/model-calls/planning-messages.ts';
import { NONCE } from '../context/views.ts';
import { taskIn } from '../progress/cases.ts';
import { doing } from '../task/task-world.ts';

/** A file of sections, as an operator may write it. */
const LEVELS = [
  '# Ours: {{this is for people}}',
  '## detailed',
  'All of {{max_subtasks}}.',
  '## moderate  ',
  '',
  'Some of {{max_subtasks}}.',
  '### not a section',
  '',
  '## minimal',
  'Few of {{max_subtasks}}.',
].join('\n');

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
    expect(prompts.render('act-notices/no_tool', {})).toContain('finish_action');
  });

  it('does not look at what a value contains', async () => {
    const prompts = await loadPrompts();
    expect(prompts.render('system', { repository: '{{language}} $& $1', language: 'ja' })).toContain(
      '{{language}} $& $1',
    );
  });

  it('leaves out the sections that have nothing to say, with what they say of it, and none of the others', async () => {
    const prompts = await loadPrompts();
    const parts = {
      occasion: 'x',
      revision: 'x',
      goal: 'x',
      plan: 'x',
      log_note: 'x',
      log: 'x',
      remaining: 'None.',
      progress: 'x',
    };
    const empty = { ...parts, findings: 'Nothing is open.', comments: 'Nothing.', said: 'Nothing.', notes: 'None.' };
    const text = prompts.render('reflection', empty);
    expect(text).not.toMatch(/What people said|All that people said|What has been decided since/);
    expect(text).toContain('## The remaining actions\nNone.\n\n## Progress');
    expect(text).toContain('## What was found on the way\nNothing is open.\n\nNow call `submit_reflection`.');
    const told = prompts.render('reflection', { ...empty, said: 'Half up.', notes: 'Half even.' });
    expect(told).toContain(
      '## All that people said since the request\nHalf up.\n\n## What has been decided since\nHalf even.',
    );
    // The text of a value is no section of ours.
    expect(prompts.render('reflection', { ...empty, goal: '## x\n{{said}}\n' })).toContain('## x\n{{said}}\n');
  });

  it('lets an operator replace a single prompt', async () => {
    await writeFile(join(folder, 'system.md'), 'Work on {{repository}} in {{language}}.\n');
    const prompts = await loadPrompts({ overrideFolder: folder });
    expect(prompts.render('system', { repository: 'a/b', language: 'en' })).toBe('Work on a/b in en.');
    expect(prompts.render('act-notices/no_tool', {})).toContain('finish_action');
  });

  it('lets an operator replace a file of sections, and tells the model what stands there', async () => {
    await writeFile(join(folder, 'levels.md'), LEVELS);
    const prompts = await loadPrompts({ overrideFolder: folder });
    const task = doing(taskIn('decompose'), 'decompose');
    const planning = { ...task.settings.planning, level: 'moderate' } as const;
    const question = planningQuestion(
      'task_decomposition',
      { ...task, settings: { ...task.settings, maxSubtasks: 7, planning } },
      { prompts, nonceOf: () => NONCE },
    );
    expect(question).toContain(' Some of 7.\n### not a section\n\nStrategy: ');
    expect(question).not.toContain('for people');
    expect(prompts.render('strategies/simple', {})).toContain('Strategy: simple.');
  });

  it.each([
    ['system.md', 'Only {{repository}}.', 'lacks the placeholder {{language}}'],
    ['system.md', '{{repository}} {{language}} {{secret}}', 'unknown placeholder {{secret}}'],
    ['system.md', '{{repository}} {{language}} {{ Bad }}', 'doubled braces'],
    ['system.md', ' \n', 'is empty'],
    ['levels.md', LEVELS.replace('## minimal', '## tiny'), 'has the unknown section "## tiny"'],
    ['levels.md', LEVELS.slice(0, LEVELS.indexOf('## minimal')), 'lacks the section "## minimal"'],
    ['levels.md', `${LEVELS}\n## minimal\nAgain {{max_subtasks}}`, 'has the section "## minimal" twice'],
    ['levels.md', LEVELS.replace('Few of {{max_subtasks}}.', 'Few.'), '(levels/minimal) lacks the placeholder'],
    ['levels.md', `${LEVELS} {{strategy}}`, '(levels/minimal) uses the unknown placeholder {{strategy}}'],
    ['levels.md', LEVELS.replace('Few of {{max_subtasks}}.', ''), '(levels/minimal) is empty'],
    ['levels.md', 'At most {{max_subtasks}}.', 'lacks the section "## detailed", "## moderate", "## minimal"'],
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
