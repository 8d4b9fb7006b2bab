/**
 * A process that drives tasks of so many actions, one after the other, with records on the disk and an inbox in Redis, beside
 * tasks that have ended and tasks that wait. Commands answer at once; the model is elsewhere. It tells what it spent of its
 * processor and what a task holds while it still runs, and while it waits.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Agent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { createLogger } from '../../src/app/create-log.ts';
import { systemClock as clock } from '../../src/app/system-clock.ts';
import { drive } from '../../src/drive/drive.ts';
import { createEditPace } from '../../src/drive/edit-pace.ts';
import { createProgressEditor } from '../../src/drive/progress-editor.ts';
import { createSandboxSessions } from '../../src/effects/sandbox-sessions.ts';
import { createJsonlStore } from '../../src/history/jsonl-store.ts';
import { benchModel } from '../bench-model.ts';
import { createRedisInbox } from '../../src/queue/redis-inbox.ts';
import { connectRedis } from '../../src/redis/connect-redis.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { instantToolbox } from '../instant-toolbox.ts';
import { IMAGE, never } from '../rig.ts';
import { followed, untilExecution } from '../task-facts.ts';
import { serve } from './serve.ts';
import type { Facts } from '../../src/state/facts.ts';
import type { Model } from '../../src/ports/model.ts';
import type { SandboxGateway, Sandboxes } from '../../src/ports/sandbox.ts';

export interface TaskProcessInput {
  readonly socketPath: string;
  readonly modelUrl: string;
  /** Of the records. */
  readonly folder: string;
  /** How many tasks have ended there before. */
  readonly ended?: number;
}

/** So many more tasks come to wait. */
export interface Waiting {
  readonly waiting: number;
}

/** Of each of them. */
export interface Held {
  readonly heldBytes: number;
}

export interface Driving {
  readonly actions: number;
  /** How many of them, one after the other. */
  readonly tasks: number;
}

/** Of all of them together, but for what one of them holds. */
export interface Driven {
  readonly ms: number;
  readonly cpuMs: number;
  /** What only sending the same bytes takes. */
  readonly bareCpuMs: number;
  readonly heldBytes: number;
}

const RESULT = 'x = compute(y);\n'.repeat(256);

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let parts: Awaited<ReturnType<typeof prepare>> | null = null;

serve(async (input: TaskProcessInput | Driving | Waiting): Promise<Driven | Held | object> => {
  if ('actions' in input) return parts?.driveTasks(input) ?? {};
  if ('waiting' in input) return parts?.letWait(input) ?? {};
  parts = await prepare(input);
  return {};
});

