#!/usr/bin/env node
// `npm run demo`: set-up, build, then the demonstration; arguments are passed on to it.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stepNames } from './setup/options.mjs';
import { runShown } from './setup/run.mjs';
import { setUp } from './setup/steps.mjs';
import { build } from './setup/build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const problems = await setUp(root, { only: stepNames.filter((name) => name !== 'service'), check: false });
const ready = problems.length === 0 && (await build(root)) === null;
process.exitCode = ready ? await runShown(process.execPath, ['dist/demo/main.js', ...process.argv.slice(2)], root) : 1;
