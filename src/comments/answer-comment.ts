/** The model's answer to what a person asked in a comment, from history and code (PLAN-9), as a separate comment. */
import { replyMarker } from '../ports/comment-marker.ts';
import { inBothLanguages } from './in-both-languages.ts';
import { prose } from './model-prose.ts';
import { inline } from './safe-text.ts';
import { mentionOf, say } from './say.ts';
import type { Task } from '../state/task.ts';

const MAX_QUOTE = 300;
const MAX_ANSWER = 10_000;

const words = inBothLanguages({
  asked: (mention: string, text: string) => ({
    en: `${mention}, about your comment “${text}”:`,
    ja: `${mention} さんのコメント「${text}」について:`,
  }),
});

/** The key contains an id that distinguishes it from answers of other tasks. */
export function answerMarker(taskId: string, comment: number): string {
  return replyMarker(taskId, `${taskId}-comment-${comment + 1}`);
}

export function answerComment(
  { id, comments, settings, replies }: Pick<Task, 'id' | 'comments' | 'settings' | 'replies'>,
  comment: number,
): string {
  const said = comments[comment];
  const reply = replies.find((one) => one.comment === comment);
  if (!said || !reply) throw new TypeError(`There is no reply to comment ${comment}.`);
  return say(settings.language, [
    answerMarker(id, comment),
    words(settings.language).asked(mentionOf(said.by), inline(said.answer ?? said.text, MAX_QUOTE)),
    prose(reply.text, MAX_ANSWER),
  ]);
}
