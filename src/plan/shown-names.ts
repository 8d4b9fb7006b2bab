/** Ids of the model's in sentences of ours: quoted, short, and no more of them than people would read. */
import { cutText } from './subtask-title.ts';

const MAX_NAMES = 5;
const MAX_NAME_CHARACTERS = 80;

export function quoted(name: string): string {
  return `"${cutText(name, MAX_NAME_CHARACTERS)}"`;
}

/** `"a"`, `"a" and "b"`, `"a", "b", … and 7 more`. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map(quoted);
  const more = names.length - shown.length;
  const last = more > 0 ? `${more} more` : shown.at(-1);
  const first = more > 0 ? shown : shown.slice(0, -1);
  return first.length === 0 ? (last ?? '') : `${first.join(', ')} and ${last}`;
}
