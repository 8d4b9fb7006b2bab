/** A change of the plan that was asked for and could not be made: as a comment of its own, and wherever the result is shown (GH-3). */
import { refusedChangeMarker } from '../ports/comment-marker.ts';
import { mentionOf } from './question-comment.ts';
import { refusedWordsFor } from './refused-words.ts';
import { code, inline } from './safe-text.ts';
import type { RefusedWords } from './refused-words.ts';
import type { RefusedChange } from '../state/refused-changes.ts';
import type { Task } from '../state/task.ts';

const MAX_QUOTE = 500;
const MAX_ENTRIES = 20;

type Shown = Pick<Task, 'id' | 'comments' | 'settings' | 'refusedChanges'>;

export function refusedChangeComment(task: Shown, comment: number): string {
  const words = refusedWordsFor(task.settings.language);
  const change = task.refusedChanges.find((one) => one.comment === comment);
  const said = task.comments[comment];
  if (!change || !said) throw new TypeError(`No refused change came of comment ${comment}.`);
  const understood = inline(change.understanding, MAX_QUOTE);
  return [
    refusedChangeMarker(task.id, comment + 1),
    `## ${words.title}`,
    words.intro(mentionOf(said.by)),
    `**${words.asked}**: ${inline(said.answer ?? said.text, MAX_QUOTE)}`,
    ...(understood === '' ? [] : [`**${words.understood}**: ${understood}`]),
    `**${words.whyNot}**: ${whyText(change, words)}`,
    `**→** ${words.next[change.refused.why]} ${words.howTo(code(`@${task.settings.botSlug} …`))}`,
  ].join('\n\n');
}

/** A part of a comment; '' when every change could be made. */
export function refusedChangesText({ refusedChanges, comments, settings }: Omit<Shown, 'id'>): string {
  if (refusedChanges.length === 0) return '';
  const words = refusedWordsFor(settings.language);
  const left = refusedChanges.length - MAX_ENTRIES;
  return [
    `**${words.listed}**:`,
    ...refusedChanges.slice(0, MAX_ENTRIES).map((change) => {
      const said = comments[change.comment];
      return `- ${code(said?.by.login ?? '')}: ${words.quote(inline(said?.answer ?? said?.text ?? '', 200))} – ${whyText(change, words)}`;
    }),
    ...(left > 0 ? [`- ${words.more(left)}`] : []),
  ].join('\n');
}

function whyText({ refused }: RefusedChange, words: RefusedWords): string {
  switch (refused.why) {
    case 'finished':
    case 'unknown':
      return words.why[refused.why](refused.subtasks.map((id) => code(id, 80)).join(', '), refused.subtasks.length);
    case 'too_many':
      return words.why.too_many(refused.most);
    case 'nothing_left':
    case 'inconsistent':
    case 'unreadable':
      return words.why[refused.why];
  }
}
