/**
 * Lets Node 20 run the stand-in's TypeScript without a build, for tests that want it as a process:
 *   node --import ./standins/github/from-source.mjs standins/github/main.ts
 */
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import { fileURLToPath } from 'node:url';

if (isMainThread) register(import.meta.url);

export async function load(url, context, next) {
  if (!url.endsWith('.ts') || url.includes('/node_modules/')) return next(url, context);
  const { transform } = await import('@swc/core');
  const source = await readFile(fileURLToPath(url), 'utf8');
  const { code } = await transform(source, {
    swcrc: false,
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
