/**
 * Emphasis with asterisks in one line of text: which of them begin and end it, and how they are written so that GitHub
 * reads them as that. Only those count that stand at words and have their counterpart; all others are asterisks.
 * Underscores are no emphasis: names in code are full of them.
 */

/** Stand for one to three asterisks while the text around them is escaped; no text holds private characters by then. */
const FIRST = 0xe000;
const STANDS_FOR = /(.?)([\uE001-\uE003\uE011-\uE013])(?=(.?))/gsu;
const BREAK = '\u200B';
/** Where these touch asterisks on the outside they are arithmetic, a pattern or a pointer. */
const OUTSIDE = /^[A-Za-z0-9_/]$/;
/** Nor do these begin or end what is emphasized: `src/**`, `*.ts`. */
const NO_BEGINNING = /^[\s/.]$/;
const NO_END = /^[\s/([{]$/;
const EXTENSION = /^\.[A-Za-z0-9_]$/;
const LETTER = /^[\p{L}\p{N}]$/u;

interface Run {
  /** In all parts together. */
  readonly at: number;
  readonly length: number;
}

/**
 * The parts of a text, of which every other one is code and stays as it is, with what is emphasis marked. It nests
 * properly; the time is linear in the text.
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
      // What was begun inside of it and did not end is no emphasis.
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

/** GitHub sees no emphasis between a letter and a bracket or a quote, as in `は**「x」**で`: a space of no width helps. */
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
