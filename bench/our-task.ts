/** Drives a task through the product's own parts, from its first tool call on, and splits the time. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createJsonlStore } from '../src/history/jsonl-store.ts';
import { benchModel } from './bench-model.ts';
import { SandboxLost } from '../src/sandbox/session.ts';
import { systemClock as clock } from '../src/app/system-clock.ts';
import { drive } from '../src/drive/drive.ts';
import { createEditPace } from '../src/drive/edit-pace.ts';
import { createProgressEditor } from '../src/drive/progress-editor.ts';
import { createSandboxSessions } from '../src/effects/sandbox-sessions.ts';
import { instantToolbox } from './instant-toolbox.ts';
import { IMAGE, never, type Rig } from './rig.ts';
import { followed, untilExecution } from './task-facts.ts';
import type { HistoryStore } from '../src/ports/history.ts';
import type { TaskInbox } from '../src/state/inbox-item.ts';
import type { Model, ModelRequest } from '../src/ports/model.ts';
import type { Sandbox, Sandboxes } from '../src/ports/sandbox.ts';

/** Times of one task in ms, summed over its actions. */
export interface Spent {
  readonly totalMs: number;
  /** Inside the ports, as measured by their callers. */
  readonly modelMs: number;
  readonly sandboxMs: number;
  readonly historyMs: number;
  /** The commands' own time, according to the agent in the container. */
  readonly commandMs: number;
  /** Processor time of this process. */
  readonly cpuMs: number;
  readonly requests: readonly ModelRequest[];
}

export interface OurTask {
  readonly rig: Rig;
  readonly inbox: TaskInbox;
  readonly modelUrl: string;
  readonly actions: number;
  /** Run in the new container before the clock starts. */
  readonly before: string;
}

export async function runOurTask({ rig, inbox, modelUrl, actions, before }: OurTask): Promise<Spent> {
  const taskId = randomUUID();
  const spent = { model: 0, sandbox: 0, history: 0, command: 0 };
  const requests: ModelRequest[] = [];
  const enough = new AbortController();
  let began = 0;
  let ended = 0;
  let cpuBegan = process.cpuUsage();
  let cpuMs = 0;

  async function count<T>(part: 'model' | 'sandbox' | 'history', work: () => Promise<T>): Promise<T> {
    const from = performance.now();
    const result = await work();
    if (began > 0) spent[part] += performance.now() - from;
    return result;
  }

  const real = benchModel(modelUrl);
  const model: Model = {
    ...real,
    ask(request, signal) {
      if (began === 0) {
        began = performance.now();
        cpuBegan = process.cpuUsage();
      }
      if (requests.length === actions) {
        ended = performance.now();
        const { user, system } = process.cpuUsage(cpuBegan);
        cpuMs = (user + system) / 1_000;
        enough.abort(new Error('Enough.'));
      }
      enough.signal.throwIfAborted();
      requests.push(request);
      return count('model', () => real.ask(request, signal));
    },
  };
  const watched = (sandbox: Sandbox): Sandbox => ({
    ...sandbox,
    run: (request, signal) =>
      count('sandbox', async () => {
        const result = await sandbox.run(request, signal);
        spent.command += result.durationMs;
        return result;
      }),
    file: (key, operation, signal) => count('sandbox', () => sandbox.file(key, operation, signal)),
  });
  const sandboxes: Sandboxes = {
    ...rig.sandboxes,
    create: async (spec, gateway) => watched(await rig.sandboxes.create(spec, gateway)),
  };
  const store = createJsonlStore({ directory: join(rig.folder, 'history'), log: rig.log });
  const history: HistoryStore = {
    ...store,
    async open(identity) {
      const log = await store.open(identity);
      return { ...log, append: (entries, at) => count('history', () => log.append(entries, at)) };
    },
  };
  const gateway = rig.gateway();
  const sessions = createSandboxSessions(
    sandboxes,
    () => gateway,
    (error) => error instanceof SandboxLost,
  );
  const tools = await instantToolbox({
    log: rig.log,
    model,
    sandboxes,
    sessions,
    redact: (text) => rig.redactor.text(text),
  });
  try {
    const { sandbox } = await sessions.openOrCreate(
      { taskId, repository: 'octo/bench', traceId: 'bench', image: IMAGE, hosts: [] },
      never,
    );
    await sandbox.run({ key: 'before', command: before, timeoutMs: 60_000 }, never);
    const start = await store.open({ taskId, issue: 'octo/bench#7', traceId: 'bench' });
    await start.append(followed(untilExecution(sandbox.containerId, IMAGE)).facts, clock.now());
    await start.close();
    const end = await drive({
      taskId,
      history,
      inbox,
      tools,
      shutdown: enough.signal,
      sliceMs: 3_600_000,
      inboxMs: 2_000,
      editor: () => createProgressEditor({ ...tools, isOurs: async () => true }, createEditPace(10_000)),
    });
    if (end.kind !== 'again')
      throw new Error(`The task of the bench came to an end of its own: ${JSON.stringify(end).slice(0, 2_000)}`);
    return {
      totalMs: ended - began,
      modelMs: spent.model,
      sandboxMs: spent.sandbox,
      historyMs: spent.history,
      commandMs: spent.command,
      cpuMs,
      requests,
    };
  } finally {
    await sessions.release(taskId);
    await rig.sandboxes.remove(taskId);
  }
}
