import type { CommitFacts, FileChange, Signature } from '../git/compare.ts';
import type { Repository, User, World } from '../world.ts';
import { repositoryApi, repositoryHtml } from './repository.ts';
import { nodeId, simpleUser } from './user.ts';

export function commitShape(world: World, repository: Repository, commit: CommitFacts) {
  const api = repositoryApi(world, repository);
  const url = `${api}/commits/${commit.sha}`;
  const html = `${repositoryHtml(world, repository)}/commit`;
  const author = userByEmail(world, commit.author);
  const committer = userByEmail(world, commit.committer);
  return {
    sha: commit.sha,
    node_id: nodeId(`Commit:${commit.sha}`, repository.id),
    commit: {
      author: commit.author,
      committer: commit.committer,
      message: commit.message,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      url: `${api}/git/commits/${commit.sha}`,
      comment_count: 0,
      verification: { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null },
    },
    url,
    html_url: `${html}/${commit.sha}`,
    comments_url: `${url}/comments`,
    author: author === undefined ? null : simpleUser(world, author),
    committer: committer === undefined ? null : simpleUser(world, committer),
    parents: commit.parents.map((sha) => ({ sha, url: `${api}/commits/${sha}`, html_url: `${html}/${sha}` })),
  };
}

/** GitHub's own no-reply addresses (`123+login@users.noreply.…`) name their user. */
function userByEmail(world: World, { email }: Signature): User | undefined {
  const id = /^(\d+)\+/.exec(email)?.[1];
  return id === undefined ? undefined : world.users.find((user) => user.id === Number(id));
}

export function fileShape(world: World, repository: Repository, head: string, file: FileChange) {
  const path = file.filename.split('/').map(encodeURIComponent).join('/');
  const html = repositoryHtml(world, repository);
  return {
    sha: file.sha,
    filename: file.filename,
    status: file.status,
    additions: file.additions,
    deletions: file.deletions,
    changes: file.additions + file.deletions,
    blob_url: `${html}/blob/${head}/${path}`,
    raw_url: `${html}/raw/${head}/${path}`,
    contents_url: `${repositoryApi(world, repository)}/contents/${path}?ref=${head}`,
    ...(file.patch === null ? {} : { patch: file.patch }),
    ...(file.previousFilename === null ? {} : { previous_filename: file.previousFilename }),
  };
}
