/** Finds the files of a tree that the paths, file names and quoted names of code in a text mean. */
import { TEST_FILE, type Names } from '../ports/repository-look.ts';

/** Among equally good matches; a name that many files share says nothing. */
const MOST_MEANT = 3;
const MOST_CANDIDATES = 2_000;
const EXTENSION = /\.\w{1,10}$/;

export interface Meant {
  readonly path: string;
  readonly line: number | null;
}

export function createResolver({ files: named, symbols }: Pick<Names, 'files' | 'symbols'>) {
  const candidates = new Map<string, string[]>(named.map(({ path }) => [nameOf(path), []]));
  const modules = new Map<string, string[]>(
    named.flatMap(({ path }) => (isModule(path) ? [[nameOf(path), [] as string[]] as const] : [])),
  );
  // `parse` of `qs.parse(…)` is searched for in `lib/parse.js`, even if that file never contains its own name.
  const homes = new Map<string, string[]>(
    symbols.flatMap(({ text, isQuoted }) => (isQuoted ? [[plainName(text), [] as string[]] as const] : [])),
  );
  const folders = new Map<string, boolean>(named.map(({ path }) => [path, false]));
  let readme: string | null = null;

  return {
    take(path: string): void {
      const same = candidates.get(nameOf(path));
      if (same !== undefined && same.length < MOST_CANDIDATES) same.push(path);
      const sameModule = modules.get(nameOf(path).replace(EXTENSION, ''));
      if (sameModule !== undefined && sameModule.length < MOST_CANDIDATES) sameModule.push(path);
      const home = homes.get(plainName(nameOf(path).replace(EXTENSION, '')));
      if (home !== undefined && home.length <= MOST_MEANT) home.push(path);
      if (readme === null && /^readme(?:\.\w+)?$/i.test(path)) readme = path;
      for (const [folder, isThere] of folders) if (!isThere && path.startsWith(`${folder}/`)) folders.set(folder, true);
    },
    readme: (): string | null => readme,
    /** With the line, if it was named with one. */
    files(): readonly Meant[] {
      const meant = named.flatMap(({ path, line }) =>
        [
          ...meantBy(path, candidates.get(nameOf(path)) ?? []),
          ...(folders.get(path) === true ? [] : moduleMeantBy(path, modules.get(nameOf(path)) ?? [])),
        ].map((one) => ({ path: one, line })),
      );
      const known = new Set(meant.map(({ path }) => path));
      const ofSymbols = [...homes.values()].filter(isOneHome).flat();
      const withLine = new Set(meant.filter(({ line }) => line !== null).map(({ path }) => path));
      return [
        ...meant.filter(({ path, line }) => line !== null || !withLine.has(path)),
        ...ofSymbols.filter((path) => !known.has(path)).map((path) => ({ path, line: null })),
      ];
    },
    folders: (): readonly string[] => [...folders].flatMap(([path, isThere]) => (isThere ? [path] : [])),
  };
}

/** One file and its test; further ones are variants or copies, for which the lines with the name say more. */
function isOneHome(paths: readonly string[]): boolean {
  return paths.length <= MOST_MEANT && paths.filter((path) => !TEST_FILE.test(path)).length === 1;
}

/** `readConfig` and `read-config` are the same name. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_]/g, '');
}

/** As code imports it: with a folder, and without an extension. */
function isModule(path: string): boolean {
  return path.includes('/') && !EXTENSION.test(path);
}

/** Only a shared folder distinguishes it from any two words with a slash between them. */
function moduleMeantBy(written: string, candidates: readonly string[]): readonly string[] {
  return meantBy(
    written,
    candidates.filter((path) => sharedEnd(folderOf(path), folderOf(written)) > 0),
  );
}

/** The longest end of the path that exists in the tree; what precedes it is another machine's folder. */
function meantBy(written: string, candidates: readonly string[]): readonly string[] {
  const folder = folderOf(written);
  let best: string[] = [];
  let most = 0;
  for (const path of candidates) {
    const own = folderOf(path);
    const same = sharedEnd(own, folder);
    // A file at the top of the tree shares only its name with the path.
    if (same === 0 && folder !== '' && own !== '' && candidates.length > 1) continue;
    if (same > most) [best, most] = [[path], same];
    else if (same === most) best.push(path);
  }
  const exact = best.filter((path) => path === written);
  return (exact.length > 0 ? exact : best.toSorted((one, other) => one.length - other.length)).slice(0, MOST_MEANT);
}

/** The number of folders that both paths end with; stops early, since a path may be long. */
function sharedEnd(one: string, other: string): number {
  let shared = 0;
  for (let length = 1; length <= Math.min(one.length, other.length); length += 1) {
    const [at, there] = [one.length - length, other.length - length];
    if (one[at] !== other[there]) break;
    if (isEdge(one, at) && isEdge(other, there)) shared += 1;
  }
  return shared;
}

function isEdge(path: string, at: number): boolean {
  return at === 0 || path[at - 1] === '/';
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}
