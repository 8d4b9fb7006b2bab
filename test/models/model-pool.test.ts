import { afterEach, describe, expect, it } from '@jest/globals';
import { modelsOf } from '../../src/config/chosen-profile.ts';
import { Settings } from '../../src/config/schema.ts';
import { CALLS } from '../../src/model-calls/calls.ts';
import { createAnthropicModel } from '../../src/models/anthropic.ts';
import { chooseCandidate } from '../../src/models/choose-candidate.ts';
import { createModelPool } from '../../src/models/model-pool.ts';
import { costOf } from '../../src/models/prices.ts';
import { createChatModel } from '../../src/models/openai-chat.ts';
import type { CandidateGroup, ModelRequest, PassedOver } from '../../src/ports/model.ts';
import { startAnthropic } from '../../standins/anthropic/server.ts';
import { startOpenAI } from '../../standins/openai/server.ts';
import { SCRIPT } from './provider-servers.ts';

const KEY = 'key-for-this-test';
const PRICE = { input: 2, output: 10, cacheRead: 0.1, cacheWrite: 2.5 };
const never = new AbortController().signal;
const FIRST = { tool: 'anthropic', model: 'claude-sonnet-5-5', weight: 100 };
const SECOND = { tool: 'openai-chat', model: 'gpt-5-mini', weight: 0.001 };
const CLI = { tool: 'codex-cli', model: 'gpt-5.2', weight: 1_000_000 };
const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()));
});

async function pooled(over: Partial<CandidateGroup> = {}) {
  const anthropic = await startAnthropic({ script: SCRIPT, apiKey: KEY });
  const openai = await startOpenAI({ script: SCRIPT, apiKey: KEY });
  open.push(anthropic, openai);
  let now = 1_000_000;
  const waits: number[] = [];
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      waits.push(ms);
      now += ms;
    },
  };
  const passed: (PassedOver & { readonly reason: string })[] = [];
  const options = { apiKey: KEY, timeoutMs: 5_000, maxRetries: 3, clock };
  const group: CandidateGroup = { candidates: [FIRST, SECOND], fallback: true, cooldownMs: 120_000, ...over };
  const pool = createModelPool({
    open: ({ tool, model }) => {
      if (tool === 'anthropic')
        return createAnthropicModel({ ...options, model, baseUrl: anthropic.url, price: PRICE });
      return tool === 'openai-chat' ? createChatModel({ ...options, model, baseUrl: openai.url }) : 'it has no key';
    },
    otherwise: group,
    clock,
    onPassedOver: (one, reason) => passed.push({ ...one, reason }),
  });
  const request: ModelRequest = {
    system: 'You review.',
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Look.' }] }],
    tools: [CALLS.review.tool],
    answerWithTool: true,
    maxTokens: 1000,
    asking: { seed: 'task-1', group },
  };
  return { pool, group, request, anthropic, openai, waits, passed, later: (ms: number) => (now += ms) };
}

