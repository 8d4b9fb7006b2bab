import type { Change } from '../ports/repositories.ts';

type ChangedFile = Change['files'][number];
type AddedLine = Change['addedLines'][number];

/** Output of `git diff --name-status -z`: status, path, and for renames and copies a second path. */
export function parseNameStatus(output: string): readonly ChangedFile[] {
  const parts = output.split('\0');
  const files: ChangedFile[] = [];
  let at = 0;
  while (at + 1 < parts.length) {
    const status = (parts[at] ?? '').slice(0, 1);
    const first = parts[at + 1] ?? '';
    if (status === 'R' || status === 'C') {
      files.push({ status, path: parts[at + 2] ?? '', oldPath: first });
      at += 3;
    } else {
      files.push({ status, path: first, oldPath: null });
      at += 2;
    }
  }
  return files;
}

export function parseShortStat(output: string): { readonly insertions: number; readonly deletions: number } {
  return {
    insertions: Number(/(\d+) insertion/.exec(output)?.[1] ?? 0),
    deletions: Number(/(\d+) deletion/.exec(output)?.[1] ?? 0),
  };
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * The added lines of a `-U0` diff or log. Lines inside a hunk are counted, never guessed by their look: a file
 * may contain lines that look like the header of a diff.
 */
export function parseAddedLines(output: string): readonly AddedLine[] {
  const added: AddedLine[] = [];
  let path = '';
  let line = 0;
  let removedLeft = 0;
  let addedLeft = 0;
  for (const text of output.split('\n')) {
    if (removedLeft > 0 && text.startsWith('-')) {
      removedLeft -= 1;
    } else if (addedLeft > 0 && text.startsWith('+')) {
      added.push({ path, line, text: text.slice(1) });
      line += 1;
      addedLeft -= 1;
    } else if (removedLeft === 0 && addedLeft === 0) {
      const hunk = HUNK.exec(text);
      if (hunk !== null) {
        removedLeft = Number(hunk[1] ?? 1);
        line = Number(hunk[2]);
        addedLeft = Number(hunk[3] ?? 1);
      } else if (text.startsWith('+++ ')) {
        path = diffPath(text.slice('+++ '.length));
      }
    }
  }
  return added;
}

/** `b/name`, with a tab behind a name that contains a space, or quoted as in C. */
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
