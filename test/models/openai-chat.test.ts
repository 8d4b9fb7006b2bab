import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { actionTools, CALLS } from '../../src/model-calls/calls.ts';
import { lookUpModel } from '../../src/models/look-up-model.ts';
import { createChatModel } from '../../src/models/openai-chat.ts';
import type { ModelMessage, ModelRequest } from '../../src/ports/model.ts';
import type { Json } from '../../standins/anthropic/script.ts';
import type { Manner } from '../../standins/openai/chunks.ts';
import { startOpenAI, type OpenAIOptions, type OpenAIStandIn } from '../../standins/openai/server.ts';
import { SCRIPT } from './provider-servers.ts';

const KEY = 'key-for-this-test';
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const never = new AbortController().signal;
const open: OpenAIStandIn[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()));
});

async function start(options: Partial<OpenAIOptions> = {}): Promise<OpenAIStandIn> {
  const standIn = await startOpenAI({ script: SCRIPT, apiKey: KEY, ...options });
  open.push(standIn);
  return standIn;
}

function modelAt(baseUrl: string, model = 'gpt-5-mini') {
  const clock = { now: () => 0, sleep: async () => undefined };
  return createChatModel({ apiKey: KEY, baseUrl, model, timeoutMs: 5_000, maxRetries: 3, clock });
}

const REVIEW: ModelRequest = {
  system: 'You review.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Look.' }] }],
  tools: [CALLS.review.tool],
  answerWithTool: true,
  maxTokens: 1000,
};
const ACT: ModelRequest = { ...REVIEW, tools: actionTools, answerWithTool: false };

function bodies({ requests }: OpenAIStandIn): readonly Json[] {
  return requests.map(({ bodyText }) => JSON.parse(bodyText) as Json);
}

