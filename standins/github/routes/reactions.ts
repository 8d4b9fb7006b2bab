import { type Answer, noContent, notFound } from '../answer.ts';
import { addReaction } from '../deeds/comments.ts';
import { theApp } from '../deeds/stage.ts';
import { page } from '../paginate.ts';
import { numberParam, read, REPO, type RepositoryCall, type Route, route, write } from '../route.ts';
import { reactionShape } from '../shapes/issue.ts';
import type { Reaction } from '../world.ts';
import { commentOf, issueOf, reviewCommentOf } from './find.ts';

export const reactionRoutes: readonly Route[] = [
  ...reactionsAt(
    `${REPO}/issues/comments/{comment_id}`,
    ['issues', 'pull_requests'],
    (call) => commentOf(call).reactions,
  ),
  ...reactionsAt(`${REPO}/pulls/comments/{comment_id}`, ['pull_requests'], (call) => reviewCommentOf(call).reactions),
  ...reactionsAt(`${REPO}/issues/{issue_number}`, ['issues', 'pull_requests'], (call) => issueOf(call).reactions),
];

function reactionsAt(
  target: string,
  permissions: readonly string[],
  reactionsOf: (call: RepositoryCall) => Reaction[],
): readonly Route[] {
  return [
    route('GET', `${target}/reactions`, read(...permissions), (call) => list(call, reactionsOf(call))),
    route('POST', `${target}/reactions`, write(...permissions), (call) => react(call, reactionsOf(call))),
    route('DELETE', `${target}/reactions/{reaction_id}`, write(...permissions), (call) =>
      remove(call, reactionsOf(call)),
    ),
  ];
}

function list(call: RepositoryCall, reactions: readonly Reaction[]): Answer {
  const content = call.query.get('content');
  const wanted = reactions.filter((reaction) => content === null || reaction.content === content);
  return page(call, wanted, (reaction) => reactionShape(call.world, reaction));
}

function react(call: RepositoryCall, reactions: Reaction[]): Answer {
  const { world } = call;
  const { reaction, isNew } = addReaction(call, reactions, String(call.body['content']), theApp(world).user);
  return { status: isNew ? 201 : 200, json: reactionShape(world, reaction) };
}

/** Users can only remove their own reactions. */
function remove(call: RepositoryCall, reactions: Reaction[]): Answer {
  const id = numberParam(call, 'reaction_id');
  const at = reactions.findIndex((reaction) => reaction.id === id && reaction.user.id === call.world.app.bot.id);
  if (at < 0) throw notFound();
  reactions.splice(at, 1);
  return noContent();
}
