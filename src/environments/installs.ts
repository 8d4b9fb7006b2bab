/**
 * What decides what is installed, and which commands do nothing else (ENV-6). Such commands, run on the base branch
 * before the model's first own command, leave the same files for every task.
 */

/** Without arguments other than flags without a value, and files of the project. */
const INSTALLS = [
  /^npm (?:ci|install)(?: --[a-z-]+)*$/,
  /^(?:yarn|yarn install|pnpm install|poetry install|uv sync|pipenv install)(?: --[a-z-]+)*$/,
  /^(?:python3? -m )?pip3? install(?: --[a-z-]+)* (?:pip|-r [\w-][\w./-]*)$/,
  /^go mod download$/,
];

const LOCK = /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|poetry\.lock|uv\.lock|go\.sum)$/;
const WISH =
  /^(?:requirements\.txt|pyproject\.toml|setup\.py|Pipfile|environment\.yml|condaenv\.yaml|package\.json|pom\.xml|build\.gradle(?:\.kts)?|go\.mod)$/;

/** The index of the last of the leading commands that only install; -1 if the first one does something else. */
export function lastInstall(commands: readonly string[], usual: readonly string[]): number {
  const other = commands.findIndex((command) => !onlyInstalls(command.trim(), usual));
  return (other === -1 ? commands.length : other) - 1;
}

function onlyInstalls(command: string, usual: readonly string[]): boolean {
  return usual.includes(command) || (!command.includes('..') && INSTALLS.some((form) => form.test(command)));
}

/** Of these files: the lock files, and those that say what is wanted in folders without one. */
export function lockFilesIn(paths: readonly string[]): readonly string[] {
  const locks = paths.filter((path) => LOCK.test(nameOf(path)));
  const locked = new Set(locks.map(folderOf));
  return [...locks, ...paths.filter((path) => WISH.test(nameOf(path)) && !locked.has(folderOf(path)))].toSorted();
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
