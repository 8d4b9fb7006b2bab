/**
 * Our share of an action: a task of 200 tool calls through drive, history, model and sandbox, compared with the loop
 * that a user would write with the official SDK and dockerode, made durable by one write and fdatasync per action.
 */
import { open } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import type { Message, MessageParam, Tool } from '@anthropic-ai/sdk/resources/messages/messages';
import type Docker from 'dockerode';
import { actionTools } from '../src/model-calls/calls.ts';
import { capabilitiesOf } from '../src/models/capabilities.ts';
import { requestBody } from '../src/models/wire.ts';
import { createRedisInbox } from '../src/queue/redis-inbox.ts';
import { connectRedis } from '../src/redis/connect-redis.ts';
import { startChild } from './children.ts';
import { atMost, row, takeTurns, type Row } from './measure.ts';
import { runOurTask } from './our-task.ts';
import type { ModelServerInput, ModelServerReady } from './servers/model-server.ts';
import type { Rig } from './rig.ts';
import type { ModelRequest } from '../src/ports/model.ts';

const MODEL = 'claude-sonnet-5-5';
const BENCH = 'one action';
const BEFORE = 'seq 1 40 > notes.txt';
const TOOLS = [
  { name: 'run_command', input: { command: 'true' } },
  { name: 'read_file', input: { path: 'notes.txt' } },
] as const;

interface Loop {
  readonly totalMs: number;
  readonly modelMs: number;
  readonly commandMs: number;
  readonly appendMs: number;
}

export async function actionOverhead(
  rig: Rig,
  { actions, rounds }: { readonly actions: number; readonly rounds: number },
): Promise<readonly Row[]> {
  const server = await startChild<ModelServerReady>('model-server', { tools: TOOLS } satisfies ModelServerInput);
  rig.onClose(() => server.stop());
  const { socketPath } = await rig.redis();
  const [redis, subscriber] = [
    connectRedis(socketPath, 'worker', rig.log),
    connectRedis(socketPath, 'subscriber', rig.log),
  ];
  rig.onClose(() => {
    redis.disconnect();
    subscriber.disconnect();
  });
  const inbox = await createRedisInbox(redis, subscriber);
  const plain = await rig.plainContainer();
  await rig.exec(plain, `cd /tmp && ${BEFORE}`);
  const modelUrl = server.ready.url;

  const taken = await takeTurns(rounds, {
    ours: (round) => runOurTask({ rig, inbox, modelUrl, actions: round < 0 ? 20 : actions, before: BEFORE }),
    streaming: (round) => sdkLoop({ rig, plain, modelUrl, actions: round < 0 ? 5 : actions, stream: true }),
    whole: (round) => sdkLoop({ rig, plain, modelUrl, actions: round < 0 ? 5 : actions, stream: false }),
  });
  const requests = taken.ours[0]?.requests ?? [];
  const bare = await takeTurns(rounds, { bare: () => bareModelCalls(modelUrl, requests) });
  const bareModelMs = bare.bare;

  const each = (pick: (sample: (typeof taken.ours)[number], round: number) => number) =>
    taken.ours.map((sample, round) => pick(sample, round) / actions);
  const loop = (name: 'streaming' | 'whole', pick: (sample: Loop) => number) =>
    taken[name].map((sample) => pick(sample) / actions);
  const strictShare = each((sample, round) => sample.totalMs - (bareModelMs[round] ?? 0) - sample.commandMs);
  const inPorts = each((sample) => sample.totalMs - sample.modelMs - sample.sandboxMs - sample.historyMs);
  const streamed = { bench: BENCH, unit: 'ms', baselineIs: 'SDK (streaming) + exec + append' };
  return [
    row({
      ...streamed,
      what: `whole action (${actions} actions)`,
      ours: each((sample) => sample.totalMs),
      baseline: loop('streaming', (sample) => sample.totalMs),
    }),
    row({
      ...streamed,
      what: 'our share: total - bare model call - command',
      ours: strictShare,
      baseline: loop('streaming', (sample) => sample.totalMs),
      target: atMost(0.08),
    }),
    row({
      ...streamed,
      what: 'the same',
      baselineIs: 'SDK (not streaming) + exec + append',
      ours: strictShare,
      baseline: loop('whole', (sample) => sample.totalMs),
      target: atMost(0.08),
    }),
    row({
      ...streamed,
      what: 'of it outside model, sandbox, history',
      ours: inPorts,
      baseline: loop('streaming', (sample) => sample.totalMs),
    }),
    row({
      ...streamed,
      what: '  model call',
      baselineIs: 'SDK, streaming',
      ours: each((sample) => sample.modelMs),
      baseline: loop('streaming', (sample) => sample.modelMs),
    }),
    row({
      ...streamed,
      what: '  model call',
      baselineIs: 'SDK, not streaming',
      ours: each((sample) => sample.modelMs),
      baseline: loop('whole', (sample) => sample.modelMs),
    }),
    row({
      ...streamed,
      what: '  model call',
      baselineIs: 'the same bytes by node:http',
      ours: each((sample) => sample.modelMs),
      baseline: bareModelMs.map((ms) => ms / actions),
    }),
    row({
      ...streamed,
      what: '  command',
      baselineIs: 'dockerode exec',
      ours: each((sample) => sample.sandboxMs),
      baseline: loop('streaming', (sample) => sample.commandMs),
    }),
    row({
      ...streamed,
      what: '  history (two appends)',
      baselineIs: 'one write + fdatasync',
      ours: each((sample) => sample.historyMs),
      baseline: loop('streaming', (sample) => sample.appendMs),
    }),
  ];
}

