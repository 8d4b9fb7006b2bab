import { installPackages } from './packages.mjs';
import { has, run } from './run.mjs';
import { stepDone, stepReady } from './say.mjs';

/** @param {(text: string) => void} note */
export async function ensureRedis(note) {
  const present = await has('redis-server');
  if (!present) await installPackages(['redis-server'], note);
  const version = /v=(\S+)/.exec((await run('redis-server', ['--version'])).output)?.[1] ?? 'of unknown version';
  return (present ? stepReady : stepDone)(`redis-server ${version}`);
}
