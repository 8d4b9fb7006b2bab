/** Shows people on GitHub what became of their message: a reaction, or a comment of ours. */
import { say } from '../comments/say.ts';
import { crashpoint } from '../crashpoint.ts';
import { Fault } from '../errors.ts';
import { replyMarker } from '../ports/comment-marker.ts';
import { taskIdOf } from '../queue/active-issues.ts';
import { wordsOfIssue } from './issue-text.ts';
import type { TaskSettings } from '../state/request.ts';
import type { ActingTools } from './acting-tools.ts';
import type { Intent } from '../people/intent.ts';
import type { GitHub, ReactionTarget } from '../ports/github.ts';

export async function reactTo(
  { repo }: Intent,
  { target, content }: { readonly target: ReactionTarget; readonly content: Parameters<GitHub['react']>[2] },
  tools: ActingTools,
): Promise<void> {
  await unlessRefused(tools, tools.github.react(repo, target, content));
}

/** The language and name for a reply. */
export type Words = Pick<TaskSettings, 'language' | 'botSlug'>;

/** Posted once, where the message was, with a marker. `about`: the task it is about, if any. */
export async function reply(
  intent: Intent,
  { text, about }: { readonly text: (words: Words) => string; readonly about: string | null },
  tools: ActingTools,
): Promise<void> {
  const { repo, issue, pullRequest, occurrence } = intent;
  const marker = replyMarker(about, taskIdOf(tools.instance, repo.repositoryId, occurrence));
  const configured = await tools.settingsOf(repo);
  const words = await configured.forTask({ issueText: () => wordsOfIssue(intent, tools) });
  await crashpoint('before', `reply to ${occurrence}`);
  await unlessRefused(
    tools,
    tools.github.ensureComment(repo, pullRequest ?? issue, marker, say(words.language, [text(words), marker])),
  );
  await crashpoint('after', `reply to ${occurrence}`);
}

/** If the comment was deleted or the issue locked, no reply is possible, and retrying would not help. */
async function unlessRefused({ log }: ActingTools, written: Promise<unknown>): Promise<void> {
  try {
    await written;
  } catch (error) {
    if (!(error instanceof Fault) || !isFinal(error)) throw error;
    log.warn({ err: error }, 'GitHub refused our reply');
  }
}

/** Gone, refused, or out of reach: a person has to act and ask again. */
export function isFinal({ code }: Fault): boolean {
  return (
    code === 'github_gone' ||
    code === 'github_refused' ||
    code === 'github_not_installed' ||
    code === 'github_suspended'
  );
}
