/**
 * Permanent lines, and below them a few that are overwritten. Without a terminal only the former are written, without
 * colours.
 */
import { fitTo, terminalColumns, wrapped } from './terminal-text.ts';

export interface ScreenTarget {
  write(text: string): unknown;
  /** Colours, and lines that change in place. */
  readonly isLive: boolean;
  readonly columns: () => number;
}

export type Style = 'bold' | 'dim' | 'good' | 'bad' | 'accent';

export interface StyledLine {
  readonly text: string;
  readonly style?: Style;
  /** Content of a file: the terminal may break it anywhere. */
  readonly isRaw?: true;
}

export interface LiveScreen {
  readonly isLive: boolean;
  readonly columns: () => number;
  /** Permanent lines; on a terminal they are broken between words. */
  put(...lines: readonly (string | StyledLine)[]): void;
  /** Leaves what somebody is typing alone: the next output begins a new line. */
  fresh(): void;
  /** Replaces what was shown below the permanent lines. */
  show(lines: readonly StyledLine[]): void;
}

const CODES: { readonly [Name in Style]: string } = { bold: '1', dim: '2', good: '32', bad: '31', accent: '36' };

export function targetOf(stream: NodeJS.WriteStream, env: Readonly<Record<string, string | undefined>>): ScreenTarget {
  const isLive = stream.isTTY && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  return {
    write: (text) => stream.write(text),
    isLive,
    // A terminal that does not know its width says 0.
    columns: () => (stream.isTTY ? Math.max(40, stream.columns || 80) : 200),
  };
}

export function createLiveScreen({ write, isLive, columns }: ScreenTarget): LiveScreen {
  /** Lines that are overwritten next. */
  let shown = 0;
  let last = '';

  function painted({ text, style }: StyledLine): string {
    return isLive && style !== undefined && text !== '' ? `\u001B[${CODES[style]}m${text}\u001B[0m` : text;
  }

  /** Continuation lines are aligned below the first line's words. */
  function broken(line: StyledLine): readonly StyledLine[] {
    if (!isLive || line.isRaw === true || terminalColumns(line.text) < columns()) return [line];
    const [indent = ''] = /^\s*(?:[-→>]\s|\S+\s{2,}|\d+\.\s)?/.exec(line.text) ?? [];
    const hanging = indent.length < columns() / 2 ? ' '.repeat(terminalColumns(indent)) : '';
    const [first = '', ...rest] = wrapped(line.text.slice(indent.length), columns() - 1 - hanging.length);
    return [`${indent}${first}`, ...rest.map((text) => `${hanging}${text}`)].map((text) => ({ ...line, text }));
  }

  function wiped(): string {
    const text = shown === 0 ? '' : `\u001B[${shown}A\r\u001B[0J`;
    shown = 0;
    last = '';
    return text;
  }

  return {
    isLive,
    columns,
    put(...lines) {
      const given = lines.map((line) => (typeof line === 'string' ? { text: line } : line));
      const text = given
        .flatMap(broken)
        .map((line) => `${painted(line)}\n`)
        .join('');
      write(`${wiped()}${text}`);
    },
    fresh() {
      if (isLive) write('\r\u001B[0J');
    },
    show(lines) {
      if (!isLive) return;
      const fitted = lines.map((line) => `${painted({ ...line, text: fitTo(line.text, columns() - 1) })}\n`);
      const text = fitted.join('');
      if (text === last) return;
      write(`${wiped()}${text}`);
      shown = fitted.length;
      last = text;
    },
  };
}
