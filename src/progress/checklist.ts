/** The plan as boxes, and how far it is. */
import { inline } from './safe-text.ts';
import type { Plan, Subtask } from '../plan/plan.ts';
import type { ActionState, Work } from '../task/task.ts';
import type { Words } from './words.ts';

/** Room for the boxes in a comment: a long plan is told in shorter lines, a very long one without its finished and its last subtasks. */
const MAX_CHARACTERS = 36_000;
const LINE_LENGTHS = [240, 120, 60];

interface Box {
  readonly subtask: Subtask;
  readonly isDone: boolean;
  readonly mark: string;
}

/** `isOver`: nothing is being worked on any more, whatever the work was left in. */
export function checklist(plan: Plan, work: Work | null, words: Words, isOver: boolean): string {
  const { subtasks } = plan.task_decomposition;
  const boxes = subtasks.map((subtask) =>
    boxOf(
      subtask,
      (work?.actions ?? []).filter((action) => action.taskId === subtask.id),
      isOver,
    ),
  );
  const done = boxes.filter((box) => box.isDone).length;
  const percent = Math.floor((100 * done) / Math.max(1, subtasks.length));
  return [`## ${words.planTitle}`, '', ...fitting(boxes, words), '', words.progress(done, subtasks.length, percent)].join('\n');
}

function fitting(boxes: readonly Box[], words: Words): readonly string[] {
  for (const length of LINE_LENGTHS) {
    const lines = boxes.map((box) => line(box, length));
    if (total(lines) <= MAX_CHARACTERS) return lines;
  }
  const open = boxes.findIndex((box) => !box.isDone);
  const from = Math.max(0, open === -1 ? boxes.length - 1 : open - 3);
  const lines: string[] = [];
  for (const box of boxes.slice(from)) {
    const next = line(box, 60);
    if (total(lines) + next.length > MAX_CHARACTERS) break;
    lines.push(next);
  }
  const left = boxes.length - lines.length;
  return [...(from > 0 ? [`- ${words.moreBefore(from)}`] : []), ...lines, ...(left > from ? [`- ${words.moreAfter(left - from)}`] : [])];
}

function boxOf(subtask: Subtask, actions: readonly ActionState[], isOver: boolean): Box {
  const isDone = actions.length > 0 && actions.every((action) => action.status === 'success');
  return {
    subtask,
    isDone,
    mark: mark(
      actions.map((action) => action.status),
      isOver,
    ),
  };
}

function line({ subtask, isDone, mark: sign }: Box, length: number): string {
  return `- [${isDone ? 'x' : ' '}] **${inline(subtask.id, 80) || '–'}**: ${inline(subtask.description, length)}${sign}`;
}

function mark(states: readonly ActionState['status'][], isOver: boolean): string {
  if (states.includes('running')) return isOver ? ' ⏹️' : ' 🔄';
  if (states.includes('failure')) return ' ❌';
  return states.includes('partial') ? ' ⚠️' : '';
}

function total(lines: readonly string[]): number {
  return lines.reduce((sum, text) => sum + text.length + 1, 0);
}
