/**
 * Is each default, limit and branch of planning and re-planning held by a test that names its requirement? Changes one
 * of them at a time in a copy of the tree, runs the quick tests of its area there, and prints which test noticed. Each
 * mutant names the requirements it breaks; of each, a failing test must have the ID in its name.
 *
 *   node test/mutants/mutants.mjs [--fits] [part of a mutant, or an ID] …
 *
 * Half an hour for all of it; no part of the usual tests. Ends with 1 when a mutant survives, is noticed only by tests
 * that name something else, or no longer fits the sources. `--fits` looks for the last alone, in a second, and runs no test.
 */
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anyLayout } from '../any-layout.mjs';
import { AMENDING } from './list/amending.mjs';
import { AROUND_A_TASK } from './list/around.mjs';
import { BLOCKED_AND_HELD } from './list/blocked.mjs';
import { CHOSEN_PROFILE } from './list/chosen-profile.mjs';
import { CONFIGURED } from './list/configured.mjs';
import { CONTEXT } from './list/context.mjs';
import { DAILY_BUDGET } from './list/daily-budget.mjs';
import { DOWNLOADS } from './list/downloads.mjs';
import { EFFECTS } from './list/effects.mjs';
import { FAILING_CHECKS } from './list/failing-checks.mjs';
import { FLOW } from './list/flow.mjs';
import { GONE } from './list/gone.mjs';
import { HIDDEN } from './list/hidden.mjs';
import { HISTORY } from './list/history.mjs';
import { HOSTILE } from './list/hostile.mjs';
import { LIMITED } from './list/limited.mjs';
import { LOCAL } from './list/local.mjs';
import { NEIGHBOURS } from './list/neighbours.mjs';
import { QUEUE_AND_PACE } from './list/fair-queue.mjs';
import { NOTE } from './list/note.mjs';
import { ON_GITHUB } from './list/on-github.mjs';
import { OWN_JUDGEMENT } from './list/own-judgement.mjs';
import { PATCH } from './list/patch.mjs';
import { PLAN } from './list/plan.mjs';
import { PROGRESS } from './list/progress.mjs';
import { PROVIDERS } from './list/providers.mjs';
import { REPLANNING } from './list/replanning.mjs';
import { SETTINGS } from './list/settings.mjs';
import { SETUP_PAGE } from './list/setup-page.mjs';
import { SPENDING } from './list/spending.mjs';
import { STATE } from './list/state.mjs';
import { TITLES_AND_LANGUAGE } from './list/titles.mjs';
import { VERDICTS_IN_TEXT } from './list/verdicts.mjs';
import { VERIFICATION } from './list/verification.mjs';
import { testsIn } from './run-tests.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** All areas together, before any mutant, on a busy machine. */
const FIRST_RUN_LIMIT_MS = 900_000;
const GROUPS = [
  ...SETTINGS,
  ...CHOSEN_PROFILE,
  ...CONFIGURED,
  ...BLOCKED_AND_HELD,
  ...AROUND_A_TASK,
  ...FAILING_CHECKS,
  ...SETUP_PAGE,
  ...SPENDING,
  ...PLAN,
  ...PATCH,
  ...AMENDING,
  ...CONTEXT,
  ...LIMITED,
  ...LOCAL,
  ...NEIGHBOURS,
  ...QUEUE_AND_PACE,
  ...ON_GITHUB,
  ...OWN_JUDGEMENT,
  ...FLOW,
  ...STATE,
  ...DOWNLOADS,
  ...EFFECTS,
  ...PROGRESS,
  ...PROVIDERS,
  ...TITLES_AND_LANGUAGE,
  ...HIDDEN,
  ...HISTORY,
  ...HOSTILE,
  ...REPLANNING,
  ...VERDICTS_IN_TEXT,
  ...DAILY_BUDGET,
  ...NOTE,
  ...VERIFICATION,
];

