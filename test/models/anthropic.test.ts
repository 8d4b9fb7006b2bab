import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import type { Clock } from '../../src/ports/clock.ts';
import type { ModelMessage, ModelRequest } from '../../src/ports/model.ts';
import { createAnthropicModel } from '../../src/models/anthropic.ts';
import type { AttemptReport } from '../../src/models/ask-with-retries.ts';
import { lookUpModel } from '../../src/models/look-up-model.ts';
import { actionTools, CALLS } from '../../src/model-calls/calls.ts';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { readModelAnswer } from '../../src/model-calls/read-model-answer.ts';
import { repairMessages } from '../../src/model-calls/repair-messages.ts';
import type { Trouble } from '../../standins/anthropic/faults.ts';
import {
  actionSteps,
  cutOff,
  refusal,
  reply,
  text,
  thinking,
  toolUse,
  type Json,
  type Script,
} from '../../standins/anthropic/script.ts';
import { startAnthropic, type AnthropicStandIn } from '../../standins/anthropic/server.ts';

const KEY = 'key-for-this-test';
const open: AnthropicStandIn[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()));
});

function bench(
  standIn: AnthropicStandIn,
  options: { readonly apiKey?: string; readonly model?: string; readonly timeoutMs?: number } = {},
) {
  const waits: number[] = [];
  const reports: AttemptReport[] = [];
  const clock: Clock = {
    now: () => 0,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      waits.push(ms);
    },
  };
  const model = createAnthropicModel({
    apiKey: options.apiKey ?? KEY,
    baseUrl: standIn.url,
    model: options.model ?? 'claude-sonnet-5-5',
    timeoutMs: options.timeoutMs ?? 5000,
    maxRetries: 3,
    clock,
    onAttempt: (report) => reports.push(report),
  });
  return { model, waits, reports };
}

async function start(script: Script): Promise<AnthropicStandIn> {
  const standIn = await startAnthropic({ script, apiKey: KEY });
  open.push(standIn);
  return standIn;
}

const REVIEW: Script = { answers: { submit_review: { result: 'PASS', feedback: 'Schön 👍'.repeat(50) } } };
const ask: ModelRequest = {
  system: 'You review.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'Review this.' }] }],
  tools: [CALLS.review.tool],
  answerWithTool: true,
  maxTokens: 1000,
};
const never = new AbortController().signal;

