import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { OUT_OF_TIME, askStructured } from '../../src/model-calls/ask-structured.ts';
import { loadPrompts, type Prompts } from '../../src/model-calls/catalogue.ts';
import { readModelAnswer } from '../../src/model-calls/read-model-answer.ts';
import { packageRoot } from '../../src/package-root.ts';
import { NONCE } from '../context/views.ts';
import { taskIn } from '../progress/cases.ts';
import type { Asking } from '../../src/model-calls/ask-structured.ts';
import type { ModelAnswer } from '../../src/ports/model.ts';

type StopReason = ModelAnswer['stopReason'];

/** The problems found with an answer that uses no tool. */
async function problems(prompts: Prompts, stopReason: StopReason, text = ''): Promise<readonly string[]> {
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const answer = { model: 'test', content: [{ type: 'text', text }], stopReason, usage, attempts: 1 } as const;
  const tools = {
    prompts,
    nonceOf: () => NONCE,
    clock: { now: () => 0 },
    maxOutputTokens: 1_000,
    model: { name: 'test', price: () => 0, ask: async () => answer },
  } as unknown as Asking['tools'];
  const call = 'action_plan' as const;
  const answered = await askStructured(
    { call, question: 'Plan.', read: (one) => readModelAnswer(call, one) },
    { task: taskIn('sequence'), tools, signal: new AbortController().signal },
  );
  if (answered === OUT_OF_TIME) throw new Error('It was answered.');
  const { reading } = answered;
  return reading.ok ? [] : reading.problems;
}

describe('an answer without the tool (MODEL-3)', () => {
  it.each<[StopReason, string]>([
    ['end_turn', 'The tool `submit_action_plan` was not called. Give the same answer by calling it exactly once.'],
    ['pause_turn', 'Go on, and call `submit_action_plan` exactly once.'],
    [
      'max_tokens',
      'The answer was cut off at the output limit before the call of `submit_action_plan` was complete. Answer again, more briefly.',
    ],
    [
      'model_context_window_exceeded',
      'There was no room left for the answer before the call of `submit_action_plan` was complete.',
    ],
    [
      'refusal',
      'The model declined to answer. If part of the request can be answered, call `submit_action_plan` with that part.',
    ],
  ])('that ended with %s is told so', async (stopReason, text) => {
    const prompts = await loadPrompts();
    expect(await problems(prompts, stopReason)).toEqual([text]);
    expect(await problems(prompts, stopReason, 'I would begin with the tests.')).toEqual([text]);
  });

  it('is told so in the words of the operator, where there are some (MODEL-7)', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'prompts-'));
    const shipped = await readFile(join(packageRoot(), 'prompts', 'unusable-answers.md'), 'utf8');
    await writeFile(
      join(folder, 'unusable-answers.md'),
      shipped.replace('The tool `{{tool}}` was', 'Oh, `{{tool}}` was'),
    );
    const prompts = await loadPrompts({ overrideFolder: folder });
    await rm(folder, { recursive: true });
    expect((await problems(prompts, 'end_turn'))[0]).toMatch(/^Oh, `submit_action_plan` was not called\./);
  });
});
