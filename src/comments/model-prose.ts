/**
 * Several lines of a model's text for a comment or description of ours: paragraphs, headings, lists, tables and code
 * blocks are kept, and each line is made safe (safe-text.ts). Nothing else of Markdown survives: no links, images, HTML
 * or checkboxes, and no heading above ours. Linear time.
 */
import { modelTable } from './model-table.ts';
import { fenced, inline, LANGUAGES } from './safe-text.ts';

const MAX_CODE = 4_000;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*)$/;
const RULE = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$|^ {0,3}={3,}[ \t]*$/;
const ENTRY = /^([ \t]*)([-*+]|\d{1,9}[.)])[ \t]+(.*)$/;
const BOX = /^\[[ xX]\][ \t]+/;
const FENCE = /^([ \t]*)(`{3,}|~{3,})(.*)$/;
/** Deeper lists are shown at this depth. */
const MAX_DEPTH = 4;

type Kind = 'text' | 'heading' | 'entry' | 'code' | 'table' | 'gap';
interface Piece {
  readonly kind: Kind;
  /** Safe; several lines. */
  readonly text: string;
}
interface Entry {
  /** As the model wrote it. */
  readonly column: number;
  /** As it is shown. */
  readonly indent: number;
  /** Of its mark. */
  readonly width: number;
}

interface Shape {
  readonly maxCharacters: number;
  /** Headings that would rank beside ours become bold lines. */
  readonly headings: 'kept' | 'bold';
}

export function prose(text: string, maxCharacters: number, headings: Shape['headings'] = 'kept'): string {
  let shown = '';
  let last: Kind = 'gap';
  for (const { kind, text: part } of pieces(text, { maxCharacters, headings })) {
    // An empty line ends a paragraph, but a list continues after it.
    if (part === '') {
      last = last === 'text' ? 'gap' : last;
      continue;
    }
    const isOne = last === kind && (kind === 'entry' || kind === 'text');
    const gap = shown === '' ? '' : isOne ? '\n' : '\n\n';
    if (shown.length + gap.length + part.length > maxCharacters) return `${shown}${shown === '' ? '' : '\n\n'}…`;
    shown += gap + part;
    last = kind;
  }
  return shown;
}

function pieces(text: string, { maxCharacters, headings }: Shape): readonly Piece[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const found: Piece[] = [];
  /** The current entry, after the entries around it. */
  let list: readonly Entry[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const column = columnOf(line);
    const top = list.at(-1);
    const inside = top !== undefined && column > top.column ? ' '.repeat(top.indent + top.width) : '';
    const fence = fenceAt(lines, at);
    const table = fence === null ? modelTable(lines, at, maxCharacters) : null;
    const entry = ENTRY.exec(line);
    const heading = HEADING.exec(line);
    if (fence !== null) {
      found.push({ kind: 'code', text: indented(fence.text, inside) });
      at = fence.end;
    } else if (table !== null) {
      found.push({ kind: 'table', text: table.text });
      at = table.end;
      list = [];
    } else if (line.trim() === '' || RULE.test(line)) {
      found.push({ kind: 'gap', text: '' });
    } else if (entry) {
      list = listWith(list, column, entry[2] ?? '-');
      found.push({ kind: 'entry', text: entryText(list, entry, maxCharacters) });
    } else if (inside !== '') {
      // Continues an entry: its paragraph, or a further one.
      const kind = found.at(-1)?.kind === 'entry' ? 'entry' : 'text';
      found.push({ kind, text: indented(inline(line, maxCharacters), inside) });
    } else {
      list = [];
      const shown = heading ? headingText(heading[1] ?? '', { maxCharacters, headings }) : inline(line, maxCharacters);
      found.push({ kind: heading ? 'heading' : 'text', text: shown });
    }
  }
  return found;
}

function headingText(text: string, { maxCharacters, headings }: Shape): string {
  if (headings === 'kept') return withMark('### ', text, maxCharacters);
  const safe = inline(text.replaceAll('*', ''), maxCharacters);
  return safe === '' ? '' : `**${safe}**`;
}

/** An unclosed fence ends with the text. */
function fenceAt(lines: readonly string[], at: number): { readonly text: string; readonly end: number } | null {
  const [whole, indent = '', marks = '', after = ''] = FENCE.exec(lines[at] ?? '') ?? [];
  // With a backtick after them they are a code span.
  if (whole === undefined || (marks.startsWith('`') && after.includes('`'))) return null;
  let end = at + 1;
  while (end < lines.length && !closes(lines[end] ?? '', marks)) end += 1;
  const inside = lines.slice(at + 1, end).map((line) => withoutIndent(line, indent.length));
  const language = (after.trim().split(/\s/, 1)[0] ?? '').toLowerCase();
  const known = LANGUAGES.has(language) ? language : undefined;
  return { text: inside.join('').trim() === '' ? '' : fenced(inside.join('\n'), MAX_CODE, known), end };
}

function closes(line: string, marks: string): boolean {
  const text = line.trim();
  return text.length >= marks.length && text === (marks[0] ?? '`').repeat(text.length);
}

function withoutIndent(line: string, most: number): string {
  let from = 0;
  while (from < most && (line[from] === ' ' || line[from] === '\t')) from += 1;
  return line.slice(from);
}

/** The column at which the line's content begins; tab stops are at every fourth column. */
function columnOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === ' ') column += 1;
    else if (character === '\t') column += 4 - (column % 4);
    else break;
  }
  return column;
}

/** An entry belongs to the last one whose column is further left. */
function listWith(list: readonly Entry[], column: number, mark: string): readonly Entry[] {
  const around = list.slice(0, list.findLastIndex((one) => column >= one.column + 2) + 1).slice(0, MAX_DEPTH - 1);
  const parent = around.at(-1);
  const indent = parent === undefined ? 0 : parent.indent + parent.width;
  return [...around, { column, indent, width: shownMark(mark).length }];
}

function shownMark(mark: string): string {
  return /^\d/.test(mark) ? `${Number.parseInt(mark, 10)}. ` : '- ';
}

function entryText(list: readonly Entry[], [, , mark = '-', text = '']: RegExpExecArray, maxCharacters: number) {
  const indent = ' '.repeat(list.at(-1)?.indent ?? 0);
  return withMark(`${indent}${shownMark(mark)}`, text.replace(BOX, ''), maxCharacters);
}

function indented(text: string, indent: string): string {
  return indent === '' ? text : text.replace(/^(?=.)/gm, indent);
}

function withMark(mark: string, text: string, maxCharacters: number): string {
  const safe = inline(text, maxCharacters);
  return safe === '' ? '' : `${mark}${safe}`;
}
