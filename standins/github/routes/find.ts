import { notFound, refuse } from '../answer.ts';
import { numberParam, type RepositoryCall } from '../route.ts';
import type { Comment, Issue, Pull, ReviewComment, World } from '../world.ts';

export function issueOf(call: RepositoryCall): Issue {
  const number = numberParam(call, 'issue_number');
  const issue = call.repository.issues.find((one) => one.number === number);
  if (issue === undefined) throw notFound();
  if (issue.gone?.kind === 'deleted') throw refuse(410, 'This issue was deleted');
  if (issue.gone?.kind === 'moved') throw moved(call.world, issue.gone.apiPath);
  return issue;
}

export function moved(world: World, apiPath: string): Error {
  const url = `${world.url}/api/v3${apiPath}`;
  const refusal = refuse(301, 'Moved Permanently', { url });
  return Object.assign(refusal, { answer: { ...refusal.answer, headers: { location: url } } });
}

export function pullOf(call: RepositoryCall): { readonly issue: Issue; readonly pull: Pull } {
  const number = numberParam(call, 'pull_number');
  const issue = call.repository.issues.find((one) => one.number === number && one.gone === null);
  if (issue === undefined || issue.pull === null) throw notFound();
  return { issue, pull: issue.pull };
}

export function commentOf(call: RepositoryCall): Comment {
  const id = numberParam(call, 'comment_id');
  const comment = call.repository.comments.find((one) => one.id === id);
  if (comment === undefined) throw notFound();
  return comment;
}

export function reviewCommentOf(call: RepositoryCall): ReviewComment {
  const id = numberParam(call, 'comment_id');
  const comment = call.repository.reviewComments.find((one) => one.id === id);
  if (comment === undefined) throw notFound();
  return comment;
}

/** What lists show: the newest objects may be missing for a while, and `since` refers to changes. */
export function listed<T extends { readonly createdAtMs: number; readonly updatedAtMs: number }>(
  call: RepositoryCall,
  items: readonly T[],
): readonly T[] {
  const since = Date.parse(call.query.get('since') ?? '1970-01-01T00:00:00Z');
  const newest = call.world.now() - call.world.listLagMs;
  return items.filter(
    (item) =>
      (call.world.listLagMs === 0 || item.createdAtMs <= newest) && Math.floor(item.updatedAtMs / 1000) * 1000 >= since,
  );
}

export function inOrder<T extends { readonly createdAtMs: number; readonly updatedAtMs: number; readonly id: number }>(
  call: RepositoryCall,
  items: readonly T[],
  usual: 'asc' | 'desc',
): readonly T[] {
  const key = call.query.get('sort') === 'updated' ? 'updatedAtMs' : 'createdAtMs';
  const sign = (call.query.get('direction') ?? usual) === 'asc' ? 1 : -1;
  return items.toSorted((a, b) => sign * (a[key] - b[key] || a.id - b.id));
}