describe('createAnthropicModel (MODEL-1, MODEL-3)', () => {
  it.each(['claude-sonnet-5-5', 'claude-haiku-5-5', 'claude-opus-5-5', 'claude-sonnet-4-5', 'claude-next-9'])(
    'asks %s for a tool call in a way it accepts',
    async (name) => {
      const answer = await bench(await start(REVIEW), { model: name }).model.ask(ask, never);
      expect(answer).toMatchObject({ model: name, stopReason: 'tool_use', attempts: 1 });
      expect(readModelAnswer('review', answer)).toEqual({
        ok: true,
        value: { result: 'PASS', feedback: 'Schön 👍'.repeat(50) },
      });
      expect(answer.usage.inputTokens).toBeGreaterThan(0);
      expect(answer.usage.outputTokens).toBeGreaterThan(0);
    },
  );

  it.each<Trouble>([
    { kind: 'status', status: 500 },
    { kind: 'status', status: 503, type: 'api_error' },
    { kind: 'status', status: 529 },
    { kind: 'status', status: 429 },
    { kind: 'reset' },
    { kind: 'cut', afterEvents: 5 },
    { kind: 'cut', afterEvents: 5, clean: true },
    { kind: 'cut', afterEvents: 0 },
    { kind: 'error_event', afterEvents: 4, type: 'overloaded_error' },
  ])('tries again after 1, 2, 4 s and then gives up: %j', async (trouble) => {
    const standIn = await start(REVIEW);
    standIn.fault({ trouble, times: 3 });
    const lucky = bench(standIn);
    expect(await lucky.model.ask(ask, never)).toMatchObject({ attempts: 4, stopReason: 'tool_use' });
    expect(lucky.waits).toEqual([1000, 2000, 4000]);
    standIn.fault({ trouble, times: 4 });
    const unlucky = bench(standIn);
    await expect(unlucky.model.ask(ask, never)).rejects.toMatchObject({ name: 'RetryLater' });
    expect(unlucky.reports.map((report) => report.outcome)).toEqual(['retried', 'retried', 'retried', 'given_up']);
  });

  it.each<Trouble>([{ kind: 'silent' }, { kind: 'stall', afterEvents: 5 }])(
    'counts silence as a time-out: %j',
    async (trouble) => {
      const standIn = await start(REVIEW);
      standIn.fault({ trouble });
      const { model, waits, reports } = bench(standIn, { timeoutMs: 150 });
      expect(await model.ask(ask, never)).toMatchObject({ attempts: 2 });
      expect([waits, reports[0]?.what]).toEqual([[1000], 'The model did not answer in time']);
    },
  );

  it('waits as long as retry-after says, and leaves a longer wait to the task', async () => {
    const standIn = await start(REVIEW);
    standIn.fault({ trouble: { kind: 'status', status: 429, retryAfter: '17' } });
    const patient = bench(standIn);
    await patient.model.ask(ask, never);
    expect(patient.waits).toEqual([17_000]);
    standIn.fault({ trouble: { kind: 'status', status: 429, retryAfter: '3600' } });
    await expect(bench(standIn).model.ask(ask, never)).rejects.toMatchObject({
      name: 'RetryLater',
      afterMs: 3_600_000,
    });
  });

  it('gives up a stream that shows signs of life for ever and never answers (R5)', async () => {
    const standIn = await start(REVIEW);
    standIn.fault({ trouble: { kind: 'pings', afterEvents: 2 } });
    const { model, reports } = bench(standIn, { timeoutMs: 150 });
    expect(await model.ask(ask, never)).toMatchObject({ attempts: 2 });
    expect(reports[0]?.what).toBe('The model did not answer in time');
  });

  it.each([
    [new Date(9_000).toUTCString(), 9_000],
    ['0', 0],
    ['-5', 0],
    ['soon', 1_000],
    ['', 1_000],
    ['NaN', 1_000],
    ['60', 60_000],
  ])('reads retry-after "%s" within bounds', async (retryAfter, waited) => {
    const standIn = await start(REVIEW);
    standIn.fault({ trouble: { kind: 'status', status: 529, retryAfter } });
    const { model, waits } = bench(standIn);
    await model.ask(ask, never);
    expect(waits).toEqual([waited]);
  });

  it('never waits longer than a day, whatever retry-after says', async () => {
    const standIn = await start(REVIEW);
    standIn.fault({ trouble: { kind: 'status', status: 429, retryAfter: '99999999999' } });
    await expect(bench(standIn).model.ask(ask, never)).rejects.toMatchObject({
      name: 'RetryLater',
      afterMs: 86_400_000,
    });
  });

  it.each([
    [400, 'prompt is too long: 210000 tokens > 200000 maximum', true],
    [400, 'input length and `max_tokens` exceed context limit: 199211 + 20000 > 200000', true],
    [413, 'Request exceeds the maximum size', true],
    [400, 'messages.1.content.0: `thinking` or `redacted_thinking` blocks cannot be modified', false],
  ])('says of a conversation refused with %i "%s" that it may be begun anew', async (status, message, tooLong) => {
    const standIn = await start(REVIEW);
    standIn.fault({ trouble: { kind: 'status', status, message } });
    const { model, waits } = bench(standIn);
    await expect(model.ask(ask, never)).rejects.toMatchObject({
      code: 'model_refused',
      tooLong,
      message: expect.stringContaining(message),
    });
    expect(waits).toEqual([]);
  });

  it.each([400, 402, 403, 409, 422])('tries %i once only and names what was said', async (status) => {
    const standIn = await start(REVIEW);
    standIn.fault({ trouble: { kind: 'status', status, message: 'Because of this.' } });
    const { model, waits } = bench(standIn);
    const refused = model.ask(ask, never);
    await expect(refused).rejects.toMatchObject({
      name: 'Fault',
      message: expect.stringContaining('Because of this.'),
    });
    await expect(refused).rejects.not.toHaveProperty('tooLong');
    expect([waits, standIn.requests.length]).toEqual([[], 1]);
  });

  it('gives an answer without content as what it is, and asks for the tool again (I15)', async () => {
    const standIn = await start({ answers: { submit_review: [reply(), { result: 'PASS', feedback: 'Fine.' }] } });
    const { model } = bench(standIn);
    const empty = await model.ask(ask, never);
    expect(empty).toMatchObject({ content: [], stopReason: 'end_turn', attempts: 1 });
    const reading = readModelAnswer('review', empty);
    expect(reading).toMatchObject({ ok: false, broke: 'schema' });
    const messages = repairMessages(ask.messages, empty, reading.ok ? [] : reading.problems, await loadPrompts());
    expect(readModelAnswer('review', await model.ask({ ...ask, messages }, never))).toMatchObject({ ok: true });
  });

  it('names the cause of what waiting does not cure, at once', async () => {
    const standIn = await start(REVIEW);
    await expect(bench(standIn, { apiKey: 'wrong' }).model.ask(ask, never)).rejects.toMatchObject({
      code: 'model_credentials',
      advice: expect.stringContaining('ANTHROPIC_API_KEY'),
    });
    await expect(bench(standIn, { model: 'gpt-nothing' }).model.ask(ask, never)).rejects.toMatchObject({
      code: 'model_refused',
      message: expect.stringContaining('gpt-nothing'),
    });
    const bad = bench(standIn);
    await expect(bad.model.ask({ ...ask, messages: [] }, never)).rejects.toMatchObject({
      code: 'model_refused',
      message: expect.stringContaining('at least one message is required'),
    });
    expect(bad.waits).toEqual([]);
    standIn.fault({ trouble: { kind: 'status', status: 429, errorCode: 'enforced_spend_limit_reached' } });
    await expect(bench(standIn).model.ask(ask, never)).rejects.toMatchObject({
      code: 'model_refused',
      message: expect.stringContaining('spend limit'),
    });
  });

  it("stops at once with the signal's reason", async () => {
    const standIn = await start(REVIEW);
    const reason = new Error('stopped by a person');
    for (const trouble of [{ kind: 'silent' }, { kind: 'stall', afterEvents: 5 }] as const) {
      standIn.fault({ trouble });
      const controller = new AbortController();
      const asked = bench(standIn).model.ask(ask, controller.signal);
      setTimeout(() => controller.abort(reason), 50);
      await expect(asked).rejects.toBe(reason);
    }
    const before = standIn.requests.length;
    await expect(bench(standIn).model.ask(ask, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(standIn.requests).toHaveLength(before);
  });

  it.each([0, 1, 30])('never gives out a tool call that was cut off after %i characters (I15)', async (at) => {
    const standIn = await start({
      answers: {
        submit_review: cutOff(at, text('First'), toolUse('submit_review', { result: 'PASS', feedback: 'a long text' })),
      },
    });
    const answer = await bench(standIn).model.ask(ask, never);
    expect(answer).toMatchObject({ stopReason: 'max_tokens', content: [{ type: 'text', text: 'First' }] });
    expect(readModelAnswer('review', answer)).toMatchObject({
      ok: false,
      broke: 'schema',
    });
  });

  it('reports a refusal, and survives hostile tool calls (I15)', async () => {
    const deep = '['.repeat(5000) + ']'.repeat(5000);
    const standIn = await start({
      answers: {
        submit_review: [
          refusal(),
          reply(toolUse('submit_review', `{"feedback":${deep}}`)),
          reply(toolUse('x'.repeat(30_000), {}, '')),
          reply(toolUse('submit_review', '{"result":NaN}')),
        ],
      },
    });
    const { model } = bench(standIn);
    const nth = (maxTokens: number) => model.ask({ ...ask, maxTokens }, never);
    expect(await nth(1)).toMatchObject({ stopReason: 'refusal', content: [] });
    for (const maxTokens of [2, 3, 4]) {
      const answer = await nth(maxTokens);
      const reading = readModelAnswer('review', answer);
      expect(reading).toMatchObject({ ok: false, broke: 'schema' });
      const messages = repairMessages(ask.messages, answer, reading.ok ? [] : reading.problems, await loadPrompts());
      expect(await model.ask({ ...ask, messages, maxTokens: 9 }, never)).toMatchObject({ attempts: 1 });
    }
  });

  it('carries thinking back unchanged and reads the cached prefix in the next call (MODEL-6)', async () => {
    const standIn = await start({
      actions: actionSteps([
        [thinking('Let me look.'), toolUse('run_command', { command: 'ls' })],
        [thinking(''), toolUse('finish_action', { status: 'success', evaluation: 'done' })],
      ]),
    });
    const { model } = bench(standIn);
    const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'Do it. '.repeat(600) }] }];
    const request = (): ModelRequest => ({
      system: 'You act. '.repeat(600),
      messages: [...messages],
      tools: actionTools,
      answerWithTool: false,
      maxTokens: 2000,
    });
    const first = await model.ask(request(), never);
    expect(first.content[0]).toMatchObject({ type: 'opaque', raw: { type: 'thinking', thinking: 'Let me look.' } });
    const use = first.content.find((block) => block.type === 'tool_use');
    messages.push(
      { role: 'assistant', content: first.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: use?.id ?? '', content: 'a.txt' }] },
    );
    const second = await model.ask(request(), never);
    expect(second.usage.cacheReadTokens).toBe(first.usage.cacheWriteTokens);
    expect(second.usage.cacheReadTokens).toBeGreaterThan(2000);
    const body = JSON.parse(standIn.requests.at(-1)?.bodyText ?? '{}') as Json;
    expect(JSON.stringify(body).match(/"cache_control"/g)).toHaveLength(3);
    expect(body['tool_choice']).toBeUndefined();
  });
});

