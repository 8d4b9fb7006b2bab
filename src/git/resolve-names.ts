/** Which files of a tree a text means by the paths and file names in it. */
import type { NamedFile } from '../ports/repository-look.ts';

/** Of files that are meant equally well: a name that many have tells nothing. */
const MOST_MEANT = 3;
const MOST_CANDIDATES = 2_000;

export interface Meant {
  readonly path: string;
  readonly line: number | null;
}

export function createResolver(named: readonly NamedFile[]) {
  const candidates = new Map<string, string[]>(named.map(({ path }) => [nameOf(path), []]));
  const folders = new Map<string, boolean>(named.map(({ path }) => [path, false]));
  let readme: string | null = null;

  return {
    take(path: string): void {
      const same = candidates.get(nameOf(path));
      if (same !== undefined && same.length < MOST_CANDIDATES) same.push(path);
      if (readme === null && /^readme(?:\.\w+)?$/i.test(path)) readme = path;
      for (const [folder, isThere] of folders) if (!isThere && path.startsWith(`${folder}/`)) folders.set(folder, true);
    },
    readme: (): string | null => readme,
    /** With a line where it is named with one. */
    files(): readonly Meant[] {
      const meant = named.flatMap(({ path, line }) =>
        meantBy(path, candidates.get(nameOf(path)) ?? []).map((one) => ({ path: one, line })),
      );
      const withLine = new Set(meant.filter(({ line }) => line !== null).map(({ path }) => path));
      return meant.filter(({ path, line }) => line !== null || !withLine.has(path));
    },
    folders: (): readonly string[] => [...folders].flatMap(([path, isThere]) => (isThere ? [path] : [])),
  };
}

/** The longest end of the path that is one of the tree: what is before it is where somebody else has the tree. */
function meantBy(written: string, candidates: readonly string[]): readonly string[] {
  const parts = written.split('/').toReversed();
  let best: readonly string[] = [];
  let most = 1;
  for (const path of candidates) {
    const own = path.split('/').toReversed();
    let same = 1;
    while (same < Math.min(own.length, parts.length) && own[same] === parts[same]) same += 1;
    // A tree whose file is at its top has nothing more in common with where it was copied to.
    const isWhole = same === own.length;
    if (same === 1 && parts.length > 1 && !isWhole && candidates.length > 1) continue;
    if (same > most) [best, most] = [[path], same];
    else if (same === most) best = [...best, path];
  }
  const exact = best.filter((path) => path === written);
  return (exact.length > 0 ? exact : best.toSorted((one, other) => one.length - other.length)).slice(0, MOST_MEANT);
}

function nameOf(path: string): string {
  return (path.split('/').at(-1) ?? '').toLowerCase();
}
