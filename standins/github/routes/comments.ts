import { type Answer, checkBodyLength, created, noContent, ok, refuse } from '../answer.ts';
import { addComment, changeComment, dropComment } from '../deeds/comments.ts';
import { theApp } from '../deeds/stage.ts';
import { page } from '../paginate.ts';
import { read, REPO, type RepositoryCall, type Route, route, textField, write } from '../route.ts';
import { commentShape } from '../shapes/issue.ts';
import type { Comment } from '../world.ts';
import { commentOf, inOrder, issueOf, listed } from './find.ts';

const READ = read('issues', 'pull_requests');
const WRITE = write('issues', 'pull_requests');

export const commentRoutes: readonly Route[] = [
  route('GET', `${REPO}/issues/comments`, READ, (call) =>
    show(call, inOrder(call, listed(call, call.repository.comments), 'asc')),
  ),
  route('GET', `${REPO}/issues/comments/{comment_id}`, READ, (call) =>
    ok(commentShape(call.world, call.repository, commentOf(call))),
  ),
  route('PATCH', `${REPO}/issues/comments/{comment_id}`, WRITE, edit),
  route('DELETE', `${REPO}/issues/comments/{comment_id}`, WRITE, remove),
  route('GET', `${REPO}/issues/{issue_number}/comments`, READ, list),
  route('POST', `${REPO}/issues/{issue_number}/comments`, WRITE, create),
];

function show(call: RepositoryCall, comments: readonly Comment[]): Answer {
  return page(call, comments, (comment) => commentShape(call.world, call.repository, comment));
}

function list(call: RepositoryCall): Answer {
  const { number } = issueOf(call);
  return show(
    call,
    listed(
      call,
      call.repository.comments.filter((comment) => comment.issueNumber === number),
    ),
  );
}

function create(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const issue = issueOf(call);
  const body = bodyIn(call);
  if (issue.locked) throw refuse(403, 'Unable to create comment because issue is locked.');
  const { value } = addComment(call, repository, issue, body, theApp(world));
  const shape = commentShape(world, repository, value);
  return { ...created(shape), headers: { location: shape.url } };
}

function edit(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const comment = commentOf(call);
  changeComment(call, repository, comment, bodyIn(call), theApp(world));
  return ok(commentShape(world, repository, comment));
}

function remove(call: RepositoryCall): Answer {
  dropComment(call, call.repository, commentOf(call), theApp(call.world));
  return noContent();
}

function bodyIn(call: RepositoryCall): string {
  const body = textField(call, 'body') ?? '';
  if (body.trim() === '')
    throw refuse(422, 'Validation Failed', {
      errors: [{ resource: 'IssueComment', code: 'missing_field', field: 'body' }],
    });
  checkBodyLength(body, 'IssueComment');
  return body;
}
