/**
 * Marks that no blank parts from a number: `1.42` above `2.main`. By itself `1.42` is a number and `1:42` a time, so they
 * count only in turn, beside another, and never below a mark with a blank: there they are part of its answer.
 */
import type { NumberedLine } from './number-marks.ts';

const TIGHT = /^([0-9０-９]{1,3})([.．:])(?=[0-9０-９])(?![0-9０-９]+[.．:][0-9０-９])(.+)$/u;

/** `firm`: the marks that are sure, by line. Empty unless all of them together count up. */
export function tightMarks(
  lines: readonly (string | null)[],
  firm: ReadonlyMap<number, NumberedLine>,
  open: readonly number[],
): ReadonlyMap<number, NumberedLine> {
  const none = new Map<number, NumberedLine>();
  if (open.length < 2) return none;
  const tight = new Map(lines.flatMap((line, at) => (line === null || firm.has(at) ? [] : entry(at, line))));
  const numbers = lines.flatMap((_, at) => (firm.get(at) ?? tight.get(at)?.mark)?.numbers ?? []);
  const inTurn = numbers.length > 1 && numbers.every((number, turn) => number === (numbers[0] ?? 0) + turn);
  const areOpen = [...tight.values()].every(({ mark }) => mark.numbers.every((number) => open.includes(number - 1)));
  const isSure =
    firm.size > 0 ||
    (numbers[0] === 1 && [...tight.values()].every(({ isTime }) => !isTime) && startsWith(lines, tight));
  const isSpaced = [...firm].some(
    ([at, { rest }]) => isParted(lines[at] ?? '', rest) && [...tight.keys()].some((below) => below > at),
  );
  if (!inTurn || !areOpen || !isSure || isSpaced || [...firm.values()].some(({ isDoubtful }) => isDoubtful))
    return none;
  return new Map([...tight].map(([at, { mark }]) => [at, mark]));
}

function entry(at: number, line: string): readonly (readonly [number, { mark: NumberedLine; isTime: boolean }])[] {
  const [, digits = '', sign = '', rest = ''] = TIGHT.exec(line) ?? [];
  if (digits === '') return [];
  const mark = { indent: 0, numbers: [Number(digits.normalize('NFKC'))], isList: true, isDoubtful: false, rest };
  return [[at, { mark, isTime: sign === ':' }]];
}

function startsWith(lines: readonly (string | null)[], tight: ReadonlyMap<number, unknown>): boolean {
  return tight.has(lines.findIndex((line) => line === null || line.trim() !== ''));
}

function isParted(line: string, rest: string): boolean {
  return rest === '' || /\s/u.test(line.at(-rest.length - 1) ?? '');
}
