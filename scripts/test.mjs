#!/usr/bin/env node
// `npm test`: set-up, build, the static checks, then every test. Arguments go to jest: `npm test -- test/sandbox`.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './setup/build.mjs';
import { runChecks } from './setup/checks.mjs';
import { stepsForTests } from './setup/options.mjs';
import { runJest } from './setup/run-jest.mjs';
import { say } from './setup/say.mjs';
import { setUp } from './setup/steps.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const problems = await setUp(root, { only: stepsForTests, check: false });
if (problems.length > 0) {
  process.exitCode = 1;
} else {
  const built = (await build(root)) === null;
  const clean = (await runChecks(root)) === 0;
  const passed = (await runJest(root, process.argv.slice(2))) === 0;
  if (!built || !clean) say('The tests are done; the build or a check above has still to be put right.');
  process.exitCode = built && clean && passed ? 0 : 1;
}
