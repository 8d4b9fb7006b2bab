/**
 * The cost of a long task on the way to the model: time and bytes of our rendering and cached messages, compared with
 * the official SDK sending the whole history in every call; and the tokens that count as uncached.
 */
import Anthropic from '@anthropic-ai/sdk';
import type { MessageParam, Tool } from '@anthropic-ai/sdk/resources/messages/messages';
import { actionTools } from '../src/model-calls/calls.ts';
import { actionMessages } from '../src/model-calls/action-messages.ts';
import { systemPrompt } from '../src/model-calls/planning-messages.ts';
import { createAnthropicModel } from '../src/models/anthropic.ts';
import { loadPrompts } from '../src/model-calls/catalogue.ts';
import { systemClock as clock } from '../src/app/system-clock.ts';
import { follow } from '../src/flow/follow.ts';
import { isAt } from '../src/state/select.ts';
import { startAnthropic } from '../standins/anthropic/server.ts';
import { reply, toolUse } from '../standins/anthropic/script.ts';
import { startChild } from './children.ts';
import { dollarsFor } from './cached-calls.ts';
import { atMost, row, takeTurns } from './measure.ts';
import { never, nonceOf } from './rig.ts';
import { followed, MOMENT, untilExecution } from './task-facts.ts';
import type { ModelServerInput, ModelServerReady } from './servers/model-server.ts';
import type { Row } from './measure.ts';
import type { Rig } from './rig.ts';
import type { Fact } from '../src/state/facts.ts';
import type { Task } from '../src/state/task.ts';
import type { ModelUsage } from '../src/ports/model.ts';

const BENCH = 'conversation';
const MODEL = 'claude-sonnet-5-5';
const KEY = 'sk-ant-bench';
const RESULT = 'x = compute(y);\n'.repeat(256);
const TOKEN_ACTIONS = 200;
const WARM_UP = 100;

interface Sample {
  readonly ms: number;
  readonly bytes: number;
  readonly usage: ModelUsage;
}

export async function conversation(
  rig: Rig,
  { lengths, rounds }: { readonly lengths: readonly number[]; readonly rounds: number },
): Promise<readonly Row[]> {
  const server = await startChild<ModelServerReady>('model-server', {
    tools: [{ name: 'read_file', input: { path: 'a.txt' } }],
  } satisfies ModelServerInput);
  rig.onClose(() => server.stop());
  const { url } = server.ready;
  const rows: Row[] = [];
  for (const actions of lengths) {
    const measured = await takeTurns(rounds, {
      ours: (round) => counted(url, () => ours(url, round < 0 ? WARM_UP : actions)),
      streaming: (round) => counted(url, () => wholeHistory(url, round < 0 ? WARM_UP : actions, true)),
      whole: (round) => counted(url, () => wholeHistory(url, round < 0 ? WARM_UP : actions, false)),
    });
    const perCall = (samples: readonly Sample[]) => samples.map(({ ms }) => ms / actions);
    const target = actions >= 1_000 ? { target: atMost(0.25) } : {};
    const name = `model part per call, ${actions.toLocaleString('en-US')} actions of 4 KB`;
    rows.push(
      row({
        bench: BENCH,
        what: name,
        baselineIs: 'SDK, not streaming',
        unit: 'ms',
        ours: perCall(measured.ours),
        baseline: perCall(measured.whole),
        ...target,
      }),
      row({
        bench: BENCH,
        what: name,
        baselineIs: 'SDK, streaming',
        unit: 'ms',
        ours: perCall(measured.ours),
        baseline: perCall(measured.streaming),
      }),
      row({
        bench: BENCH,
        what: `bytes sent, ${actions.toLocaleString('en-US')} actions`,
        baselineIs: 'SDK, whole history',
        unit: 'MB',
        ours: measured.ours.map(({ bytes }) => bytes / 1e6),
        baseline: measured.whole.map(({ bytes }) => bytes / 1e6),
      }),
    );
  }
  return [...rows, ...(await tokens())];
}

async function counted(url: string, run: () => Promise<Omit<Sample, 'bytes'>>): Promise<Sample> {
  const before = await sentBytes(url);
  const { ms, usage } = await run();
  return { ms, usage, bytes: (await sentBytes(url)) - before };
}

async function sentBytes(url: string): Promise<number> {
  return Number(await (await fetch(`${url}/sent`)).text());
}

