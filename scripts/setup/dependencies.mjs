import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';
import { SetupProblem, stepDone, stepReady } from './say.mjs';

/** @typedef {{ readonly version?: string, readonly integrity?: string, readonly optional?: boolean, readonly devOptional?: boolean, readonly link?: boolean }} Locked */
/** @typedef {{ readonly packages?: Readonly<Record<string, Locked>> }} Lock */

const stampName = '.planwright-lock-hash';

/**
 * Whether what npm wrote down of node_modules is what the lock file asks for. Optional packages of other platforms may be missing.
 * @param {Lock} wanted package-lock.json
 * @param {Lock} installed node_modules/.package-lock.json
 */
export function isInstalled(wanted, installed) {
  const asked = wanted.packages ?? {};
  const there = installed.packages ?? {};
  const same = (/** @type {string} */ path) =>
    asked[path]?.version === there[path]?.version && asked[path]?.integrity === there[path]?.integrity;
  const complete = Object.entries(asked).every(
    ([path, entry]) =>
      path === '' || (path in there ? same(path) : entry.optional === true || entry.devOptional === true),
  );
  return complete && Object.keys(there).every((path) => path in asked);
}

/** @param {string} file @returns {Lock | null} */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** @param {string} root */
export function dependenciesAreCurrent(root) {
  const lockFile = join(root, 'package-lock.json');
  const stamp = join(root, 'node_modules', stampName);
  const installedFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const hash = createHash('sha256').update(readFileSync(lockFile)).update(readFileSync(installedFile)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true;
  const [wanted, installed] = [readLock(lockFile), readLock(installedFile)];
  if (wanted === null || installed === null || !isInstalled(wanted, installed)) return false;
  writeFileSync(stamp, hash);
  return true;
}

/** npm says first what is wrong, then how to use it. @param {string} output */
function firstErrors(output) {
  const lines = output.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('npm warn'));
  return lines.slice(0, 12);
}

/** @param {string} root @param {(text: string) => void} note */
export async function ensureDependencies(root, note) {
  if (dependenciesAreCurrent(root)) return stepReady('node_modules matches package-lock.json');
  note('running npm ci');
  const { code, output } = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: root });
  if (code !== 0) throw new SetupProblem('npm ci failed.', firstErrors(output));
  dependenciesAreCurrent(root);
  return stepDone('npm ci');
}
