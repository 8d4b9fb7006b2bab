/** What people see of a task on the issue, and tidying up behind it. */
import { progressMarker, resultMarker } from '../ports/comment-marker.ts';
import { progressComment } from '../comments/progress-comment.ts';
import { resultComment } from '../comments/result-comment.ts';
import { at } from '../state/select.ts';
import type { Performer } from './performer.ts';

export const createProgressComment: Performer<'create_progress_comment'> = async ({ task, tools }) => {
  const { repo, issue } = task.request;
  const body = tools.redact(progressComment(task, { now: tools.clock.now(), taskUrl: tools.taskUrl(task.id) }));
  const { id, url } = await tools.github.ensureComment(repo, issue, progressMarker(task.id), body);
  return [{ type: 'effect', name: 'progress_comment', comment_id: id, url }];
};

export const postResult: Performer<'post_result'> = async ({ task, tools }) => {
  const { repo, issue } = task.request;
  const body = tools.redact(
    resultComment(at(task, 'report'), { now: tools.clock.now(), taskUrl: tools.taskUrl(task.id) }),
  );
  const { id, url } = await tools.github.ensureComment(repo, issue, resultMarker(task.id), body);
  return [{ type: 'effect', name: 'result_comment', comment_id: id, url }];
};

/** The final state of the progress comment; deleted by somebody, it is made once more. */
export const finishProgress: Performer<'finish_progress'> = async ({ task, tools }) => {
  const { repo, issue } = task.request;
  const body = tools.redact(progressComment(task, { now: tools.clock.now(), taskUrl: tools.taskUrl(task.id) }));
  const commentId = task.progressComment?.id;
  const edited = commentId === undefined ? 'gone' : await tools.github.editComment(repo, commentId, body);
  if (edited === 'gone') await tools.github.ensureComment(repo, issue, progressMarker(task.id), body);
  return [{ type: 'effect', name: 'progress_finished' }];
};

export const removeSandbox: Performer<'remove_sandbox'> = async ({ task, tools, signal }) => {
  await tools.sessions.release(task.id);
  await tools.sandboxes.remove(task.id, signal);
  await tools.repositories.remove(task.id);
  await tools.images.remove(task.id);
  return [{ type: 'effect', name: 'sandbox_removed' }];
};

export const complete: Performer<'complete'> = async () => [{ type: 'effect', name: 'reported' }];
