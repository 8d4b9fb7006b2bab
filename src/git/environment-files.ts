/** The files of ENV-1 that say how a project is built. */
const NAMES: ReadonlySet<string> = new Set([
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
const IGNORED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', 'vendor']);
const MAX_DEPTH = 2;

/** How many folders above an environment file, at most two (monorepos); null when the path is no such file. */
export function environmentFileDepth(path: string): number | null {
  const container = path === DEVCONTAINER || path.endsWith(`/${DEVCONTAINER}`);
  const folders = (container ? path.slice(0, -DEVCONTAINER.length) : path).split('/').slice(0, -1);
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (!container && !NAMES.has(name)) return null;
  if (folders.length > MAX_DEPTH || folders.some((folder) => IGNORED_FOLDERS.has(folder))) return null;
  return folders.length;
}
