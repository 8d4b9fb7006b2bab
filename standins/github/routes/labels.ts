import { type Answer, created, invalid, noContent, notFound, ok, refuse } from '../answer.ts';
import { addLabels, findLabel, removeLabel } from '../deeds/issues.ts';
import { theApp } from '../deeds/stage.ts';
import { page } from '../paginate.ts';
import { read, REPO, type RepositoryCall, type Route, route, textField, write } from '../route.ts';
import { labelShape } from '../shapes/repository.ts';
import type { Label } from '../world.ts';
import { issueOf } from './find.ts';

const READ = read('issues', 'pull_requests');
const WRITE = write('issues', 'pull_requests');
const MAX_NAME = 50;
const MAX_DESCRIPTION = 100;

export const labelRoutes: readonly Route[] = [
  route('GET', `${REPO}/labels`, READ, (call) => show(call, call.repository.labels)),
  route('POST', `${REPO}/labels`, WRITE, create),
  route('GET', `${REPO}/labels/{name}`, READ, (call) => ok(labelShape(call.world, call.repository, labelIn(call)))),
  route('PATCH', `${REPO}/labels/{name}`, WRITE, change),
  route('DELETE', `${REPO}/labels/{name}`, WRITE, drop),
  route('GET', `${REPO}/issues/{issue_number}/labels`, READ, (call) => show(call, issueOf(call).labels)),
  route('POST', `${REPO}/issues/{issue_number}/labels`, WRITE, add),
  route('PUT', `${REPO}/issues/{issue_number}/labels`, WRITE, replace),
  route('DELETE', `${REPO}/issues/{issue_number}/labels`, WRITE, clear),
  route('DELETE', `${REPO}/issues/{issue_number}/labels/{name}`, WRITE, remove),
];

function show(call: RepositoryCall, labels: readonly Label[]): Answer {
  return page(call, labels, (label) => labelShape(call.world, call.repository, label));
}

function whole(call: RepositoryCall, labels: readonly Label[]): Answer {
  return ok(labels.map((label) => labelShape(call.world, call.repository, label)));
}

function labelIn(call: RepositoryCall): Label {
  const found = findLabel(call.repository, call.params['name'] ?? '');
  if (found === undefined) throw notFound();
  return found;
}

function create(call: RepositoryCall): Answer {
  const { world, repository } = call;
  const name = String(call.body['name']);
  const color = textField(call, 'color') ?? 'ededed';
  const description = textField(call, 'description') ?? null;
  check(name, color, description);
  if (findLabel(repository, name) !== undefined)
    throw invalid({ resource: 'Label', code: 'already_exists', field: 'name' });
  const label: Label = { id: world.nextId(), name, color, description };
  repository.labels.push(label);
  return created(labelShape(world, repository, label));
}

function change(call: RepositoryCall): Answer {
  const label = labelIn(call);
  const name = textField(call, 'new_name') ?? label.name;
  const color = textField(call, 'color') ?? label.color;
  const description = textField(call, 'description') ?? label.description;
  check(name, color, description);
  const other = findLabel(call.repository, name);
  if (other !== undefined && other !== label)
    throw invalid({ resource: 'Label', code: 'already_exists', field: 'name' });
  Object.assign(label, { name, color, description });
  return ok(labelShape(call.world, call.repository, label));
}

function check(name: string, color: string, description: string | null): void {
  if (name === '' || name.length > MAX_NAME)
    throw invalid({
      resource: 'Label',
      code: 'custom',
      field: 'name',
      message: `name is too long (maximum is ${MAX_NAME} characters)`,
    });
  if (!/^[0-9a-f]{6}$/i.test(color)) throw invalid({ resource: 'Label', code: 'invalid', field: 'color' });
  if ((description ?? '').length > MAX_DESCRIPTION)
    throw invalid({
      resource: 'Label',
      code: 'custom',
      field: 'description',
      message: `description is too long (maximum is ${MAX_DESCRIPTION} characters)`,
    });
}

function drop(call: RepositoryCall): Answer {
  const label = labelIn(call);
  call.repository.labels.splice(call.repository.labels.indexOf(label), 1);
  for (const issue of call.repository.issues) issue.labels = issue.labels.filter((one) => one !== label);
  return noContent();
}

function add(call: RepositoryCall): Answer {
  const issue = issueOf(call);
  addLabels(call, call.repository, issue, labelNames(call.body['labels']), theApp(call.world));
  return whole(call, issue.labels);
}

function replace(call: RepositoryCall): Answer {
  const issue = issueOf(call);
  const names = labelNames(call.body['labels']).map((name) => name.toLowerCase());
  for (const label of issue.labels.slice()) {
    if (!names.includes(label.name.toLowerCase())) removeLabel(call, call.repository, issue, label, theApp(call.world));
  }
  return add(call);
}

function clear(call: RepositoryCall): Answer {
  const issue = issueOf(call);
  for (const label of issue.labels.slice()) removeLabel(call, call.repository, issue, label, theApp(call.world));
  return noContent();
}

function remove(call: RepositoryCall): Answer {
  const issue = issueOf(call);
  const label = findLabel(call.repository, call.params['name'] ?? '');
  if (label === undefined || !removeLabel(call, call.repository, issue, label, theApp(call.world)).value)
    throw refuse(404, 'Label does not exist');
  return whole(call, issue.labels);
}

/** GitHub accepts names, objects with a name, and a bare list. */
export function labelNames(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  const names = value.map((one: unknown) =>
    typeof one === 'object' && one !== null && 'name' in one ? String(one.name) : String(one),
  );
  for (const name of names)
    if (name.length > MAX_NAME) throw invalid({ resource: 'Label', code: 'invalid', field: 'name', value: name });
  return names;
}
