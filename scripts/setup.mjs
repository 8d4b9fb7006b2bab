#!/usr/bin/env node
// Installs what `npm run demo` and `npm test` need. Runs before node_modules exists, so it uses only Node's own
// modules.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setUp } from './setup/steps.mjs';
import { readOptions } from './setup/options.mjs';
import { say } from './setup/say.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const options = readOptions(process.argv.slice(2));

if (options.kind === 'help') {
  say(options.text);
  process.exitCode = options.exitCode;
} else {
  const problems = await setUp(root, options);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
