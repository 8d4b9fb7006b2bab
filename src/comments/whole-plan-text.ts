/** The subtasks in full, folded below their titles, for people who have to approve them (GH-2, PLAN-10). */
import { statesOfSubtasks } from '../state/subtask-status.ts';
import { inOneLine } from '../state/subtask-title.ts';
import { planWords } from './plan-words.ts';
import { inline } from './safe-text.ts';
import { folded } from './say.ts';
import type { Plan } from '../state/plan.ts';
import type { Task } from '../state/task.ts';

const MAX_SUBTASKS = 100;
const MAX_DESCRIPTION = 1_500;
const MAX_CRITERION = 400;

/** '' if the titles say everything. */
export function wholePlanText(task: Task, plan: Plan): string {
  const words = planWords(task.settings.language).inFull;
  const states = statesOfSubtasks(task);
  const says = (id: string) =>
    inOneLine(plan.task_decomposition.subtasks.find((one) => one.id === id)?.description ?? '');
  const isAll = states.every(({ id, title, criteria }) => criteria.length === 0 && says(id) === title);
  if (states.length === 0 || isAll) return '';
  const lines = states.slice(0, MAX_SUBTASKS).flatMap(({ id, status, criteria }) => [
    `- **${inline(id, 80) || '–'}** (${words.status[status]}): ${inline(says(id), MAX_DESCRIPTION)}`,
    ...criteria.map((one) => {
      const mark = one.passed === null ? '–' : one.passed ? '✅' : '❌';
      return `  - ${mark} **${inline(one.id, 80)}**: ${inline(one.description, MAX_CRITERION)}`;
    }),
  ]);
  const more = states.length > MAX_SUBTASKS ? [`- ${words.more(states.length - MAX_SUBTASKS)}`] : [];
  return folded(words.title, [...lines, ...more].join('\n'));
}
