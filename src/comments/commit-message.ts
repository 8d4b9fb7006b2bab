/** The message of a commit: what was done, and who asked. Names and texts cannot forge trailers, links, closing words or orders to a CI. */
import { plain } from './safe-text.ts';
import type { TaskRequest } from '../state/request.ts';

const BREAK = '\u200B';
/** `[skip ci]`, `[no ci]`, `[ci skip]`, `[skip actions]` and their likes, and what Azure Pipelines reads. */
const CI_ORDERS: readonly (readonly [RegExp, string])[] = [
  [/\[(?=[^[\]]{0,40}\b(?:skip|no|ci)\b[^[\]]{0,40}\])/gi, `[${BREAK}`],
  [/(NO)(?=_CI)/gi, `$1${BREAK}`],
  [/(skip)(?=-checks)/gi, `$1${BREAK}`],
];

export function commitMessage(what: string, { requester, issue }: Pick<TaskRequest, 'requester' | 'issue'>): string {
  const text = CI_ORDERS.reduce((safe, [order, instead]) => safe.replace(order, instead), plain(what, 72));
  const login = requester.login.replace(/[^A-Za-z0-9-[\]_]/g, '');
  return `${text || `Work on issue ${issue}`}\n\nIssue: ${issue}\n\nCo-authored-by: ${login} <${requester.id}+${login}@users.noreply.github.com>\n`;
}