interface SdkLoop {
  readonly rig: Rig;
  readonly plain: Docker.Container;
  readonly modelUrl: string;
  readonly actions: number;
  readonly stream: boolean;
}

async function sdkLoop({ rig, plain, modelUrl, actions, stream }: SdkLoop): Promise<Loop> {
  const client = new Anthropic({ apiKey: 'sk-ant-bench', baseURL: modelUrl, maxRetries: 0 });
  const tools = actionTools.map(
    ({ name, description, inputSchema }): Tool => ({
      name,
      description,
      input_schema: inputSchema as Tool['input_schema'],
    }),
  );
  const messages: MessageParam[] = [{ role: 'user', content: 'Fix the discount. '.repeat(100) }];
  const file = await open(join(rig.folder, 'bare.jsonl'), 'a');
  const spent = { model: 0, command: 0, append: 0 };
  const began = performance.now();
  for (let action = 0; action < actions; action += 1) {
    const from = performance.now();
    const body = { model: MODEL, max_tokens: 16_000, system: 'You fix bugs.', tools, messages };
    const answer: Message = stream
      ? await client.messages.stream(body).finalMessage()
      : await client.messages.create(body);
    const call = answer.content.find((block) => block.type === 'tool_use');
    if (!call) throw new Error('The model server gave no tool call.');
    const answered = performance.now();
    const command =
      call.name === 'read_file' ? 'cat /tmp/notes.txt' : (call.input as { readonly command: string }).command;
    const { output } = await rig.exec(plain, command);
    messages.push(
      { role: 'assistant', content: answer.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: output }] },
    );
    const done = performance.now();
    await file.write(`${JSON.stringify({ action, answer: answer.content, output })}\n`);
    await file.datasync();
    const kept = performance.now();
    spent.model += answered - from;
    spent.command += done - answered;
    spent.append += kept - done;
  }
  const totalMs = performance.now() - began;
  await file.close();
  return { totalMs, modelMs: spent.model, commandMs: spent.command, appendMs: spent.append };
}

/** The model side's share of a call: the same bytes, sent and read completely by the cheapest client. */
async function bareModelCalls(modelUrl: string, requests: readonly ModelRequest[]): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const bodies = requests.map((one) => requestBody(MODEL, one, capabilitiesOf(MODEL)));
  const began = performance.now();
  for (const body of bodies) {
    await new Promise<void>((resolve, reject) => {
      const sent = httpRequest(
        `${modelUrl}/v1/messages`,
        { method: 'POST', agent, headers: { 'content-type': 'application/json', 'content-length': body.length } },
        (response) => {
          response.resume().on('end', resolve);
        },
      );
      sent.on('error', reject).end(body);
    });
  }
  const spentMs = performance.now() - began;
  agent.destroy();
  return spentMs;
}
