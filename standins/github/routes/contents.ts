import { type Answer, notFound, ok, refuse } from '../answer.ts';
import { resolveCommit } from '../git/repository.ts';
import { tryGit } from '../git/run-git.ts';
import { read, REPO, type RepositoryCall, type Route, route } from '../route.ts';
import { repositoryApi, repositoryHtml } from '../shapes/repository.ts';

export const contentRoutes: readonly Route[] = [
  route('GET', `${REPO}/contents/{path}`, read('contents'), contents),
  route('GET', `${REPO}/contents`, read('contents'), contents),
];

interface Entry {
  readonly mode: string;
  readonly kind: string;
  readonly sha: string;
  readonly size: number;
  readonly path: string;
}

/** GitHub leaves out larger contents. */
const MAX_INLINE_BYTES = 1_048_576;

async function contents(call: RepositoryCall): Promise<Answer> {
  const { repository, query, params } = call;
  const path = (params['path'] ?? '').replace(/^\/+|\/+$/g, '');
  const ref = query.get('ref') ?? repository.defaultBranch;
  const commit = await resolveCommit(repository.gitDir, ref);
  if (commit === undefined) throw refuse(404, `No commit found for the ref ${ref}`);
  if (path === '') return ok((await entries(repository.gitDir, commit, '')).map((one) => shape(call, ref, one)));
  const [entry] = await entries(repository.gitDir, commit, path);
  if (entry === undefined) throw notFound();
  if (entry.kind === 'tree')
    return ok((await entries(repository.gitDir, commit, `${path}/`)).map((one) => shape(call, ref, one)));
  return file(call, ref, entry);
}

async function file(call: RepositoryCall, ref: string, entry: Entry): Promise<Answer> {
  const bytes = (await tryGit(call.repository.gitDir, ['cat-file', 'blob', entry.sha])).stdout;
  if (call.accept.includes('.raw'))
    return {
      status: 200,
      text: bytes.toString(),
      headers: { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' },
    };
  const shaped = shape(call, ref, entry);
  if (entry.mode === '120000') return ok({ ...shaped, target: bytes.toString() });
  if (bytes.length > MAX_INLINE_BYTES) return ok({ ...shaped, content: '', encoding: 'none' });
  return ok({ ...shaped, content: `${bytes.toString('base64').replaceAll(/.{60}/g, '$&\n')}\n`, encoding: 'base64' });
}

async function entries(gitDir: string, commit: string, path: string): Promise<readonly Entry[]> {
  const listing = await tryGit(gitDir, [
    '--literal-pathspecs',
    'ls-tree',
    '-z',
    '-l',
    commit,
    '--',
    ...(path === '' ? [] : [path]),
  ]);
  return listing.stdout.toString().split('\0').filter(Boolean).map(parse);
}

function parse(line: string): Entry {
  const [facts = '', path = ''] = line.split('\t');
  const [mode = '', kind = '', sha = '', size = ''] = facts.split(/\s+/);
  return { mode, kind, sha, size: Number(size) || 0, path };
}

function shape({ world, repository }: RepositoryCall, ref: string, entry: Entry) {
  const path = entry.path.split('/').map(encodeURIComponent).join('/');
  const api = repositoryApi(world, repository);
  const isFolder = entry.kind === 'tree';
  const url = `${api}/contents/${path}?ref=${encodeURIComponent(ref)}`;
  const gitUrl = `${api}/git/${isFolder ? 'trees' : 'blobs'}/${entry.sha}`;
  const html = `${repositoryHtml(world, repository)}/${isFolder ? 'tree' : 'blob'}/${ref}/${path}`;
  return {
    name: entry.path.split('/').at(-1) ?? '',
    path: entry.path,
    sha: entry.sha,
    size: entry.size,
    url,
    html_url: html,
    git_url: gitUrl,
    download_url: isFolder ? null : `${repositoryHtml(world, repository)}/raw/${ref}/${path}`,
    type: isFolder ? 'dir' : entry.kind === 'commit' ? 'submodule' : entry.mode === '120000' ? 'symlink' : 'file',
    _links: { self: url, git: gitUrl, html },
  };
}
