import { afterEach, describe, expect, it } from '@jest/globals';
import {
  actionsMatching,
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
const TOOL = { name: 'submit_review', description: 'd', input_schema: { type: 'object', properties: {} } };
const ACT = { name: 'run_command', description: 'd', input_schema: { type: 'object', properties: {} } };
const PLAIN = {
  model: 'claude-sonnet-5-5',
  max_tokens: 100,
  tools: [TOOL],
  messages: [{ role: 'user', content: 'Hello' }],
};
const SCRIPT: Script = {
  answers: { submit_review: [{ result: 'FAIL' }, { result: 'PASS' }] },
  actions: actionSteps([toolUse('run_command', { command: 'one' }), toolUse('run_command', { command: 'two' })]),
};

const open: AnthropicStandIn[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((standIn) => standIn.close()));
});

async function start(script: Script = SCRIPT): Promise<AnthropicStandIn> {
  const standIn = await startAnthropic({ script, apiKey: KEY });
  open.push(standIn);
  return standIn;
}

async function post(
  standIn: AnthropicStandIn,
  body: unknown,
  headers: Record<string, string> = { 'x-api-key': KEY },
  path = '/v1/messages',
): Promise<{ status: number; body: Json; text: string; headers: Headers }> {
  const response = await fetch(standIn.url + path, {
    method: 'POST',
    headers: { 'anthropic-version': '2023-06-01', ...headers },
    body: JSON.stringify(body),
  });
  const got = await response.text();
  return {
    status: response.status,
    body: got.startsWith('{') ? (JSON.parse(got) as Json) : {},
    text: got,
    headers: response.headers,
  };
}

function message(answer: { readonly body: Json }): string {
  return String((answer.body['error'] as Json)['message']);
}

function content(answer: { readonly body: Json }): readonly Json[] {
  return answer.body['content'] as Json[];
}

