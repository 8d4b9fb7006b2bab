/** Tasks of this machine as a table, and one of them in full. */
import { endingSentences, endingTitle } from '../comments/ending-text.ts';
import { spent } from '../comments/work-report.ts';
import { stateOf, type TaskState } from '../state/task-state.ts';
import { blockingQuestion, reportOf } from '../state/select.ts';
import { plainInline } from './plain-markdown.ts';
import { boxLines, nowLine, phasesOf } from './task-lines.ts';
import { questionLines } from './question-lines.ts';
import { terminalColumns, fitTo, terminalLine, padTo } from './terminal-text.ts';
import { terminalWords } from './terminal-words.ts';
import type { StyledLine } from './live-screen.ts';
import type { Task } from '../state/task.ts';

const HEAD = ['Task', 'State', 'Began', 'Asked for'] as const;
const GAP = '  ';
const MOST_LISTED = 20;
const AT_WORK: ReadonlySet<TaskState> = new Set(['PENDING', 'PLANNING', 'RUNNING', 'VALIDATING']);

/** `isDriven`: whether a process works on the task. */
export function taskTable(
  tasks: readonly Task[],
  columns: number,
  isDriven: (task: Task) => boolean,
): readonly StyledLine[] {
  const isLeft = (task: Task) => AT_WORK.has(stateOf(task)) && !isDriven(task);
  const rows = tasks.map((task) => [
    task.id,
    `${stateOf(task)}${isLeft(task) ? '*' : ''}`,
    new Date(task.startedAt).toISOString().slice(0, 16).replace('T', ' '),
    terminalLine(task.request.title),
  ]);
  const widths = HEAD.map((name, at) =>
    Math.max(terminalColumns(name), ...rows.map((row) => terminalColumns(row[at] ?? ''))),
  );
  const lineOf = (row: readonly string[]) =>
    fitTo(row.map((cell, at) => (at < row.length - 1 ? padTo(cell, widths[at] ?? 0) : cell)).join(GAP), columns);
  return [
    { text: lineOf(HEAD), style: 'dim' },
    ...rows.map((row) => ({ text: lineOf(row) })),
    ...(tasks.some(isLeft) ? [{ text: `* ${NOBODY_AT_WORK} planwright resume <task>`, style: 'dim' as const }] : []),
  ];
}

const NOBODY_AT_WORK = 'Nobody is working on it now; its work is saved. To continue:';

export function taskInFull(task: Task, isDriven: boolean): readonly StyledLine[] {
  const { request, snapshot, updatedAt } = task;
  const isLeft = AT_WORK.has(stateOf(task)) && !isDriven;
  const question = blockingQuestion(task);
  const { result, from } = terminalWords(task.settings.language);
  const wide = 2 + Math.max(terminalColumns(result.branch), terminalColumns(result.used));
  return [
    { text: terminalLine(request.title), style: 'bold' },
    { text: `${task.id} · ${stateOf(task)}`, style: 'dim' },
    { text: phasesOf(task) },
    ...boxLines(task),
    ...(reportOf(task) === null ? [{ text: `  ${nowLine(task, false)}`, style: 'accent' as const }] : []),
    ...(isLeft ? [{ text: `  ${NOBODY_AT_WORK} planwright resume ${task.id}`, style: 'bad' as const }] : []),
    ...(question === null ? [] : questionLines(question, task, 'record')),
    ...endingLines(task),
    { text: '' },
    ...(snapshot === null
      ? []
      : [{ text: `  ${padTo(result.branch, wide)}${from(snapshot.branch, snapshot.baseBranch)}` }]),
    { text: `  ${padTo(result.used, wide)}${terminalLine(spent(task, updatedAt))}` },
  ];
}

function endingLines(task: Task): readonly StyledLine[] {
  const report = reportOf(task);
  if (report === null) return [];
  return [
    { text: '' },
    { text: plainInline(endingTitle(task, report)), style: report.ending.status === 'succeeded' ? 'good' : 'bad' },
    { text: `  ${terminalLine(plainInline(endingSentences(task, report)))}` },
    ...report.ending.list.slice(0, MOST_LISTED).map((entry) => ({ text: `  - ${terminalLine(entry)}` })),
  ];
}
