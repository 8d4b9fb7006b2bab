import { fullName, type Label, type Repository, type World } from '../world.ts';
import { iso, nodeId, simpleUser } from './user.ts';

export function repositoryApi(world: World, repository: Repository): string {
  return `${world.url}/api/v3/repos/${fullName(repository)}`;
}

export function repositoryHtml(world: World, repository: Repository): string {
  return `${world.url}/${fullName(repository)}`;
}

export function repositoryShape(world: World, repository: Repository) {
  const html = repositoryHtml(world, repository);
  const open = repository.issues.filter((issue) => issue.state === 'open' && issue.gone === null).length;
  return {
    id: repository.id,
    node_id: nodeId('Repository', repository.id),
    name: repository.name,
    full_name: fullName(repository),
    private: repository.isPrivate,
    owner: simpleUser(world, repository.owner),
    html_url: html,
    description: null,
    fork: false,
    ...repositoryLinks(repositoryApi(world, repository)),
    created_at: iso(repository.createdAtMs),
    updated_at: iso(repository.createdAtMs),
    pushed_at: iso(repository.pushedAtMs),
    git_url: `git://${new URL(world.url).host}/${fullName(repository)}.git`,
    ssh_url: `git@${new URL(world.url).hostname}:${fullName(repository)}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
    homepage: null,
    size: 1,
    stargazers_count: 0,
    watchers_count: 0,
    language: null,
    has_issues: true,
    has_projects: true,
    has_downloads: true,
    has_wiki: true,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    mirror_url: null,
    archived: repository.archived,
    disabled: false,
    open_issues_count: open,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: repository.isPrivate ? 'private' : 'public',
    forks: 0,
    open_issues: open,
    watchers: 0,
    default_branch: repository.defaultBranch,
  };
}

export function fullRepository(world: World, repository: Repository) {
  return { ...repositoryShape(world, repository), network_count: 0, subscribers_count: 0, temp_clone_token: null };
}

function repositoryLinks(api: string) {
  return {
    url: api,
    archive_url: `${api}/{archive_format}{/ref}`,
    assignees_url: `${api}/assignees{/user}`,
    blobs_url: `${api}/git/blobs{/sha}`,
    branches_url: `${api}/branches{/branch}`,
    collaborators_url: `${api}/collaborators{/collaborator}`,
    comments_url: `${api}/comments{/number}`,
    commits_url: `${api}/commits{/sha}`,
    compare_url: `${api}/compare/{base}...{head}`,
    contents_url: `${api}/contents/{+path}`,
    contributors_url: `${api}/contributors`,
    deployments_url: `${api}/deployments`,
    downloads_url: `${api}/downloads`,
    events_url: `${api}/events`,
    forks_url: `${api}/forks`,
    git_commits_url: `${api}/git/commits{/sha}`,
    git_refs_url: `${api}/git/refs{/sha}`,
    git_tags_url: `${api}/git/tags{/sha}`,
    hooks_url: `${api}/hooks`,
    issue_comment_url: `${api}/issues/comments{/number}`,
    issue_events_url: `${api}/issues/events{/number}`,
    issues_url: `${api}/issues{/number}`,
    keys_url: `${api}/keys{/key_id}`,
    labels_url: `${api}/labels{/name}`,
    languages_url: `${api}/languages`,
    merges_url: `${api}/merges`,
    milestones_url: `${api}/milestones{/number}`,
    notifications_url: `${api}/notifications{?since,all,participating}`,
    pulls_url: `${api}/pulls{/number}`,
    releases_url: `${api}/releases{/id}`,
    stargazers_url: `${api}/stargazers`,
    statuses_url: `${api}/statuses/{sha}`,
    subscribers_url: `${api}/subscribers`,
    subscription_url: `${api}/subscription`,
    tags_url: `${api}/tags`,
    teams_url: `${api}/teams`,
    trees_url: `${api}/git/trees{/sha}`,
  };
}

export function labelShape(world: World, repository: Repository, label: Label) {
  return {
    id: label.id,
    node_id: nodeId('Label', label.id),
    url: `${repositoryApi(world, repository)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: false,
    description: label.description,
  };
}
