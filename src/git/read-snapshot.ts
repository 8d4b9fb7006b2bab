import type { Snapshot } from '../ports/repositories.ts';
import { environmentFileDepth } from './environment-files.ts';
import { gitBroken } from './git-error.ts';
import type { GitHost } from './git-environment.ts';
import {
  MAX_RULES_BYTES,
  MAX_RULES_FILE_BYTES,
  MAX_RULES_FILES,
  rulesFileDepth,
  rulesText,
} from './read-project-rules.ts';
import { runGit } from './run-git.ts';

const MAX_LISTED_FILES = 5_000;
const MAX_ENVIRONMENT_FILES = 20;
const MAX_ENVIRONMENT_FILE_BYTES = 64 * 1024;
/** Less than this of a file of rules tells nothing. */
const MIN_RULES_BYTES = 1024;
/** Git allows longer paths; nobody needs them in a list. */
const MAX_ENTRY_BYTES = 8 * 1024;

interface Entry {
  readonly path: string;
  readonly objectId: string;
  readonly depth: number;
}

interface Listing {
  readonly files: readonly string[];
  readonly fileCount: number;
  readonly environment: readonly Entry[];
  readonly rules: readonly Entry[];
}

/** Reads the tree of a commit from objects alone: a million files cost time, not memory. */
export async function readSnapshot(
  host: GitHost,
  gitDirectory: string,
  sha: string,
): Promise<Pick<Snapshot, 'files' | 'fileCount' | 'environmentFiles' | 'projectRules'>> {
  const { files, fileCount, environment, rules } = await listTree(host, gitDirectory, sha);
  const read = (entry: Entry, maxBytes: number): Promise<Blob> =>
    readBlob(host, { gitDirectory, objectId: entry.objectId, maxBytes });
  const environmentFiles: [string, string][] = [];
  for (const entry of topmost(environment, MAX_ENVIRONMENT_FILES)) {
    const { content } = await read(entry, MAX_ENVIRONMENT_FILE_BYTES);
    environmentFiles.push([entry.path, content.toString('utf8')]);
  }
  const projectRules: [string, string][] = [];
  let room = MAX_RULES_BYTES;
  for (const entry of topmost(rules, MAX_RULES_FILES)) {
    if (room < MIN_RULES_BYTES) break;
    const maxBytes = Math.min(room, MAX_RULES_FILE_BYTES);
    const { content, whole } = await read(entry, maxBytes);
    const text = rulesText(content, whole, maxBytes);
    if (text === null) continue;
    room -= Buffer.byteLength(text);
    projectRules.push([entry.path, text]);
  }
  return {
    files,
    fileCount,
    environmentFiles: Object.fromEntries(environmentFiles),
    projectRules: Object.fromEntries(projectRules),
  };
}

function topmost(entries: readonly Entry[], count: number): readonly Entry[] {
  return entries
    .toSorted((left, right) => left.depth - right.depth || (left.path < right.path ? -1 : 1))
    .slice(0, count);
}

async function listTree(host: GitHost, gitDirectory: string, sha: string): Promise<Listing> {
  const files: string[] = [];
  const environment: Entry[] = [];
  const rules: Entry[] = [];
  let fileCount = 0;
  let rest: Buffer = Buffer.alloc(0);
  const onStdout = (chunk: Buffer): void => {
    let from = 0;
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = data.indexOf(0); end !== -1; end = data.indexOf(0, from)) {
      fileCount += 1;
      const entry = parseEntry(data.subarray(from, end));
      from = end + 1;
      if (entry === null) continue;
      if (files.length < MAX_LISTED_FILES) files.push(entry.path);
      if (!entry.isRegular) continue;
      note(environment, entry, environmentFileDepth(entry.path));
      note(rules, entry, rulesFileDepth(entry.path));
    }
    rest = Buffer.from(data.subarray(from));
  };
  const listed = await runGit(host, { gitDirectory, args: ['ls-tree', '-r', '-z', '--full-tree', sha], onStdout });
  if (listed.exitCode !== 0) throw gitBroken('Listing the files of the repository', listed);
  return { files, fileCount, environment, rules };
}

function note(entries: Entry[], { path, objectId }: Pick<Entry, 'path' | 'objectId'>, depth: number | null): void {
  if (depth !== null && entries.length < MAX_LISTED_FILES) entries.push({ path, objectId, depth });
}

function parseEntry(
  entry: Buffer,
): { readonly path: string; readonly objectId: string; readonly isRegular: boolean } | null {
  if (entry.length > MAX_ENTRY_BYTES) return null;
  const text = entry.toString('utf8');
  const tab = text.indexOf('\t');
  const [mode = '', , objectId = ''] = text.slice(0, tab).split(' ');
  return { path: text.slice(tab + 1), objectId, isRegular: mode.startsWith('100') };
}

interface Blob {
  readonly content: Buffer;
  /** False when the file is longer and was cut. */
  readonly whole: boolean;
}

/** A longer file is cut: that it exists tells as much as its end would. */
async function readBlob(
  host: GitHost,
  {
    gitDirectory,
    objectId,
    maxBytes,
  }: { readonly gitDirectory: string; readonly objectId: string; readonly maxBytes: number },
): Promise<Blob> {
  const read = await runGit(host, { gitDirectory, args: ['cat-file', 'blob', objectId], maxOutputBytes: maxBytes });
  if (read.exitCode !== 0 && !read.truncated) throw gitBroken('Reading a file of the repository', read);
  return { content: read.stdout, whole: !read.truncated };
}
