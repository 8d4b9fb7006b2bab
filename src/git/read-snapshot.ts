import { Fault } from '../errors.ts';
import { eachEntry } from './each-entry.ts';
import { gitBroken } from './git-error.ts';
import { gitIn, readGit } from './task-repository.ts';
import type { Snapshot } from '../ports/repositories.ts';
import type { TaskRepository } from './git-environment.ts';

/**
 * The files of a project that are read before the work begins: its build files (ENV-1), and its rules for agents
 * (PLAN-2).
 */
const BUILD_FILES: ReadonlySet<string> = new Set([
  'requirements.txt',
  'pyproject.toml',
  'setup.py',
  'Pipfile',
  'poetry.lock',
  'uv.lock',
  'environment.yml',
  'condaenv.yaml',
  'package.json',
  'package-lock.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'pom.xml',
  'build.gradle',
  'build.gradle.kts',
  'go.mod',
  'go.sum',
  'Dockerfile',
  'docker-compose.yml',
  'Makefile',
  '.tool-versions',
]);
const DEVCONTAINER = '.devcontainer/devcontainer.json';
const MAX_BUILD_FILE_DEPTH = 2;
const RULES_IN_ANY_FOLDER: ReadonlySet<string> = new Set(['AGENTS.md', 'CLAUDE.md', 'GEMINI.md']);
const RULES_AT_TOP = '.github/copilot-instructions.md';
const IGNORED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', 'vendor']);

const MAX_RULES_FILES = 40;
const MAX_RULES_FILE_BYTES = 100 * 1024;
const MAX_RULES_BYTES = 500 * 1024;
const CUT = '\n[The file is longer; the rest is left out.]';

/** The number of folders above an environment file, at most two (monorepos); null for any other path. */
function environmentFileDepth(path: string): number | null {
  const isContainer = path === DEVCONTAINER || path.endsWith(`/${DEVCONTAINER}`);
  const folders = (isContainer ? path.slice(0, -DEVCONTAINER.length) : path).split('/');
  const name = folders.pop() ?? '';
  const isOne = (isContainer || BUILD_FILES.has(name)) && folders.length <= MAX_BUILD_FILE_DEPTH;
  return isOne && !isIgnored(folders) ? folders.length : null;
}

/** The number of folders above a rules file, 0 for those of the whole repository; null for any other path. */
export function rulesFileDepth(path: string): number | null {
  if (path === RULES_AT_TOP) return 0;
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  return RULES_IN_ANY_FOLDER.has(name) && !isIgnored(folders) ? folders.length : null;
}

function isIgnored(folders: readonly string[]): boolean {
  return folders.some((folder) => IGNORED_FOLDERS.has(folder));
}

/** The text of a rules file, its end replaced by a note if it is not `whole`; null if it is no text. */
function rulesText(content: Buffer, whole: boolean, maxBytes: number): string | null {
  if (content.includes(0)) return null;
  if (whole) return content.toString('utf8');
  const kept = content
    .subarray(0, Math.max(0, maxBytes - CUT.length))
    .toString('utf8')
    .replace(/\uFFFD{1,3}$/, '');
  return kept + CUT;
}

const MAX_LISTED_FILES = 5_000;
/** For all paths together, since they are recorded with the task. */
const MAX_LISTED_CHARACTERS = 1_000_000;
/** A tree of a few kilobytes can expand into more files than anybody could list. */
const MAX_FILES = 5_000_000;
const MAX_ENVIRONMENT_FILES = 20;
const MAX_ENVIRONMENT_FILE_BYTES = 64 * 1024;
/** A shorter part of a rules file would be useless. */
const MIN_RULES_BYTES = 1024;

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

/** Reads the tree of a commit from git objects: a million files cost time, not memory. */
export async function readSnapshot(
  repository: TaskRepository,
  sha: string,
): Promise<Pick<Snapshot, 'files' | 'fileCount' | 'environmentFiles' | 'projectRules'>> {
  const { files, fileCount, environment, rules } = await listTree(repository, sha);
  const environmentFiles: Record<string, string> = {};
  for (const { path, objectId } of topmost(environment, MAX_ENVIRONMENT_FILES)) {
    const { content } = await readBlob(repository, objectId, MAX_ENVIRONMENT_FILE_BYTES);
    environmentFiles[path] = content.toString('utf8');
  }
  const projectRules: Record<string, string> = {};
  let room = MAX_RULES_BYTES;
  for (const { path, objectId } of topmost(rules, MAX_RULES_FILES)) {
    if (room < MIN_RULES_BYTES) break;
    const maxBytes = Math.min(room, MAX_RULES_FILE_BYTES);
    const { content, whole } = await readBlob(repository, objectId, maxBytes);
    const text = rulesText(content, whole, maxBytes);
    if (text === null) continue;
    room -= Buffer.byteLength(text);
    projectRules[path] = text;
  }
  return { files, fileCount, environmentFiles, projectRules };
}

function topmost(entries: readonly Entry[], count: number): readonly Entry[] {
  return entries
    .toSorted((left, right) => left.depth - right.depth || (left.path < right.path ? -1 : 1))
    .slice(0, count);
}

async function listTree(repository: TaskRepository, sha: string): Promise<Listing> {
  const files: string[] = [];
  const environment: Entry[] = [];
  const rules: Entry[] = [];
  let fileCount = 0;
  let room = MAX_LISTED_CHARACTERS;
  const each = eachEntry((told) => {
    fileCount += 1;
    if (told === null) return;
    const entry = parseEntry(told);
    room -= entry.path.length;
    if (files.length < MAX_LISTED_FILES && room >= 0) files.push(entry.path);
    if (!entry.isRegular) return;
    note(environment, entry, environmentFileDepth(entry.path));
    note(rules, entry, rulesFileDepth(entry.path));
  });
  const onStdout = async (chunk: Buffer): Promise<void> => {
    each(chunk);
    if (fileCount > MAX_FILES) throw tooMany();
  };
  const args = ['ls-tree', '-r', '-z', '--full-tree', sha];
  await readGit(repository, 'Listing the files of the repository', args, { onStdout });
  return { files, fileCount, environment, rules };
}

function note(entries: Entry[], { path, objectId }: Pick<Entry, 'path' | 'objectId'>, depth: number | null): void {
  if (depth !== null && entries.length < MAX_LISTED_FILES) entries.push({ path, objectId, depth });
}

function tooMany(): Fault {
  return new Fault(
    'git_failed',
    `The repository has more than ${MAX_FILES.toLocaleString('en-US')} files.`,
    'Nobody can work on it as it is: leave out what was generated, or split it.',
  );
}

function parseEntry(text: string): {
  readonly path: string;
  readonly objectId: string;
  readonly isRegular: boolean;
} {
  const tab = text.indexOf('\t');
  const [mode = '', , objectId = ''] = text.slice(0, tab).split(' ');
  return { path: text.slice(tab + 1), objectId, isRegular: mode.startsWith('100') };
}

/** A longer file is cut and marked as not `whole`. */
async function readBlob(repository: TaskRepository, objectId: string, maxOutputBytes: number) {
  const read = await gitIn(repository, ['cat-file', 'blob', objectId], { maxOutputBytes });
  if (read.exitCode !== 0 && !read.truncated) throw gitBroken('Reading a file of the repository', read);
  return { content: read.stdout, whole: !read.truncated };
}
