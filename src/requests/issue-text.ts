/** The text of an issue, for acting on a delivery. */
import type { Intent, IntentOf } from '../people/intent.ts';
import type { IssueWords } from '../people/issue-language.ts';
import { issueKey } from '../state/request.ts';
import { readFirst } from '../state/stored.ts';
import type { ActingTools } from './acting-tools.ts';

/** Used to choose the language of a reply; null if it is unavailable, which must not prevent a reply. */
export async function wordsOfIssue(intent: Intent, tools: ActingTools): Promise<IssueWords | null> {
  if (intent.kind === 'start') return intent;
  try {
    return (await recordedText(intent, tools)) ?? (await tools.github.issueText(intent.repo, intent.issue));
  } catch (error) {
    tools.log.warn({ err: error }, 'the text of an issue cannot be read for the language of a reply');
    return null;
  }
}

/**
 * The issue as it was when its newest task was requested. Its current text does not count: the author may have changed
 * it since, and may not be allowed to ask (P11). Null if no record has it.
 */
export async function recordedText(
  { repo, issue }: Pick<Intent, 'repo' | 'issue'>,
  { history, log }: Pick<ActingTools, 'history' | 'log'>,
): Promise<Pick<IntentOf<'start'>, 'title' | 'body' | 'author'> | null> {
  for (const taskId of (await history.ofIssue(issueKey({ repo, issue }))).toReversed()) {
    const request = await history.read(taskId).then(
      ([first]) => readFirst(first),
      (error: unknown) => {
        log.warn({ task: taskId, err: error }, 'the record of an earlier task cannot be read for its request');
        return null;
      },
    );
    if (request !== null && request.repo.repositoryId === repo.repositoryId)
      return { title: request.title, body: request.body, author: request.author };
  }
  return null;
}
