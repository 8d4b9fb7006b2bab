/** The cost of models (MODEL-6): our lists, the operator's prices, and names as gateways write them. */
import { describe, expect, it } from '@jest/globals';
import { Settings } from '../../src/config/schema.ts';
import { createAnthropicModel } from '../../src/models/anthropic.ts';
import { createChatModel } from '../../src/models/openai-chat.ts';
import { PRICE_LISTS } from '../../src/models/price-list.ts';
import { costOf, priceOfModel } from '../../src/models/prices.ts';

const NONE = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
const million = (kind: keyof typeof NONE) => ({ ...NONE, [kind]: 1_000_000 });
const SONNET = priceOfModel('claude-sonnet-5-5');
const OWN = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };

describe('the price of a model (MODEL-6)', () => {
  it('is known for all models of the profiles that are asked by an API', () => {
    const { profiles } = Settings.parse({}).models;
    const candidates = profiles.flatMap(({ categories }) =>
      Object.values(categories).flatMap((one) => one?.candidates ?? []),
    );
    const asked = candidates
      .filter(({ tool }) => tool === 'anthropic' || tool === 'openai-chat')
      .map(({ model }) => model);
    expect(new Set(asked)).toEqual(new Set(['claude-sonnet-5-5', 'gpt-5.2', 'claude-haiku-5-5', 'gpt-5-mini']));
    expect(asked.filter((model) => priceOfModel(model) === null)).toEqual([]);
  });

  it('stands in lists that name their source and their date, none of the future, no model twice', () => {
    const names = PRICE_LISTS.flatMap(({ models }) => Object.keys(models));
    expect(new Set(names).size).toBe(names.length);
    for (const { source, asOf, models } of PRICE_LISTS) {
      expect(source).toMatch(/^https:\/\//);
      expect(Date.parse(asOf)).toBeLessThan(Date.now());
      for (const { input, output, cacheRead, cacheWrite } of Object.values(models)) {
        expect(cacheRead).toBeLessThanOrEqual(input);
        expect([input > 0, output > input, cacheRead > 0, cacheWrite >= input]).toEqual([true, true, true, true]);
      }
    }
  });

  it.each([
    'anthropic/claude-sonnet-5-5',
    'claude-sonnet-5-5-20260915',
    'anthropic/claude-sonnet-5-5-20260915',
    'claude-sonnet-5-5@20260915',
  ])('is found for %s, as a gateway or a vendor names it', (name) => {
    expect(SONNET).toMatchObject({ input: 2, output: 10 });
    expect(priceOfModel(name)).toEqual(SONNET);
  });

  it('is found for a dated model of OpenAI, and is its own where a date has one', () => {
    expect(priceOfModel('openai/gpt-5.2-2025-12-11')).toEqual(priceOfModel('gpt-5.2'));
    expect(priceOfModel('gpt-4o-2024-05-13')).toMatchObject({ input: 5, output: 15 });
    expect(priceOfModel('gpt-4o-2024-11-20')).toMatchObject({ input: 2.5, output: 10 });
  });

  it.each([
    'claude-next-9',
    'claude-sonnet-5-9',
    'claude-sonnet-5-5-fast',
    'claude-sonnet-5-5:batch',
    'claude-sonnet-5-5-20261315',
    'openai/claude-sonnet-5-5',
    'anthropic/gpt-5.2',
    'azure/gpt-5.2',
    'openrouter/anthropic/claude-sonnet-5-5',
    'gpt-5.2-pro',
    'gpt-5.2-codex',
    'llama3.3:70b',
    'toString',
    '',
  ])('is not guessed for %j: it may be another offer', (name) => {
    expect(priceOfModel(name)).toBeNull();
  });

  it("is the operator's before ours, by the name that is asked or the one without its date", () => {
    const own = { 'claude-sonnet-5-5': OWN, 'azure/gpt-5.2': OWN, 'llama3.3:70b': { ...OWN, input: 0 } };
    for (const name of [
      'claude-sonnet-5-5',
      'anthropic/claude-sonnet-5-5',
      'claude-sonnet-5-5-20260915',
      'azure/gpt-5.2',
    ])
      expect(priceOfModel(name, own)).toEqual(OWN);
    expect(priceOfModel('azure/gpt-5.2-2025-12-11', own)).toEqual(OWN);
    expect(priceOfModel('llama3.3:70b', own)).toEqual({ ...OWN, input: 0 });
    expect(priceOfModel('claude-haiku-5-5', own)).toEqual(priceOfModel('claude-haiku-5-5'));
    const prefixed = { 'anthropic/claude-sonnet-5-5': OWN };
    for (const name of ['anthropic/claude-sonnet-5-5', 'anthropic/claude-sonnet-5-5-20260915'])
      expect(priceOfModel(name, prefixed)).toEqual(OWN);
    expect(priceOfModel('claude-sonnet-5-5', prefixed)).toEqual(SONNET);
    expect(priceOfModel('bedrock/claude-sonnet-5-5', own)).toBeNull();
    const dated = { 'claude-sonnet-5-5-20260915': OWN };
    expect(priceOfModel('claude-sonnet-5-5', dated)).toEqual(SONNET);
  });

  it('is paid for each kind of tokens', () => {
    expect(costOf(OWN, million('inputTokens'))).toBeCloseTo(1);
    expect(costOf(OWN, million('outputTokens'))).toBeCloseTo(2);
    expect(costOf(OWN, million('cacheReadTokens'))).toBeCloseTo(3);
    expect(costOf(OWN, million('cacheWriteTokens'))).toBeCloseTo(4);
  });

  it('is another one for a prompt that is longer than so much, whatever it is read from', () => {
    const haiku = priceOfModel('claude-haiku-5-5');
    if (haiku === null) throw new Error('It has a price.');
    const prompt = { inputTokens: 50_000, cacheReadTokens: 25_000, cacheWriteTokens: 25_000, outputTokens: 1_000_000 };
    expect(costOf(haiku, prompt)).toBeCloseTo(0.5 + 0.005 + 0.00025 + 0.003125);
    expect(costOf(haiku, { ...prompt, cacheReadTokens: 25_001 })).toBeCloseTo(2.5 + 0.025 + 0.00125 + 0.015625, 5);
  });

  it('is null of a model that was given none, whoever serves it: never $0', () => {
    const options = {
      apiKey: 'k',
      model: 'm',
      timeoutMs: 1,
      maxRetries: 0,
      clock: { now: () => 0, sleep: async () => undefined },
    };
    for (const create of [createAnthropicModel, createChatModel]) {
      expect(create(options).price(million('inputTokens'))).toBeNull();
      expect(create({ ...options, price: OWN }).price(million('outputTokens'))).toBeCloseTo(2);
    }
  });
});
