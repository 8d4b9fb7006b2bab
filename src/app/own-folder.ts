/**
 * Who created a repository's state folder (OPS-3): an archive may contain one, and its settings and records would count
 * as those of the person who runs a task. Folders created on this account are noted among the person's own files.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { codeOf, Fault, folderTroubleOf } from '../errors.ts';
import { instanceFile, instanceId } from './join-installation.ts';
import type { Environment } from '../config/environment.ts';

/** Leftovers of an interrupted start. */
const UNFINISHED = /^(?:instance-|\.writable-)/;
const NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Throws a `Fault` if the folder came from elsewhere. `isNamed`: the person names it as their own, and it counts as
 * theirs from then on.
 */
export function requireOwnFolder(folder: string, { isNamed, env }: { isNamed: boolean; env: Environment }): void {
  const known = join(
    env['XDG_STATE_HOME'] ?? join(env['HOME'] ?? homedir(), '.local', 'state'),
    'planwright',
    'folders',
  );
  // Noted before it gets its name, so that an interrupted creation leaves no unknown folder.
  const know = (name: string) => {
    try {
      mkdirSync(known, { recursive: true, mode: 0o700 });
      writeFileSync(join(known, name), `${folder}\n`, { mode: 0o600 });
    } catch (error) {
      throw new Fault(
        'configuration',
        `That ${folder} is yours cannot be noted in ${known}: ${folderTroubleOf(error)}.`,
        'Set XDG_STATE_HOME to a folder that you may write to, or DATA_DIR to one outside of the repository.',
      );
    }
  };
  if (isNamed || readdirSync(folder).every((entry) => UNFINISHED.test(entry))) instanceId(folder, know);
  const name = nameOf(folder);
  if (isNamed && name !== null) know(name);
  if (name !== null && existsSync(join(known, name))) return;
  throw new Fault(
    'configuration',
    `${folder} was not made by Planwright on this account: it came with the repository, and its settings and records would count as yours.`,
    `Remove it: rm -r '${folder}'. If it is yours after all, say so once, by naming it: DATA_DIR='${folder}' planwright run …`,
  );
}

function nameOf(folder: string): string | null {
  try {
    const name = readFileSync(instanceFile(folder), 'utf8').trim();
    return NAME.test(name) ? name : null;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
