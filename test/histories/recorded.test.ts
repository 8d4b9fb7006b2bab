import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { Settings } from '../../src/config/schema.ts';
import { taskSettings } from '../../src/config/task-settings.ts';
import { readEntries } from '../../src/history/task-file.ts';
import { next } from '../../src/task/next.ts';
import { replay } from '../../src/task/settle.ts';
import type { Recorded } from '../../src/task/fact.ts';

const folder = dirname(fileURLToPath(import.meta.url));
const recordings = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.jsonl'));

it('there is a recorded history for the rules that new tasks go by (QUAL-2, PLAN-5)', async () => {
  const histories = await Promise.all(recordings.map((name) => readEntries(join(folder, name))));
  const rules = histories.map((history) => replay((history ?? []) as readonly Recorded[])?.settings.rules);
  expect(rules).toContain(taskSettings(Settings.parse({}), 'planwright').rules);
});

/** Histories recorded by released versions: new code must lead each of them where the old code did. Never edit one; add new ones. */
describe.each(recordings)('the recorded history %s', (name) => {
  const history = async () => ((await readEntries(join(folder, name))) ?? []) as readonly Recorded[];

  it('leads to the state it led to when it was recorded (QUAL-2)', async () => {
    const state: unknown = JSON.parse(await readFile(join(folder, name.replace(/\.jsonl$/, '.state.json')), 'utf8'));
    expect(JSON.parse(JSON.stringify(replay(await history())))).toEqual(state);
  });

  it('can be gone on from at any point', async () => {
    const facts = await history();
    expect(facts.length).toBeGreaterThan(20);
    for (let length = 1; length <= facts.length; length += 1) {
      const task = replay(facts.slice(0, length));
      if (task === null) throw new Error('A history leads to a task.');
      expect(task.version).toBe(length);
      expect(next(task).kind).toBe(length === facts.length ? 'ended' : 'perform');
    }
  });

  it('holds nothing that looks like a credential', async () => {
    const text = await readFile(join(folder, name), 'utf8');
    expect(text).not.toMatch(/canary-|sk-ant-|gh[psour]_[A-Za-z0-9]|PRIVATE KEY|eyJhbGciOi/);
  });

  it('holds no path of the machine it was recorded on', async () => {
    const text = await readFile(join(folder, name), 'utf8');
    expect(text).not.toMatch(/pw-flow-|\/(?:tmp\/pw|home|root|Users|work\/wt)\b|host\.docker\.internal/);
  });
});
