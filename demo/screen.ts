/** Writes to the terminal: aligned lines, colours where supported, and one line that is overwritten. */
import { terminalColumns, fitTo, harmless, terminalLine, padTo, wrapped } from '../src/cli/terminal-text.ts';
import type { Line } from './fact-lines.ts';

export interface ScreenTarget {
  write(text: string): unknown;
  /** Colours, and a line that changes in place. */
  readonly isLive: boolean;
  readonly columns: number;
}

type Style = 'bold' | 'dim' | 'good' | 'bad' | 'accent';

export interface Screen {
  blank(): void;
  heading(text: string): void;
  /** A name and what belongs to it. */
  entry(name: string, text: string, note?: string): void;
  /** One fact, with the time since `began`. */
  fact(line: Line, began: number): void;
  /** The current activity; replaced by the next output. */
  working(text: string, elapsedMs: number): void;
  text(line: string, style?: Style): void;
  verdict(text: string, isGood: boolean): void;
}

const CODES: { readonly [Name in Style]: string } = { bold: '1', dim: '2', good: '32', bad: '31', accent: '36' };
const ELAPSED_COLUMNS = 9;
const LABEL_COLUMNS = 14;
const NAME_COLUMNS = 22;
const INDENT = ' '.repeat(ELAPSED_COLUMNS + 2 + LABEL_COLUMNS + 2);

export function terminalTarget(
  stream: NodeJS.WriteStream,
  env: Readonly<Record<string, string | undefined>>,
): ScreenTarget {
  const isLive = stream.isTTY && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  return { write: (text) => stream.write(text), isLive, columns: stream.isTTY ? Math.max(60, stream.columns) : 120 };
}

export function createScreen({ write, isLive, columns }: ScreenTarget): Screen {
  let isWorkingShown = false;

  function paint(style: Style, text: string): string {
    return isLive && text !== '' ? `\u001B[${CODES[style]}m${text}\u001B[0m` : text;
  }

  function put(line: string): void {
    write(`${isWorkingShown ? '\r\u001B[2K' : ''}${line.trimEnd()}\n`);
    isWorkingShown = false;
  }

  function withNote(indent: number, text: string, note: string): string {
    const room = columns - indent - (note === '' ? 0 : terminalColumns(note) + 2);
    const shown = fitTo(text, Math.max(20, room));
    return note === '' ? shown : `${shown}  ${paint('dim', note)}`;
  }

  return {
    blank: () => put(''),
    heading(text) {
      put('');
      put(paint('bold', terminalLine(text)));
    },
    entry(name, text, note = '') {
      const room = Math.max(20, columns - NAME_COLUMNS - 2);
      const [said, noted] = [harmless(text), harmless(note)];
      const isBeside = noted === '' || terminalColumns(said) + 2 + terminalColumns(noted) <= room;
      const beside = isBeside && noted !== '' ? `  ${paint('dim', noted)}` : '';
      const lines = [
        ...wrapped(said, room),
        ...(isBeside ? [] : wrapped(noted, room).map((line) => paint('dim', line))),
      ];
      for (const [index, line] of lines.entries())
        put(`  ${index === 0 ? paint('dim', padTo(name, NAME_COLUMNS)) : ' '.repeat(NAME_COLUMNS)}${line}${beside}`);
    },
    fact(line, began) {
      const mark = line.mark === 'good' ? paint('good', '✓ ') : line.mark === 'bad' ? paint('bad', '✗ ') : '';
      const elapsed = paint('dim', elapsedText(line.at - began));
      put(
        `${elapsed}  ${paint('accent', padTo(fitTo(line.label, LABEL_COLUMNS), LABEL_COLUMNS))}  ${mark}${withNote(INDENT.length + (mark === '' ? 0 : 2), line.text, line.note)}`,
      );
      for (const detail of line.details) put(`${INDENT}${fitTo(detail, Math.max(20, columns - INDENT.length))}`);
    },
    working(text, elapsedMs) {
      if (!isLive || text === '') return;
      write(`\r\u001B[2K${paint('dim', `${elapsedText(elapsedMs)}  ${fitTo(`${text} …`, columns - INDENT.length)}`)}`);
      isWorkingShown = true;
    },
    text(line, style) {
      put(style === undefined ? line : paint(style, line));
    },
    verdict(text, isGood) {
      put('');
      put(paint(isGood ? 'good' : 'bad', `${isGood ? '✓' : '✗'} ${terminalLine(text)}`));
    },
  };
}

function elapsedText(ms: number): string {
  const whole = Math.floor(ms / 1_000);
  const text =
    ms < 60_000
      ? `${(Math.max(0, ms) / 1_000).toFixed(1)} s`
      : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')} min`;
  return text.padStart(ELAPSED_COLUMNS);
}
