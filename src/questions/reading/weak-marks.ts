/**
 * Marks that are often none: `1は42` may begin a sentence, and a row `| 1 | 42 |` may be of a table that is an answer. They
 * count where there are several questions, if the numbers of the comment rise, or none has another mark and none comes twice.
 */
import { BLANK, DIGITS, TOPIC } from './number-groups.ts';
import type { NumberedLine } from './number-marks.ts';

const TOPICAL = new RegExp(`^(?:[-*+][ \\t]+)?(${DIGITS})${BLANK}?${TOPIC}${BLANK}*(.*)$`, 'u');
const ROW = new RegExp(`^\\|${BLANK}*[*_]{0,2}(?:q|質問|問)?${BLANK}?(${DIGITS})[.．)）]?[*_]{0,2}${BLANK}*\\|(.*)$`, 'iu');

export function weakMark(text: string): Pick<NumberedLine, 'numbers' | 'rest' | 'isTopic'> | null {
  const row = ROW.exec(text);
  const found = row ?? TOPICAL.exec(text);
  if (found === null) return null;
  const [, digits = '', rest = ''] = found;
  return { numbers: [Number(digits.normalize('NFKC'))], rest: row === null ? rest : cellsOf(rest), isTopic: row === null };
}

/** Of several, such as the question and its answer, all. */
function cellsOf(row: string): string {
  return row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' | ');
}

/** The marks of a comment, without weak ones that are none. */
export function withoutFalseOnes(marks: ReadonlyMap<number, NumberedLine>, count: number): ReadonlyMap<number, NumberedLine> {
  const numbers = [...marks.values()].flatMap((mark) => mark.numbers);
  const rises = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
  const areAlike = [...marks.values()].every((mark) => mark.isWeak === true) && new Set(numbers).size === numbers.length;
  return count > 1 && (rises || areAlike) ? marks : new Map([...marks].filter(([, mark]) => mark.isWeak !== true));
}
