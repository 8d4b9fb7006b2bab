#!/usr/bin/env node
// `planwright`, and what `npm start` runs: in a clone, the service is bundled again when a source has changed.
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const bundler = new URL('../scripts/bundle.mjs', import.meta.url);
const service = new URL('../dist/planwright.mjs', import.meta.url);

/** Null if the service is up to date; else what went wrong. */
async function makeReady() {
  // An installed package contains only the service.
  if (!existsSync(bundler)) return existsSync(service) ? null : 'The package is not complete. Install it again.';
  const { bundle, isStale } = await import(bundler.href);
  if (!isStale(root)) return null;
  if (!existsSync(new URL('../node_modules/esbuild', import.meta.url)))
    return 'Its libraries are not installed.\nRun "npm ci" in the project folder, then try again.';
  return bundle(root).then(
    () => null,
    (error) => `It cannot be built:\n${error instanceof Error ? error.message : String(error)}`,
  );
}

const problem = await makeReady();
if (problem === null) {
  await import(service.href);
} else {
  process.stderr.write(`planwright: ${problem}\n`);
  process.exitCode = 1;
}
