/** Runs `git diff` on two trees, bounded, and reads its output. */
import type { TaskRepository } from './git-environment.ts';
import { gitBroken } from './git-error.ts';
import type { GitCommand } from './run-git.ts';
import { gitIn } from './task-repository.ts';

/** Independent of attributes and settings. */
export const DIFF = [
  'diff',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--src-prefix=a/',
  '--dst-prefix=b/',
] as const;
/**
 * Above this many files, renames are reported as a removal and an addition; comparing all pairs would take too long.
 */
export const RENAMES = ['-M', '-l400'] as const;
/** For lists of names. */
const MAX_NAME_BYTES = 4 * 1024 * 1024;
const TIMEOUT_MS = 120_000;

/** Null if it outputs too much or takes too long; both depend only on the change, so retrying does not help. */
export async function diffTrees(
  repository: TaskRepository,
  what: string,
  args: readonly string[],
  more: Pick<GitCommand, 'maxOutputBytes' | 'onStdout'> = { maxOutputBytes: MAX_NAME_BYTES },
): Promise<string | null> {
  const result = await gitIn(repository, [...DIFF, ...args, '--'], { timeoutMs: TIMEOUT_MS, ...more });
  if (result.truncated || result.timedOut) return null;
  if (result.exitCode !== 0) throw gitBroken(what, result);
  return result.stdout.toString('utf8');
}

export interface RawEntry {
  readonly status: string;
  readonly path: string;
  readonly oldPath: string | null;
  /** Of the new side; all zero if there is none. */
  readonly mode: string;
  readonly objectId: string;
  /** Modes and ids of both sides. */
  readonly versions: string;
}

export interface RawDiff {
  readonly entries: readonly RawEntry[];
  readonly totals: { readonly insertions: number; readonly deletions: number };
}

/**
 * Reads `git diff --raw -z --shortstat`: modes, ids and status, a path, and for renames and copies a second path; then
 * the totals.
 */
export function parseRawDiff(output: string): RawDiff {
  const parts = output.split('\0');
  const entries: RawEntry[] = [];
  let at = 0;
  while (at + 1 < parts.length) {
    const [oldMode = '', mode = '', oldId = '', objectId = '', letter = ''] = (parts[at] ?? '').split(' ');
    const status = letter.slice(0, 1);
    const first = parts[at + 1] ?? '';
    const isPair = status === 'R' || status === 'C';
    entries.push({
      status,
      mode,
      objectId,
      versions: [oldMode.replace(/^:/, ''), oldId, mode, objectId].join(' '),
      path: isPair ? (parts[at + 2] ?? '') : first,
      oldPath: isPair ? first : null,
    });
    at += isPair ? 3 : 2;
  }
  const totals = parts.at(-1) ?? '';
  return {
    entries,
    totals: {
      insertions: Number(/(\d+) insertion/.exec(totals)?.[1] ?? 0),
      deletions: Number(/(\d+) deletion/.exec(totals)?.[1] ?? 0),
    },
  };
}

/** Called for each added line: its position, then its text in pieces. */
interface AddedLines {
  startLine(path: string, line: number): void;
  append(piece: Uint8Array): void;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
/** Longer than the header of any quoted path that git allows. */
const MAX_HEADER_BYTES = 64 * 1024;
const LINE_END = 10;
const PLUS = 43;
const MINUS = 45;

/**
 * Reads the added lines from a `-U0` diff that arrives in chunks, without an object per line. Lines inside a hunk are
 * counted, since a file may contain lines that look like diff headers.
 */
export function createDiffReader(added: AddedLines): (chunk: Uint8Array) => void {
  let path = '';
  let line = 0;
  let removedLeft = 0;
  let addedLeft = 0;
  let within: 'start' | 'added' | 'header' | 'skipped' = 'start';
  let header: Buffer[] = [];
  let headerBytes = 0;

  function begin(first: number): void {
    within = 'skipped';
    if (removedLeft > 0 && first === MINUS) {
      removedLeft -= 1;
    } else if (addedLeft > 0 && first === PLUS) {
      added.startLine(path, line);
      line += 1;
      addedLeft -= 1;
      within = 'added';
    } else if (removedLeft === 0 && addedLeft === 0) {
      within = 'header';
    }
  }

  function take(piece: Uint8Array, isFirst: boolean): void {
    if (within === 'added') added.append(isFirst ? piece.subarray(1) : piece);
    if (within !== 'header' || headerBytes > MAX_HEADER_BYTES) return;
    header.push(Buffer.from(piece));
    headerBytes += piece.length;
  }

  function finish(): void {
    if (within === 'header') {
      const text = Buffer.concat(header).toString('utf8');
      const hunk = HUNK.exec(text);
      if (hunk !== null) {
        removedLeft = Number(hunk[1] ?? 1);
        line = Number(hunk[2]);
        addedLeft = Number(hunk[3] ?? 1);
      } else if (text.startsWith('+++ ')) {
        path = diffPath(text.slice('+++ '.length));
      }
      header = [];
      headerBytes = 0;
    }
    within = 'start';
  }

  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      const end = chunk.indexOf(LINE_END, at);
      const piece = chunk.subarray(at, end === -1 ? chunk.length : end);
      const isFirst = within === 'start';
      if (isFirst && (piece.length > 0 || end !== -1)) begin(piece[0] ?? LINE_END);
      take(piece, isFirst);
      if (end === -1) return;
      finish();
      at = end + 1;
    }
  };
}

/** `b/name`, followed by a tab if the name contains a space, or quoted as in C. */
function diffPath(shown: string): string {
  const name = shown.startsWith('"') ? unquote(shown) : shown.replace(/\t$/, '');
  return name.replace(/^b\//, '');
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

function unquote(quoted: string): string {
  const bytes: Buffer[] = [];
  const inner = quoted.replace(/\t$/, '').slice(1, -1);
  for (const [part] of inner.matchAll(/\\[0-7]{3}|\\.|[^\\]+/g)) {
    if (!part.startsWith('\\')) bytes.push(Buffer.from(part, 'utf8'));
    else if (part.length === 4) bytes.push(Buffer.from([Number.parseInt(part.slice(1), 8)]));
    else bytes.push(Buffer.from([ESCAPES[part.slice(1)] ?? 63]));
  }
  return Buffer.concat(bytes).toString('utf8');
}
