import type { Snapshot } from '../ports/repositories.ts';
import { environmentFileDepth } from './environment-files.ts';
import { gitBroken } from './git-error.ts';
import type { GitHost } from './git-environment.ts';
import { runGit } from './run-git.ts';

const MAX_LISTED_FILES = 5_000;
const MAX_ENVIRONMENT_FILES = 20;
const MAX_ENVIRONMENT_FILE_BYTES = 64 * 1024;
/** Git allows longer paths; nobody needs them in a list. */
const MAX_ENTRY_BYTES = 8 * 1024;

interface EnvironmentEntry {
  readonly path: string;
  readonly objectId: string;
  readonly depth: number;
}

interface Listing {
  readonly files: readonly string[];
  readonly fileCount: number;
  readonly environment: readonly EnvironmentEntry[];
}

/** Reads the tree of a commit from objects alone: a million files cost time, not memory. */
export async function readSnapshot(
  host: GitHost,
  gitDirectory: string,
  sha: string,
): Promise<Pick<Snapshot, 'files' | 'fileCount' | 'environmentFiles'>> {
  const { files, fileCount, environment } = await listTree(host, gitDirectory, sha);
  const chosen = environment
    .toSorted((left, right) => left.depth - right.depth || (left.path < right.path ? -1 : 1))
    .slice(0, MAX_ENVIRONMENT_FILES);
  const environmentFiles: [string, string][] = [];
  for (const entry of chosen) environmentFiles.push([entry.path, await readBlob(host, gitDirectory, entry.objectId)]);
  return { files, fileCount, environmentFiles: Object.fromEntries(environmentFiles) };
}

async function listTree(host: GitHost, gitDirectory: string, sha: string): Promise<Listing> {
  const files: string[] = [];
  const environment: EnvironmentEntry[] = [];
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
      const depth = entry.isRegular && environment.length < MAX_LISTED_FILES ? environmentFileDepth(entry.path) : null;
      if (depth !== null) environment.push({ path: entry.path, objectId: entry.objectId, depth });
    }
    rest = Buffer.from(data.subarray(from));
  };
  const listed = await runGit(host, { gitDirectory, args: ['ls-tree', '-r', '-z', '--full-tree', sha], onStdout });
  if (listed.exitCode !== 0) throw gitBroken('Listing the files of the repository', listed);
  return { files, fileCount, environment };
}

function parseEntry(entry: Buffer): { readonly path: string; readonly objectId: string; readonly isRegular: boolean } | null {
  if (entry.length > MAX_ENTRY_BYTES) return null;
  const text = entry.toString('utf8');
  const tab = text.indexOf('\t');
  const [mode = '', , objectId = ''] = text.slice(0, tab).split(' ');
  return { path: text.slice(tab + 1), objectId, isRegular: mode.startsWith('100') };
}

/** A longer file is cut: that it exists tells as much as its end would. */
async function readBlob(host: GitHost, gitDirectory: string, objectId: string): Promise<string> {
  const read = await runGit(host, { gitDirectory, args: ['cat-file', 'blob', objectId], maxOutputBytes: MAX_ENVIRONMENT_FILE_BYTES });
  if (read.exitCode !== 0 && !read.truncated) throw gitBroken('Reading a file of the repository', read);
  return read.stdout.toString('utf8');
}
