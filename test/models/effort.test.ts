/** The effort that a model is asked for, sent if it accepts one (MODEL-2, MODEL-5). */
import { afterEach, describe, expect, it } from '@jest/globals';
import { CALLS } from '../../src/model-calls/calls.ts';
import { createAnthropicModel } from '../../src/models/anthropic.ts';
import { createChatModel } from '../../src/models/openai-chat.ts';
import { startAnthropic } from '../../standins/anthropic/server.ts';
import { startOpenAI } from '../../standins/openai/server.ts';
import { SCRIPT } from './provider-servers.ts';
import type { Effort, ModelRequest } from '../../src/ports/model.ts';

const KEY = 'key-for-this-test';
const never = new AbortController().signal;
const clock = { now: () => 0, sleep: async () => undefined };
const asked = (effort?: Effort): ModelRequest => ({
  system: 'You review.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Look.' }] }],
  tools: [CALLS.review.tool],
  answerWithTool: true,
  maxTokens: 1_000,
  ...(effort === undefined ? {} : { effort }),
});
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()));
});

async function served(tool: 'anthropic' | 'openai-chat', model: string) {
  const options = { script: SCRIPT, apiKey: KEY };
  const standIn = await (tool === 'anthropic' ? startAnthropic(options) : startOpenAI(options));
  open.push(standIn);
  const create = tool === 'anthropic' ? createAnthropicModel : createChatModel;
  const provider = create({ apiKey: KEY, baseUrl: standIn.url, model, timeoutMs: 5_000, maxRetries: 0, clock });
  const sent = () => {
    const { output_config: config, reasoning_effort: effort } = JSON.parse(
      standIn.requests.at(-1)?.bodyText ?? '{}',
    ) as {
      readonly output_config?: unknown;
      readonly reasoning_effort?: unknown;
    };
    return config ?? effort;
  };
  return { provider, sent, standIn };
}

describe('the effort of a call (MODEL-5)', () => {
  it.each(['low', 'medium', 'high'] as const)(
    'is sent to a model that takes it, and told with the answer: %s',
    async (effort) => {
      for (const model of ['claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-opus-4-5-20251101', 'claude-sonnet-4-6']) {
        const { provider, sent } = await served('anthropic', model);
        expect((await provider.ask(asked(effort), never)).effort).toBe(effort);
        expect(sent()).toEqual({ effort });
      }
      for (const model of ['gpt-5-mini', 'gpt-5.1', 'o4-mini']) {
        const { provider, sent } = await served('openai-chat', model);
        expect((await provider.ask(asked(effort), never)).effort).toBe(effort);
        expect(sent()).toBe(effort);
      }
    },
  );

  it.each([
    ['anthropic', 'claude-sonnet-4-5'],
    ['anthropic', 'claude-haiku-4-5'],
    ['anthropic', 'claude-next-9'],
    ['openai-chat', 'gpt-5.2'],
    ['openai-chat', 'gpt-4.1'],
  ] as const)('is not sent to what refuses it, or is not known: %s %s (MODEL-2)', async (tool, model) => {
    const { provider, sent, standIn } = await served(tool, model);
    expect((await provider.ask(asked('high'), never)).effort).toBeUndefined();
    // Nothing had to be learnt from a refusal.
    expect([sent(), standIn.requests.length]).toEqual([undefined, 1]);
  });

  it('is `none` where nothing else is taken beside tools, which is not told as the effort', async () => {
    const { provider, sent, standIn } = await served('openai-chat', 'gpt-5.6');
    expect((await provider.ask(asked('high'), never)).effort).toBeUndefined();
    expect([sent(), standIn.requests.length]).toEqual(['none', 1]);
  });

  it('is not sent where nobody said one', async () => {
    for (const [tool, model] of [
      ['anthropic', 'claude-sonnet-5-5'],
      ['openai-chat', 'gpt-5-mini'],
    ] as const) {
      const { provider, sent } = await served(tool, model);
      expect((await provider.ask(asked(), never)).effort).toBeUndefined();
      expect(sent()).toBeUndefined();
    }
  });

  it('is left out from then on where a gateway refuses what the API takes, and that is told for the log', async () => {
    const { provider, sent, standIn } = await served('anthropic', 'claude-sonnet-5-5');
    const refusal = {
      kind: 'status',
      status: 400,
      type: 'invalid_request_error',
      message: 'output_config: Extra inputs are not permitted',
    };
    standIn.fault({ trouble: refusal as never });
    const answer = await provider.ask(asked('low'), never);
    expect([answer.effort, answer.attempts, sent()]).toEqual([undefined, 1, undefined]);
    expect(answer.oddities?.join()).toContain('sent without effort from now on');
    await provider.ask(asked('low'), never);
    expect([standIn.requests.length, sent()]).toEqual([3, undefined]);
  });
});
