/** Brings a pause back to mind; once, as a comment that notifies (EXEC-1). */
import { pauseReminderMarker } from '../ports/comment-marker.ts';
import { mentionOf } from './question-comment.ts';
import { wordsFor } from './words.ts';
import type { Paused, Task } from '../state/task.ts';

export function pauseReminder(
  { id, request, settings }: Pick<Task, 'id' | 'request' | 'settings'>,
  { pause }: Pick<Paused, 'pause'>,
): string {
  const { reminder } = wordsFor(settings.language).paused;
  return [
    pauseReminderMarker(id, pause),
    `## ${reminder.title}`,
    reminder.text(mentionOf(request.requester), settings.botSlug),
  ].join('\n\n');
}
