import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { run, tail } from './run.mjs';
import { say } from './say.mjs';

/**
 * The program of another major version of Node, from npm's own packages, kept in `node_modules/.cache`. What is tested with it is
 * tested as it is: the service that a story starts is started with the same program.
 * @param {string} root
 * @param {number} major
 * @returns {Promise<string | null>} null: it could not be fetched, which is said
 */
export async function nodeOf(root, major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(root, 'node_modules/.cache/node-versions', String(major));
  const program = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const { code, output } = await run('npm', ['install', '--no-save', '--prefix', folder, `${name}@${major}`]);
  if (code === 0 && existsSync(program)) return program;
  say(`Node ${major} could not be fetched with npm (${name}@${major}):`);
  for (const line of tail(output, 5)) say(line);
  return null;
}
