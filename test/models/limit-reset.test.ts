/** The end of a usage limit, as providers report it (MODEL-3, MODEL-5). */
import { afterEach, describe, expect, it } from '@jest/globals';
import { createAnthropicModel } from '../../src/models/anthropic.ts';
import { isUsageLimit, untilReset } from '../../src/models/limit-reset.ts';
import { createChatModel } from '../../src/models/openai-chat.ts';
import { startAnthropic } from '../../standins/anthropic/server.ts';
import { startOpenAI } from '../../standins/openai/server.ts';
import type { Trouble } from '../../standins/anthropic/faults.ts';
import { SCRIPT } from './provider-servers.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const HOUR = 3_600_000;
const seconds = (at: number) => String(at / 1_000);
const read = (headers: Readonly<Record<string, string>>, said = '', body: unknown = null) =>
  untilReset({ headers: new Headers(headers), said, body }, NOW);

describe('the time until which a provider answers nothing (MODEL-5)', () => {
  it.each([
    ['a time', { 'anthropic-ratelimit-tokens-reset': '2026-03-01T15:00:00Z' }, 3],
    ['seconds since 1970', { 'anthropic-ratelimit-unified-reset': seconds(NOW + 5 * HOUR) }, 5],
    ['milliseconds since 1970', { 'x-ratelimit-reset': String(NOW + 5 * HOUR) }, 5],
    ['seconds from now', { 'x-ratelimit-reset': '7200' }, 2],
    ['a duration', { 'x-ratelimit-reset-requests': '1h30m0s' }, 1.5],
    ['a duration with its parts', { 'x-ratelimit-reset-tokens': '1d2m500ms' }, 24 + 120_500 / HOUR],
    [
      'of several, the one that is used up',
      {
        'anthropic-ratelimit-requests-reset': '2026-03-01T20:00:00Z',
        'anthropic-ratelimit-requests-remaining': '12',
        'anthropic-ratelimit-tokens-reset': '2026-03-01T13:00:00Z',
        'anthropic-ratelimit-tokens-remaining': '0',
        'anthropic-ratelimit-input-tokens-reset': '2026-03-01T14:00:00Z',
        'anthropic-ratelimit-input-tokens-remaining': '0',
      },
      2,
    ],
    [
      'the same where the names are the other way round',
      {
        'x-ratelimit-reset-requests': '9h0m0s',
        'x-ratelimit-remaining-requests': '3',
        'x-ratelimit-reset-tokens': '6h0m0s',
        'x-ratelimit-remaining-tokens': '0',
      },
      6,
    ],
  ])('stands in headers: %s', (_what, headers, hours) => {
    expect(read(headers as unknown as Record<string, string>)).toBe(hours * HOUR);
  });

  it.each([
    ['usage limit reached|1772373600', 2],
    ['You have reached your usage limit; it resets at 2026-03-01T16:30:00Z.', 4.5],
    ['You have reached your specified API usage limits. You will regain access on 2026-03-02 at 00:00 UTC.', 12],
    ['Weekly limit reached, resets at 2026-03-01 13:00+00:00', 1],
  ])('stands in words: %j', (said, hours) => {
    expect(read({}, said)).toBe(hours * HOUR);
  });

  it('stands in the error itself', () => {
    expect(read({}, '', { error: { type: 'usage_limit_reached', resets_in_seconds: 7_200 } })).toBe(2 * HOUR);
    expect(read({}, '', { resets_at: (NOW + HOUR) / 1_000 })).toBe(HOUR);
    let deep: object = { resets_in_seconds: 7_200 };
    for (let depth = 0; depth < 50_000; depth += 1) deep = { error: deep };
    expect(read({}, '', deep)).toBeNull();
  });

  it.each([
    [{}, ''],
    [{ 'x-ratelimit-reset-tokens': 'soon' }, ''],
    [{ 'x-ratelimit-limit-tokens': '100' }, ''],
    // Over already, or later than a month.
    [{ 'anthropic-ratelimit-tokens-reset': '2026-03-01T11:00:00Z' }, ''],
    [{ 'anthropic-ratelimit-tokens-reset': '2026-06-01T11:00:00Z' }, ''],
    // Times of something else, and one without a zone.
    [{}, 'Overloaded since 2026-03-01T16:30:00Z; it resets itself.'],
    [{}, 'The usage limit was raised at 2026-03-01T16:30:00Z.'],
    [{}, 'Your usage limit resets at 3pm.'],
  ])('is not known from %j %j', (headers, said) => {
    expect(read(headers as Record<string, string>, said)).toBeNull();
  });

  it('makes an answer that is no 429 a limit only where its words say so', () => {
    const answered = { headers: undefined, body: null };
    const said = 'You have reached your specified API usage limits. You will regain access on 2026-03-02 at 00:00 UTC.';
    expect(isUsageLimit({ ...answered, said }, NOW)).toBe(true);
    expect(isUsageLimit({ ...answered, said: 'You have reached your usage limits.' }, NOW)).toBe(false);
    expect(isUsageLimit({ ...answered, headers: new Headers({ 'x-ratelimit-reset': '60' }), said: 'No.' }, NOW)).toBe(
      false,
    );
  });
});

