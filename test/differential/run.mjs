/**
 * Drives two built trees through the same lives and compares what their ports saw:
 *
 *   node test/differential/run.mjs --a <dist of A> --b <dist of B> --lives 20000 --from 1 [--shards 2] [--keep-going] [--logs]
 *
 * `--logs` compares the lines of the log, too. Exit code 1: they differ.
 */
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { differences } from './compare.mjs';
import { createCoverage } from './coverage.mjs';
import { loadTree } from './tree.mjs';

const { values } = parseArgs({
  options: {
    a: { type: 'string' },
    b: { type: 'string' },
    lives: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    shards: { type: 'string', default: '1' },
    shard: { type: 'string' },
    'keep-going': { type: 'boolean', default: false },
    logs: { type: 'boolean', default: false },
    quiet: { type: 'boolean', default: false },
  },
});
const shards = Number(values.shards);
const say = (text) => process.stdout.write(`${text}\n`);

if (values.a === undefined || values.b === undefined) {
  say('Both trees are needed: --a <dist> --b <dist>');
  process.exitCode = 2;
} else if (values.shard === undefined && shards > 1) await inShards();
else await here(values.shard === undefined ? 0 : Number(values.shard));

async function here(shard) {
  const first = Number(values.from);
  const seeds = Array.from({ length: Number(values.lives) }, (_, at) => first + at).filter(
    (_, at) => at % shards === shard,
  );
  const coverage = createCoverage();
  const began = Date.now();
  let lives = 0;
  let calls = 0;
  let different = 0;
  const onLife = (life) => {
    lives += 1;
    calls += life.calls;
  };
  const trees = { a: await loadTree(values.a), b: await loadTree(values.b) };
  for await (const { text } of differences({ ...trees, seeds, logs: values.logs, coverage, onLife })) {
    different += 1;
    if (different <= 5 || !values['keep-going']) say(text);
    if (!values['keep-going']) break;
  }
  const found = { lives, calls, different, ms: Date.now() - began, coverage: [...coverage.found] };
  if (process.send) process.send(found);
  else report(found);
}

async function inShards() {
  const began = Date.now();
  const coverage = createCoverage();
  const sum = { lives: 0, calls: 0, different: 0 };
  const children = Array.from({ length: shards }, (_, shard) =>
    fork(import.meta.filename, [...process.argv.slice(2), '--shard', String(shard)]),
  );
  const ends = children.map(
    (child) =>
      new Promise((resolve) => {
        child.on('message', (found) => {
          for (const name of Object.keys(sum)) sum[name] += found[name];
          coverage.merge(found.coverage);
          if (found.different > 0 && !values['keep-going'])
            for (const other of children) if (other !== child) other.kill();
        });
        // After the last message; `exit` may come before it.
        child.on('close', (code, signal) => {
          // Killed, too: lives that were not lived are not equal.
          if (code !== 0 && code !== 1 && !(signal === 'SIGTERM' && !values['keep-going'])) process.exitCode = 2;
          resolve(undefined);
        });
      }),
  );
  await Promise.all(ends);
  report({ ...sum, ms: Date.now() - began, coverage: [...coverage.found] });
}

function report({ lives, calls, different, ms, coverage }) {
  if (!values.quiet) {
    for (const [what, { lives: inLives, all }] of coverage.toSorted(([one], [other]) => (one < other ? -1 : 1)))
      say(`${String(inLives).padStart(7)} lives ${String(all).padStart(8)} times  ${what}`);
  }
  say(
    `${lives} lives, ${calls} calls, ${different} different, ${(lives / (ms / 1_000)).toFixed(1)} lives per second (each in both trees)`,
  );
  if (different > 0) process.exitCode = 1;
}
