/** How a task on this machine ended, for whoever asked for it: what came of it, where it is, and what to do with it. */
import { endingSentences, endingTitle } from '../comments/ending-text.ts';
import { spent } from '../comments/work-report.ts';
import { lastRun, verdictOf } from '../state/checks.ts';
import { reportOf } from '../state/select.ts';
import { plainInline } from './plain-markdown.ts';
import { terminalLine, plainLines } from './terminal-text.ts';
import type { Style, StyledLine } from './live-screen.ts';
import type { Task } from '../state/task.ts';

const MOST_DIFF_LINES = 400;

interface Where {
  readonly now: number;
  /** Null where there is none. */
  readonly branch: string | null;
  readonly base: string;
  /** '' where there is none. */
  readonly diff: string;
  readonly note: string;
}

export function resultLines(task: Task, { now, branch, base, diff, note }: Where): readonly StyledLine[] {
  const report = reportOf(task);
  if (report === null) return [];
  const isGood = report.ending.status === 'succeeded';
  const change = task.work?.checkpoint.change ?? null;
  const size =
    change === null
      ? ''
      : ` (${change.file_count ?? change.files.length} files, +${change.insertions} −${change.deletions})`;
  return [
    ...diffLines(diff, `git diff ${base}...${branch ?? ''}`),
    { text: '' },
    { text: plainInline(endingTitle(task, report)), style: isGood ? 'good' : 'bad' },
    { text: `  ${terminalLine(plainInline(endingSentences(task, report)))}` },
    ...report.ending.list.slice(0, 20).map((entry) => ({ text: `  - ${terminalLine(entry)}` })),
    { text: '' },
    ...(branch === null ? [] : [{ text: `  Branch   ${branch}${size}`, isRaw: true as const }]),
    ...report.checks.map((check) => ({
      text: `  Check    ${terminalLine(lastRun(check).command)}: ${verdictOf(check).replaceAll('_', ' ')}`,
    })),
    ...(report.ending.status === 'failed'
      ? [{ text: '  Next     The log has the details; the same command tries again.' }]
      : []),
    { text: `  Note     ${note}`, isRaw: true },
    { text: `  Used     ${terminalLine(spent(task, now))}` },
    ...(branch === null
      ? []
      : [
          { text: `  Look     git diff ${base}...${branch}`, style: 'bold' as const, isRaw: true as const },
          { text: `  Keep     git merge ${branch}`, style: 'bold' as const, isRaw: true as const },
        ]),
  ];
}

function diffLines(diff: string, command: string): readonly StyledLine[] {
  if (diff.trim() === '') return [];
  const lines = plainLines(diff.trimEnd());
  const shown = lines.slice(0, MOST_DIFF_LINES).map((text): StyledLine => {
    const style = styleOf(text);
    return { text, isRaw: true, ...(style === null ? {} : { style }) };
  });
  const left = lines.length - shown.length;
  return [
    { text: '' },
    ...shown,
    ...(left === 0 ? [] : [{ text: `… ${left} more lines: ${command}`, style: 'dim' as const }]),
  ];
}

function styleOf(text: string): Style | null {
  if (/^(?:\+\+\+|---|diff |index )/.test(text)) return 'bold';
  if (text.startsWith('@@')) return 'accent';
  if (text.startsWith('+')) return 'good';
  return text.startsWith('-') ? 'bad' : null;
}
