/**
 * How long a webhook waits for its answer while the accepting process drives tasks, compared with the same process at
 * rest. A model that answers a step in four seconds is fast; half a second shows the limit.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { requestOf } from './accept-rate.ts';
import { startChild } from './children.ts';
import { postAll } from './load.ts';
import { atMost, median, quantile, row, takeTurns, type Row } from './measure.ts';
import { labeledPayload } from './payload.ts';
import type { BusyDoorInput, Steps } from './servers/busy-door.ts';
import type { ModelServerInput, ModelServerReady } from './servers/model-server.ts';
import type { DoorReady } from './servers/our-door.ts';
import type { Rig } from './rig.ts';

const BENCH = 'webhooks while tasks run';
const TASKS = 20;
const THINK_MS = { usual: 4_000, extreme: 500 } as const;
const CONNECTIONS = 4;
const PAUSE_MS = 20;

interface Amount {
  readonly deliveries: number;
  readonly rounds: number;
}

export async function acceptWhileDriving(rig: Rig, amount: Amount): Promise<readonly Row[]> {
  return [...(await besides(rig, amount, 'usual')), ...(await besides(rig, amount, 'extreme'))];
}

async function besides(rig: Rig, { deliveries, rounds }: Amount, pace: keyof typeof THINK_MS): Promise<readonly Row[]> {
  const { socketPath } = await rig.redis();
  const secret = randomBytes(24).toString('hex');
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const model = await startChild<ModelServerReady>('model-server', {
    tools: [{ name: 'run_command', input: { command: 'true' } }],
    thinkMs: THINK_MS[pace],
  } satisfies ModelServerInput);
  rig.onClose(() => model.stop());
  const door = await startChild<DoorReady>('busy-door', {
    socketPath,
    secret,
    privateKey,
    logLevel: 'info',
    modelUrl: model.ready.url,
    tasks: TASKS,
    folder: join(rig.folder, `busy-door-${pace}`),
  } satisfies BusyDoorInput);
  rig.onClose(() => door.stop());
  let issue = 0;

  async function tell(what: 'rest' | 'work'): Promise<number> {
    const answered = once(door.process, 'message') as Promise<[Steps]>;
    door.process.send(what);
    return (await answered)[0].steps;
  }
  async function measure(): Promise<{ readonly p50: number; readonly p99: number }> {
    const requests = Array.from({ length: deliveries }, () => {
      issue += 1;
      return requestOf(labeledPayload(issue, 1_000_000 + issue), secret);
    });
    const answers = await postAll(door.ready.port, requests, CONNECTIONS, PAUSE_MS);
    if (answers.some(({ status }) => status !== 202)) throw new Error('A webhook was not accepted.');
    const times = answers.map(({ ms }) => ms);
    return { p50: median(times), p99: quantile(times, 0.99) };
  }
  const perSecond: number[] = [];
  const taken = await takeTurns(rounds, {
    async busy(round) {
      const before = await tell('work');
      const began = performance.now();
      const measured = await measure();
      const ms = performance.now() - began;
      const steps = (await tell('rest')) - before;
      if (round >= 0) perSecond.push((steps * 1_000) / ms);
      return measured;
    },
    idle: () => measure(),
  });
  const common = { bench: BENCH, unit: 'ms', baselineIs: 'the same process at rest' };
  await Promise.all([door.stop(), model.stop()]);
  return [
    row({
      ...common,
      what: `accepted while ${TASKS} tasks run ${Math.round(median(perSecond))} steps a second, p99`,
      ours: taken.busy.map(({ p99 }) => p99),
      baseline: taken.idle.map(({ p99 }) => p99),
      ...(pace === 'usual' ? { target: atMost(2) } : {}),
    }),
    row({
      ...common,
      what: '  the same, median',
      ours: taken.busy.map(({ p50 }) => p50),
      baseline: taken.idle.map(({ p50 }) => p50),
    }),
  ];
}