async function prepare({ socketPath, modelUrl, folder, ended = 0 }: TaskProcessInput) {
  endedTasks(folder, ended);
  const redactor = createRedactor([randomUUID()]);
  const destination = pino.destination({ dest: '/dev/null', sync: true });
  const log = createLogger({ level: 'info', pretty: false, redactor, destination });
  const subscriber = connectRedis(socketPath, 'subscriber', log);
  const inbox = await createRedisInbox(connectRedis(socketPath, 'worker', log), subscriber);
  const history = createJsonlStore({ directory: folder, log });
  const sessions = createSandboxSessions(
    sandboxes,
    () => ({}) as SandboxGateway,
    () => false,
  );
  const real = benchModel(modelUrl);
  const pace = createEditPace(10_000);

  async function drives(taskId: string, facts: Facts, { model, shutdown }: { model: Model; shutdown: AbortSignal }) {
    const tools = await instantToolbox({ log, model, sandboxes, sessions, redact: (text) => redactor.text(text) });
    const start = await history.open({ taskId, issue: 'octo/bench#7', traceId: 'bench' });
    await start.append(followed(facts).facts, clock.now());
    await start.close();
    const editor = () => createProgressEditor({ ...tools, isOurs: async () => true }, pace);
    return drive({ taskId, history, inbox, tools, editor, shutdown, sliceMs: 3_600_000, inboxMs: 2_000 });
  }

  async function letWait({ waiting }: Waiting): Promise<Held> {
    const before = await heldNow();
    for (let task = 0; task < waiting; task += 1) {
      const taskId = randomUUID();
      const facts: Facts = [...untilExecution(taskId, IMAGE), { type: 'control', name: 'pause', by: 'mika' }];
      const end = await drives(taskId, facts, { model: real, shutdown: never });
      if (end.kind !== 'wait') throw new Error(`A task of the bench does not wait: ${JSON.stringify(end)}`);
    }
    return { heldBytes: Math.max(0, (await heldNow()) - before) / Math.max(1, waiting) };
  }

  async function driveOne(actions: number) {
    const taskId = randomUUID();
    const before = await heldNow();
    const enough = new AbortController();
    const spent = { ms: 0, cpuMs: 0, heldBytes: 0 };
    let asked = 0;
    let began = performance.now();
    let cpu = process.cpuUsage();
    const model: Model = {
      ...real,
      async ask(request, signal) {
        if (asked === 0) {
          began = performance.now();
          cpu = process.cpuUsage();
        }
        if (asked === actions) {
          spent.ms = performance.now() - began;
          spent.cpuMs = cpuMsSince(cpu);
          spent.heldBytes = (await heldNow()) - before;
          enough.abort(new Error('Enough.'));
        }
        enough.signal.throwIfAborted();
        asked += 1;
        return real.ask(request, signal);
      },
    };
    const end = await drives(taskId, untilExecution(taskId, IMAGE), { model, shutdown: enough.signal });
    if (asked < actions)
      throw new Error(`A task of the bench came to an end of its own: ${JSON.stringify(end).slice(0, 2_000)}`);
    return spent;
  }

  const driveTasks = async ({ actions, tasks }: Driving): Promise<Driven> => {
    const sum = { ms: 0, cpuMs: 0, bareCpuMs: 0, heldBytes: 0 };
    for (let task = 0; task < tasks; task += 1) {
      const sentBefore = await sentBytes(modelUrl);
      const { ms, cpuMs, heldBytes } = await driveOne(actions);
      const size = Math.round(((await sentBytes(modelUrl)) - sentBefore) / actions);
      sum.ms += ms;
      sum.cpuMs += cpuMs;
      sum.heldBytes = heldBytes;
      sum.bareCpuMs += await sendBare(modelUrl, actions, size);
    }
    return sum;
  };

  await history.unfinished();
  return { driveTasks, letWait };
}

/** As they would be found: written without waiting for the disk, and indexed by whoever looks first. */
function endedTasks(folder: string, number: number): void {
  const { facts } = followed(untilExecution('container', IMAGE));
  const entries = [...facts, { type: 'completion', status: 'success' }];
  mkdirSync(folder, { recursive: true });
  for (let task = 0; task < number; task += 1) {
    const taskId = randomUUID();
    const identity = { task_uuid: taskId, issue: `octo/bench#${task}`, trace_id: 'bench', w: 'bench' };
    const timestamp = new Date(Date.UTC(2026, 0, 1) + task * 60_000).toISOString();
    const lines = entries.map((entry, at) => JSON.stringify({ seq: at + 1, timestamp, ...identity, ...entry }));
    writeFileSync(join(folder, `${taskId}.jsonl`), `${lines.join('\n')}\n`);
  }
}

/** What a buffer held is given back after the collection that found it. */
async function heldNow(): Promise<number> {
  for (let twice = 0; twice < 2; twice += 1) {
    collectGarbage();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function sentBytes(url: string): Promise<number> {
  return Number(await (await fetch(`${url}/sent`)).text());
}

async function sendBare(url: string, calls: number, size: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const bytes = Buffer.alloc(size, 32);
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) {
    await new Promise<void>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': size };
      httpRequest(`${url}/v1/messages`, { method: 'POST', agent, headers }, (response) => {
        response.resume().on('end', resolve);
      })
        .on('error', reject)
        .end(bytes);
    });
  }
  agent.destroy();
  return cpuMsSince(before);
}

const sandboxes = {
  attach: async (taskId) => ({
    containerId: taskId,
    image: IMAGE,
    run: async () => ({
      exitCode: 0,
      signal: null,
      timedOut: false,
      stdout: RESULT,
      stderr: '',
      omittedBytes: 0,
      durationMs: 1,
      connectionLost: false,
    }),
    file: async () => ({ ok: true, text: RESULT }),
    acknowledge: () => undefined,
    detach: async () => undefined,
  }),
} satisfies Pick<Sandboxes, 'attach'> as unknown as Sandboxes;
