/**
 * `node dist/bench/main.js [bench …] [--quick]`: runs all or the named benchmarks, prints one table, and writes
 * bench-results.json into the working directory. Results are ratios between alternatives of the same run; nothing is
 * asserted.
 */
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { acceptRate } from './accept-rate.ts';
import { acceptWhileDriving } from './accept-while-driving.ts';
import { actionOverhead } from './action-overhead.ts';
import { bothProviders } from './both-providers.ts';
import { callsAndTokens } from './calls-and-tokens.ts';
import { commandLatency } from './command-latency.ts';
import { conversation } from './conversation.ts';

import { fairness } from './fairness.ts';
import { fiftySteps } from './fifty-steps.ts';
import { firstCommand } from './first-command.ts';
import { growth } from './growth.ts';
import { history } from './history.ts';
import { idleService } from './idle-service.ts';
import { lists } from './lists.ts';
import { load } from './measure.ts';
import { promptCache } from './prompt-cache.ts';
import { queueLatency } from './queue-latency.ts';
import { openRig } from './rig.ts';
import { smallTask } from './small-task.ts';
import { table } from './table.ts';
import { verdicts } from './verdicts.ts';
import type { Row } from './measure.ts';
import type { Rig } from './rig.ts';

type Bench = (rig: Rig, isQuick: boolean) => Promise<readonly Row[]>;

const BENCHES: Readonly<Record<string, Bench>> = {
  'action-overhead': (rig, quick) =>
    actionOverhead(rig, quick ? { actions: 40, rounds: 5 } : { actions: 200, rounds: 5 }),
  'accept-rate': (rig, quick) =>
    acceptRate(rig, quick ? { deliveries: 500, rounds: 5 } : { deliveries: 3_000, rounds: 9 }),
  'accept-while-driving': (rig, quick) =>
    acceptWhileDriving(rig, quick ? { deliveries: 400, rounds: 5 } : { deliveries: 1_000, rounds: 5 }),
  'fifty-steps': (rig, quick) => fiftySteps(rig, { rounds: quick ? 5 : 9 }),
  'first-command': (rig, quick) => firstCommand(rig, { rounds: quick ? 5 : 8 }),
  'command-latency': (rig, quick) =>
    commandLatency(rig, quick ? { commands: 20, rounds: 5 } : { commands: 50, rounds: 7 }),
  history: (rig, quick) => history(rig, quick ? { appends: 50, rounds: 5 } : { appends: 100, rounds: 6 }),
  growth: (rig, quick) =>
    growth(rig, {
      actions: quick ? [10, 100] : [10, 100, 1_000],
      ended: quick ? [10, 1_000] : [10, 1_000, 10_000],
      waiting: [1, 10, 100],
      rounds: 5,
    }),
  lists: (rig, quick) => lists(rig, quick ? { most: 1_000, rounds: 5 } : { most: 10_000, rounds: 5 }),
  conversation: (rig, quick) => conversation(rig, { lengths: quick ? [10, 100] : [10, 100, 1_000], rounds: 5 }),
  'calls-and-tokens': (_rig, quick) => callsAndTokens({ lengths: quick ? [10, 100] : [10, 100, 1_000] }),
  'both-providers': (_rig, quick) => bothProviders({ actions: quick ? 20 : 200 }),
  'prompt-cache': (_rig, quick) => promptCache({ isQuick: quick }),
  'idle-service': (rig) => idleService(rig, { rounds: 5 }),
  'small-task': () => smallTask(),
  verdicts: (_rig, quick) => verdicts(quick ? 3 : 9),
  fairness: (rig, quick) => fairness(rig, { issues: quick ? 100 : 200 }),
  'queue-latency': (rig, quick) =>
    queueLatency(rig, quick ? { deliveries: 20, rounds: 5, kills: 1 } : { deliveries: 60, rounds: 5, kills: 5 }),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const names = positionals.length === 0 ? Object.keys(BENCHES) : positionals;
const unknown = names.find((name) => !(name in BENCHES));
if (unknown !== undefined) {
  console.error(`There is no bench "${unknown}". There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}

const loadBefore = load();
const began = new Date();
const rows: Row[] = [];
let rig: Rig | null = null;
// However it ends, no container is left behind.
for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException'] as const) {
  process.once(event, (reason: unknown) => {
    console.error(reason);
    void (rig?.close() ?? Promise.resolve()).finally(() => process.exit(1));
  });
}
for (const name of names) {
  process.stderr.write(`${name} … `);
  rig = await openRig();
  try {
    rows.push(...((await BENCHES[name]?.(rig, values.quick)) ?? []));
    process.stderr.write('done\n');
  } finally {
    await rig.close();
  }
}
const machine = {
  node: process.version,
  processors: cpus().length,
  model: cpus()[0]?.model ?? '',
  loadBefore,
  loadAfter: load(),
};
console.log(`\n${table(rows)}\n`);
console.log(
  `${machine.processors} processors (${machine.model}), Node ${machine.node}, load ${loadBefore.toFixed(2)} before and ${machine.loadAfter.toFixed(2)} after.`,
);
await writeFile(
  'bench-results.json',
  `${JSON.stringify({ at: began.toISOString(), quick: values.quick, machine, rows }, null, 2)}\n`,
);
