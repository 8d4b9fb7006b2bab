/**
 * People and models give a subtask a title and a description; a plan keeps both in one: "title — description".
 * Each can be replaced without the other.
 */

/** At most this many characters (code points, the sign of the cut counted), and always whole ones. */
export function cutText(text: string, maxCharacters: number): string {
  const characters = Array.from(text.slice(0, 2 * maxCharacters + 2));
  if (characters.length <= maxCharacters) return text.toWellFormed();
  return `${characters
    .slice(0, maxCharacters - 1)
    .join('')
    .toWellFormed()}…`;
}

const DASH = ' — ';
const MAX_TITLE_CHARACTERS = 120;

export interface Words {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

export function splitTitle(description: string): { readonly title: string; readonly description: string } {
  const at = description.indexOf(DASH);
  return at < 0
    ? { title: description, description: '' }
    : { title: description.slice(0, at), description: description.slice(at + DASH.length) };
}

/**
 * What is not given stays; a description that begins with the title says it all by itself. Words that are title and
 * description in one are replaced by either: with both, people would read the old words and the new.
 */
export function joinTitle(words: Words, before = ''): string {
  const old = splitTitle(before);
  const title = oneLine(words.title ?? old.title).replaceAll(DASH, ' - ');
  const description = (words.description ?? old.description).trim();
  if (description === '') return title;
  if (words.title === undefined && old.description === '') return description;
  return title === '' || description.startsWith(title) ? description : `${title}${DASH}${description}`;
}

/** For one line of a list of changes. */
export function shortTitle(description: string): string {
  return cutText(oneLine(splitTitle(description).title), MAX_TITLE_CHARACTERS);
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
