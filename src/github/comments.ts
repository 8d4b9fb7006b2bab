import { z } from 'zod';
import { Fault } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { AppIdentity, RepositoryRef } from '../ports/github.ts';
import { AnyAnswer, CommentAnswer } from './answers.ts';
import type { Api, ListCall } from './api.ts';
import { createOnce } from './create-once.ts';
import { watchForSleep } from './process-pause.ts';
import { carriesMarker } from '../ports/comment-marker.ts';

export interface CommentWish {
  readonly issue: number;
  readonly marker: string;
  readonly body: string;
}

export interface CommentRef {
  readonly id: number;
  readonly url: string;
}

/** GitHub refuses more. */
const MAX_BODY_LENGTH = 65_536;

export function assertBody(body: string): void {
  if (body.length <= MAX_BODY_LENGTH) return;
  throw new Fault(
    'internal',
    `A text of ${body.length} characters is longer than GitHub takes.`,
    'Please report this as a bug.',
  );
}

export async function ensureComment(
  api: Api,
  clock: Clock,
  place: { readonly repo: RepositoryRef; readonly us: AppIdentity },
  wish: CommentWish,
): Promise<CommentRef> {
  const { repo, us } = place;
  assertBody(wish.body);
  if (!carriesMarker(wish.body, wish.marker)) {
    throw new Fault('internal', 'A comment was to be written without its marker.', 'Please report this as a bug.');
  }
  return createOnce(clock, {
    async find() {
      const comments = await api.list(repo, listOf(wish.issue));
      const ours = comments.filter((comment) => isOurs(comment, us) && carriesMarker(comment.body ?? '', wish.marker));
      const first = ours.toSorted((left, right) => left.id - right.id)[0];
      return first === undefined ? null : toRef(first);
    },
    async create(isTooLate) {
      return toRef(
        await api.call(repo, {
          what: 'Writing a comment',
          route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
          parameters: { issue_number: wish.issue, body: wish.body },
          answer: CommentAnswer,
          mayRepeat: false,
          isTooLate,
        }),
      );
    },
  });
}

export function listOf(issue: number): ListCall<CommentAnswer> {
  return {
    what: 'Reading the comments',
    route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
    parameters: { issue_number: issue },
    answer: z.array(CommentAnswer),
  };
}

export async function editComment(
  api: Api,
  edit: { readonly repo: RepositoryRef; readonly commentId: number; readonly body: string },
): Promise<'edited' | 'gone'> {
  assertBody(edit.body);
  const watch = watchForSleep();
  try {
    await api.call(edit.repo, {
      what: 'Editing a comment',
      route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
      parameters: { comment_id: edit.commentId, body: edit.body },
      answer: AnyAnswer,
      mayRepeat: true,
      isTooLate: watch.hasOverslept,
    });
    return 'edited';
  } catch (error) {
    if (error instanceof Fault && error.code === 'github_gone') return 'gone';
    throw error;
  } finally {
    watch.stop();
  }
}

/** Anybody can copy a marker; nobody else can write as this App. */
export function isOurs(comment: CommentAnswer, us: AppIdentity): boolean {
  if (comment.user?.type !== 'Bot') return false;
  const through = comment.performed_via_github_app;
  return through ? through.id === us.appId : comment.user.login === `${us.slug}[bot]`;
}

function toRef(comment: CommentAnswer): CommentRef {
  return { id: comment.id, url: comment.html_url };
}
