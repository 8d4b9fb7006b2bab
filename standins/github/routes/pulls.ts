import { type Answer, checkBodyLength, created, invalid, ok, refuse } from '../answer.ts';
import { allows } from '../auth.ts';
import { changeIssue } from '../deeds/issues.ts';
import { mergeability, NO_DRAFTS, openPull } from '../deeds/pulls.ts';
import { openPulls } from '../deeds/refs.ts';
import { theApp } from '../deeds/stage.ts';
import { compare, diffText, hasCommitsBetween, sharesHistory } from '../git/compare.ts';
import { branchSha } from '../git/repository.ts';
import { page } from '../paginate.ts';
import { read, REPO, type RepositoryCall, type Route, route, textField, write } from '../route.ts';
import { commitShape, fileShape } from '../shapes/commit.ts';
import { pullFull, pullSimple } from '../shapes/pull.ts';
import { findUser, type Issue, type Pull } from '../world.ts';
import { inOrder, listed, pullOf } from './find.ts';

const READ = read('pull_requests');
const WRITE = write('pull_requests');

export const pullRoutes: readonly Route[] = [
  route('GET', `${REPO}/pulls`, READ, list),
  route('POST', `${REPO}/pulls`, WRITE, open),
  route('GET', `${REPO}/pulls/{pull_number}`, READ, show),
  route('PATCH', `${REPO}/pulls/{pull_number}`, WRITE, change),
  route('GET', `${REPO}/pulls/{pull_number}/files`, READ, files),
  route('GET', `${REPO}/pulls/{pull_number}/commits`, READ, commits),
  route('POST', `${REPO}/pulls/{pull_number}/requested_reviewers`, WRITE, requestReviewers),
];

function list(call: RepositoryCall): Answer {
  const { world, repository, query } = call;
  const state = query.get('state') ?? 'open';
  const head = query.get('head')?.toLowerCase();
  const base = query.get('base');
  const wanted = inOrder(call, listed(call, repository.issues), 'desc').flatMap((issue) => {
    const { pull } = issue;
    if (pull === null || issue.gone !== null || (state !== 'all' && issue.state !== state)) return [];
    if (head?.includes(':') === true && `${repository.owner.login}:${pull.headRef}`.toLowerCase() !== head) return [];
    return base !== null && pull.baseRef !== base ? [] : [{ issue, pull }];
  });
  return page(call, wanted, ({ issue, pull }) => pullSimple(world, repository, issue, pull));
}

async function open(call: RepositoryCall): Promise<Answer> {
  const { world, repository } = call;
  const body = textField(call, 'body') ?? null;
  checkBodyLength(body ?? '', 'PullRequest');
  const title = (textField(call, 'title') ?? '').trim();
  if (title === '') throw invalid({ resource: 'PullRequest', code: 'missing_field', field: 'title' });
  const headRef = branchIn(call, String(call.body['head']));
  const baseRef = String(call.body['base']);
  const baseSha = await branchSha(repository.gitDir, baseRef);
  if (baseSha === undefined) throw invalid({ resource: 'PullRequest', field: 'base', code: 'invalid' });
  const headSha = headRef === undefined ? undefined : await branchSha(repository.gitDir, headRef);
  if (headRef === undefined || headSha === undefined)
    throw invalid({ resource: 'PullRequest', field: 'head', code: 'invalid' });
  if (!(await sharesHistory(repository.gitDir, baseSha, headSha)))
    throw custom(`The ${headRef} branch has no history in common with ${baseRef}`);
  if (!(await hasCommitsBetween(repository.gitDir, baseSha, headSha)))
    throw custom(`No commits between ${baseRef} and ${headRef}`);
  if (openPulls(repository).some(({ pull }) => pull.headRef === headRef && pull.baseRef === baseRef))
    throw custom(`A pull request already exists for ${repository.owner.login}:${headRef}.`);
  if (call.body['draft'] === true && !repository.hasDrafts) throw refuse(422, NO_DRAFTS);
  const made = await openPull(
    call,
    repository,
    { title, body, headRef, headSha, baseRef, baseSha, draft: call.body['draft'] === true },
    theApp(world),
  );
  const { pull } = made.value;
  if (pull === null) throw new Error('The stand-in made a pull request without a pull request.');
  return created(await fullShape(call, made.value, pull));
}

/** `owner:branch` or `branch`; there are no forks here. */
function branchIn({ repository }: RepositoryCall, head: string): string | undefined {
  const [, owner, branch] = /^(?:([^:]+):)?([^:]+)$/.exec(head) ?? [];
  return owner === undefined || owner.toLowerCase() === repository.owner.login.toLowerCase() ? branch : undefined;
}

