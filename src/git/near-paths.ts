/**
 * For a tree with too many paths: the paths nearest to what a request names, nearest first, and a summary by folder.
 */
export interface Near {
  /** Files that the request names, or that contain what it names. */
  readonly found: readonly string[];
  readonly words: readonly string[];
}

const MOST = 500;
const MOST_WEIGHT = 24_000;
const MOST_FOLDERS = 120;
const MOST_COUNTED = 50_000;
/** A folder shared with something named counts as this many words. */
const SHARED_FOLDER = 4;
/** Deeper or longer paths are ranked by this much of them. */
const DEEPEST = 32;
const LONGEST = 300;
/** Files at the top describe the whole repository. */
const AT_TOP = 100;

interface Ranked {
  readonly path: string;
  readonly score: number;
  readonly depth: number;
}

export function createNearPaths({ found, words }: Near) {
  const homes = [...new Set(found.map(foldersOf).map((folders) => folders.join('/')))]
    .filter((home) => home !== '')
    .map((home) => home.split('/'));
  const known = new Set(found);
  const folders = new Map<string, number>();
  let best: Ranked[] = [];

  function take(path: string): void {
    const own = foldersOf(path);
    const folder = own.slice(0, 2).join('/');
    if (folder !== '' && (folders.has(folder) || folders.size < MOST_COUNTED))
      folders.set(folder, (folders.get(folder) ?? 0) + 1);
    best.push({ path, score: scoreOf(path, own), depth: own.length });
    if (best.length >= 8 * MOST) best = nearest(best);
  }

  function scoreOf(path: string, own: readonly string[]): number {
    if (known.has(path)) return Number.POSITIVE_INFINITY;
    if (own.length === 0) return AT_TOP;
    const shared = homes.reduce((most, home) => Math.max(most, sharedBy(home, own)), 0);
    const lower = path.slice(-LONGEST).toLowerCase();
    return shared * SHARED_FOLDER + words.filter((word) => lower.includes(word)).length;
  }

  return {
    take,
    chosen(): { readonly near: readonly string[]; readonly folders: readonly { path: string; files: number }[] } {
      let weight = 0;
      const near = nearest(best)
        .map(({ path }) => path)
        .filter((path) => (weight += path.length + 1) <= MOST_WEIGHT);
      const largest = [...folders].toSorted(([, one], [, other]) => other - one).slice(0, MOST_FOLDERS);
      return { near, folders: largest.map(([path, files]) => ({ path, files })) };
    },
  };
}

function nearest(paths: readonly Ranked[]): Ranked[] {
  return paths
    .toSorted(
      (one, other) =>
        (one.score === other.score ? 0 : other.score - one.score) ||
        one.depth - other.depth ||
        (one.path < other.path ? -1 : 1),
    )
    .slice(0, MOST);
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/', DEEPEST + 1);
  return parts.slice(0, Math.min(DEEPEST, parts.length - 1));
}

function sharedBy(home: readonly string[], own: readonly string[]): number {
  let shared = 0;
  while (shared < home.length && home[shared] === own[shared]) shared += 1;
  return shared;
}