describe('a call that meets such a limit (MODEL-3, MODEL-5)', () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((standIn) => standIn.close()));
  });
  const request = {
    system: 'You work.',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Look.' }] }],
    tools: [],
    answerWithTool: false,
    maxTokens: 100,
  } as const;
  async function asked(provider: 'anthropic' | 'openai-chat', trouble: Trouble) {
    const isOurs = provider === 'anthropic';
    const standIn = await (isOurs ? startAnthropic : startOpenAI)({ script: SCRIPT, apiKey: 'k' });
    open.push(standIn);
    standIn.fault({ trouble });
    const waits: number[] = [];
    const clock = { now: () => NOW, sleep: async (ms: number) => void waits.push(ms) };
    const options = { apiKey: 'k', baseUrl: standIn.url, timeoutMs: 5_000, maxRetries: 3, clock };
    const model = isOurs
      ? createAnthropicModel({ ...options, model: 'claude-sonnet-5-5' })
      : createChatModel({ ...options, model: 'gpt-5-mini' });
    const caught = await model.ask(request, new AbortController().signal).then(
      () => null,
      (error: unknown) => error,
    );
    return { caught, waits, calls: standIn.requests.length };
  }

  it.each(['anthropic', 'openai-chat'] as const)('leaves the wait to the task, with its time: %s', async (provider) => {
    const headers = {
      'x-ratelimit-reset-tokens': '3h0m0s',
      'anthropic-ratelimit-unified-reset': seconds(NOW + 3 * HOUR),
    };
    const { caught, waits, calls } = await asked(provider, { kind: 'status', status: 429, headers });
    expect(caught).toMatchObject({ name: 'RetryLater', of: 'model_limit', isLimit: true, afterMs: 3 * HOUR });
    expect([waits, calls]).toEqual([[], 1]);
  });

  it('a retry-after wins over the time of the limit; a short one is sat out', async () => {
    const headers = { 'anthropic-ratelimit-unified-reset': seconds(NOW + 3 * HOUR) };
    const { caught, waits } = await asked('anthropic', { kind: 'status', status: 429, retryAfter: '20', headers });
    expect([caught, waits]).toEqual([null, [20_000]]);
  });

  it('without a time it is tried again as an outage is', async () => {
    const { caught, waits } = await asked('anthropic', { kind: 'status', status: 429 });
    expect([caught, waits]).toEqual([null, [1_000]]);
  });

  it('in the words of a refusal it is one, too', async () => {
    const message =
      'You have reached your specified API usage limits. You will regain access on 2026-03-02 at 00:00 UTC.';
    const { caught } = await asked('anthropic', { kind: 'status', status: 400, message });
    expect(caught).toMatchObject({ of: 'model_limit', afterMs: 12 * HOUR });
  });
});
