/**
 * Which files of a project are read before the work begins: how it is built (ENV-1), and its rules for agents
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
const RULES_IN_ANY_FOLDER: ReadonlySet<string> = new Set(['AGENTS.md', 'CLAUDE.md']);
const RULES_AT_TOP = '.github/copilot-instructions.md';
const IGNORED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', 'vendor']);

export const MAX_RULES_FILES = 40;
export const MAX_RULES_FILE_BYTES = 100 * 1024;
export const MAX_RULES_BYTES = 500 * 1024;
const CUT = '\n[The file is longer; the rest is left out.]';

/** How many folders above an environment file, at most two (monorepos); null when the path is no such file. */
export function environmentFileDepth(path: string): number | null {
  const isContainer = path === DEVCONTAINER || path.endsWith(`/${DEVCONTAINER}`);
  const folders = (isContainer ? path.slice(0, -DEVCONTAINER.length) : path).split('/');
  const name = folders.pop() ?? '';
  const isOne = (isContainer || BUILD_FILES.has(name)) && folders.length <= MAX_BUILD_FILE_DEPTH;
  return isOne && !isIgnored(folders) ? folders.length : null;
}

/** How many folders above a file of rules, those for the whole repository at 0; null when the path is no such file. */
export function rulesFileDepth(path: string): number | null {
  if (path === RULES_AT_TOP) return 0;
  const folders = path.split('/');
  const name = folders.pop() ?? '';
  return RULES_IN_ANY_FOLDER.has(name) && !isIgnored(folders) ? folders.length : null;
}

function isIgnored(folders: readonly string[]): boolean {
  return folders.some((folder) => IGNORED_FOLDERS.has(folder));
}

/** The text of a file of rules, its end replaced by a note where it is not `whole`; null when it is no text. */
export function rulesText(content: Buffer, whole: boolean, maxBytes: number): string | null {
  if (content.includes(0)) return null;
  if (whole) return content.toString('utf8');
  const kept = content
    .subarray(0, Math.max(0, maxBytes - CUT.length))
    .toString('utf8')
    .replace(/\uFFFD{1,3}$/, '');
  return kept + CUT;
}