describe('the Anthropic stand-in', () => {
  it('accepts the key in both headers and refuses another', async () => {
    const standIn = await start();
    expect((await post(standIn, PLAIN)).status).toBe(200);
    expect((await post(standIn, PLAIN, { authorization: `Bearer ${KEY}` })).status).toBe(200);
    const wrong = await post(standIn, PLAIN, { 'x-api-key': 'other' });
    expect([wrong.status, (wrong.body['error'] as Json)['type']]).toEqual([401, 'authentication_error']);
  });

  it("keeps requests for leak search, without the client's own key", async () => {
    const standIn = await start();
    await post(standIn, PLAIN);
    expect(standIn.requests).toHaveLength(1);
    expect(JSON.stringify(standIn.requests)).not.toContain(KEY);
    expect(standIn.requests[0]?.bodyText).toContain('Hello');
  });

  const use = { type: 'tool_use', id: 'toolu_1', name: 'run_command', input: {} };
  const turns = (...rest: unknown[]): unknown => ({
    ...PLAIN,
    tools: [ACT],
    messages: [{ role: 'user', content: 'Hello' }, { role: 'assistant', content: [use] }, ...rest],
  });
  it.each([
    [{ ...PLAIN, max_tokens: undefined }, 'max_tokens: Field required'],
    [{ ...PLAIN, mood: 'good' }, 'mood: Extra inputs are not permitted'],
    [{ ...PLAIN, messages: [] }, 'at least one message'],
    [{ ...PLAIN, messages: [{ role: 'system', content: 'x' }] }, 'Unexpected role'],
    [
      { ...PLAIN, messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
      'text content blocks must be non-empty',
    ],
    [{ ...PLAIN, tools: [{ ...TOOL, name: 'a b' }] }, 'String should match pattern'],
    [{ ...PLAIN, tools: [{ ...TOOL, input_schema: { anyOf: [] } }] }, 'input_schema.type: Field required'],
    [{ ...PLAIN, tools: [{ ...TOOL, input_schema: { type: 'object', anyOf: [] } }] }, 'at the top level'],
    [{ ...PLAIN, tools: [TOOL, TOOL] }, 'Tool names must be unique'],
    [
      turns({ role: 'user', content: 'go on' }),
      '`tool_use` ids were found without `tool_result` blocks immediately after: toolu_1',
    ],
    [
      turns({
        role: 'user',
        content: [
          { type: 'text', text: 'x' },
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' },
        ],
      }),
      'without `tool_result` blocks immediately after',
    ],
    [
      turns({
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' },
          { type: 'tool_result', tool_use_id: 'toolu_9', content: 'x' },
        ],
      }),
      'unexpected `tool_use_id`',
    ],
    [{ ...PLAIN, tool_choice: { type: 'tool', name: 'submit_review' } }, 'not supported for this model'],
    [
      { ...PLAIN, model: 'claude-haiku-5-5', tool_choice: { type: 'any' } },
      'Thinking may not be enabled when tool_choice forces tool use',
    ],
    [{ ...PLAIN, temperature: 0.2 }, '`temperature` is deprecated for this model'],
    [
      { ...PLAIN, model: 'claude-haiku-5-5', thinking: { type: 'enabled', budget_tokens: 1024 } },
      'thinking.type.enabled',
    ],
    [{ ...PLAIN, thinking: { type: 'disabled' } }, 'between_tools'],
    [{ ...PLAIN, messages: [...PLAIN.messages, { role: 'assistant', content: 'I' }] }, 'prefill'],
    [
      {
        ...PLAIN,
        messages: [
          {
            role: 'user',
            content: [1, 2, 3, 4, 5].map((n) => ({
              type: 'text',
              text: `t${n}`,
              cache_control: { type: 'ephemeral' },
            })),
          },
        ],
      },
      'A maximum of 4 blocks',
    ],
  ])('refuses what the API refuses: %#', async (body, expected) => {
    const answer = await post(await start(), body);
    expect([answer.status, (answer.body['error'] as Json)['type']]).toEqual([400, 'invalid_request_error']);
    expect(message(answer)).toContain(expected);
  });

  it('accepts what they accept: forced choice on Haiku without thinking, and on older models', async () => {
    const standIn = await start();
    expect(
      (
        await post(standIn, {
          ...PLAIN,
          model: 'claude-haiku-5-5',
          thinking: { type: 'disabled' },
          tool_choice: { type: 'any' },
        })
      ).status,
    ).toBe(200);
    expect(
      (await post(standIn, { ...PLAIN, model: 'claude-sonnet-4-5', temperature: 0.5, tool_choice: { type: 'any' } }))
        .status,
    ).toBe(200);
  });

  it('gives list entries in order, and the same request the same answer again', async () => {
    const standIn = await start();
    const ask = async (words: string): Promise<unknown> =>
      content(await post(standIn, { ...PLAIN, messages: [{ role: 'user', content: words }] }))[0]?.['input'];
    expect([await ask('a'), await ask('a'), await ask('b'), await ask('a'), await ask('c')]).toEqual(
      ['FAIL', 'FAIL', 'PASS', 'FAIL', 'PASS'].map((result) => ({ result })),
    );
  });

  it('answers the action loop from the conversation alone, with the same ids', async () => {
    const script: Script = {
      actions: actionsMatching([
        ['first action', [toolUse('run_command', { command: '1a' }), toolUse('run_command', { command: '1b' })]],
        [/second/, [toolUse('run_command', { command: '2a' })]],
      ]),
    };
    const ask = async (messages: readonly unknown[]): Promise<Json | undefined> =>
      content(await post(await start(script), { ...PLAIN, tools: [ACT], messages }))[0];
    const conversation: unknown[] = [{ role: 'user', content: 'the first action' }];
    const one = await ask(conversation);
    expect(await ask(conversation)).toEqual(one);
    conversation.push(
      { role: 'assistant', content: [one] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: one?.['id'], content: 'ok' }] },
    );
    const two = await ask(conversation);
    conversation.push(
      { role: 'assistant', content: [two] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: two?.['id'], content: 'ok' }] },
      { role: 'assistant', content: 'done' },
      { role: 'user', content: 'the second' },
    );
    expect([one, two, await ask(conversation)].map((block) => block?.['input'])).toEqual([
      { command: '1a' },
      { command: '1b' },
      { command: '2a' },
    ]);
  });

  it('counts cache reads by the prefixes really sent', async () => {
    const standIn = await start();
    const long = { type: 'text', text: 'long '.repeat(2000), cache_control: { type: 'ephemeral' } };
    const ask = async (system: unknown, words: string): Promise<Json> =>
      (await post(standIn, { ...PLAIN, system, messages: [{ role: 'user', content: words }] })).body['usage'] as Json;
    const first = await ask([long], 'a');
    const second = await ask([long], 'b');
    const changed = await ask([{ ...long, text: `x${long.text}` }], 'b');
    expect(first['cache_read_input_tokens']).toBe(0);
    expect(first['cache_creation_input_tokens']).toBeGreaterThan(2000);
    expect(second['cache_read_input_tokens']).toBe(first['cache_creation_input_tokens']);
    expect(second['cache_creation_input_tokens']).toBe(0);
    expect(changed['cache_read_input_tokens']).toBe(0);
  });

  it('refuses thinking that was changed, and a conversation changed before it', async () => {
    const standIn = await start({
      answers: {},
      actions: () => reply(thinking('hm'), toolUse('run_command', { command: 'x' })),
    });
    const ask = { ...PLAIN, tools: [ACT] };
    const answered = content(await post(standIn, ask));
    const next = (assistant: readonly Json[], words = 'Hello'): unknown => ({
      ...ask,
      messages: [
        { role: 'user', content: words },
        { role: 'assistant', content: assistant },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: answered[1]?.['id'], content: 'ok' }] },
      ],
    });
    expect((await post(standIn, next(answered))).status).toBe(200);
    expect(message(await post(standIn, next([{ ...answered[0], thinking: 'other' }, answered[1] ?? {}])))).toContain(
      'cannot be modified',
    );
    expect(message(await post(standIn, next(answered, 'Hello!')))).toContain('cannot be modified');
  });

  it('streams the events of the API', async () => {
    const answer = await post(await start(), { ...PLAIN, stream: true });
    const names = [...answer.text.matchAll(/^event: (.*)$/gm)].map((match) => match[1]);
    expect(names.slice(0, 3)).toEqual(['message_start', 'ping', 'content_block_start']);
    expect(names.slice(-3)).toEqual(['content_block_stop', 'message_delta', 'message_stop']);
    expect(answer.text).toContain('input_json_delta');
  });

  it('refuses by stop reason, stops in mid-call, counts tokens, and fails on demand', async () => {
    const standIn = await start({
      answers: { submit_review: [refusal(), cutOff(5, toolUse('submit_review', { result: 'PASS' }))] },
      actions: () => reply(text('hi')),
    });
    expect((await post(standIn, PLAIN)).body['stop_reason']).toBe('refusal');
    expect((await post(standIn, { ...PLAIN, max_tokens: 99 })).body['stop_reason']).toBe('max_tokens');
    expect(
      (
        await post(
          standIn,
          { model: 'claude-haiku-5-5', messages: PLAIN.messages },
          undefined,
          '/v1/messages/count_tokens',
        )
      ).body['input_tokens'],
    ).toBeGreaterThan(0);
    standIn.fault({
      trouble: { kind: 'status', status: 429, retryAfter: '7' },
      when: (request) => request.tools.includes('run_command'),
    });
    expect((await post(standIn, PLAIN)).status).toBe(200);
    const limited = await post(standIn, { ...PLAIN, tools: [ACT] });
    expect([limited.status, limited.headers.get('retry-after'), (limited.body['error'] as Json)['type']]).toEqual([
      429,
      '7',
      'rate_limit_error',
    ]);
    standIn.fault({ trouble: { kind: 'reset' } });
    await expect(post(standIn, PLAIN)).rejects.toThrow('fetch failed');
  });
});
