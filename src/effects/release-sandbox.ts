/** Lets the container of a task go that waits, is paused, or gets another one. */
import { Fault } from '../errors.ts';
import { containerOf } from '../phases/between/held.ts';
import { commitMessage } from '../progress/commit-message.ts';
import { isResting, underneath } from '../task/underneath.ts';
import { saveWork } from './save-work.ts';
import type { Performer } from './perform.ts';
import type { Resumable, Task } from '../state/task.ts';
import type { Snapshot } from '../ports/repositories.ts';

/**
 * Saves what is in the sandbox to the quarantine and stops the container (EXEC-1): started again it goes on, and from
 * the quarantine it is rebuilt when it is gone by then. Interrupted in between, all of it is done again.
 */
export const releaseSandbox: Performer<'release_sandbox'> = async ({ key, task, tools, signal }) => {
  const isReplaced = task.phase === 'prepare';
  const back = isReplaced ? task : restingOn(task);
  const containerId = isReplaced ? (task.replaces ?? null) : containerOf(back);
  // A workspace that is still being prepared holds nothing of its own.
  if (containerId !== null && (isReplaced || back.phase !== 'prepare')) {
    const saving = { ...task, phase: 'prepare', containerId } as Task;
    const saved = await saveWork(saving, tools, signal, { key, message: commitMessage('Work in progress', task.request) });
    const snapshot = snapshotOf(back);
    const reading =
      saved.kind === 'saved' && snapshot !== null ? await tools.repositories.change(task.id, snapshot.baseSha, saved.sha) : null;
    if (saved.kind === 'failed' || reading?.kind === 'not_saved')
      throw new Fault(
        'sandbox_failed',
        `The work could not be saved from the sandbox: ${saved.kind === 'failed' ? saved.output.slice(-500) : 'it did not arrive on the host.'}`,
        'What was pushed before is on the branch. Ask again to go on from there.',
      );
  }
  await tools.sessions.release(task.id);
  await tools.sandboxes.stop(task.id, signal);
  return [{ type: 'environment', name: 'sandbox_released', ...(containerId === null ? {} : { container_id: containerId }) }];
};

function restingOn(task: Task): Resumable {
  if (!isResting(task)) throw new TypeError(`A task in ${task.phase} does not rest.`);
  return underneath(task);
}

function snapshotOf(task: Resumable): Snapshot | null {
  return 'snapshot' in task ? task.snapshot : null;
}
