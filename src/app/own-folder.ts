/**
 * Whose the folder of state in a repository is (OPS-3): an archive may bring one along, and its settings and records would
 * count as those of whoever runs a task. One that was made on this account is known by its name among the person's own files.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { codeOf, Fault, folderTroubleOf } from '../errors.ts';
import { instanceFile, instanceId } from './join-installation.ts';
import type { Environment } from '../config/environment.ts';

/** What a start that was cut off leaves in a folder of its own. */
const UNFINISHED = /^(?:instance-|\.writable-)/;
const NAME = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Throws a `Fault` where it came from elsewhere. `isNamed`: the person says that it is theirs, and it is from then on. */
export function requireOwnFolder(folder: string, { isNamed, env }: { isNamed: boolean; env: Environment }): void {
  const known = join(
    env['XDG_STATE_HOME'] ?? join(env['HOME'] ?? homedir(), '.local', 'state'),
    'planwright',
    'folders',
  );
  // Known before it has its name: one whose making was cut off has none.
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
