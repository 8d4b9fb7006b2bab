/** A task as terminal lines: its phases, its plan, its current activity, and its usage. */
import { nowDoing } from '../comments/now-doing.ts';
import { phaseLine } from '../comments/phase-line.ts';
import { spent } from '../comments/work-report.ts';
import { boxesOf, type Box } from '../state/replans.ts';
import { activityOf, blockingQuestion, shownPlan } from '../state/select.ts';
import { plainInline } from './plain-markdown.ts';
import { terminalColumns, terminalLine } from './terminal-text.ts';
import { terminalWords } from './terminal-words.ts';
import type { StyledLine } from './live-screen.ts';
import type { Task } from '../state/task.ts';

/** A terminal has few lines: of a long plan, those around the current subtask. */
const MOST_BOXES = 12;
const MARKS: { readonly [State in Box['state']]: string } = {
  open: '○',
  running: '▸',
  paused: '‖',
  stopped: '■',
  done: '✓',
  failed: '✗',
  partial: '~',
};

const PAUSED = {
  en: 'Paused. "planwright resume <task>" in another terminal goes on; Ctrl-C saves it',
  ja: '一時停止中: 別の端末の planwright resume <task> で再開、Ctrl-C で保存',
} as const;

const ASKED = { en: 'waiting for an answer', ja: '回答を待っています' } as const;

export function phasesOf(task: Task): string {
  return plainInline(phaseLine(task));
}

/** If there is no room for all names, only the current phase is named. */
export function phasesWithin(task: Task, columns: number): string {
  const whole = phasesOf(task);
  if (terminalColumns(whole) < columns) return whole;
  const phases = whole.split(' → ').map((phase) => phase.split(' '));
  return phases
    .map(([mark = '', ...name]) => (WITHOUT_NAME.has(mark) ? mark : `${mark} ${name.join(' ')} ·`))
    .join(' ')
    .replace(/ ·$/, '');
}

const WITHOUT_NAME: ReadonlySet<string> = new Set(['✅', '⬜', '➖', '🏁']);

/** `isTitled` false: shown below the plan, which marks the current subtask. */
export function nowLine(task: Task, isTitled = true): string {
  // There is nothing to comment on here.
  if (activityOf(task) === 'pause') return PAUSED[task.settings.language].replaceAll('<task>', task.id.slice(0, 8));
  if (task.stage.is !== 'report' && blockingQuestion(task) !== null) return ASKED[task.settings.language];
  return terminalLine(plainInline(nowDoing(task, null, isTitled)));
}

export function spentLine(task: Task, now: number): string {
  return terminalLine(spent(task, now));
}

export function boxLines(task: Task): readonly StyledLine[] {
  const boxes = boxesIn(task);
  const inHand = boxes.findIndex(({ state }) => state === 'running');
  const from = Math.max(0, Math.min(boxes.length - MOST_BOXES, inHand - Math.floor(MOST_BOXES / 2)));
  const shown = boxes.slice(from, from + MOST_BOXES).map(checklistLine);
  const left = boxes.length - shown.length;
  return left === 0
    ? shown
    : [...shown, { text: `    … ${terminalWords(task.settings.language).moreBoxes(left)}`, style: 'dim' }];
}

export function boxesIn(task: Task): readonly Box[] {
  const plan = shownPlan(task);
  return plan === null ? [] : boxesOf(plan.plan, plan.work);
}

export function checklistLine({ state, title }: Box): StyledLine {
  const text = `  ${MARKS[state]} ${terminalLine(title)}`;
  switch (state) {
    case 'done':
      return { text, style: 'good' };
    case 'failed':
    case 'partial':
      return { text, style: 'bad' };
    case 'running':
      return { text, style: 'accent' };
    default:
      return { text };
  }
}
