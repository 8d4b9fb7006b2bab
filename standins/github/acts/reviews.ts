import { replyInThread, submitReview } from '../deeds/reviews.ts';
import { person, type Stage } from '../deeds/stage.ts';
import type { Review } from '../world.ts';
import { type At, type AtIssue, personNamed, pullAt, repositoryAt } from './place.ts';

interface By {
  readonly by: string;
}

/** What people say about the lines of a pull request. */
export function reviewActs(stage: Stage) {
  const { world } = stage;
  return {
    async submitReview(
      act: AtIssue &
        By & {
          readonly state: Review['state'];
          readonly body?: string;
          readonly comments?: readonly { readonly path: string; readonly line: number; readonly body: string }[];
        },
    ) {
      const { repository, issue, pull } = pullAt(world, act);
      const draft = { state: act.state, body: act.body ?? '', comments: act.comments ?? [] };
      const { value, told } = await submitReview(
        stage,
        repository,
        { issue, pull },
        { draft, actor: person(personNamed(world, act.by)) },
      );
      await told;
      return { id: value.review.id, comments: value.comments.map(({ id }) => id) };
    },
    async replyInThread(act: At & By & { readonly comment: number; readonly body: string }) {
      const repository = repositoryAt(world, act);
      const to = repository.reviewComments.find(({ id }) => id === act.comment);
      if (to === undefined) throw new Error(`There is no comment ${act.comment} on a line in ${act.repository}.`);
      const { value, told } = replyInThread(stage, repository, to, {
        body: act.body,
        actor: person(personNamed(world, act.by)),
      });
      await told;
      return { id: value.id, review: value.reviewId };
    },
    /** The comments on lines with their reactions. */
    readLineComments(act: AtIssue) {
      const { repository, issue } = pullAt(world, act);
      return repository.reviewComments
        .filter(({ issueNumber }) => issueNumber === issue.number)
        .map(({ id, body, path, line, hunk, reactions }) => ({
          id,
          body,
          path,
          line,
          hunk,
          reacted: reactions.map(({ content, user }) => `${user.login} ${content}`),
        }));
    },
  };
}
