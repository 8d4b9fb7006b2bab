/**
 * The relevant part of a job's log: its end, up to the last error that GitHub Actions marks, and what led to the first
 * one. Without colours and timestamps, masked, and bounded. Takes time linear in the log.
 */
import { withoutTerminalCodes } from '../comments/safe-text.ts';
import { withVisibleCharacters } from '../people/hidden-text.ts';

const MAX_LINES = 300;
const MAX_LINE = 500;
export const MAX_REPORT = 20_000;
/** The part before the first error gets at most this many of them. */
const FIRST_LINES = 60;
const FIRST_SHARE = 5_000;
/** Lines after the last error, where only clean-up follows. */
const AFTER = 3;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z ?/;
const ERROR = '##[error]';

export function excerptOf(log: string, redact: (text: string) => string): string {
  const plain = withoutTerminalCodes(log).split(/\r?\n/).map(shownLine);
  const lines = redact(plain.join('\n').trimEnd()).split('\n');
  const isError = (line: string) => line.startsWith(ERROR);
  const last = lines.findLastIndex(isError);
  const end = last === -1 ? lines.length : Math.min(lines.length, last + 1 + AFTER);
  const first = lines.findIndex(isError);
  const main = endingAt(lines, { end, from: 0, most: MAX_LINES, room: MAX_REPORT });
  if (first === -1 || first >= main.from) return joined(lines, [main], end);
  const lead = endingAt(lines, { end: first + 1, from: 0, most: FIRST_LINES, room: FIRST_SHARE });
  const rest = { end, from: first + 1, most: MAX_LINES - FIRST_LINES, room: MAX_REPORT - FIRST_SHARE };
  return joined(lines, [lead, endingAt(lines, rest)], end);
}

/** The final text of a line on which a progress bar was redrawn, without its timestamp. */
function shownLine(line: string): string {
  const text = line.replace(/\r+$/, '').replace(TIME, '');
  return text.slice(text.lastIndexOf('\r') + 1);
}

interface Span {
  readonly from: number;
  readonly end: number;
}

interface Bounds extends Span {
  readonly most: number;
  readonly room: number;
}

/** As many whole lines before `end` as fit. */
function endingAt(lines: readonly string[], { end, from, most, room }: Bounds): Span {
  let start = end;
  for (let left = room; start > from && end - start < most; start -= 1) {
    left -= shown(lines[start - 1]).length + 1;
    if (left < 0) break;
  }
  return { from: start, end };
}

function joined(lines: readonly string[], spans: readonly Span[], end: number): string {
  let at = 0;
  const parts: string[] = [];
  for (const span of spans) {
    if (span.from > at) parts.push(leftOut(span.from - at));
    parts.push(...lines.slice(span.from, span.end).map(shown));
    at = span.end;
  }
  if (lines.length > end) parts.push(leftOut(lines.length - end));
  return parts.join('\n');
}

function leftOut(count: number): string {
  return `… (${count} lines left out) …`;
}

function shown(line = ''): string {
  const visible = withVisibleCharacters(line);
  return visible.length > MAX_LINE ? `${visible.slice(0, MAX_LINE)}…` : visible;
}
