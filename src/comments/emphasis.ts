/**
 * Recognises emphasis by asterisks in one line, and writes it so that GitHub reads it as such. Only asterisks that
 * touch words and have a counterpart count; others are literal. Underscores are never emphasis, since names in code are
 * full of them.
 */

/**
 * Private characters stand for one to three asterisks while the surrounding text is escaped; the text contains none of
 * its own by then.
 */
const FIRST = 0xe000;
const STANDS_FOR = /(.?)([\uE001-\uE003\uE011-\uE013])(?=(.?))/gsu;
const BREAK = '\u200B';
/** With these on the outside, asterisks are arithmetic, a pattern or a pointer. */
const OUTSIDE = /^[A-Za-z0-9_/]$/;
/** Emphasis does not begin or end with these, as in `src/**` and `*.ts`. */
const NO_BEGINNING = /^[\s/.]$/;
const NO_END = /^[\s/([{]$/;
const EXTENSION = /^\.[A-Za-z0-9_]$/;
const LETTER = /^[\p{L}\p{N}]$/u;

interface Run {
  /** Position in all parts together. */
  readonly at: number;
  readonly length: number;
}

/**
 * Marks emphasis in the parts of a text; every other part is code and stays unchanged. Marks nest properly. Linear
 * time.
 */
export function withEmphasisMarked(parts: readonly string[]): readonly string[] {
  const text = parts.join('');
  const marks = new Map<number, string>();
  const open: Run[] = [];
  /** How many of each length are open. */
  const waiting = [0, 0, 0, 0];
  for (const run of runsIn(parts)) {
    const { at, length } = run;
    if ((waiting[length] ?? 0) > 0 && mayEnd(text, run)) {
      // What was opened inside it and not closed is no emphasis.
      for (let begun = open.pop(); begun !== undefined; begun = open.pop()) {
        waiting[begun.length] = (waiting[begun.length] ?? 0) - 1;
        if (begun.length !== length) continue;
        marks.set(begun.at, String.fromCharCode(FIRST + length)).set(at, String.fromCharCode(FIRST + 0x10 + length));
        break;
      }
    } else if (mayBegin(text, run)) {
      open.push(run);
      waiting[length] = (waiting[length] ?? 0) + 1;
    }
  }
  let from = 0;
  return parts.map((part) => {
    const before = from;
    from += part.length;
    return part.replace(/\*+/g, (run, at: number) => marks.get(before + at) ?? run);
  });
}

/**
 * GitHub recognises no emphasis between a letter and a bracket or quote, as in `は**「x」**で`; a zero-width space helps.
 */
export function withAsterisks(marked: string): string {
  return marked.replace(STANDS_FOR, (_, before: string, mark: string, after: string) => {
    const code = mark.charCodeAt(0) - FIRST;
    const asterisks = '*'.repeat(code & 3);
    if (code < 0x10) return `${before}${asterisks}${LETTER.test(before) && !LETTER.test(after) ? BREAK : ''}`;
    return `${before}${LETTER.test(after) && !LETTER.test(before) ? BREAK : ''}${asterisks}`;
  });
}

function runsIn(parts: readonly string[]): readonly Run[] {
  let from = 0;
  return parts.flatMap((part, index) => {
    const before = from;
    from += part.length;
    if (index % 2 === 1) return [];
    return [...part.matchAll(/(?<!\\)(?<!\*)\*{1,3}(?!\*)/g)].map((run) => ({
      at: before + run.index,
      length: run[0].length,
    }));
  });
}

function mayBegin(text: string, { at, length }: Run): boolean {
  return !OUTSIDE.test(text[at - 1] ?? ' ') && !NO_BEGINNING.test(text[at + length] ?? ' ');
}

function mayEnd(text: string, { at, length }: Run): boolean {
  const after = text.slice(at + length, at + length + 2);
  return !NO_END.test(text[at - 1] ?? ' ') && !OUTSIDE.test(after.slice(0, 1)) && !EXTENSION.test(after);
}
