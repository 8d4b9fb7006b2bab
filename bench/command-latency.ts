/** A command in the sandbox, compared with an exec of the same command: one after another, and sixteen at once. */
import { randomUUID } from 'node:crypto';
import { IMAGE, never } from './rig.ts';
import { atLeast, atMost, median, quantile, row, takeTurns, timed } from './measure.ts';
import type { Row } from './measure.ts';
import type { Rig } from './rig.ts';

const BENCH = 'command';
const AT_ONCE = 16;

export async function commandLatency(
  rig: Rig,
  { commands, rounds }: { readonly commands: number; readonly rounds: number },
): Promise<readonly Row[]> {
  const plain = await rig.plainContainer();
  const sandbox = await rig.sandboxes.create(
    { taskId: randomUUID(), repository: 'octo/bench', traceId: 'bench', image: IMAGE },
    rig.gateway(),
  );
  let count = 0;
  const byAgent = async (): Promise<void> => {
    const key = `command-${(count += 1)}`;
    await sandbox.run({ key, command: 'true', timeoutMs: 60_000 }, never);
    sandbox.acknowledge([key]);
  };
  const byExec = async (): Promise<unknown> => rig.exec(plain, 'true');

  const oneByOne = async (act: () => Promise<unknown>, number: number): Promise<readonly number[]> => {
    const samples: number[] = [];
    for (let index = 0; index < number; index += 1) samples.push(await timed(act));
    return samples;
  };
  const atOnce = async (act: () => Promise<unknown>, number: number): Promise<number> => {
    let left = number;
    const worker = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        await act();
      }
    };
    return (number * 1_000) / (await timed(() => Promise.all(Array.from({ length: AT_ONCE }, worker))));
  };
  const single = await takeTurns(rounds, {
    ours: () => oneByOne(byAgent, commands),
    exec: () => oneByOne(byExec, commands),
  });
  const many = await takeTurns(rounds, {
    ours: () => atOnce(byAgent, commands * 10),
    exec: () => atOnce(byExec, commands),
  });
  await sandbox.detach();

  const [ours, exec] = [single.ours.flat(), single.exec.flat()];
  const common = { bench: BENCH, baselineIs: 'dockerode exec' };
  return [
    row({
      ...common,
      what: 'latency of `true`, median',
      unit: 'ms',
      ours: single.ours.map(median),
      baseline: single.exec.map(median),
      target: atMost(0.09),
    }),
    row({
      ...common,
      what: 'latency of `true`, p99',
      unit: 'ms',
      ours: [quantile(ours, 0.99)],
      baseline: [quantile(exec, 0.99)],
      target: atMost(0.1),
    }),
    row({
      ...common,
      what: `${AT_ONCE} at once`,
      unit: 'per s',
      ours: many.ours,
      baseline: many.exec,
      target: atLeast(15),
      moonshot: 25,
    }),
  ];
}
