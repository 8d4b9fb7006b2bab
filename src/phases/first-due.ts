/** What a task that waits for people does by the clock: it lets its container go, reminds them, and goes on without an answer. Pure. */
import { questionOf } from '../questions/ask.ts';
import { needsPerson, REMIND_AFTER_MS } from '../questions/patience.ts';
import { containerOf } from './held.ts';
import type { Effect } from '../task/effect.ts';
import type { TaskIn } from '../task/task.ts';

/** A running container is kept for this long while people think, where no setting says otherwise. */
const KEEP_CONTAINER_MS = 60_000;

/** What comes first once the question is asked; of two at the same time, the one named last. */
export function firstDue(task: TaskIn<'wait'>): { readonly at: number; readonly effect: Effect } {
  const due = [
    { at: releaseAt(task), effect: { kind: 'release_sandbox' } },
    { at: remindsAt(task), effect: { kind: 'remind' } },
    { at: task.until ?? Number.POSITIVE_INFINITY, effect: { kind: 'assume' } },
  ] as const;
  return due.reduce((first, one) => (one.at <= first.at ? one : first));
}

function remindsAt(task: TaskIn<'wait'>): number {
  const isReminded = task.reminded === true || !needsPerson(questionOf(task), task.settings.planning);
  return isReminded ? Number.POSITIVE_INFINITY : task.since + REMIND_AFTER_MS;
}

/** Where the time for an answer is over sooner, the container stays for what follows. */
function releaseAt(task: TaskIn<'wait'>): number {
  return containerOf(task.back) === null ? Number.POSITIVE_INFINITY : task.since + (task.settings.keepSandboxMs ?? KEEP_CONTAINER_MS);
}
