/** From nothing to the first command's result, and the release, compared with using the engine directly. */
import { randomUUID } from 'node:crypto';
import { containerSettings, defaultLimits } from '../src/sandbox/container-settings.ts';
import { atMost, quantile, row, takeTurns, timed, type Row } from './measure.ts';
import { IMAGE, never, type Rig } from './rig.ts';

const BENCH = 'first command';

export async function firstCommand(rig: Rig, { rounds }: { readonly rounds: number }): Promise<readonly Row[]> {
  const { docker, sandboxes } = rig;
  const specOf = (taskId: string) => ({ taskId, repository: 'octo/bench', traceId: 'bench', image: IMAGE });

  async function ours(): Promise<{ readonly startMs: number; readonly endMs: number }> {
    const taskId = randomUUID();
    const startMs = await timed(async () => {
      const sandbox = await sandboxes.create(specOf(taskId), rig.gateway());
      await sandbox.run({ key: 'first', command: 'true', timeoutMs: 60_000 }, never);
    });
    return { startMs, endMs: await timed(() => sandboxes.remove(taskId)) };
  }

  async function byHand(): Promise<number> {
    let made: Awaited<ReturnType<typeof docker.createContainer>> | null = null;
    try {
      return await timed(async () => {
        made = await docker.createContainer({ Image: IMAGE, Cmd: ['sleep', 'infinity'] });
        await made.start();
        await rig.exec(made, 'true');
      });
    } finally {
      await (made as Awaited<ReturnType<typeof docker.createContainer>> | null)?.remove({ force: true, v: true });
    }
  }

  /** The same hardening and volume, but no agent: the cost of the hardening alone. */
  async function hardened(): Promise<number> {
    const taskId = randomUUID();
    const input = { instance: rig.instance, spec: specOf(taskId), limits: defaultLimits, agentSource: '' };
    try {
      return await timed(async () => {
        const container = await docker.createContainer({ ...containerSettings(input), Cmd: ['sleep', 'infinity'] });
        await container.start();
        await rig.exec(container, 'true');
      });
    } finally {
      await sandboxes.remove(taskId);
    }
  }

  async function defaultStop(): Promise<number> {
    const container = await docker.createContainer({ Image: IMAGE, Cmd: ['sleep', 'infinity'] });
    await container.start();
    const ms = await timed(() => container.stop());
    await container.remove({ force: true, v: true });
    return ms;
  }

  const taken = await takeTurns(rounds, { ours, byHand, hardened });
  const stopMs = await defaultStop();
  const starts = taken.ours.map(({ startMs }) => startMs);
  return [
    row({
      bench: BENCH,
      what: 'create -> first result',
      baselineIs: '`docker run` by hand: create, start, exec',
      unit: 'ms',
      ours: starts,
      baseline: taken.byHand,
    }),
    row({
      bench: BENCH,
      what: 'the same, p99',
      baselineIs: 'the same',
      unit: 'ms',
      ours: [quantile(starts, 0.99)],
      baseline: [quantile(taken.byHand, 0.99)],
    }),
    row({
      bench: BENCH,
      what: 'the same',
      baselineIs: 'hardened by hand, with exec',
      unit: 'ms',
      ours: starts,
      baseline: taken.hardened,
    }),
    row({
      bench: BENCH,
      what: 'hardened container',
      baselineIs: 'plain container',
      unit: 'ms',
      ours: taken.hardened,
      baseline: taken.byHand,
      target: atMost(1.15),
    }),
    row({
      bench: BENCH,
      what: 'letting a container go',
      baselineIs: 'default `docker stop`',
      unit: 'ms',
      ours: taken.ours.map(({ endMs }) => endMs),
      baseline: [stopMs],
      target: atMost(0.01),
    }),
  ];
}