const parts = process.argv.slice(2).filter((part) => part !== '--fits');
const wanted = GROUPS.flatMap(({ file, tests, mutants }) =>
  mutants.map(([ids, from, to]) => ({ file, tests, ids: ids.split(' '), from, to })),
).filter((mutant) => isWanted(mutant));
if (wanted.length === 0) {
  tell('There is no such mutant.');
  process.exit(1);
}
if (process.argv.includes('--fits')) {
  const unfit = wanted.filter((mutant) => !fits(mutant, textOf(mutant)));
  for (const { file, ids, from, to } of unfit) tell(`${file} (${ids.join(' ')}): ${clip(from, 110)} → ${clip(to, 60)}`);
  tell(
    `${unfit.length} of ${wanted.length} no longer fit; of ${GONE.length} that did, nothing is left to change (list/gone.mjs).`,
  );
  process.exit(unfit.length === 0 ? 0 : 1);
}

const copy = mkdtempSync(join(tmpdir(), 'planwright-mutants-'));
const inCopy = testsIn(copy);
process.on('exit', () => {
  inCopy.kill();
  rmSync(copy, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
for (const part of [
  'src',
  'test',
  'bench',
  'demo',
  'standins',
  'prompts',
  'app.yml',
  'package.json',
  'jest.config.mjs',
])
  cpSync(join(root, part), join(copy, part), { recursive: true });
symlinkSync(realpathSync(join(root, 'node_modules')), join(copy, 'node_modules'));

function tell(line) {
  process.stdout.write(`${line}\n`);
}

function clip(text, length) {
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** PLAN-1 is neither REPLAN-1 nor PLAN-10. */
function names(title, id) {
  return new RegExp(`(?<![A-Z])${id}(?!\\d)`).test(title);
}

/** '' if the file is gone or renamed. */
function textOf({ file }) {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

/** The changed text must occur exactly once. */
function fits({ from }, source) {
  return source.split(anyLayout(from)).length === 2;
}

function isWanted({ file, ids, from, to }) {
  if (parts.length === 0) return true;
  return parts.some((part) =>
    /^[A-Z]+-\d+$/.test(part) ? ids.includes(part) : [file, from, to].some((text) => text.includes(part)),
  );
}

function fateOf({ ids }, failed) {
  if (failed.length === 0) return { fate: 'SURVIVED', by: '' };
  const named = ids.map((id) => failed.find((title) => names(title, id)));
  if (named.includes(undefined)) return { fate: 'UNNAMED', by: failed[0] };
  return { fate: 'noticed', by: named[0] };
}

async function changed({ file, from, to, tests }) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (!fits({ from }, source)) return null;
  writeFileSync(
    path,
    source.replace(anyLayout(from), () => to),
  );
  const failed = await inCopy.failing(tests);
  writeFileSync(path, source);
  return failed;
}

const before = await inCopy.failing([...new Set(wanted.flatMap(({ tests }) => tests))], FIRST_RUN_LIMIT_MS);
if (before.length > 0) {
  tell(`The tests fail without any mutant: ${before.join('; ')}`);
  process.exit(1);
}

const fates = [];
tell('| mutant | ID | fate | tests | one of them |\n| --- | --- | --- | --- | --- |');
for (const mutant of wanted) {
  const failed = await changed(mutant);
  const { fate, by } = failed === null ? { fate: 'NO LONGER FITS', by: '' } : fateOf(mutant, failed);
  fates.push({ ids: mutant.ids, fate });
  const what = `${mutant.file.replace('src/', '')}: ${clip(mutant.from, 70)} → ${clip(mutant.to, 60)}`;
  tell(`| ${what} | ${mutant.ids.join(' ')} | ${fate} | ${failed?.length ?? ''} | ${clip(by, 110)} |`);
}

tell('\n| ID | mutants | noticed |\n| --- | --- | --- |');
for (const id of [...new Set(fates.flatMap(({ ids }) => ids))].toSorted((a, b) =>
  a.localeCompare(b, 'en', { numeric: true }),
)) {
  const own = fates.filter(({ ids }) => ids.includes(id));
  tell(`| ${id} | ${own.length} | ${own.filter(({ fate }) => fate === 'noticed').length} |`);
}
const count = (fate) => fates.filter((one) => one.fate === fate).length;
tell(
  `\n${count('noticed')} of ${fates.length} noticed by a test that names the requirement, ${count('UNNAMED')} by others only, ${count('SURVIVED')} survived, ${count('NO LONGER FITS')} no longer fit.`,
);
process.exitCode = count('noticed') === fates.length ? 0 : 1;
