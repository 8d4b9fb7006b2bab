#!/usr/bin/env node
// `npm run test:long`: everything of which `npm test` runs samples. Arguments choose parts: `npm run test:long -- kills
// mutants`.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './setup/build.mjs';
import { stepsForTests } from './setup/options.mjs';
import { runShown } from './setup/run.mjs';
import { say } from './setup/say.mjs';
import { nodeOf } from './setup/node-versions.mjs';
import { setUp } from './setup/steps.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

/** `node`: the version that carries it out, where that is not the one this runs on. */
/** @type {Readonly<Record<string, { readonly what: string, readonly args: readonly string[], readonly node?: number }>>} */
const PARTS = {
  kills: {
    what: 'the service killed on both sides of every effect',
    args: [...jest, 'test/flows/.*crash', 'test/flows/lost-record', 'test/flows/local-(run|process)'],
  },
  properties: {
    what: 'properties and random lives, many times over',
    args: [
      ...jest,
      'test/task',
      'test/flow/',
      'test/progress',
      'test/context',
      'test/prompts',
      'test/redact',
      'test/growth',
    ],
  },
  soak: { what: 'round after round of tasks and faults, of which nothing stays', args: [...jest, 'test/flows/soak'] },
  mutants: { what: 'each default, limit and branch changed', args: ['test/mutants/mutants.mjs'] },
  node20: { what: 'every test on Node 20', args: jest, node: 20 },
  node22: { what: 'every test on Node 22', args: jest, node: 22 },
  node24: { what: 'every test on Node 24', args: jest, node: 24 },
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  say(`There is no part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}.`);
  process.exitCode = 2;
} else {
  process.env['PLANWRIGHT_LONG'] = '1';
  const problems = await setUp(root, { only: stepsForTests, check: false });
  const isBuilt = problems.length === 0 && (await build(root)) === null;
  const lines = isBuilt ? await runParts() : [];
  for (const line of lines) say(line);
  process.exitCode = isBuilt && lines.every((line) => line.startsWith('passed')) ? 0 : 1;
}

/** All of them, even after a failure; each with its time. */
async function runParts() {
  const lines = [];
  for (const [name, { what, args, node }] of Object.entries(PARTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    say(`${name}: ${what}`);
    const startedAt = performance.now();
    const program = node === undefined ? process.execPath : await nodeOf(root, node);
    const isFine = program !== null && (await runShown(program, args, root)) === 0;
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
    lines.push(`${isFine ? 'passed' : 'FAILED'} ${name} (${what}) in ${minutes} minutes`);
  }
  return lines;
}
