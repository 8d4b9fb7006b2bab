/** Tells people that the plan could not be changed as they asked: once, as a comment, since an edit notifies nobody. */
import { Fault } from '../errors.ts';
import { refusedChangeMarker } from '../ports/comment-marker.ts';
import { refusedChangeComment } from '../comments/refused-change-comment.ts';
import type { Performer } from './performer.ts';

export const tellRefusedChange: Performer<'tell_refused_change'> = async ({ effect, task, tools }) => {
  const { repo, issue } = task.request;
  const marker = refusedChangeMarker(task.id, effect.comment + 1);
  const told = { type: 'effect', name: 'refused_change_told', comment: effect.comment } as const;
  try {
    const { id, url } = await tools.github.ensureComment(
      repo,
      issue,
      marker,
      tools.redact(refusedChangeComment(task, effect.comment)),
    );
    return [{ ...told, comment_id: id, url }];
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    // The result says it too: a comment that GitHub refuses is no reason to end the work.
    tools.log.warn(
      { task: task.id, trace: task.traceId, err: error },
      'people could not be told that the plan was not changed',
    );
    return [{ ...told, comment_id: null, url: null }];
  }
};
