/**
 * What grows: our share of the processor in one action, where a task has more of them, where more tasks have ended, and where
 * more tasks wait; and what a task holds in memory while it runs, and while it waits. Results of commands are 4 KB.
 */
import { join } from 'node:path';
import { startChild, type Child } from './children.ts';
import { atMost, row, takeTurns, type Row } from './measure.ts';
import type { ModelServerInput, ModelServerReady } from './servers/model-server.ts';
import type { Driven, Driving, Held, TaskProcessInput, Waiting } from './servers/task-process.ts';
import type { Rig } from './rig.ts';

const BENCH = 'what grows';
const MB = 1_000_000;
const HELD_MB = 10;
/** Of a task whose own length is not what is measured. */
const ACTIONS = 40;
const GROWTH = atMost(1.3);

interface Sizes {
  readonly actions: readonly number[];
  readonly ended: readonly number[];
  readonly waiting: readonly number[];
  readonly rounds: number;
}

export async function growth(rig: Rig, { actions, ended, waiting, rounds }: Sizes): Promise<readonly Row[]> {
  const server = await startChild<ModelServerReady>('model-server', {
    tools: [{ name: 'run_command', input: { command: 'true' } }],
  } satisfies ModelServerInput);
  rig.onClose(() => server.stop());
  const { socketPath } = await rig.redis();
  const taskProcess = async (name: string, about: Pick<TaskProcessInput, 'ended'> = {}) => {
    const folder = join(rig.folder, `growth-${name}`);
    const input = { socketPath, modelUrl: server.ready.url, folder, ...about } satisfies TaskProcessInput;
    const child = await startChild<object>('task-process', input);
    rig.onClose(() => child.stop());
    await child.ask<Driven>({ actions: 100, tasks: 1 } satisfies Driving);
    return child;
  };

  const one = await taskProcess('actions');
  const byActions = await takeTurns(
    rounds,
    Object.fromEntries(
      actions.map((number) => [`${number}`, () => driven(one, number, Math.max(1, Math.round(100 / number)))]),
    ),
  );
  const beside = await Promise.all(ended.map((number) => taskProcess(`ended-${number}`, { ended: number })));
  const byEnded = await takeTurns(
    rounds,
    Object.fromEntries(ended.map((number, at) => [`${number}`, () => driven(beside[at] as Child<object>, ACTIONS, 1)])),
  );
  const waiters = await Promise.all(waiting.map((number) => taskProcess(`waiting-${number}`)));
  const held: number[] = [];
  for (const [at, number] of waiting.entries())
    held.push((await (waiters[at] as Child<object>).ask<Held>({ waiting: number } satisfies Waiting)).heldBytes);
  const byWaiting = await takeTurns(
    rounds,
    Object.fromEntries(
      waiting.map((number, at) => [`${number}`, () => driven(waiters[at] as Child<object>, ACTIONS, 1)]),
    ),
  );

  const most = `${Math.max(...actions)}`;
  return [
    ...compared(actions, byActions, (number) => `of ${number}`),
    ...compared(ended, byEnded, (number) => `beside ${number} ended tasks`),
    ...compared(waiting, byWaiting, (number) => `beside ${number} waiting tasks`),
    row({
      bench: BENCH,
      what: `held by a running task of ${Number(most).toLocaleString('en-US')} actions`,
      baselineIs: `${HELD_MB} MB`,
      unit: 'MB',
      ours: (byActions[most] ?? []).map(({ heldBytes }) => heldBytes / MB),
      baseline: [HELD_MB],
      target: atMost(1),
    }),
    row({
      bench: BENCH,
      what: `held by each of ${Math.max(...waiting)} waiting tasks`,
      baselineIs: `${HELD_MB} MB`,
      unit: 'MB',
      ours: held.slice(-1).map((bytes) => bytes / MB),
      baseline: [HELD_MB],
      target: atMost(0.01),
    }),
  ];
}

interface Share {
  readonly cpuMs: number;
  readonly heldBytes: number;
}

async function driven(child: Child<object>, actions: number, tasks: number): Promise<Share> {
  const { cpuMs, bareCpuMs, heldBytes } = await child.ask<Driven>({ actions, tasks } satisfies Driving);
  return { cpuMs: (cpuMs - bareCpuMs) / (actions * tasks), heldBytes };
}

/** Each but the least against the least. */
function compared(
  sizes: readonly number[],
  taken: Readonly<Record<string, readonly Share[]>>,
  saying: (number: string) => string,
): readonly Row[] {
  const cpu = (number: number) => (taken[`${number}`] ?? []).map(({ cpuMs }) => cpuMs);
  const [least = 0, ...larger] = sizes;
  return larger.map((number) =>
    row({
      bench: BENCH,
      what: `our processor time per action, ${saying(number.toLocaleString('en-US'))}`,
      baselineIs: saying(least.toLocaleString('en-US')),
      unit: 'ms',
      ours: cpu(number),
      baseline: cpu(least),
      target: GROWTH,
    }),
  );
}
