/** Stops the container of a task that waits, is paused, or gets another one. */
import { Fault } from '../errors.ts';
import { commitMessage } from '../comments/pull-request-text.ts';
import { containerOf, isHalted } from '../state/select.ts';
import { saveWork } from './save-work.ts';
import type { Performer } from './performer.ts';

/**
 * Saves what is in the sandbox to the quarantine and stops the container (EXEC-1): started again it goes on, and
 * from the quarantine it is rebuilt when it is gone by then. Interrupted in between, all of it is done again.
 */
export const releaseSandbox: Performer<'release_sandbox'> = async ({ key, task, tools, signal }) => {
  const { workspace, snapshot } = task;
  const replaced = workspace.is === 'preparing' && !isHalted(task) ? workspace.replaces : null;
  const containerId = replaced ?? containerOf(task);
  // A workspace that is still being prepared holds nothing of its own.
  if (replaced !== null || workspace.is === 'ready') {
    const saved = await saveWork(task, tools, signal, {
      key,
      message: commitMessage('Work in progress', task.request),
    });
    const reading =
      saved.kind === 'saved' && snapshot !== null
        ? await tools.repositories.change(task.id, snapshot.baseSha, saved.sha)
        : null;
    if (saved.kind === 'failed' || reading?.kind === 'not_saved')
      throw new Fault(
        'sandbox_failed',
        `The work could not be saved from the sandbox: ${saved.kind === 'failed' ? saved.output.slice(-500) : 'it did not arrive on the host.'}`,
        'What was pushed before is on the branch. Ask again to go on from there.',
      );
  }
  await tools.sessions.release(task.id);
  await tools.sandboxes.stop(task.id, signal);
  return [
    { type: 'environment', name: 'sandbox_released', ...(containerId === null ? {} : { container_id: containerId }) },
  ];
};
