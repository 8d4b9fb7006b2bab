import type { ReactionTarget, RepositoryRef } from '../ports/github.ts';
import { AnyAnswer } from './answers.ts';
import type { Api } from './api.ts';

/** GitHub keeps one reaction of a kind per user: repeating it does no harm. */
export async function react(
  api: Api,
  repo: RepositoryRef,
  reaction: { readonly target: ReactionTarget; readonly content: string },
): Promise<void> {
  const { route, parameters } = place(reaction.target);
  await api.call(repo, {
    what: 'Adding a reaction',
    route: `POST /repos/{owner}/{repo}/${route}/reactions`,
    parameters: { ...parameters, content: reaction.content },
    answer: AnyAnswer,
    mayRepeat: true,
  });
}

function place(target: ReactionTarget): {
  readonly route: string;
  readonly parameters: Readonly<Record<string, number>>;
} {
  switch (target.kind) {
    case 'issue':
      return { route: 'issues/{issue_number}', parameters: { issue_number: target.issue } };
    case 'issue_comment':
      return { route: 'issues/comments/{comment_id}', parameters: { comment_id: target.commentId } };
    case 'review_comment':
      return { route: 'pulls/comments/{comment_id}', parameters: { comment_id: target.commentId } };
  }
}
