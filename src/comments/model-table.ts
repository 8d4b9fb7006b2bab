/** A table in a model's text: rows are kept, each cell is made safe like a line of prose. Linear time. */
import { inline } from './safe-text.ts';

const MAX_COLUMNS = 12;
const MAX_ROWS = 100;
const RULE = /^:?-+:?$/;

interface Table {
  /** '' if nothing in it is visible. */
  readonly text: string;
  /** Index of its last line. */
  readonly end: number;
}

/** Null if no table begins at this line. */
export function modelTable(lines: readonly string[], at: number, maxCharacters: number): Table | null {
  const [header = '', rule = ''] = [lines[at], lines[at + 1]];
  // Cheap tests first, since most lines are not part of a table.
  if (!header.includes('|') || !/^[ \t|:-]+$/.test(rule)) return null;
  const titles = cellsOf(header);
  const marks = cellsOf(rule);
  const columns = titles.length;
  if (columns < 2 || columns > MAX_COLUMNS || marks.length !== columns) return null;
  if (!marks.every((mark) => RULE.test(mark))) return null;
  let end = at + 1;
  while (end + 1 < lines.length && isRow(lines[end + 1] ?? '')) end += 1;
  const rows = lines.slice(at + 2, end + 1).map((line) => rowOf(cellsOf(line), columns, maxCharacters));
  const shown = rows.length > MAX_ROWS ? [...rows.slice(0, MAX_ROWS), rowOf(['…'], columns, 1)] : rows;
  const kept = marks.map((mark) => `${mark.startsWith(':') ? ':' : ''}---${mark.endsWith(':') ? ':' : ''}`);
  return { text: [rowOf(titles, columns, maxCharacters), `| ${kept.join(' | ')} |`, ...shown].join('\n'), end };
}

function isRow(line: string): boolean {
  return line.trim() !== '' && line.includes('|');
}

/** Surplus cells are joined to the last column. */
function rowOf(cells: readonly string[], columns: number, maxCharacters: number): string {
  const last = cells.slice(columns - 1).join(' ');
  const all = [...cells.slice(0, columns - 1), ...(cells.length >= columns ? [last] : [])];
  const shown = Array.from({ length: columns }, (_, index) => cell(all[index] ?? '', maxCharacters));
  return `| ${shown.join(' | ')} |`;
}

/** A bar inside code ends a cell, too. */
function cell(text: string, maxCharacters: number): string {
  return inline(text.replaceAll('\\|', '|'), maxCharacters).replace(/(?<!\\)\|/g, '\\|');
}

function cellsOf(line: string): readonly string[] {
  const text = line.trim();
  const inner = text.slice(text.startsWith('|') ? 1 : 0, endsWithBar(text) ? -1 : undefined);
  return inner.split(/(?<!\\)\|/).map((one) => one.trim());
}

function endsWithBar(text: string): boolean {
  return text.length > 1 && text.endsWith('|') && !text.endsWith('\\|');
}
