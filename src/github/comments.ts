/** Comments on issues: finding, creating once, editing, reading, reacting. */
import { z } from 'zod';
import { Fault } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import { carriesMarker } from '../ports/comment-marker.ts';
import {
  DELETED_ACCOUNT,
  type GitHub,
  type IssueComment,
  type ReactionTarget,
  type RepositoryRef,
} from '../ports/github.ts';
import type { AppIdentity } from '../ports/github-app.ts';
import { AnyAnswer, CommentAnswer, personOr } from './answers.ts';
import { PAGE_SIZE, type Api, type Call, type ListCall } from './api.ts';
import { unlessGone } from './translate-error.ts';
import { createOnce } from './create-once.ts';
import { watchForSleep } from './process-pause.ts';
import { NotWanted } from './write-turns.ts';

export type Identity = () => Promise<AppIdentity>;

type Comments = Pick<GitHub, 'hasComment' | 'commentsUntil' | 'ensureComment' | 'editComment' | 'editLater' | 'react'>;

/** GitHub refuses longer ones. */
const MAX_BODY_LENGTH = 65_536;
/** The last pages searched for our newest comments; later comments take room too. */
const MAX_LAST_PAGES = 4;

export function createComments(api: Api, clock: Clock, identity: Identity): Comments {
  async function edit(
    repo: RepositoryRef,
    commentId: number,
    { parameters, ...how }: Pick<Call<unknown>, 'parameters' | 'rank' | 'isNowOrNever' | 'isWanted' | 'late'>,
  ): Promise<'edited' | 'gone'> {
    const watch = watchForSleep();
    const edited = api.call(repo, {
      what: 'Editing a comment',
      route: 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}',
      parameters: { comment_id: commentId, ...parameters },
      answer: AnyAnswer,
      isTooLate: watch.hasOverslept,
      ...how,
    });
    try {
      return (await unlessGone(edited, 'gone')) === 'gone' ? 'gone' : 'edited';
    } finally {
      watch.stop();
    }
  }

  return {
    async hasComment(repo, commentId) {
      const read = api.call(repo, {
        what: 'Reading the comment',
        route: 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}',
        parameters: { comment_id: commentId },
        answer: AnyAnswer,
      });
      return (await unlessGone(read, 'gone')) !== 'gone';
    },

    /** GitHub lists the oldest first, so only the last pages are read (GH-10). */
    async commentsUntil(repo, issue, untilMs) {
      const us = await identity();
      const call = listOf(issue);
      const first = await api.page(repo, call, 1);
      const last = Math.max(1, Number(/<[^>]*[?&]page=(\d{1,6})[^>]*>;\s*rel="last"/.exec(first.link)?.[1] ?? 1));
      const isEnough = (comments: readonly CommentAnswer[]): boolean =>
        comments.filter(({ created_at: at }) => Date.parse(at ?? '') <= untilMs).length >= PAGE_SIZE;
      let found: readonly CommentAnswer[] = [];
      let number = last;
      for (; number >= 1 && last - number < MAX_LAST_PAGES && !isEnough(found); number -= 1) {
        const { data } = number === 1 ? first : await api.page(repo, call, number);
        found = [...data, ...found];
      }
      // Comments may have been added or deleted between two pages; each counts once.
      const comments = new Map(found.map((comment) => [comment.id, comment]));
      return { comments: [...comments.values()].map((comment) => commentOf(comment, us)), older: number * PAGE_SIZE };
    },

    async ensureComment(repo, issue, marker, body) {
      const us = await identity();
      assertBody(body);
      if (!carriesMarker(body, marker))
        throw new Fault('internal', 'A comment was to be written without its marker.', 'Please report this as a bug.');
      const { id, html_url: url } = await createOnce(clock, {
        async find() {
          const comments = await api.list(repo, listOf(issue));
          const ours = comments.filter((one) => isOurs(one, us) && carriesMarker(one.body ?? '', marker));
          return ours.toSorted((left, right) => left.id - right.id)[0] ?? null;
        },
        create: (isTooLate) =>
          api.call(repo, {
            what: 'Writing a comment',
            route: 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
            parameters: { issue_number: issue, body },
            answer: CommentAnswer,
            createsAnew: true,
            isTooLate,
          }),
      });
      return { id, url };
    },

    async editComment(repo, commentId, body) {
      assertBody(body);
      return edit(repo, commentId, { parameters: { body } });
    },

    async editLater(repo, commentId, { rank, isNowOrNever = false, isWanted, newest }) {
      const late = async () => {
        const body = await newest();
        if (body !== null) assertBody(body);
        return body === null ? null : { body };
      };
      try {
        return await edit(repo, commentId, { rank, isNowOrNever, isWanted, late });
      } catch (error) {
        if (error instanceof NotWanted) return 'not sent';
        throw error;
      }
    },

    /** GitHub keeps one reaction of a kind per user, so repeating it is harmless. */
    async react(repo, target, content) {
      const { route, parameters } = placeOf(target);
      await api.call(repo, {
        what: 'Adding a reaction',
        route: `POST /repos/{owner}/{repo}/${route}/reactions`,
        parameters: { ...parameters, content },
        answer: AnyAnswer,
      });
    },
  };
}

export function assertBody(body: string): void {
  if (body.length <= MAX_BODY_LENGTH) return;
  throw new Fault(
    'internal',
    `A text of ${body.length} characters is longer than GitHub takes.`,
    'Please report this as a bug.',
  );
}

function listOf(issue: number): ListCall<CommentAnswer> {
  return {
    what: 'Reading the comments',
    route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
    parameters: { issue_number: issue },
    answer: z.array(CommentAnswer),
  };
}

function commentOf(comment: CommentAnswer, us: AppIdentity): IssueComment {
  const { id, user, body, created_at: createdAt, updated_at: updatedAt } = comment;
  return {
    id,
    author: personOr(DELETED_ACCOUNT, user),
    isBot: user?.type === 'Bot',
    isOurs: isOurs(comment, us),
    body: body ?? '',
    createdAt: createdAt ?? '',
    updatedAt: updatedAt ?? '',
  };
}

/** Anybody can copy a marker, but nobody else can write as this App. */
function isOurs(comment: CommentAnswer, us: AppIdentity): boolean {
  if (comment.user?.type !== 'Bot') return false;
  const through = comment.performed_via_github_app;
  return through ? through.id === us.appId : comment.user.login === `${us.slug}[bot]`;
}

function placeOf(target: ReactionTarget): { readonly route: string; readonly parameters: object } {
  switch (target.kind) {
    case 'issue':
      return { route: 'issues/{issue_number}', parameters: { issue_number: target.issue } };
    case 'issue_comment':
      return { route: 'issues/comments/{comment_id}', parameters: { comment_id: target.commentId } };
    case 'review_comment':
      return { route: 'pulls/comments/{comment_id}', parameters: { comment_id: target.commentId } };
  }
}
