/** The message of a commit: what was done, and who asked. Names and texts cannot forge trailers. */
import { shortened } from './safe-text.ts';
import type { TaskRequest } from '../task/request.ts';

export function commitMessage(what: string, { requester, issue }: Pick<TaskRequest, 'requester' | 'issue'>): string {
  const subject = shortened(oneLine(what).replace(/@(?=\w)/g, '@\u200B').replace(/#(?=\d)/g, '#\u200B') || `Work on issue ${issue}`, 72);
  const login = requester.login.replace(/[^A-Za-z0-9-[\]_]/g, '');
  return `${subject}\n\nIssue: ${issue}\n\nCo-authored-by: ${login} <${requester.id}+${login}@users.noreply.github.com>\n`;
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
}
