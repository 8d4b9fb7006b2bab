/** How a task on this machine ended: its result, where that is, and what to do with it. */
import { endingSentences, endingTitle } from '../comments/ending-text.ts';
import { assumedText } from '../comments/open-questions.ts';
import { spent } from '../comments/work-report.ts';
import { lastRun, verdictOf } from '../state/checks.ts';
import { reportOf } from '../state/select.ts';
import { plainInline, plainMarkdown } from './plain-markdown.ts';
import { padTo, plainLines, terminalColumns, terminalLine } from './terminal-text.ts';
import { terminalWords } from './terminal-words.ts';
import type { Style, StyledLine } from './live-screen.ts';
import type { EndReason, Ending } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';

const MOST_DIFF_LINES = 400;

interface Where {
  readonly now: number;
  /** Null if there is none. */
  readonly branch: string | null;
  readonly base: string;
  /** '' if there is none. */
  readonly diff: string;
  readonly note: string;
  readonly log: string;
}

/** What the review found is what they ended for. */
const REFUSED: ReadonlySet<EndReason> = new Set(['plan_not_passed', 'change_not_passed']);
const MOST_FEEDBACK_LINES = 20;

export function resultLines(task: Task, { now, branch, base, diff, note, log }: Where): readonly StyledLine[] {
  const report = reportOf(task);
  if (report === null) return [];
  const isGood = report.ending.status === 'succeeded';
  const words = terminalWords(task.settings.language);
  const change = task.work?.checkpoint.change ?? null;
  const { file_count: files = change?.files.length ?? 0, insertions = 0, deletions = 0 } = change ?? {};
  const size = change === null ? '' : ` (${words.size(files, insertions, deletions)})`;
  const compare = `git diff ${base}...${branch ?? ''}`;
  const label = (name: keyof typeof words.result) =>
    `  ${padTo(words.result[name], 2 + Math.max(...Object.values(words.result).map(terminalColumns)))}`;
  const command = (name: 'look' | 'keep' | 'again', text: string): StyledLine => ({
    text: `${label(name)}${text}`,
    style: 'bold',
    isRaw: true,
  });
  return [
    ...diffLines(diff, (count) => `${words.moreLines(count)}: ${compare}`),
    { text: '' },
    { text: plainInline(endingTitle(task, report)), style: isGood ? 'good' : 'bad' },
    { text: `  ${terminalLine(plainInline(endingSentences(task, report)))}` },
    ...feedbackLines(report.ending).map((text) => ({ text: `  > ${text}`, style: 'dim' as const })),
    ...report.ending.list.slice(0, 20).map((entry) => ({ text: `  - ${terminalLine(entry)}` })),
    ...assumedLines(task),
    { text: '' },
    ...(branch === null ? [] : [{ text: `${label('branch')}${branch}${size}`, isRaw: true as const }]),
    ...report.checks.map((check) => ({
      text: `${label('check')}${terminalLine(lastRun(check).command)}: ${words.verdict[verdictOf(check)]}`,
    })),
    { text: `${label('note')}${note}`, isRaw: true },
    ...(isGood ? [] : [{ text: `${label('log')}${log}`, isRaw: true as const }]),
    { text: `${label('used')}${terminalLine(spent(task, now))}` },
    ...(branch === null ? [] : [command('look', compare), command('keep', `git merge ${branch}`)]),
    ...(isGood ? [] : [command('again', `planwright retry ${task.id}`)]),
  ];
}

/** Without a terminal nobody was shown the questions. */
function assumedLines(task: Task): readonly StyledLine[] {
  const text = assumedText(task);
  if (text === '') return [];
  return [{ text: '' }, ...plainMarkdown(text).map((line) => ({ text: line === '' ? '' : `  ${line}` }))];
}

function feedbackLines({ reason, detail }: Ending): readonly string[] {
  const lines = plainLines(detail).map(terminalLine);
  return REFUSED.has(reason) ? lines.filter((text) => text !== '').slice(0, MOST_FEEDBACK_LINES) : [];
}

function diffLines(diff: string, more: (count: number) => string): readonly StyledLine[] {
  if (diff.trim() === '') return [];
  const lines = plainLines(diff.trimEnd());
  const shown = lines.slice(0, MOST_DIFF_LINES).map((text): StyledLine => {
    const style = styleOf(text);
    return { text, isRaw: true, ...(style === null ? {} : { style }) };
  });
  const left = lines.length - shown.length;
  return [{ text: '' }, ...shown, ...(left === 0 ? [] : [{ text: `… ${more(left)}`, style: 'dim' as const }])];
}

function styleOf(text: string): Style | null {
  if (/^(?:\+\+\+|---|diff |index )/.test(text)) return 'bold';
  if (text.startsWith('@@')) return 'accent';
  if (text.startsWith('+')) return 'good';
  return text.startsWith('-') ? 'bad' : null;
}
