/**
 * The lines of a file that a review comment is about, in a fence of their own, so that they are not mistaken for the
 * author's words. Secrets are masked and invisible characters shown, as in every text of a file.
 */
import { withVisibleCharacters } from '../people/hidden-text.ts';

/** Lines of the change above the commented line, after the hunk's header. */
const LINES = 6;
export const MAX_LINE = 200;

export function hunkLines(hunk: string, redact: (text: string) => string): readonly string[] {
  const [head = '', ...lines] = hunk.split(/\r?\n/);
  if (head === '') return [];
  const shown = [redact(head), ...masked(lines, redact).slice(-LINES)].map((line) => cut(withVisibleCharacters(line)));
  const fence = '`'.repeat(Math.max(2, ...shown.map(longestRun)) + 1);
  return [`${fence}diff`, ...shown, fence];
}

/** Without diff marks, which would interrupt a secret that continues on the next line. */
function masked(lines: readonly string[], redact: (text: string) => string): readonly string[] {
  const texts = redact(lines.map((line) => line.slice(1)).join('\n')).split('\n');
  return texts.length === lines.length ? texts.map((text, at) => (lines[at] ?? '').slice(0, 1) + text) : texts;
}

function cut(line: string): string {
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
}

function longestRun(line: string): number {
  return Math.max(0, ...Array.from(line.matchAll(/`+/g), ([run]) => run.length));
}
