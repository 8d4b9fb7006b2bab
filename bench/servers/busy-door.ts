/**
 * A process that does everything: accepts webhooks while it drives tasks. Models run elsewhere, and commands only wait,
 * without a container; what both cost this process remains: records, requests and answers. Told to rest, it lets every
 * task finish its command, and starts no other until it is told to work.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
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
import { type DoorInput, type DoorReady, openOurDoor } from './our-door.ts';
import { serve } from './serve.ts';
import type { SandboxGateway, Sandboxes } from '../../src/ports/sandbox.ts';

export interface BusyDoorInput extends DoorInput {
  readonly modelUrl: string;
  readonly tasks: number;
  /** Of their records. */
  readonly folder: string;
}

export interface Steps {
  /** Commands that all tasks together have run. */
  readonly steps: number;
}

const COMMAND_MS = 20;
/** All of them start within this time. */
const APART_MS = 500;
const OUTPUT = 'x = compute(y);\n'.repeat(256);

const log = pino({ level: 'silent' });
let work: (() => void) | null = null;
let working = Promise.resolve();
let isResting = false;
const counts = { tasks: 0, atRest: 0, steps: 0 };

serve(async (input: BusyDoorInput | 'rest' | 'work'): Promise<DoorReady | Steps> => {
  if (input === 'work') await go();
  else if (input === 'rest') await rest();
  else return begin(input);
  return { steps: counts.steps };
});

async function rest(): Promise<void> {
  isResting = true;
  working = new Promise((resolve) => {
    work = resolve;
  });
  while (counts.atRest < counts.tasks) await wait(COMMAND_MS);
}

/** One after the other, as they would arrive. */
async function go(): Promise<void> {
  isResting = false;
  work?.();
  while (counts.atRest > 0) await wait(COMMAND_MS);
}

const sandboxes = {
  attach: async (taskId) => ({
    containerId: taskId,
    image: IMAGE,
    async run() {
      await wait(COMMAND_MS);
      counts.steps += 1;
      if (isResting) {
        counts.atRest += 1;
        await working;
        await wait(Math.random() * APART_MS);
        counts.atRest -= 1;
      }
      const result = { exitCode: 0, signal: null, timedOut: false, stdout: OUTPUT, stderr: '' };
      return { ...result, omittedBytes: 0, durationMs: COMMAND_MS, connectionLost: false };
    },
    file: async () => ({ ok: true, text: OUTPUT }),
    acknowledge: () => undefined,
    detach: async () => undefined,
  }),
} satisfies Pick<Sandboxes, 'attach'> as unknown as Sandboxes;

async function begin({ modelUrl, folder, tasks: number, ...door }: BusyDoorInput): Promise<DoorReady> {
  const subscriber = connectRedis(door.socketPath, 'subscriber', log);
  const inbox = await createRedisInbox(connectRedis(door.socketPath, 'worker', log), subscriber);
  const history = createJsonlStore({ directory: folder, log });
  const redactor = createRedactor([door.secret, door.privateKey]);
  const sessions = createSandboxSessions(
    sandboxes,
    () => ({}) as SandboxGateway,
    () => false,
  );
  const model = benchModel(modelUrl);
  const redact = (text: string) => redactor.text(text);
  const tools = await instantToolbox({ log, model, sandboxes, sessions, redact });
  const pace = createEditPace(10_000);
  counts.tasks = number;
  const resting = rest();
  for (let task = 1; task <= number; task += 1) {
    const taskId = randomUUID();
    const start = await history.open({ taskId, issue: `octo/bench#${task}`, traceId: 'bench' });
    await start.append(followed(untilExecution(taskId, IMAGE)).facts, clock.now());
    await start.close();
    const editor = () => createProgressEditor({ ...tools, isOurs: async () => true }, pace);
    const options = { taskId, history, inbox, tools, editor, shutdown: never, sliceMs: 3_600_000, inboxMs: 2_000 };
    void drive(options).then((end) => {
      throw new Error(`A task of the bench came to an end of its own: ${JSON.stringify(end).slice(0, 2_000)}`);
    });
  }
  await resting;
  return openOurDoor(door);
}
