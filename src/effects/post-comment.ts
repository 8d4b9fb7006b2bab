/** Posts a separate comment, since an edit notifies nobody. It is looked for by its marker before it is created. */
import { Fault } from '../errors.ts';
import type { EffectKind } from '../state/effect.ts';
import type { Performing } from './performer.ts';

export interface CommentText {
  readonly marker: string;
  readonly body: string;
}

type InTask = Pick<Performing<EffectKind>, 'task' | 'tools'>;
type Posted = { readonly comment_id: number; readonly url: string };

export async function postComment({ marker, body }: CommentText, { task, tools }: InTask): Promise<Posted> {
  const { repo, issue } = task.request;
  const { id, url } = await tools.github.ensureComment(repo, issue, marker, tools.redact(body));
  return { comment_id: id, url };
}

/** If GitHub refuses the comment, the work continues; the refusal is logged as `unposted`. */
export async function postCommentIfPossible(
  comment: CommentText,
  { task, tools }: InTask,
  unposted: string,
): Promise<Posted | { readonly comment_id: null; readonly url: null }> {
  try {
    return await postComment(comment, { task, tools });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, unposted);
    return { comment_id: null, url: null };
  }
}
