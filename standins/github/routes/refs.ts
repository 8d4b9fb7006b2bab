import { type Answer, created, noContent, notFound, ok, refuse } from '../answer.ts';
import { moveRefs } from '../deeds/refs.ts';
import { theApp } from '../deeds/stage.ts';
import { listCommits } from '../git/compare.ts';
import { branchSha, listRefs, resolveCommit } from '../git/repository.ts';
import { git, tryGit } from '../git/run-git.ts';
import { read, REPO, type RepositoryCall, type Route, route, write } from '../route.ts';
import { commitShape } from '../shapes/commit.ts';
import { repositoryApi, repositoryHtml } from '../shapes/repository.ts';
import { nodeId } from '../shapes/user.ts';

const READ = read('contents');
const WRITE = write('contents');

export const refRoutes: readonly Route[] = [
  route('GET', `${REPO}/branches/{branch}`, READ, branch),
  route('GET', `${REPO}/git/ref/{ref}`, READ, showRef),
  route('POST', `${REPO}/git/refs`, WRITE, createRef),
  route('PATCH', `${REPO}/git/refs/{ref}`, WRITE, updateRef),
  route('DELETE', `${REPO}/git/refs/{ref}`, WRITE, deleteRef),
  route('GET', `${REPO}/commits/{ref}`, READ, commit),
];

async function branch({ world, repository, params }: RepositoryCall): Promise<Answer> {
  const name = params['branch'] ?? '';
  const sha = await branchSha(repository.gitDir, name);
  const [tip] = sha === undefined ? [] : await listCommits(repository.gitDir, sha, ['--max-count=1']);
  if (tip === undefined) throw refuse(404, 'Branch not found');
  const url = `${repositoryApi(world, repository)}/branches/${name}`;
  const isProtected = repository.protectedBranches.includes(name);
  return ok({
    name,
    commit: commitShape(world, repository, tip),
    _links: { self: url, html: `${repositoryHtml(world, repository)}/tree/${name}` },
    protected: isProtected,
    protection: {
      enabled: isProtected,
      required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] },
    },
    protection_url: `${url}/protection`,
  });
}

function refShape({ world, repository }: RepositoryCall, ref: string, sha: string) {
  const api = repositoryApi(world, repository);
  return {
    ref,
    node_id: nodeId(`Ref:${ref}`, repository.id),
    url: `${api}/git/${ref}`,
    object: { sha, type: 'commit', url: `${api}/git/commits/${sha}` },
  };
}

function refIn(call: RepositoryCall): string {
  return `refs/${(call.params['ref'] ?? '').replace(/^refs\//, '')}`;
}

async function showRef(call: RepositoryCall): Promise<Answer> {
  const ref = refIn(call);
  const sha = (await listRefs(call.repository.gitDir)).get(ref);
  if (sha === undefined) throw notFound();
  return ok(refShape(call, ref, sha));
}

async function createRef(call: RepositoryCall): Promise<Answer> {
  const { repository, world, body } = call;
  const ref = String(body['ref']);
  const sha = String(body['sha']);
  if (
    !ref.startsWith('refs/') ||
    ref.split('/').length < 3 ||
    (await tryGit(repository.gitDir, ['check-ref-format', ref])).code !== 0
  )
    throw refuse(422, 'Reference name must contain at least three slash-separated components.');
  if ((await listRefs(repository.gitDir)).has(ref)) throw refuse(422, 'Reference already exists');
  if (!/^[0-9a-f]{40}$/.test(sha) || (await resolveCommit(repository.gitDir, sha)) === undefined)
    throw refuse(422, 'Object does not exist');
  await moveRefs(call, repository, theApp(world), () => git(repository.gitDir, ['update-ref', ref, sha]));
  return created(refShape(call, ref, sha));
}

async function updateRef(call: RepositoryCall): Promise<Answer> {
  const { repository, world, body } = call;
  const ref = refIn(call);
  const sha = String(body['sha']);
  const before = (await listRefs(repository.gitDir)).get(ref);
  if (before === undefined) throw refuse(422, 'Reference does not exist');
  if ((await resolveCommit(repository.gitDir, sha)) === undefined) throw refuse(422, 'Object does not exist');
  const isForward = (await tryGit(repository.gitDir, ['merge-base', '--is-ancestor', before, sha])).code === 0;
  if (!isForward && body['force'] !== true) throw refuse(422, 'Update is not a fast forward');
  await moveRefs(call, repository, theApp(world), () => git(repository.gitDir, ['update-ref', ref, sha]));
  return ok(refShape(call, ref, sha));
}

async function deleteRef(call: RepositoryCall): Promise<Answer> {
  const { repository, world } = call;
  const ref = refIn(call);
  if (!(await listRefs(repository.gitDir)).has(ref)) throw refuse(422, 'Reference does not exist');
  await moveRefs(call, repository, theApp(world), () => git(repository.gitDir, ['update-ref', '-d', ref]));
  return noContent();
}

async function commit({ world, repository, params }: RepositoryCall): Promise<Answer> {
  const ref = params['ref'] ?? '';
  const sha = await resolveCommit(repository.gitDir, ref);
  const [found] = sha === undefined ? [] : await listCommits(repository.gitDir, sha, ['--max-count=1']);
  if (found === undefined) throw refuse(422, `No commit found for SHA: ${ref}`);
  return ok(commitShape(world, repository, found));
}
