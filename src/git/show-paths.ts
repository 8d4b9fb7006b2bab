import { TextDecoder } from 'node:util';
import type { PathsShown } from '../ports/repositories.ts';
import { gitBroken } from './git-error.ts';
import type { TaskRepository } from './git-environment.ts';
import { DIFF } from './read-diff.ts';
import { searchOutgoingCommit } from './search-outgoing.ts';
import { assertObjectId, commit, gitIn, START_REF } from './task-repository.ts';

interface PathsToShow {
  readonly savedSha: string;
  readonly paths: readonly string[];
  readonly maxBytes: number;
  /** Values that must never leave this machine. */
  readonly knownSecrets: readonly string[];
}

/** As many as fit into the arguments of a process, whatever their length. */
const MAX_PATHS = 200;
const TIMEOUT_MS = 60_000;

/** `--text`: an attribute must not hide a file's content. Names are not quoted, so that people can read them. */
export async function showPaths(
  repository: TaskRepository,
  { savedSha, paths, maxBytes, knownSecrets }: PathsToShow,
): Promise<PathsShown> {
  assertObjectId(savedSha);
  const range = { sha: savedSha, parent: commit(START_REF), message: '' };
  const objection = await searchOutgoingCommit(repository, { ...range, knownSecrets });
  if (objection !== null) return objection;
  const how = ['--text', '--no-renames', '--submodule=short', range.parent, range.sha, '--'];
  const shown = await gitIn(repository, [...DIFF, ...how, ...paths.slice(0, MAX_PATHS)], {
    config: [['core.quotePath', 'false']],
    maxOutputBytes: maxBytes,
    timeoutMs: TIMEOUT_MS,
  });
  const isCut = shown.truncated || shown.timedOut;
  if (!isCut && shown.exitCode !== 0) throw gitBroken('Showing what was changed', shown);
  const isText = !shown.stdout.includes(0) && (isCut || isUtf8(shown.stdout));
  return { kind: 'shown', diff: shown.stdout.toString('utf8'), isWhole: !isCut && paths.length <= MAX_PATHS, isText };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
