/** What people are told about how their words were read: hidden text, comments that do not count (GH-2). */
import { troubleWordsFor } from './trouble-words.ts';
import type { Task } from '../state/task.ts';
import type { Words } from './words.ts';

/** '' when everything was read as it stands there. */
export function readingNotes(
  { discussion, settings }: Pick<Task, 'discussion' | 'settings'>,
  { reading }: Words,
): string {
  if (discussion === undefined) return '';
  const { hidden, edited, problem, trouble } = discussion;
  const why = trouble === undefined ? null : troubleWordsFor(settings.language).codes[trouble].happened;
  return [
    ...(problem === null ? [] : [reading.unread(why, settings.botSlug)]),
    ...(edited === 0 ? [] : [reading.edited(edited, settings.botSlug)]),
    ...(hidden.request + hidden.comments === 0 ? [] : [reading.hidden(hidden.request, hidden.comments)]),
  ]
    .map((note) => `> ℹ️ ${note}`)
    .join('\n>\n');
}
