/** Questions to people: posting one, letting go of the container meanwhile, going on with assumptions. */
import { Fault } from '../../errors.ts';
import { questionMarker } from '../../progress/marker.ts';
import { questionComment } from '../../progress/question-comment.ts';
import { asideToPost } from '../../questions/aside.ts';
import { questionOf } from '../../questions/ask.ts';
import { containerOf } from '../../phases/wait.ts';
import { saveWork } from './save-work.ts';
import { commitMessage } from '../../progress/commit-message.ts';
import type { Performer } from './perform.ts';
import type { Task, TaskIn } from '../task.ts';
import type { Snapshot } from '../../ports/repositories.ts';

export const postQuestion: Performer<'post_question'> = async ({ task, tools }) => {
  const question = task.phase === 'wait' ? questionOf(task) : asideToPost(task);
  if (question === null) throw new TypeError(`There is nothing to ask in the phase ${task.phase}.`);
  const { repo, issue, requester } = task.request;
  const { planning, language } = task.settings;
  const isTimed = question.kind === 'confirmation' || (question.kind === 'clarification' && planning.assumes);
  const body = questionComment(question, {
    taskId: task.id,
    language,
    requester,
    timeoutMinutes: isTimed ? planning.assumeAfterMs / 60_000 : null,
  });
  try {
    const { id, url } = await tools.github.ensureComment(repo, issue, questionMarker(task.id, question.id), tools.redact(body));
    return [{ type: 'question', question_id: question.id, comment_id: id, url, texts: question.texts }];
  } catch (error) {
    if (question.kind !== 'aside' || !(error instanceof Fault)) throw error;
    // Nothing waits for it: a comment that GitHub refuses is no reason to end the work.
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'a question beside the work could not be posted');
    return [{ type: 'answer', name: 'assumed', question_id: question.id, assumptions: question.assumptions }];
  }
};

/**
 * Saves what is in the sandbox to the quarantine and stops the container (EXEC-1): started again it goes on, and from
 * the quarantine it is rebuilt when it is gone by then. Interrupted in between, all of it is done again.
 */
export const releaseSandbox: Performer<'release_sandbox'> = async ({ key, task, tools, signal }) => {
  const containerId = task.phase === 'prepare' ? (task.replaces ?? null) : containerOf(waiting(task).back);
  if (containerId !== null) {
    const saving = { ...task, phase: 'prepare', containerId } as Task;
    const saved = await saveWork(saving, tools, signal, { key, message: commitMessage('Work in progress', task.request) });
    const snapshot = snapshotOf(task.phase === 'wait' ? task.back : task);
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

export const assume: Performer<'assume'> = async ({ task }) => {
  const question = questionOf(waiting(task));
  const mayAssume = question.kind === 'confirmation' || (question.kind === 'clarification' && task.settings.planning.assumes);
  if (!mayAssume) return [{ type: 'control', name: 'stop', by: null, reason: 'unanswered' }];
  return [{ type: 'answer', name: 'assumed', question_id: question.id, assumptions: question.assumptions }];
};

function snapshotOf(task: Task | TaskIn<'wait'>['back']): Snapshot | null {
  return 'snapshot' in task ? task.snapshot : null;
}

function waiting(task: Task): TaskIn<'wait'> {
  if (task.phase !== 'wait') throw new TypeError(`A task in ${task.phase} waits for nobody.`);
  return task;
}
