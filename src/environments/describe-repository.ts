/** The file list of a repository for the model before it plans; summarised if there are many files. */
import type { Snapshot } from '../ports/repositories.ts';
import type { FirstLook } from '../ports/repository-look.ts';

const MAX_LISTED = 2_000;
const MAX_FOLDERS = 120;
/** Up to this many paths, the list itself is shorter. */
const MOST_PATHS = 50;

export function describeFiles(
  { files, fileCount, baseBranch, baseSha, branch, startSha }: Snapshot,
  { near, folders: counted = [] }: Pick<FirstLook, 'near' | 'folders'> = {},
): string {
  const begun =
    startSha === baseSha
      ? `Branch ${baseBranch} at ${baseSha.slice(0, 12)}`
      : `Branch ${branch} at ${startSha.slice(0, 12)}, which holds earlier work on this issue, begun from ${baseBranch}`;
  const head = `${begun}, ${fileCount} tracked files.`;
  if (near !== undefined) {
    const sums = counted.map(({ path, files: count }) => `${path}/ (${count} files)`);
    return [head, 'Nearest to what the issue names:', ...near, 'The largest folders, with these files:', ...sums].join(
      '\n',
    );
  }
  if (fileCount <= MOST_PATHS) return [head, ...files].join('\n');
  if (fileCount <= MAX_LISTED)
    return [`${head} The names behind a space are in the folder above them.`, ...byFolder(files)].join('\n');
  const folders = new Map<string, number>();
  const atTop: string[] = [];
  for (const path of files) {
    const parts = path.split('/');
    if (parts.length === 1) atTop.push(path);
    else {
      const folder = parts.slice(0, Math.min(2, parts.length - 1)).join('/');
      folders.set(folder, (folders.get(folder) ?? 0) + 1);
    }
  }
  const largest = [...folders]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, MAX_FOLDERS)
    .map(([folder, count]) => `${folder}/ (${count} files)`);
  const rest = folders.size > MAX_FOLDERS ? [`… and ${folders.size - MAX_FOLDERS} smaller folders`] : [];
  return [head, ...atTop.slice(0, MAX_LISTED), ...largest, ...rest].join('\n');
}

/** In the order of the paths; the name of a folder is given once, not with each of its files. */
function byFolder(paths: readonly string[]): readonly string[] {
  let last = '';
  return paths.flatMap((path) => {
    const at = path.lastIndexOf('/') + 1;
    const folder = path.slice(0, at);
    const isNew = folder !== last;
    last = folder;
    return [...(isNew && folder !== '' ? [folder] : []), `${folder === '' ? '' : ' '}${path.slice(at)}`];
  });
}

/** Start and end; a surrogate pair is never split. */
export function shorten(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const half = Math.max(1, Math.floor((maxCharacters - 40) / 2));
  const head = isHighSurrogate(text.charCodeAt(half - 1)) ? half - 1 : half;
  const from = isHighSurrogate(text.charCodeAt(text.length - half - 1)) ? text.length - half + 1 : text.length - half;
  return `${text.slice(0, head).toWellFormed()}\n… ${from - head} characters left out …\n${text.slice(from).toWellFormed()}`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
