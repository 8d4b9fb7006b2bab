import type { Comment, Issue, Reaction, Repository, User } from '../world.ts';
import type { Actor, Done, Stage } from './stage.ts';

export function addComment(
  { world, events }: Stage,
  repository: Repository,
  issue: Issue,
  body: string,
  actor: Actor,
): Done<Comment> {
  const now = world.now();
  const comment: Comment = {
    id: world.nextId(),
    issueNumber: issue.number,
    body,
    author: actor.user,
    viaApp: actor.viaApp,
    createdAtMs: now,
    updatedAtMs: now,
    reactions: [],
  };
  repository.comments.push(comment);
  issue.updatedAtMs = now;
  return { value: comment, told: events.comment('created', repository, issue, comment, actor.user) };
}

export function changeComment(
  { world, events }: Stage,
  repository: Repository,
  comment: Comment,
  body: string,
  actor: Actor,
): Done<Comment> {
  const before = comment.body;
  comment.body = body;
  comment.updatedAtMs = world.now();
  const issue = repository.issues.find((one) => one.number === comment.issueNumber);
  if (issue === undefined || before === body) return { value: comment, told: Promise.resolve() };
  return {
    value: comment,
    told: events.comment('edited', repository, issue, comment, actor.user, { changes: { body: { from: before } } }),
  };
}

export function dropComment({ events }: Stage, repository: Repository, comment: Comment, actor: Actor): Done<void> {
  repository.comments.splice(repository.comments.indexOf(comment), 1);
  const issue = repository.issues.find((one) => one.number === comment.issueNumber);
  const told =
    issue === undefined ? Promise.resolve() : events.comment('deleted', repository, issue, comment, actor.user);
  return { value: undefined, told };
}

/** The same reaction twice leaves one. Reactions cause no webhook. */
export function addReaction(
  { world }: Stage,
  reactions: Reaction[],
  content: string,
  user: User,
): { readonly reaction: Reaction; readonly isNew: boolean } {
  const found = reactions.find((one) => one.user.id === user.id && one.content === content);
  if (found !== undefined) return { reaction: found, isNew: false };
  const reaction: Reaction = { id: world.nextId(), content, user, createdAtMs: world.now() };
  reactions.push(reaction);
  return { reaction, isNew: true };
}