function custom(message: string): Error {
  return invalid({ resource: 'PullRequest', code: 'custom', message });
}

async function show(call: RepositoryCall): Promise<Answer> {
  const { issue, pull } = pullOf(call);
  if (/\.(diff|patch)\b/.test(call.accept)) {
    const text = await diffText(call.repository.gitDir, `${pull.baseSha}...${pull.headSha}`);
    return { status: 200, text, headers: { 'content-type': 'application/vnd.github.v3.diff; charset=utf-8' } };
  }
  return ok(await fullShape(call, issue, pull));
}

async function fullShape({ world, repository }: RepositoryCall, issue: Issue, pull: Pull): Promise<unknown> {
  const [comparison, mergeable] = await Promise.all([
    compare(repository.gitDir, pull.baseSha, pull.headSha),
    mergeability(repository, issue, pull),
  ]);
  return pullFull(world, repository, issue, pull, { comparison, mergeable });
}

async function change(call: RepositoryCall): Promise<Answer> {
  const { repository, body, world } = call;
  const { issue, pull } = pullOf(call);
  const text = body['body'];
  if (typeof text === 'string') checkBodyLength(text, 'PullRequest');
  const state = body['state'];
  if (state === 'open' && issue.state === 'closed') await checkReopen(call, pull);
  if (typeof body['base'] === 'string' && body['base'] !== pull.baseRef) {
    const sha = await branchSha(repository.gitDir, body['base']);
    if (sha === undefined) throw invalid({ resource: 'PullRequest', field: 'base', code: 'invalid' });
    pull.baseRef = body['base'];
    pull.baseSha = sha;
  }
  const wanted = {
    ...(typeof body['title'] === 'string' ? { title: body['title'] } : {}),
    ...(typeof text === 'string' || text === null ? { body: text } : {}),
    ...(state === 'open' ? { state: 'open' as const } : {}),
    ...(state === 'closed' ? { state: 'closed' as const } : {}),
  };
  changeIssue(call, repository, issue, wanted, theApp(world));
  return ok(await fullShape(call, issue, pull));
}

async function checkReopen({ repository }: RepositoryCall, pull: Pull): Promise<void> {
  const head = await branchSha(repository.gitDir, pull.headRef);
  const because =
    pull.mergedAtMs !== null
      ? 'The pull request cannot be reopened.'
      : head === undefined
        ? `The ${pull.headRef} branch has been deleted.`
        : undefined;
  if (because !== undefined)
    throw invalid({
      resource: 'PullRequest',
      code: 'custom',
      field: 'state',
      message: `state cannot be changed. ${because}`,
    });
  pull.headSha = head ?? pull.headSha;
}

async function files(call: RepositoryCall): Promise<Answer> {
  const { pull } = pullOf(call);
  const comparison = await compare(call.repository.gitDir, pull.baseSha, pull.headSha);
  return page(call, comparison.files, (file) => fileShape(call.world, call.repository, pull.headSha, file));
}

async function commits(call: RepositoryCall): Promise<Answer> {
  const { pull } = pullOf(call);
  const comparison = await compare(call.repository.gitDir, pull.baseSha, pull.headSha);
  return page(call, comparison.commits, (commit) => commitShape(call.world, call.repository, commit));
}

const NOT_COLLABORATOR =
  'Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the repository.';

/** All or nobody. */
function requestReviewers(call: RepositoryCall): Answer {
  const { world, repository, body } = call;
  const { issue, pull } = pullOf(call);
  const named = (key: string) => (Array.isArray(body[key]) ? body[key].map(String) : []);
  const users = named('reviewers').map((login) => {
    const user = findUser(world, login);
    if (user === undefined || (!repository.roles.has(user.id) && repository.owner.id !== user.id))
      throw refuse(422, NOT_COLLABORATOR);
    return user;
  });
  const teams = named('team_reviewers');
  if (teams.some((slug) => !repository.teams.includes(slug))) throw refuse(422, NOT_COLLABORATOR);
  const mayReadTeams = call.auth.kind === 'installation' && allows(call.auth.token, 'members', 'read');
  if (teams.length > 0 && !mayReadTeams)
    throw refuse(422, 'Validation Failed', {
      errors: [`Could not resolve to a node with the global id of 'T_${teams[0]}'.`],
    });
  pull.requestedReviewers = [...new Set([...pull.requestedReviewers, ...users])];
  pull.requestedTeams = [...new Set([...pull.requestedTeams, ...teams])];
  return created(pullSimple(world, repository, issue, pull));
}
