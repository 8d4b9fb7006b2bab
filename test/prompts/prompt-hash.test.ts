/** Prompts are recorded as hash and inputs (PLAN-4, MODEL-7). */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { promptDigest } from '../../src/model-calls/prompt-digest.ts';
import { packageRoot } from '../../src/package-root.ts';
import { planOf, prepared, subtask, taskAfter } from '../task/task-world.ts';
import { converse } from '../task/scripted-model.ts';
import type { ModelMessage, ToolSpec } from '../../src/ports/model.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});
const said = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const TOOLS: readonly ToolSpec[] = [{ name: 'a', description: 'b', inputSchema: {} }];

describe('the hash of a request (PLAN-4, MODEL-7)', () => {
  it('is that of all it says, and another one for anything else', () => {
    const request = { system: 's', tools: TOOLS, messages: [said('1'), said('2')] };
    const digest = promptDigest(request);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(promptDigest({ system: 's', tools: [...TOOLS], messages: [said('1'), said('2')] })).toBe(digest);
    const others = [
      { ...request, system: 't' },
      { ...request, tools: [] },
      { ...request, messages: [said('1')] },
      { ...request, messages: [said('2'), said('1')] },
      { ...request, messages: [said('12')] },
    ];
    expect(new Set([digest, ...others.map(promptDigest)]).size).toBe(6);
  });

  it('of the prompts in force is another one where an operator replaced one (MODEL-7)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pw-prompts-'));
    folders.push(folder);
    const own = await readFile(join(packageRoot(), 'prompts', 'system.md'), 'utf8');
    await writeFile(join(folder, 'system.md'), `${own}\nBe brief.\n`);
    const [ours, again, theirs] = [
      await loadPrompts(),
      await loadPrompts(),
      await loadPrompts({ overrideFolder: folder }),
    ];
    expect([ours.digest, ours.digest === theirs.digest]).toEqual([again.digest, false]);
  });

  it('is recorded with each call, with the prompts and the record up to which it was rendered', async () => {
    const asking = taskAfter(prepared(planOf([subtask('a')])).slice(0, 3));
    const { recorded, requests } = await converse(asking, [{ no: 'such' }, { no: 'such' }]);
    const { digest: prompts } = await loadPrompts();
    const kept = recorded.map((facts) => facts.find((fact) => fact.type === 'usage')?.prompt);
    expect(kept).toMatchObject(requests.map((request) => ({ sha256: promptDigest(request), prompts })));
    expect(kept[0]?.after).toBe(asking.version);
    expect(kept[1]?.after).toBeGreaterThan(asking.version);
    expect(kept[0]?.sha256).not.toBe(kept[1]?.sha256);
    expect(recorded[0]?.find((fact) => fact.type === 'usage')).toMatchObject({ phase: 'decompose' });
  });
});