describe('the key and the name of the model (OPS-3)', () => {
  const look = (baseUrl: string, over: { readonly apiKey?: string; readonly model?: string } = {}) =>
    lookUpModel({ provider: 'anthropic', apiKey: KEY, model: 'claude-sonnet-5-5', baseUrl, timeoutMs: 5_000, ...over });

  it('are asked for without a message: known, a key that is refused, a model that is not known', async () => {
    const standIn = await start(REVIEW);
    expect(await look(standIn.url)).toEqual({ kind: 'known' });
    expect(await look(standIn.url, { apiKey: 'wrong' })).toEqual({ kind: 'key_refused', said: 'invalid x-api-key' });
    expect(await look(standIn.url, { model: 'gpt-5' })).toEqual({ kind: 'model_unknown', said: 'model: gpt-5' });
    expect(standIn.requests).toEqual([]);
  });

  it.each([
    [404, { type: 'error', error: { type: 'not_found_error', message: 'Not Found' } }],
    [404, '<h1>404</h1>'],
    [200, '<h1>Welcome</h1>'],
    [200, { status: 'fine' }],
    [401, { error: 'no such route for you' }],
    [403, { type: 'error', error: { type: 'permission_error', message: 'not here' } }],
    [429, { type: 'error', error: { type: 'rate_limit_error', message: 'later' } }],
    [529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
  ])(
    'are not judged by what a gateway says that knows no such route, nor by an outage: %d %j',
    async (status, body) => {
      const gateway = createServer((_, response) => {
        response
          .writeHead(status, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' })
          .end(typeof body === 'string' ? body : JSON.stringify(body));
      }).listen(0, '127.0.0.1');
      await once(gateway, 'listening');
      const { port } = gateway.address() as AddressInfo;
      expect(await look(`http://127.0.0.1:${port}`)).toMatchObject({ kind: 'unproven' });
      gateway.close();
      gateway.closeAllConnections();
    },
  );
});
