/** The message of a commit: what was done, and who asked. Names and texts cannot forge trailers, links or closing words. */
import { plain } from './safe-text.ts';
import type { TaskRequest } from '../task/request.ts';

export function commitMessage(what: string, { requester, issue }: Pick<TaskRequest, 'requester' | 'issue'>): string {
  const subject = plain(what, 72) || `Work on issue ${issue}`;
  const login = requester.login.replace(/[^A-Za-z0-9-[\]_]/g, '');
  return `${subject}\n\nIssue: ${issue}\n\nCo-authored-by: ${login} <${requester.id}+${login}@users.noreply.github.com>\n`;
}