describe('createChatModel (MODEL-1)', () => {
  it.each([
    'gpt-5.6-luna',
    'gpt-5.4',
    'gpt-5.2',
    'gpt-5',
    'gpt-5-mini-2025-08-07',
    'gpt-4.1',
    'gpt-4o-mini',
    'o3',
    'o3-mini',
    'o4-mini',
  ])('sends %s nothing that it refuses, from the first call on (MODEL-2)', async (name) => {
    const standIn = await start();
    const answer = await modelAt(standIn.url, name).ask({ ...REVIEW, maxTokens: 500_000 }, never);
    expect(answer).toMatchObject({ stopReason: 'tool_use', attempts: 1 });
    expect(answer.oddities).toBeUndefined();
    expect(bodies(standIn)[0]?.['tool_choice']).toEqual({ type: 'function', function: { name: 'submit_review' } });
  });

  it('asks a model that it does not know in words, with what every server takes (MODEL-2)', async () => {
    const standIn = await start({ anyModel: true });
    expect(await modelAt(standIn.url, 'qwen3-coder').ask(REVIEW, never)).toMatchObject({ stopReason: 'tool_use' });
    const [body] = bodies(standIn);
    expect(Object.keys(body ?? {})).toEqual(['model', 'max_tokens', 'stream', 'stream_options', 'tools', 'messages']);
    expect((body?.['messages'] as Json[] | undefined)?.[0]?.['content']).toContain(
      'calling the tool `submit_review` exactly once',
    );
  });

  it.each([
    ['stream_options', 'gateway-1', 'Extra inputs are not permitted: stream_options'],
    ['tool_choice', 'gpt-5', 'tool_choice is not supported by this server'],
    [
      'max_tokens',
      'gpt-9',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ],
    ['max_completion_tokens', 'gpt-5', 'unknown field max_completion_tokens'],
  ])('learns that a server refuses %s, once (MODEL-2)', async (key, name, said) => {
    const standIn = await start({ anyModel: true, refuses: (body) => (body[key] === undefined ? null : said) });
    const model = modelAt(standIn.url, name);
    expect((await model.ask(REVIEW, never)).oddities?.[0]).toContain(key);
    expect((await model.ask(REVIEW, never)).oddities ?? []).not.toContainEqual(
      expect.stringContaining('sent differently'),
    );
    expect(standIn.requests.map(({ status }) => status)).toEqual([400, 200, 200]);
  });

  it('learns that a model takes tools only without reasoning (MODEL-2)', async () => {
    const said = "Function tools with reasoning_effort are not supported. Set reasoning_effort to 'none'.";
    const standIn = await start({
      anyModel: true,
      refuses: (body) => (body['reasoning_effort'] === 'none' ? null : said),
    });
    expect(await modelAt(standIn.url, 'gpt-7').ask(REVIEW, never)).toMatchObject({ stopReason: 'tool_use' });
  });

  it('says of a server that takes no tools that another model is needed', async () => {
    const standIn = await start({
      anyModel: true,
      refuses: () => 'registry.ollama.ai/library/gemma:latest does not support tools',
    });
    await expect(modelAt(standIn.url, 'gemma').ask(REVIEW, never)).rejects.toMatchObject({
      code: 'model_refused',
      message: expect.stringContaining('takes no tools'),
      advice: expect.stringContaining('choose a model that takes them'),
    });
    expect(standIn.requests).toHaveLength(1);
  });

  it.each<Manner>(['one_index', 'no_index', 'no_id', 'whole_calls', 'says_stop', 'repeats_name'])(
    'reads calls of tools from a server that streams otherwise: %s (MODEL-3)',
    async (manner) => {
      const standIn = await start({ anyModel: true, manner });
      const answer = await modelAt(standIn.url, 'local').ask(ACT, never);
      const uses = answer.content.filter((block) => block.type === 'tool_use');
      expect(answer.stopReason).toBe('tool_use');
      expect(uses.map(({ name, input }) => [name, input])).toEqual([
        ['run_command', { command: 'ls' }],
        ['run_command', { command: 'pwd' }],
      ]);
      expect(new Set(uses.map(({ id }) => id)).size).toBe(2);
    },
  );

  it('takes a stream without a reason to finish for one that was cut (MODEL-3)', async () => {
    const standIn = await start({ anyModel: true, manner: 'never_finishes' });
    await expect(modelAt(standIn.url, 'local').ask(REVIEW, never)).rejects.toMatchObject({ name: 'RetryLater' });
    expect(standIn.requests).toHaveLength(4);
  });

  it.each([
    ['is not told', null, true, {}],
    [
      'is told',
      { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 60 } },
      false,
      { inputTokens: 40, cacheReadTokens: 60, outputTokens: 7 },
    ],
    [
      'is told without the cache',
      { prompt_tokens: 100, completion_tokens: 7 },
      false,
      { inputTokens: 100, cacheReadTokens: 0 },
    ],
    [
      'has more in the cache than there is',
      { prompt_tokens: 10, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 60 } },
      false,
      { inputTokens: 10, cacheReadTokens: 0 },
    ],
    ['is no number', { prompt_tokens: -3, completion_tokens: 1.5 }, true, {}],
  ])('counts what a call costs where it %s (MODEL-3, MODEL-6)', async (_what, end, isEstimated, counted) => {
    const standIn = await start();
    standIn.fault({ trouble: { kind: 'usage', start: null, end } });
    const { usage, oddities = [] } = await modelAt(standIn.url).ask(REVIEW, never);
    expect(usage).toMatchObject(counted);
    expect(usage.isEstimated ?? false).toBe(isEstimated);
    expect(usage.inputTokens).toBeGreaterThan(0);
    expect(oddities.length > 0).toBe(isEstimated);
  });

  it('counts the part of the prompt that the API had in its cache (MODEL-6)', async () => {
    const standIn = await start();
    const model = modelAt(standIn.url);
    const long = { ...REVIEW, system: 'You review. '.repeat(1_000) };
    expect((await model.ask(long, never)).usage.cacheReadTokens).toBe(0);
    const again = await model.ask(long, never);
    expect(again.usage.cacheReadTokens).toBeGreaterThan(again.usage.inputTokens);
  });

  it('shows pictures to models that take them, and refuses to ask others', async () => {
    const standIn = await start();
    const shown: ModelRequest = {
      ...REVIEW,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', mediaType: 'image/png', data: PIXEL },
            { type: 'text', text: 'Look.' },
          ],
        },
      ],
    };
    expect(await modelAt(standIn.url, 'gpt-5').ask(shown, never)).toMatchObject({ stopReason: 'tool_use' });
    await expect(modelAt(standIn.url, 'o3-mini').ask(shown, never)).rejects.toMatchObject({ code: 'model_refused' });
    expect(standIn.requests).toHaveLength(1);
  });

  it('goes on with a conversation that another provider began: long ids, thinking, answers without a word (MODEL-2)', async () => {
    const standIn = await start();
    const id = 'toolu_'.padEnd(100, 'x');
    const messages: ModelMessage[] = [
      { role: 'user', content: [{ type: 'text', text: 'Do it.' }] },
      { role: 'assistant', content: [{ type: 'opaque', raw: { type: 'thinking', thinking: 'Hm.', signature: 's' } }] },
      { role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'run_command', input: { command: 'ls' } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'no such file', is_error: true }] },
    ];
    expect(await modelAt(standIn.url).ask({ ...ACT, messages }, never)).toMatchObject({ attempts: 1 });
    const sent = bodies(standIn)[0]?.['messages'] as Json[];
    expect(sent.map(({ role }) => role)).toEqual(['system', 'user', 'user', 'assistant', 'tool']);
    expect(sent.at(-1)?.['content']).toBe('Error: no such file');
  });

  it('says that a conversation is too long, so that it is begun anew (MODEL-3)', async () => {
    const standIn = await start({ contextTokens: 100 });
    await expect(modelAt(standIn.url).ask({ ...REVIEW, system: 'x'.repeat(1_000) }, never)).rejects.toMatchObject({
      code: 'model_refused',
      tooLong: true,
    });
    const elsewhere = await start();
    elsewhere.fault({
      trouble: { kind: 'status', status: 400, errorCode: 'context_length_exceeded', message: 'Too much.' },
    });
    await expect(modelAt(elsewhere.url).ask(REVIEW, never)).rejects.toMatchObject({ tooLong: true });
  });

  it('says that the quota is used up, which no waiting cures', async () => {
    const standIn = await start();
    standIn.fault({
      trouble: {
        kind: 'status',
        status: 429,
        errorCode: 'insufficient_quota',
        message: 'You exceeded your current quota.',
      },
    });
    await expect(modelAt(standIn.url).ask(REVIEW, never)).rejects.toMatchObject({
      code: 'model_refused',
      advice: expect.stringContaining('credit'),
    });
    expect(standIn.requests).toHaveLength(1);
  });

  it('waits out an error in mid-answer, and one of the request ends it', async () => {
    const standIn = await start();
    standIn.fault({ trouble: { kind: 'error_event', afterEvents: 2, type: 'server_error' } });
    expect(await modelAt(standIn.url).ask(REVIEW, never)).toMatchObject({ attempts: 2 });
    standIn.fault({ trouble: { kind: 'error_event', afterEvents: 2, type: 'invalid_request_error' } });
    await expect(modelAt(standIn.url).ask(REVIEW, never)).rejects.toMatchObject({ name: 'Fault' });
  });

  it.each([
    ['text/html', '<h1>Welcome</h1>'],
    ['application/json', '{"status":"fine"}'],
  ])(
    'waits out what answers %s in place of the API, and tells its address alone (MODEL-3)',
    async (contentType, body) => {
      const standIn = await start();
      standIn.fault({ trouble: { kind: 'instead', contentType, body }, times: 4 });
      const asked = modelAt(standIn.url).ask(REVIEW, never);
      await expect(asked).rejects.toMatchObject({ name: 'RetryLater', of: 'model_address' });
      await expect(asked).rejects.toThrow(`${standIn.url} answers with ${contentType}`);
    },
  );

  it('waits out a stream that is no JSON', async () => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {"choices":[{\n\n');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    await expect(modelAt(url).ask(REVIEW, never)).rejects.toMatchObject({ name: 'RetryLater', of: 'model' });
    server.close();
    server.closeAllConnections();
  });
});

describe('the key and the name of a model behind the chat completions API (OPS-3)', () => {
  it('are asked for without a message', async () => {
    const standIn = await start();
    const look = (over: { readonly apiKey?: string; readonly model?: string; readonly baseUrl?: string } = {}) =>
      lookUpModel({
        provider: 'openai-chat',
        apiKey: KEY,
        model: 'gpt-5',
        baseUrl: standIn.url,
        timeoutMs: 5_000,
        ...over,
      });
    expect(await look()).toEqual({ kind: 'known' });
    expect(await look({ apiKey: 'wrong' })).toEqual({ kind: 'key_refused', said: 'Incorrect API key provided.' });
    expect(await look({ model: 'claude-9' })).toMatchObject({
      kind: 'model_unknown',
      said: expect.stringContaining('claude-9'),
    });
    expect(await look({ baseUrl: standIn.url.replace('/v1', '/v2') })).toMatchObject({ kind: 'unproven' });
    expect(await look({ baseUrl: 'http://127.0.0.1:1/v1' })).toMatchObject({ kind: 'unproven' });
    expect(standIn.requests.every(({ path }) => path.startsWith('/v2/'))).toBe(true);
  });
});
