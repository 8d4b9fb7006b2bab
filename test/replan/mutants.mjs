/**
 * Is each default, limit and branch of re-planning held by a test that names its requirement? Changes one of them at
 * a time in a copy of the tree, runs the tests of test/replan and test/questions there, and prints which test noticed.
 *
 *   node test/replan/mutants.mjs [part of a mutant]
 *
 * Takes a few minutes; no part of the usual tests. Ends with 1 when a mutant survives or no longer fits the sources.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MUTANTS } from './mutant-list.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const RUN_LIMIT_MS = 120_000;

const copy = mkdtempSync(join(tmpdir(), 'planwright-mutants-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
for (const part of ['src', 'test/replan', 'test/questions', 'test/task', 'test/steady-chance.ts', 'package.json', 'jest.config.mjs'])
  cpSync(join(root, part), join(copy, part), { recursive: true });
symlinkSync(realpathSync(join(root, 'node_modules')), join(copy, 'node_modules'));

const results = join(copy, 'results.json');

function failingTests() {
  rmSync(results, { force: true });
  const jest = join('node_modules', 'jest', 'bin', 'jest.js');
  const args = [
    '--experimental-vm-modules',
    '--disable-warning=ExperimentalWarning',
    jest,
    'test/replan',
    'test/questions',
    '--json',
    '--outputFile',
    results,
    '--silent',
    '--maxWorkers=2',
  ];
  const run = spawnSync(process.execPath, args, { cwd: copy, stdio: 'ignore', timeout: RUN_LIMIT_MS });
  if (run.error) return ['(no end within the time limit)'];
  const { testResults } = JSON.parse(readFileSync(results, 'utf8'));
  const unloaded = testResults
    .filter((file) => file.assertionResults.length === 0)
    .map((file) => `(does not load: ${file.message.split('\n')[0]})`);
  return [
    ...unloaded,
    ...testResults.flatMap((file) => file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName)),
  ];
}

function tell(line) {
  process.stdout.write(`${line}\n`);
}

function clip(text, length) {
  const line = text.replace(/\s+/g, ' ');
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

const before = failingTests();
if (before.length > 0) {
  tell(`The tests fail without any mutant: ${before.join('; ')}`);
  process.exit(1);
}

const wanted = process.argv[2] ?? '';
const count = { killed: 0, survived: 0, unnamed: 0, unfit: 0 };
tell('| mutant | fate | tests | one of them |\n| --- | --- | --- | --- |');
for (const [file, from, to] of MUTANTS.filter((mutant) => mutant.some((part) => part.includes(wanted)))) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  const what = `${file.replace('src/', '')}: ${clip(from, 70)} → ${clip(to, 60)}`.replaceAll('|', '\\|');
  if (source.split(from).length !== 2) {
    count.unfit += 1;
    tell(`| ${what} | NO LONGER FITS | | |`);
    continue;
  }
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  const failed = failingTests();
  writeFileSync(path, source);
  const named = failed.find((title) => /\b(?:(?:RE)?PLAN|GH)-\d/.test(title));
  const fate = failed.length === 0 ? 'survived' : named === undefined ? 'unnamed' : 'killed';
  count[fate] += 1;
  tell(
    `| ${what} | ${fate === 'killed' ? 'killed' : fate.toUpperCase()} | ${failed.length} | ${clip(named ?? failed[0] ?? '', 90).replaceAll('|', '\\|')} |`,
  );
}
tell(
  `\n${count.killed} killed by a test that names its requirement, ${count.unnamed} by others, ${count.survived} survived, ${count.unfit} no longer fit.`,
);
process.exitCode = count.survived + count.unnamed + count.unfit === 0 ? 0 : 1;
