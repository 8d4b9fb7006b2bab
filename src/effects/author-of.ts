/** Under whose name the work of a task is committed: the App's own account, by the number that GitHub knows it by. */
import type { Snapshot } from '../ports/repositories.ts';
import type { TaskSettings } from '../state/request.ts';

/** Without the number GitHub takes it for nobody's. */
export function authorEmail(slug: string, botUserId: number | null): string {
  return `${botUserId === null ? '' : `${botUserId}+`}${slug}[bot]@users.noreply.github.com`;
}

/** As it was when the task began: the same checkpoint tried again is the same commit. */
export function authorOf(task: {
  readonly settings: Pick<TaskSettings, 'botSlug'>;
  readonly snapshot?: Snapshot | null;
}): {
  readonly name: string;
  readonly email: string;
} {
  const { botSlug } = task.settings;
  return { name: `${botSlug}[bot]`, email: task.snapshot?.authorEmail ?? authorEmail(botSlug, null) };
}
