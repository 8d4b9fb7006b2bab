/** How a task ended: what happened, why, and what a person can do next. */
import { fenced, inline } from './safe-text.ts';
import type { Report } from '../task/task.ts';
import type { Words } from './words.ts';

export function endingText({ ending, skipped }: Pick<Report, 'ending' | 'skipped'>, words: Words): string {
  const { title, happened, next } = words.endings[ending.reason];
  const detail = ending.reason === 'withdrawn' ? (words.withdrawn[ending.detail] ?? inline(ending.detail)) : inline(ending.detail, 600);
  const isOutput = ending.reason === 'sandbox_failed';
  return [
    `## ${title}`,
    [happened, isOutput ? '' : detail].filter((part) => part !== '').join(' '),
    ...(isOutput ? [fenced(ending.detail, 2_000)] : []),
    ...(ending.list.length > 0 ? [ending.list.slice(0, 50).map((entry) => `- ${inline(entry, 300)}`).join('\n')] : []),
    ...(skipped.length > 0 ? [`**${words.skipped}**\n\n${skipped.map((step) => `- ${step.effect.replaceAll('_', ' ')}: ${inline(step.reason, 300)}`).join('\n')}`] : []),
    `**→** ${next}`,
  ].join('\n\n');
}
