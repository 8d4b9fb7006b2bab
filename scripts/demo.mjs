#!/usr/bin/env node
// `npm run demo`: set-up, build, then the demonstration.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDemoOptions } from './setup/demo-options.mjs';
import { usualSteps } from './setup/options.mjs';
import { runShown } from './setup/run.mjs';
import { setUp } from './setup/steps.mjs';
import { build } from './setup/build.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const asked = readDemoOptions(process.argv.slice(2));

if (asked.kind === 'run') {
  const { language, keep, setUp: isBySetUp } = asked.options;
  const problems = await setUp(root, { only: usualSteps, check: false });
  const ready = problems.length === 0 && (await build(root)) === null;
  const args = [
    'dist/demo/main.js',
    '--language',
    language,
    ...(keep ? ['--keep'] : []),
    ...(isBySetUp ? ['--set-up'] : []),
  ];
  process.exitCode = ready ? await runShown(process.execPath, args, root) : 1;
} else {
  (asked.kind === 'help' ? process.stdout : process.stderr).write(`${asked.text}\n`);
  process.exitCode = asked.kind === 'help' ? 0 : 2;
}
