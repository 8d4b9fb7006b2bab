import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { answersFrom } from '../../relay/requests-folder.ts';
import { requestText, remember } from '../../relay/request-text.ts';
import { startAnthropic, type AnthropicStandIn } from '../../standins/anthropic/server.ts';
import { until } from '../flows/world.ts';
import type { Json } from '../../standins/anthropic/script.ts';

const KEY = 'sk-ant-api03-relay';
const TOOL = { name: 'submit_review', description: 'Hand in the verdict.', input_schema: { type: 'object' } };
const BODY = {
  model: 'claude-sonnet-5-5',
  max_tokens: 100,
  system: 'You review.',
  tools: [TOOL],
  messages: [{ role: 'user', content: 'Review this change.' }],
};

let into: string;
let standIn: AnthropicStandIn;
const over = new AbortController();

beforeEach(async () => {
  into = await mkdtemp(join(tmpdir(), 'pw-relay-'));
  const script = await answersFrom({ folder: join(into, 'requests'), signal: over.signal, onRequest: () => undefined });
  standIn = await startAnthropic({ script, apiKey: KEY });
});

afterEach(async () => {
  over.abort();
  await standIn.close();
  await rm(into, { recursive: true, force: true });
});

function ask(body: Json): Promise<Response> {
  return fetch(`${standIn.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': KEY, 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

function answer(tool: string, input: string, number = 1): { readonly code: number | null; readonly said: string } {
  const { status, stderr } = spawnSync('node', ['scripts/relay.mjs', 'answer', into, String(number), tool], { input });
  return { code: status, said: stderr.toString() };
}

test('a request waits in a folder to be read, and takes its answer from a command, streamed or not (MODEL-2)', async () => {
  const [whole, twice] = [ask(BODY), ask(BODY)];
  const shown = await until(
    () => readFile(join(into, 'requests/001.md'), 'utf8').catch(() => null),
    'the request of the service',
  );
  expect(shown).toContain('You review.');
  expect(shown).toContain('════ tool submit_review');
  expect(shown).toContain('Review this change.');
  const waiting = execFileSync('node', ['scripts/relay.mjs', 'waiting', into]).toString();
  expect(waiting).toContain('001.md: submit_review');

  expect(answer('submit_plan', '{}')).toEqual({ code: 1, said: 'Request 1 offers no submit_plan.\n' });
  expect(answer('submit_review', '{"result":"PASS","feedback":"Fine."}')).toEqual({ code: 0, said: '' });
  const content = [{ type: 'tool_use', name: 'submit_review', input: { result: 'PASS', feedback: 'Fine.' } }];
  for (const response of [await whole, await twice]) expect(await response.json()).toMatchObject({ content });
  // The same request once more is the same question: it needs no second answer.
  const again = await ask({ ...BODY });
  expect(await again.json()).toMatchObject({ content });

  const streamed = ask({ ...BODY, stream: true });
  await until(() => readFile(join(into, 'requests/002.md'), 'utf8').catch(() => null), 'the streamed request');
  expect(answer('submit_review', '{"result":"FAIL","feedback":"No."}', 2).code).toBe(0);
  expect(await (await streamed).text()).toContain('event: message_stop');
});

test('what the API refuses is refused before anybody is asked (MODEL-2)', async () => {
  expect((await ask({ ...BODY, max_tokens: 0 })).status).toBe(400);
});

test('a folder takes one task: a second one would answer the requests of the first', () => {
  const start = ['scripts/relay.mjs', 'start', '--repository', 'src', '--issue', 'README.md', '--into', into];
  const { status, stderr } = spawnSync('node', start);
  expect([status, stderr.toString()]).toEqual([
    1,
    `${into} holds the requests of a task already. Name another folder, or remove it first.\n`,
  ]);
});

test('what an earlier request showed is named, not shown again (MODEL-7)', () => {
  const earlier = new Map<string, number>();
  remember(1, BODY, earlier);
  const next = { ...BODY, messages: [...BODY.messages, { role: 'assistant', content: 'I see.' }] };
  const text = requestText(2, next, earlier);
  expect(text).not.toContain('Review this change.');
  expect(text).toContain('(as in request 1)');
  expect(text).toContain('I see.');
});
