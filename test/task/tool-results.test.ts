import { describe, expect, it } from '@jest/globals';
import { useTool } from '../../src/effects/use-tool.ts';
import { after, planOf, prepared, subtask, taskAfter } from './task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Toolbox } from '../../src/effects/performer.ts';

const BEGUN = taskAfter(prepared(planOf([subtask('a')])));
const HIDDEN = 'a\u{e0049}\u{e0047}b\u200bc\u202ed 👩‍💻 \u3000\u001b[31m';
const SHOWN = 'a⟨2 invisible characters⟩b⟨U+200B⟩c⟨U+202E⟩d 👩‍💻 \u3000\u001b[31m';

/** What a tool tells, whose sandbox prints `text` and has it in a file. */
async function used(name: string, input: object, text: string) {
  const content = [{ type: 'tool_use', id: 'u', name, input }] as const;
  const answer: Fact = { type: 'action', name: 'answer', action: 0, content, stop_reason: 'tool_use' };
  const task = after(BEGUN, answer);
  const ran = { exitCode: 0, stdout: text, stderr: '', timedOut: false, durationMs: 1 };
  const sandbox = { run: async () => ran, file: async () => ({ ok: true, text }) };
  const tools = {
    clock: { now: () => 0 },
    redact: (said: string) => said.replaceAll('canary', '***'),
    sessions: { using: async (_which: unknown, use: (given: unknown) => unknown) => use(sandbox) },
  } as unknown as Toolbox;
  const effect = { kind: 'use_tool', toolUseId: 'u', tool: name } as const;
  const facts = await useTool({ effect, key: 'k', task, tools, signal: new AbortController().signal });
  return { task, facts };
}

/** What the model is given back by it. */
async function givenBack(name: string, input: object, text: string): Promise<unknown> {
  const { task, facts } = await used(name, input, text);
  return after(task, ...facts).work?.conversation.at(-1);
}

describe('the end of an action (MODEL-2)', () => {
  const ended = async (given: object) =>
    (await used('finish_action', { status: 'success', evaluation: 'Done.', ...given }, '')).facts;

  it('tells what was settled, twenty of it, without secrets; and nothing where nothing was', async () => {
    const decisions = ['Tokens live 15 minutes, not canary', ...Array.from({ length: 30 }, (_, n) => `${n}`)];
    const [fact] = await ended({ decisions });
    expect(fact).toMatchObject({
      name: 'finished',
      decisions: expect.arrayContaining(['Tokens live 15 minutes, not ***']),
    });
    expect(fact !== undefined && 'decisions' in fact && fact.decisions?.length).toBe(20);
    expect((await ended({}))[0]).not.toHaveProperty('decisions');
  });
});

describe('what cannot be seen in what a tool gives back (I3)', () => {
  it('is shown to the model: in files, names of files, and output', async () => {
    for (const [name, input] of [
      ['run_command', { command: 'npm test' }],
      ['read_file', { path: 'a' }],
      ['list_files', { path: '.' }],
      ['search_files', { pattern: 'a' }],
    ] as const) {
      const given = JSON.stringify(await givenBack(name, input, HIDDEN));
      expect(given).toContain(JSON.stringify(SHOWN).slice(1, -1));
    }
  });
});
