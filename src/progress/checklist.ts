/** The plan as boxes, and how far it is. */
import { inline } from './safe-text.ts';
import type { Plan } from '../plan/plan.ts';
import type { Work } from '../task/task.ts';
import type { Words } from './words.ts';

export function checklist(plan: Plan, work: Work | null, words: Words): string {
  const { subtasks } = plan.task_decomposition;
  const done = subtasks.filter((subtask) => isDone(work, subtask.id));
  const boxes = subtasks.map((subtask) => `- [${done.includes(subtask) ? 'x' : ' '}] **${inline(subtask.id, 80)}**: ${inline(subtask.description, 240)}${mark(work, subtask.id)}`);
  const percent = Math.floor((100 * done.length) / Math.max(1, subtasks.length));
  return [`## ${words.planTitle}`, '', ...boxes, '', words.progress(done.length, subtasks.length, percent)].join('\n');
}

function actionsOf(work: Work | null, id: string) {
  return (work?.actions ?? []).filter((action) => action.taskId === id);
}

function isDone(work: Work | null, id: string): boolean {
  const actions = actionsOf(work, id);
  return actions.length > 0 && actions.every((action) => action.status === 'success');
}

function mark(work: Work | null, id: string): string {
  const states = actionsOf(work, id).map((action) => action.status);
  if (states.includes('running')) return ' 🔄';
  if (states.includes('failure')) return ' ❌';
  return states.includes('partial') ? ' ⚠️' : '';
}