describe('the models of a profile (MODEL-5)', () => {
  it('after a rate limit the next one is asked at once, and the first again when it has cooled down', async () => {
    const { pool, request, anthropic, openai, waits, passed, later } = await pooled();
    anthropic.fault({ trouble: { kind: 'status', status: 429, retryAfter: '17' } });
    expect((await pool.ask(request, never)).chosen).toEqual({
      tool: 'openai-chat',
      model: 'gpt-5-mini',
      passedOver: [{ tool: 'anthropic', model: 'claude-sonnet-5-5', why: 'rate_limited' }],
    });
    expect([waits, passed.length]).toEqual([[], 1]);
    later(119_000);
    expect((await pool.ask(request, never)).chosen?.tool).toBe('openai-chat');
    expect([anthropic.requests.length, openai.requests.length]).toEqual([1, 2]);
    later(2_000);
    expect((await pool.ask(request, never)).chosen).toEqual({ ...nameOf(FIRST), passedOver: [] });
  });

  it('a longer retry-after is a longer cool-down', async () => {
    const { pool, request, anthropic, later } = await pooled();
    anthropic.fault({ trouble: { kind: 'status', status: 429, retryAfter: '600' } });
    await pool.ask(request, never);
    later(599_000);
    expect((await pool.ask(request, never)).chosen?.tool).toBe('openai-chat');
    later(2_000);
    expect((await pool.ask(request, never)).chosen?.tool).toBe('anthropic');
  });

  it('when all are limited, the task waits until the first of them may be asked again', async () => {
    const { pool, request, anthropic, openai } = await pooled();
    anthropic.fault({ trouble: { kind: 'status', status: 429, retryAfter: '900' } });
    openai.fault({ trouble: { kind: 'status', status: 429, retryAfter: '300' } });
    await expect(pool.ask(request, never)).rejects.toMatchObject({ name: 'RetryLater', afterMs: 300_000 });
    await expect(pool.ask(request, never)).rejects.toMatchObject({
      name: 'RetryLater',
      of: 'model_limit',
      afterMs: 300_000,
    });
    expect([anthropic.requests.length, openai.requests.length]).toEqual([1, 1]);
  });

  it('when no provider named a time, that is waited for like an outage', async () => {
    const { pool, request, anthropic, openai } = await pooled();
    anthropic.fault({ trouble: { kind: 'status', status: 429 }, times: 4 });
    openai.fault({ trouble: { kind: 'status', status: 429 }, times: 4 });
    await expect(pool.ask(request, never)).rejects.toMatchObject({ name: 'RetryLater', of: 'model' });
    await expect(pool.ask(request, never)).rejects.toMatchObject({ name: 'RetryLater', of: 'model' });
  });

  it('without fallback, or where nobody else can be asked, a limit is waited out', async () => {
    for (const over of [{ fallback: false }, { candidates: [FIRST, CLI] }]) {
      const { pool, request, anthropic, waits } = await pooled(over);
      anthropic.fault({ trouble: { kind: 'status', status: 429, retryAfter: '17' } });
      expect((await pool.ask(request, never)).chosen?.tool).toBe('anthropic');
      expect(waits).toEqual([17_000]);
    }
    const { pool, request, anthropic, openai } = await pooled({ fallback: false });
    anthropic.fault({ trouble: { kind: 'status', status: 429, retryAfter: '3600' } });
    await expect(pool.ask(request, never)).rejects.toMatchObject({ name: 'RetryLater', afterMs: 3_600_000 });
    expect((await pool.ask(request, never)).chosen?.tool).toBe('anthropic');
    expect(openai.requests).toEqual([]);
  });

  it('an outage is no limit: it is waited out, and nobody else is asked', async () => {
    const { pool, request, anthropic, openai, waits } = await pooled();
    anthropic.fault({ trouble: { kind: 'status', status: 529 }, times: 2 });
    expect((await pool.ask(request, never)).chosen?.tool).toBe('anthropic');
    expect([waits, openai.requests.length]).toEqual([[1000, 2000], 0]);
    anthropic.fault({ trouble: { kind: 'status', status: 529 }, times: 4 });
    await expect(pool.ask(request, never)).rejects.toMatchObject({ name: 'RetryLater', isLimit: false });
    expect(openai.requests).toEqual([]);
  });

  it('one that cannot be asked is passed over with its reason; where none can, that is said', async () => {
    const { pool, request, passed } = await pooled({ candidates: [CLI, SECOND] });
    expect((await pool.ask(request, never)).chosen).toEqual({
      ...nameOf(SECOND),
      passedOver: [{ ...nameOf(CLI), why: 'unavailable' }],
    });
    expect(passed).toMatchObject([{ tool: 'codex-cli', reason: 'it has no key' }]);
    const nobody = await pooled({ candidates: [CLI] });
    await expect(nobody.pool.ask(nobody.request, never)).rejects.toMatchObject({
      code: 'model_credentials',
      message: expect.stringContaining('codex-cli gpt-5.2: it has no key'),
    });
  });

  it('what it costs is what the one that was asked costs; of what nobody knows, nothing, and never $0 (MODEL-6)', async () => {
    const { pool, request } = await pooled({ candidates: [FIRST] });
    const { usage, chosen } = await pool.ask(request, never);
    expect(pool.price(usage, chosen)).toBeCloseTo(costOf(PRICE, usage));
    // Nobody was asked there yet, so nothing is known.
    expect(pool.price(usage, { ...nameOf(SECOND), passedOver: [] })).toBeNull();
    expect(pool.price(usage)).toBeNull();
  });
});

const nameOf = ({ tool, model }: typeof FIRST) => ({ tool, model });

describe('the choice of a candidate (MODEL-5)', () => {
  const group = modelsOf(Settings.parse({})).categories['meta']?.candidates ?? [];
  const tally = (without: readonly { tool: string; model: string }[] = []) => {
    const counts = new Map<string, number>();
    for (let task = 0; task < 4_000; task += 1) {
      const tool = chooseCandidate(group, `task-${task}`, without)?.tool ?? '';
      counts.set(tool, (counts.get(tool) ?? 0) + 1);
    }
    return (tool: string) => (counts.get(tool) ?? 0) / 4_000;
  };

  it('goes by weight over many tasks', () => {
    const share = tally();
    expect(group.map(({ weight }) => weight)).toEqual([40, 30, 20, 10]);
    for (const { tool, weight } of group) expect(Math.abs(share(tool) - weight / 100)).toBeLessThan(0.03);
  });

  it('goes by the weights of those that are left', () => {
    const [, second, third] = group;
    const share = tally([second, third].flatMap((one) => (one === undefined ? [] : [one])));
    expect(Math.abs(share('anthropic') - 0.8)).toBeLessThan(0.03);
    expect(share('codex-cli')).toBe(0);
  });

  it('is the same for the same seed, and none where nobody is left', () => {
    for (const seed of ['a', 'b', 'c']) expect(chooseCandidate(group, seed, [])).toBe(chooseCandidate(group, seed, []));
    expect(chooseCandidate(group, 'a', group)).toBeNull();
    const [one, other] = [FIRST, { ...FIRST, model: 'claude-haiku-5-5' }];
    expect(chooseCandidate([one, other], 'a', [one])).toBe(other);
  });
});
