/** What a task that waits for people, or is paused, does by the clock: it lets its container go, reminds them, and goes on without an answer or ends. Pure. */
import { underneath } from '../../task/underneath.ts';
import { questionOf } from '../../questions/ask.ts';
import { GIVE_UP_AFTER_MS, needsPerson, REMIND_AFTER_MS } from '../../questions/patience.ts';
import { containerOf } from './held.ts';
import type { Effect } from '../../task/effect.ts';
import type { TaskIn } from '../../task/task.ts';

type Resting = TaskIn<'wait'> | TaskIn<'pause'>;

/** What comes first once the question is asked; of two at the same time, the one named last. */
export function firstDue(task: Resting): { readonly at: number; readonly effect: Effect } {
  const due = [
    { at: releaseAt(task), effect: { kind: 'release_sandbox' } },
    { at: remindsAt(task), effect: { kind: 'remind' } },
    { at: endsAt(task), effect: { kind: 'assume' } },
  ] as const;
  return due.reduce((first, one) => (one.at <= first.at ? one : first));
}

function endsAt(task: Resting): number {
  return task.phase === 'pause' ? task.since + GIVE_UP_AFTER_MS : (task.until ?? Number.POSITIVE_INFINITY);
}

function remindsAt(task: Resting): number {
  const isReminded = task.reminded === true || (task.phase === 'wait' && !needsPerson(questionOf(task), task.settings.planning));
  return isReminded ? Number.POSITIVE_INFINITY : task.since + REMIND_AFTER_MS;
}

/** Where the time for an answer is over sooner, the container stays for what follows. */
function releaseAt(task: Resting): number {
  return containerOf(underneath(task)) === null ? Number.POSITIVE_INFINITY : task.since + task.settings.keepSandboxMs;
}
