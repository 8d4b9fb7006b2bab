/** The operator's prices (MODEL-6, OPS-4), from the settings to the model call. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { openModels } from '../../src/app/providers.ts';
import { Settings } from '../../src/config/schema.ts';
import { CALLS } from '../../src/model-calls/calls.ts';
import { startAnthropic } from '../../standins/anthropic/server.ts';
import { SCRIPT } from '../models/provider-servers.ts';
import type { ServiceOptions } from '../../src/config/service-settings.ts';
import type { Logger } from 'pino';
import type { ModelRequest } from '../../src/ports/model.ts';

const KEY = 'key-for-this-test';
const REQUEST: ModelRequest = {
  system: 'You review.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Look.' }] }],
  tools: [CALLS.review.tool],
  answerWithTool: true,
  maxTokens: 1_000,
};
const MILLION = {
  inputTokens: 1_000_000,
  outputTokens: 1_000_000,
  cacheReadTokens: 1_000_000,
  cacheWriteTokens: 1_000_000,
};
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()));
});

/** The cost of a million of each kind of tokens, from a real call; and the log. */
async function costOf(
  model: string,
  prices: object,
): Promise<{ readonly cost: number | null; readonly warned: readonly string[] }> {
  const standIn = await startAnthropic({ script: SCRIPT, apiKey: KEY });
  open.push(standIn);
  const settings = Settings.parse({ models: { prices, force: { enabled: true, tool: 'anthropic', model } } });
  const service = { anthropicApiKey: KEY, anthropicBaseUrl: standIn.url } as ServiceOptions;
  const warned: string[] = [];
  const log = {
    warn: (_: object, message: string) => warned.push(message),
    info: () => undefined,
  } as unknown as Logger;
  const models = openModels({ settings, service }, () => undefined, log);
  const { chosen } = await models.ask(REQUEST, new AbortController().signal);
  return { cost: models.price(MILLION, chosen), warned };
}

describe('models.prices (MODEL-6, OPS-4)', () => {
  it('takes the place of our price, in all its parts; what is read and written costs as `input` where nothing else is said', async () => {
    expect((await costOf('claude-sonnet-5-5', {})).cost).toBeCloseTo(14.6);
    expect((await costOf('claude-sonnet-5-5', { 'claude-sonnet-5-5': { input: 1, output: 5 } })).cost).toBeCloseTo(8);
    const whole = { input: 1, output: 5, cache_read: 0.5, cache_write: 2 };
    expect((await costOf('claude-sonnet-5-5', { 'claude-sonnet-5-5': whole })).cost).toBeCloseTo(8.5);
    const long = { ...whole, long_prompt: { above_tokens: 1_000, input: 10, output: 50, cache_read: 5 } };
    expect((await costOf('claude-sonnet-5-5', { 'claude-sonnet-5-5': long })).cost).toBeCloseTo(10 + 50 + 5 + 10);
  });

  it('gives a model a price that has none, also that it is free; without one, its cost is not known, and the log says so once', async () => {
    const unknown = await costOf('claude-next-9', {});
    expect(unknown).toEqual({
      cost: null,
      warned: ['no price is known of a model, so its calls count nothing in budgets of dollars'],
    });
    expect(await costOf('claude-next-9', { 'claude-next-9': { input: 0, output: 0 } })).toEqual({
      cost: 0,
      warned: [],
    });
  });

  it.each([
    ['a price below zero', { m: { input: -1, output: 1 } }],
    ['a half price', { m: { input: 1 } }],
    ['an unknown key', { m: { input: 1, output: 1, batch: 1 } }],
    ['a name without letters', { '': { input: 1, output: 1 } }],
  ])('is refused as %s', (_, prices) => {
    expect(Settings.safeParse({ models: { prices } }).success).toBe(false);
  });
});
