/** What the person who reviews should know: problems the work met and did not solve. */
import { inline } from './safe-text.ts';
import { howItEnded } from './trouble-words.ts';
import type { Task } from '../state/task.ts';
import type { Words } from './words.ts';

const MAX_RISKS = 30;

export function risks({ work, settings }: Pick<Task, 'work' | 'settings'>, words: Words): string {
  const found = (work?.actions ?? []).flatMap((action) => [
    ...(action.status === 'failure' || action.status === 'partial'
      ? [`${action.taskId}: ${howItEnded(action.evaluation, settings.language)}`]
      : []),
    ...action.issues,
  ]);
  if (found.length === 0) return '';
  return [
    `**${words.problems}**`,
    '',
    ...[...new Set(found)].slice(0, MAX_RISKS).map((risk) => `- ${inline(risk, 300)}`),
  ].join('\n');
}
