/** The newest comments on an issue: GitHub lists the oldest first, so the last pages are looked at, never all of them (GH-10). */
import { PAGE_SIZE, type Api } from './api.ts';
import { isOurs, listOf } from './comments.ts';
import { GHOST, type CommentAnswer } from './answers.ts';
import type { AppIdentity, GitHub, IssueComment, RepositoryRef } from '../ports/github.ts';

/** Of the last ones: what was written since takes room too. */
const MAX_LAST_PAGES = 4;

export async function commentsUntil(
  api: Api,
  place: { readonly repo: RepositoryRef; readonly us: AppIdentity },
  { issue, untilMs }: { readonly issue: number; readonly untilMs: number },
): ReturnType<GitHub['commentsUntil']> {
  const call = listOf(issue);
  const first = await api.page(place.repo, call, 1);
  const last = lastPage(first.link);
  const pages: (readonly CommentAnswer[])[] = [];
  let number = last;
  for (; number >= 1 && last - number < MAX_LAST_PAGES && !isEnough(pages.flat(), untilMs); number -= 1) {
    const { data } = number === 1 ? first : await api.page(place.repo, call, number);
    pages.unshift(data);
  }
  // New ones may have shifted in between two pages, deleted ones out: each counts once.
  const comments = new Map(pages.flat().map((comment) => [comment.id, comment]));
  return { comments: [...comments.values()].map((comment) => commentOf(comment, place.us)), older: number * PAGE_SIZE };
}

function isEnough(comments: readonly CommentAnswer[], untilMs: number): boolean {
  return comments.filter(({ created_at: at }) => Date.parse(at ?? '') <= untilMs).length >= PAGE_SIZE;
}

function lastPage(link: string): number {
  const last = /<[^>]*[?&]page=(\d{1,6})[^>]*>;\s*rel="last"/.exec(link)?.[1];
  return last === undefined ? 1 : Math.max(1, Number(last));
}

function commentOf(comment: CommentAnswer, us: AppIdentity): IssueComment {
  const { id, user, body, created_at: createdAt, updated_at: updatedAt } = comment;
  return {
    id,
    author: user?.id ? { id: user.id, login: user.login } : GHOST,
    isBot: user?.type === 'Bot',
    isOurs: isOurs(comment, us),
    body: body ?? '',
    createdAt: createdAt ?? '',
    updatedAt: updatedAt ?? '',
  };
}
