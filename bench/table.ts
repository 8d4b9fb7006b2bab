/** The rows of a run as one table. */
import type { Row, Target } from './measure.ts';

const HEAD = ['what', 'unit', 'ours', 'baseline', 'ratio', 'rounds', 'target', 'met', 'against'];

export function table(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((line) => (line[column] ?? '').length)));
  const lines = cells.map((line) =>
    line
      .map((cell, column) =>
        isNumeric(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  const [head = '', ...rest] = lines;
  return [head, '-'.repeat(head.length), ...rest].join('\n');
}

function cellsOf({
  what,
  unit,
  ours,
  baseline,
  ratio,
  ratios,
  target,
  moonshot,
  met,
  baselineIs,
}: Row): readonly string[] {
  return [
    what,
    unit,
    figure(ours),
    figure(baseline),
    `${figure(ratio)}x`,
    spreadOf(ratios),
    `${targetText(target)}${moonshot === null ? '' : ` (${moonshot})`}`,
    met === null ? '' : met ? 'yes' : 'NO',
    baselineIs,
  ];
}

/** The smallest and largest ratio of single rounds. */
function spreadOf(ratios: readonly number[]): string {
  return ratios.length < 2 ? '' : `${figure(Math.min(...ratios))}-${figure(Math.max(...ratios))}`;
}

function targetText(target: Target | null): string {
  if (target === null) return '';
  return `${target.sense === 'at most' ? '<=' : '>='} ${target.value}`;
}

function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US');
  return value >= 100
    ? value.toFixed(0)
    : value >= 10
      ? value.toFixed(1)
      : value >= 1
        ? value.toFixed(2)
        : value.toFixed(3);
}

function isNumeric(column: number): boolean {
  return column >= 2 && column <= 4;
}
