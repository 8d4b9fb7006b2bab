/** Making an entry durable and loading a long record, compared with a plain file. */
import { randomUUID } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createJsonlStore } from '../src/history/jsonl-store.ts';
import { createRedisStore } from '../src/history/redis-store.ts';
import { connectRedis } from '../src/redis/connect-redis.ts';
import { systemClock as clock } from '../src/app/system-clock.ts';
import { atMost, median, quantile, row, takeTurns, timed, type Row } from './measure.ts';
import type { Rig } from './rig.ts';
import type { NewEntry } from '../src/ports/history.ts';

const BENCH = 'history';
const ENTRIES = 10_000;
const TEXT = 'The quick brown fox jumps over the lazy dog. '.repeat(45);

export async function history(
  rig: Rig,
  { appends, rounds }: { readonly appends: number; readonly rounds: number },
): Promise<readonly Row[]> {
  const directory = join(rig.folder, 'history-bench');
  const store = createJsonlStore({ directory, log: rig.log });
  const log = await store.open({ taskId: randomUUID(), issue: 'octo/bench#1', traceId: 'bench' });
  const bare = await open(join(rig.folder, 'bare-history.jsonl'), 'a');
  const samplesOf = async (act: () => Promise<unknown>): Promise<readonly number[]> => {
    const samples: number[] = [];
    for (let index = 0; index < appends; index += 1) samples.push(await timed(act));
    return samples;
  };
  const streams = connectRedis((await rig.redis()).socketPath, 'worker', rig.log);
  rig.onClose(() => streams.disconnect());
  const inRedis = createRedisStore({ redis: streams });
  const redisLog = await inRedis.open({ taskId: randomUUID(), issue: 'octo/bench#1', traceId: 'bench' });
  const taken = await takeTurns(rounds, {
    redis: () => samplesOf(() => redisLog.append([entry()], clock.now())),
    ours: () => samplesOf(() => log.append([entry()], clock.now())),
    bare: () =>
      samplesOf(async () => {
        await bare.write(`${JSON.stringify(entry())}\n`);
        await bare.datasync();
      }),
  });
  await Promise.all([log.close(), bare.close()]);

  const taskId = randomUUID();
  for (const kind of [store, inRedis]) {
    const long = await kind.open({ taskId, issue: 'octo/bench#2', traceId: 'bench' });
    for (let done = 0; done < ENTRIES; done += 100) await long.append(Array.from({ length: 100 }, entry), clock.now());
    await long.close();
  }
  const file = join(directory, `${taskId}.jsonl`);
  const loads = await takeTurns(rounds, {
    ours: () => timed(() => store.read(taskId)),
    redis: () => timed(() => inRedis.read(taskId)),
    bytes: () => timed(() => readFile(file)),
    parsed: () =>
      timed(async () =>
        (await readFile(file, 'utf8'))
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      ),
  });
  const [ours, alone] = [taken.ours.flat(), taken.bare.flat()];
  const medians = (samples: readonly (readonly number[])[]) => samples.map(median);
  return [
    row({
      bench: BENCH,
      what: 'append 2 KB, durable, median',
      baselineIs: 'bare write + fdatasync',
      unit: 'ms',
      ours: medians(taken.ours),
      baseline: medians(taken.bare),
      target: atMost(1.5),
    }),
    row({
      bench: BENCH,
      what: 'append 2 KB, durable, p99',
      baselineIs: 'bare write + fdatasync',
      unit: 'ms',
      ours: [quantile(ours, 0.99)],
      baseline: [quantile(alone, 0.99)],
    }),
    row({
      bench: BENCH,
      what: 'load 10,000 entries (20 MB)',
      baselineIs: 'read, split, JSON.parse',
      unit: 'ms',
      ours: loads.ours,
      baseline: loads.parsed,
      target: atMost(3),
    }),
    row({
      bench: BENCH,
      what: 'load 10,000 entries (20 MB)',
      baselineIs: 'read as bytes alone',
      unit: 'ms',
      ours: loads.ours,
      baseline: loads.bytes,
    }),
    row({
      bench: BENCH,
      what: 'append 2 KB in Redis, durable, median',
      baselineIs: 'the same in files',
      unit: 'ms',
      ours: medians(taken.redis),
      baseline: medians(taken.ours),
    }),
    row({
      bench: BENCH,
      what: 'load 10,000 entries (20 MB) from Redis',
      baselineIs: 'the same from files',
      unit: 'ms',
      ours: loads.redis,
      baseline: loads.ours,
    }),
  ];
}

function entry(): NewEntry {
  return {
    type: 'tool',
    tool_use_id: 'toolu_1',
    tool: 'run_command',
    ok: true,
    text: TEXT,
    exit_code: 0,
    duration_ms: 12,
  };
}
