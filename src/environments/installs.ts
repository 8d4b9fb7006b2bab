/**
 * What decides what is installed, and which commands do nothing else (ENV-6). Run on the base branch in an unused
 * container, such commands leave the same for every task; whoever chose them had no other influence on it.
 */

/** With flags that take no value, so that no argument can become the name of a package. */
const INSTALLS = [
  /^npm (?:ci|install)(?: --(?:no-audit|no-fund|no-package-lock|no-progress|prefer-offline|quiet|silent))*$/,
  /^yarn(?: install)?(?: --(?:frozen-lockfile|immutable|non-interactive|silent))*$/,
  /^pnpm install(?: --(?:frozen-lockfile|prefer-offline|silent))*$/,
  /^poetry install(?: --(?:no-ansi|no-interaction|no-root|quiet))*$/,
  /^uv sync(?: --(?:frozen|locked|quiet))*$/,
  /^go mod download$/,
];
const OF_REQUIREMENTS =
  /^(?:python3? -m )?pip3? install(?: (?:-q|--quiet|--no-input|--disable-pip-version-check))* -r ([\w-][\w./-]*)$/;
/** Allowed before an install; what it leaves is not worth keeping alone. */
const OF_PIP_ITSELF = /^(?:python3? -m )?pip3? install (?:-U|--upgrade) pip$/;

const LOCK = /^(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|poetry\.lock|uv\.lock|go\.sum)$/;
const WISH =
  /^(?:requirements\.txt|pyproject\.toml|setup\.py|Pipfile|environment\.yml|condaenv\.yaml|package\.json|pom\.xml|build\.gradle(?:\.kts)?|go\.mod)$/;

export interface Installs {
  /** The leading commands that only install, up to the last one that installs something of the project. */
  readonly commands: readonly string[];
  /** The files of the project that decide what. */
  readonly files: readonly string[];
}

/** Null if the set-up begins with something else. `usual`: whole commands that the base branch or the operator chose. */
export function leadingInstalls(
  setup: readonly string[],
  usual: readonly string[],
  environmentFiles: readonly string[],
): Installs | null {
  const commands = setup.map((command) => command.trim());
  const isInstall = (command: string): boolean =>
    usual.includes(command) || INSTALLS.some((form) => form.test(command)) || requirementsIn(command) !== null;
  const other = commands.findIndex((command) => !isInstall(command) && !OF_PIP_ITSELF.test(command));
  const leading = commands.slice(0, other === -1 ? commands.length : other);
  const installs = leading.slice(0, leading.findLastIndex(isInstall) + 1);
  if (installs.length === 0) return null;
  const named = installs.flatMap((command) => requirementsIn(command) ?? []);
  return { commands: installs, files: [...new Set([...lockFilesIn(environmentFiles), ...named])].toSorted() };
}

function requirementsIn(command: string): string | null {
  const file = OF_REQUIREMENTS.exec(command)?.[1];
  return file === undefined || file.split('/').includes('..') ? null : file;
}

/** Lock files, and those that say what is wanted; of a package.json that is locked, the rest changes often. */
function lockFilesIn(paths: readonly string[]): readonly string[] {
  const locks = paths.filter((path) => LOCK.test(nameOf(path)));
  const locked = new Set(locks.map(folderOf));
  return [
    ...locks,
    ...paths.filter((path) => WISH.test(nameOf(path)) && !(isPackageFile(path) && locked.has(folderOf(path)))),
  ];
}

function isPackageFile(path: string): boolean {
  return nameOf(path) === 'package.json';
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
