/** Reads a unified diff of git line by line, with the position of each line in its file. Takes linear time. */

export interface DiffLine {
  /** The final name of the file; for a deleted one, its former name. */
  readonly path: string;
  readonly is: 'added' | 'removed' | 'same';
  /** In the new file; for a removed line, in the old one. */
  readonly line: number;
  readonly text: string;
}

export interface DiffRead {
  readonly lines: readonly DiffLine[];
  /** Files that were deleted. */
  readonly deleted: readonly string[];
}

const MAX_LINES = 40_000;
const HUNK = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

interface Reading {
  path: string;
  oldPath: string;
  /** Remaining lines of the hunk. */
  oldLeft: number;
  newLeft: number;
  oldLine: number;
  newLine: number;
}

export function readDiff(diff: string): DiffRead {
  const lines: DiffLine[] = [];
  const deleted: string[] = [];
  const at: Reading = { path: '', oldPath: '', oldLeft: 0, newLeft: 0, oldLine: 0, newLine: 0 };
  for (const text of diff.split('\n')) {
    if (lines.length >= MAX_LINES) break;
    const line = at.oldLeft > 0 || at.newLeft > 0 ? inHunk(at, text) : null;
    if (line !== null) lines.push(line);
    else head(at, text, deleted);
  }
  return { lines, deleted };
}

/** Null for `\ No newline at end of file`, which is no line of a file. */
function inHunk(at: Reading, text: string): DiffLine | null {
  const path = at.path === '' ? at.oldPath : at.path;
  if (text.startsWith('+')) {
    at.newLeft -= 1;
    return { path, is: 'added', line: at.newLine++, text: text.slice(1) };
  }
  if (text.startsWith('-')) {
    at.oldLeft -= 1;
    return { path, is: 'removed', line: at.oldLine++, text: text.slice(1) };
  }
  if (!text.startsWith(' ') && text !== '') return null;
  at.oldLeft -= 1;
  at.newLeft -= 1;
  at.oldLine += 1;
  return { path, is: 'same', line: at.newLine++, text: text.slice(1) };
}

function head(at: Reading, text: string, deleted: string[]): void {
  const hunk = HUNK.exec(text);
  if (hunk !== null) {
    at.oldLine = Number(hunk[1]);
    at.oldLeft = Number(hunk[2] ?? 1);
    at.newLine = Number(hunk[3]);
    at.newLeft = Number(hunk[4] ?? 1);
  } else if (text.startsWith('diff --git ')) {
    at.path = '';
    at.oldPath = '';
  } else if (text.startsWith('--- ')) at.oldPath = pathIn(text, 'a/');
  else if (text.startsWith('+++ ')) {
    at.path = pathIn(text, 'b/');
    if (at.path === '' && at.oldPath !== '') deleted.push(at.oldPath);
  }
}

/** '' for `/dev/null`. Git quotes unusual names, and ends names with blanks by a tab. */
function pathIn(text: string, prefix: string): string {
  const named = text
    .slice(4)
    .replace(/\t$/, '')
    .replace(/^"(.*)"$/, '$1');
  return named === '/dev/null' ? '' : named.startsWith(prefix) ? named.slice(prefix.length) : named;
}

/** The diff with the final line numbers, so that places can be named. */
export function numberedDiff(diff: string): string {
  const at: Reading = { path: '', oldPath: '', oldLeft: 0, newLeft: 0, oldLine: 0, newLine: 0 };
  return diff
    .split('\n')
    .map((text) => {
      const line = at.oldLeft > 0 || at.newLeft > 0 ? inHunk(at, text) : null;
      if (line === null) head(at, text, []);
      return line === null || line.is === 'removed' ? text : `${text.slice(0, 1)}${line.line}: ${line.text}`;
    })
    .join('\n');
}
