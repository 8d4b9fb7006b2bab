import { type Answer, checkBodyLength, created, invalid, ok } from '../answer.ts';
import { addLabels, changeIssue, ensureLabel, openIssue } from '../deeds/issues.ts';
import { theApp } from '../deeds/stage.ts';
import { page } from '../paginate.ts';
import { read, REPO, type RepositoryCall, type Route, route, textField, write } from '../route.ts';
import { issueShape } from '../shapes/issue.ts';
import { findUser, type User } from '../world.ts';
import { inOrder, issueOf, listed } from './find.ts';
import { labelNames } from './labels.ts';

export const issueRoutes: readonly Route[] = [
  route('GET', `${REPO}/issues`, read('issues', 'pull_requests'), list),
  route('POST', `${REPO}/issues`, write('issues'), open),
  route('GET', `${REPO}/issues/{issue_number}`, read('issues', 'pull_requests'), (call) =>
    ok(issueShape(call.world, call.repository, issueOf(call))),
  ),
  route('GET', `${REPO}/issues/{issue_number}/dependencies/blocked_by`, read('issues'), (call) =>
    page(call, issueOf(call).blockedBy, ({ repository, issue }) => issueShape(call.world, repository, issue)),
  ),
  route('PATCH', `${REPO}/issues/{issue_number}`, write('issues', 'pull_requests'), change),
];

function list(call: RepositoryCall): Answer {
  const { world, repository, query } = call;
  const state = query.get('state') ?? 'open';
  const labels = (query.get('labels') ?? '').toLowerCase().split(',').filter(Boolean);
  const creator = query.get('creator')?.toLowerCase();
  const wanted = listed(call, repository.issues).filter(
    (issue) =>
      issue.gone === null &&
      (state === 'all' || issue.state === state) &&
      labels.every((name) => issue.labels.some((label) => label.name.toLowerCase() === name)) &&
      (creator === undefined || issue.author.login.toLowerCase() === creator),
  );
  return page(call, inOrder(call, wanted, 'desc'), (issue) => issueShape(world, repository, issue));
}

function open(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const body = textField(call, 'body') ?? null;
  checkBodyLength(body ?? '', 'Issue');
  const made = openIssue(call, repository, theApp(world), {
    title: String(call.body['title']),
    body,
    labels: labelNames(call.body['labels']),
    assignees: assigneesIn(call),
  });
  return created(issueShape(world, repository, made.value));
}

function change(call: RepositoryCall): Answer {
  const { world, repository, body } = call;
  const issue = issueOf(call);
  const text = body['body'];
  if (typeof text === 'string') checkBodyLength(text, 'Issue');
  const state = body['state'];
  const reason = body['state_reason'];
  if (body['labels'] !== undefined) {
    const names = labelNames(body['labels']);
    const wanted = names.map((name) => ensureLabel(world, repository, name));
    issue.labels = issue.labels.filter((label) => wanted.includes(label));
    addLabels(call, repository, issue, names, theApp(world));
  }
  if (body['assignees'] !== undefined) issue.assignees = [...assigneesIn(call)];
  changeIssue(
    call,
    repository,
    issue,
    {
      ...(typeof body['title'] === 'string' ? { title: body['title'] } : {}),
      ...(typeof text === 'string' || text === null ? { body: text } : {}),
      ...(state === 'open' || state === 'closed' ? { state } : {}),
      ...(typeof reason === 'string' ? { stateReason: reason } : {}),
    },
    theApp(world),
  );
  return ok(issueShape(world, repository, issue));
}

function assigneesIn({ world, body }: RepositoryCall): readonly User[] {
  const logins = Array.isArray(body['assignees']) ? body['assignees'].map(String) : [];
  return logins.map((login) => {
    const user = findUser(world, login);
    if (user === undefined) throw invalid({ resource: 'Issue', field: 'assignees', code: 'invalid', value: login });
    return user;
  });
}
