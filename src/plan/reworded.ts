/** The title and description given for a subtask, and the allowed length of a text. */
import { inOneLine } from '../state/subtask-title.ts';
import type { Subtask } from '../state/plan.ts';

/** At most this many code points, including the ellipsis, and never half of one. */
export function cutText(text: string, maxCharacters: number): string {
  const characters = Array.from(text.slice(0, 2 * maxCharacters + 2));
  if (characters.length <= maxCharacters) return text.toWellFormed();
  return `${characters
    .slice(0, maxCharacters - 1)
    .join('')
    .toWellFormed()}…`;
}

export interface Words {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/**
 * What is not given stays. A subtask without a title is replaced by either; with both old and new words people would
 * read both. A title alone is also the description.
 */
export function reworded(given: Words, before: Words = {}): Pick<Subtask, 'title' | 'description'> {
  const { title: named, description: told = '' } = before;
  const title = given.title === undefined ? named : inOneLine(given.title);
  const kept = given.title !== undefined && named === undefined ? '' : told;
  const description = given.description === undefined ? kept : given.description.trim();
  if (description === '') return { title: undefined, description: title ?? told };
  return { title: title === '' ? undefined : title, description };
}
