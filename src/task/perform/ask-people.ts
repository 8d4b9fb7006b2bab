/** Questions to people: posting one, letting go of the container meanwhile, going on with assumptions. */
import { Fault } from '../../errors.ts';
import { questionMarker } from '../../progress/marker.ts';
import { questionComment } from '../../progress/question-comment.ts';
import { questionOf } from '../../questions/ask.ts';
import { containerOf } from '../../phases/wait.ts';
import { runInSandbox } from './command.ts';
import { SAVE } from './checkpoint.ts';
import { commitMessage } from '../../progress/commit-message.ts';
import type { Performer } from './perform.ts';
import type { Task, TaskIn } from '../task.ts';

export const postQuestion: Performer<'post_question'> = async ({ task, tools }) => {
  const question = questionOf(waiting(task));
  const { repo, issue, requester } = task.request;
  const { planning, language } = task.settings;
  const waitsForEver = question.kind === 'intervention' || (question.kind === 'clarification' && !planning.assumes);
  const body = questionComment(question, {
    taskId: task.id,
    language,
    requester,
    timeoutMinutes: waitsForEver ? null : planning.assumeAfterMs / 60_000,
  });
  const { id, url } = await tools.github.ensureComment(repo, issue, questionMarker(task.id, question.id), tools.redact(body));
  return [{ type: 'question', question_id: question.id, comment_id: id, url, texts: question.texts }];
};

/**
 * Saves what is in the sandbox to the quarantine and stops the container (EXEC-1): started again it goes on, and from
 * the quarantine it is rebuilt when it is gone by then. Interrupted in between, all of it is done again.
 */
export const releaseSandbox: Performer<'release_sandbox'> = async ({ key, task, tools, signal }) => {
  const containerId = task.phase === 'prepare' ? (task.replaces ?? null) : containerOf(waiting(task).back);
  if (containerId !== null) {
    const env = { PLANWRIGHT_MESSAGE: commitMessage('Work in progress', task.request) };
    const saved = await runInSandbox({ ...task, phase: 'prepare', containerId } as Task, tools, signal, {
      key,
      command: SAVE,
      env,
      againIfCutOff: true,
    });
    if (saved.exit_code !== 0)
      throw new Fault('sandbox_failed', `The work could not be committed: ${saved.output.slice(0, 500)}`, 'See the log of the task.');
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

function waiting(task: Task): TaskIn<'wait'> {
  if (task.phase !== 'wait') throw new TypeError(`A task in ${task.phase} waits for nobody.`);
  return task;
}
