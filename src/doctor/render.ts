/** The output of `planwright doctor`: one line per finding, with advice below it. */
import type { Finding, Grade } from './finding.ts';

export interface Page {
  readonly hasColours: boolean;
  /** Where lines are broken; null leaves them whole, for files and pipes. */
  readonly width: number | null;
}

const WORDS: Readonly<Record<Grade, string>> = { fine: 'ok', note: 'note', mend: 'FIX' };
const COLOURS: Readonly<Record<Grade, number>> = { fine: 32, note: 33, mend: 31 };
const GRADE_WIDTH = 6;
const PART_WIDTH = 16;
const INDENT = ' '.repeat(GRADE_WIDTH + PART_WIDTH);
const NARROWEST = 40;
const UNSHOWN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

export function renderFinding({ part, grade, said, todo }: Finding, page: Page): string {
  const word = WORDS[grade].padEnd(GRADE_WIDTH);
  const head = page.hasColours ? `\u001b[${COLOURS[grade]}m${word}\u001b[0m` : word;
  const text = [...said.split('\n'), ...(todo === undefined ? [] : [`→ ${todo}`])].map(visible);
  const [first = '', ...rest] = text.flatMap((line) => broken(line, page.width));
  return [`${head}${part.padEnd(PART_WIDTH)}${first}`, ...rest.map((line) => `${INDENT}${line}`), ''].join('\n');
}

export function renderEnd(findings: readonly Finding[]): string {
  const count = findings.filter(({ grade }) => grade === 'mend').length;
  if (count > 0) return `\n${count === 1 ? 'One thing' : `${count} things`} must be fixed: see FIX above.\n`;
  return findings.some(({ grade }) => grade === 'note')
    ? '\nNothing needs fixing; please read the notes above.\n'
    : '\nAll is well.\n';
}

/** Text from GitHub or a model must not move the cursor, change colours or reverse the line. */
function visible(line: string): string {
  return line
    .replaceAll('\t', ' ')
    .replace(UNSHOWN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Between words, which may be longer than a line: an address has to stay whole to be followed. */
function broken(line: string, width: number | null): readonly string[] {
  if (width === null) return [line];
  const room = Math.max(NARROWEST, width - INDENT.length);
  const hanging = /^(?:- |→ )/.test(line) ? '  ' : '';
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > room) {
      lines.push(current);
      current = `${hanging}${word}`;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}