async function ours(baseUrl: string, actions: number): Promise<Omit<Sample, 'bytes'>> {
  const model = createAnthropicModel({ apiKey: KEY, baseUrl, model: MODEL, timeoutMs: 60_000, maxRetries: 0, clock });
  const tools = { prompts: await loadPrompts(), nonceOf };
  let { task } = followed(untilExecution('container', 'image'));
  const add = (fact: Fact): void => {
    task = follow(task, fact, MOMENT).task;
  };
  const usage = noUsage();
  const began = performance.now();
  for (let action = 0; action < actions; action += 1) {
    const current: Task = task;
    if (!isAt(current, 'work')) throw new Error('The task of the bench is not being executed.');
    const request = {
      system: systemPrompt('act-system', current, tools),
      messages: actionMessages(current, tools),
      tools: actionTools,
      answerWithTool: false,
      maxTokens: 16_000,
    };
    const answer = await model.ask(request, never);
    addUsage(usage, answer.usage);
    const call = answer.content.find((block) => block.type === 'tool_use');
    if (!call) throw new Error('The model server gave no tool call.');
    add({ type: 'action', name: 'answer', action: 0, content: answer.content, stop_reason: answer.stopReason });
    add({
      type: 'tool',
      tool_use_id: call.id,
      tool: call.name,
      ok: true,
      text: RESULT,
      exit_code: null,
      duration_ms: 1,
    });
  }
  return { ms: performance.now() - began, usage };
}

async function wholeHistory(baseURL: string, actions: number, stream: boolean): Promise<Omit<Sample, 'bytes'>> {
  const client = new Anthropic({ apiKey: KEY, baseURL, maxRetries: 0 });
  const tools = actionTools.map(
    ({ name, description, inputSchema }): Tool => ({
      name,
      description,
      input_schema: inputSchema as Tool['input_schema'],
    }),
  );
  const messages: MessageParam[] = [{ role: 'user', content: 'Fix the discount. '.repeat(100) }];
  const usage = noUsage();
  const began = performance.now();
  for (let action = 0; action < actions; action += 1) {
    const body = { model: MODEL, max_tokens: 16_000, system: 'You fix bugs.', tools, messages };
    const answer = stream ? await client.messages.stream(body).finalMessage() : await client.messages.create(body);
    addUsage(usage, {
      inputTokens: answer.usage.input_tokens,
      outputTokens: answer.usage.output_tokens,
      cacheReadTokens: answer.usage.cache_read_input_tokens ?? 0,
      cacheWriteTokens: answer.usage.cache_creation_input_tokens ?? 0,
    });
    const call = answer.content.find((block) => block.type === 'tool_use');
    if (!call) throw new Error('The model server gave no tool call.');
    messages.push(
      { role: 'assistant', content: answer.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: RESULT }] },
    );
  }
  return { ms: performance.now() - began, usage };
}

/** Counted by the strict stand-in, which simulates the real API's prompt cache. */
async function tokens(): Promise<readonly Row[]> {
  const script = { actions: () => reply(toolUse('read_file', { path: 'a.txt' })) };
  const rows: Row[] = [];
  for (const actions of [10, TOKEN_ACTIONS]) {
    const standIn = await startAnthropic({ script, apiKey: KEY });
    try {
      const mine = (await ours(standIn.url, actions)).usage;
      const theirs = (await wholeHistory(standIn.url, actions, false)).usage;
      const unread = (usage: ModelUsage) => usage.inputTokens + usage.cacheWriteTokens;
      const common = { bench: BENCH, baselineIs: 'SDK, whole history, no cache marks' };
      rows.push(
        row({
          ...common,
          what: `uncached input tokens, ${actions} actions`,
          unit: 'tokens',
          ours: [unread(mine)],
          baseline: [unread(theirs)],
          ...(actions === TOKEN_ACTIONS ? { target: atMost(0.2) } : {}),
        }),
        row({
          ...common,
          what: `price of the input, ${actions} actions`,
          unit: 'USD',
          ours: [dollarsFor(MODEL, { ...mine, outputTokens: 0 })],
          baseline: [dollarsFor(MODEL, { ...theirs, outputTokens: 0 })],
        }),
      );
    } finally {
      await standIn.close();
    }
  }
  return rows;
}

type Counting = { -readonly [Field in keyof ModelUsage]: ModelUsage[Field] };

function noUsage(): Counting {
  return { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
}

function addUsage(total: Counting, usage: ModelUsage): void {
  total.inputTokens += usage.inputTokens;
  total.outputTokens += usage.outputTokens;
  total.cacheReadTokens += usage.cacheReadTokens;
  total.cacheWriteTokens += usage.cacheWriteTokens;
}
