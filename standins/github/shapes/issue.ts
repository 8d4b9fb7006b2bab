import { type Comment, type Issue, type Reaction, type Repository, roleOf, type User, type World } from '../world.ts';
import { integration } from './app.ts';
import { labelShape, repositoryApi, repositoryHtml } from './repository.ts';
import { iso, isoOrNull, nodeId, simpleUser } from './user.ts';

export const REACTIONS = ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes'] as const;

export function reactionShape(world: World, reaction: Reaction) {
  return {
    id: reaction.id,
    node_id: nodeId('Reaction', reaction.id),
    user: simpleUser(world, reaction.user),
    content: reaction.content,
    created_at: iso(reaction.createdAtMs),
  };
}

export function reactionCounts(url: string, reactions: readonly Reaction[]) {
  const counts = Object.fromEntries(
    REACTIONS.map((content) => [content, reactions.filter((one) => one.content === content).length]),
  );
  return { url: `${url}/reactions`, total_count: reactions.length, ...counts };
}

/** In GitHub's words; it says nothing about permissions. */
export function association(repository: Repository, user: User): string {
  if (user.id === repository.owner.id) return 'OWNER';
  if (user.type === 'Bot') return 'NONE';
  const role = repository.roles.get(user.id) ?? 'none';
  if (role === 'none') return 'NONE';
  return repository.owner.type === 'Organization' ? 'MEMBER' : 'COLLABORATOR';
}

export function issueShape(world: World, repository: Repository, issue: Issue) {
  const api = repositoryApi(world, repository);
  const url = `${api}/issues/${issue.number}`;
  const html = `${repositoryHtml(world, repository)}/${issue.pull === null ? 'issues' : 'pull'}/${issue.number}`;
  const assignees = issue.assignees.map((user) => simpleUser(world, user));
  return {
    url,
    repository_url: api,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: html,
    id: issue.id,
    node_id: nodeId(issue.pull === null ? 'Issue' : 'PullRequest', issue.pull?.id ?? issue.id),
    number: issue.number,
    title: issue.title,
    user: simpleUser(world, issue.author),
    labels: issue.labels.map((label) => labelShape(world, repository, label)),
    state: issue.state,
    locked: issue.locked,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    comments: repository.comments.filter((comment) => comment.issueNumber === issue.number).length,
    created_at: iso(issue.createdAtMs),
    updated_at: iso(issue.updatedAtMs),
    closed_at: isoOrNull(issue.closedAtMs),
    closed_by: issue.closedBy === null ? null : simpleUser(world, issue.closedBy),
    author_association: association(repository, issue.author),
    active_lock_reason: null,
    ...(issue.pull === null
      ? {}
      : {
          draft: issue.pull.draft,
          pull_request: pullLinks(`${api}/pulls/${issue.number}`, html, issue.pull.mergedAtMs),
        }),
    body: issue.body,
    reactions: reactionCounts(url, issue.reactions),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: issue.viaApp ? integration(world) : null,
    state_reason: issue.stateReason,
    sub_issues_summary: { total: 0, completed: 0, percent_completed: 0 },
  };
}

function pullLinks(url: string, html: string, mergedAtMs: number | null) {
  return {
    url,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    merged_at: isoOrNull(mergedAtMs),
  };
}

export function commentShape(world: World, repository: Repository, comment: Comment) {
  const api = repositoryApi(world, repository);
  const url = `${api}/issues/comments/${comment.id}`;
  const issue = repository.issues.find((one) => one.number === comment.issueNumber);
  return {
    url,
    html_url: `${repositoryHtml(world, repository)}/${issue === undefined || issue.pull === null ? 'issues' : 'pull'}/${comment.issueNumber}#issuecomment-${comment.id}`,
    issue_url: `${api}/issues/${comment.issueNumber}`,
    id: comment.id,
    node_id: nodeId('IssueComment', comment.id),
    user: simpleUser(world, comment.author),
    created_at: iso(comment.createdAtMs),
    updated_at: iso(comment.updatedAtMs),
    body: comment.body,
    author_association: association(repository, comment.author),
    reactions: reactionCounts(url, comment.reactions),
    performed_via_github_app: comment.viaApp ? integration(world) : null,
  };
}

export function permissionShape(world: World, repository: Repository, user: User) {
  const role = roleOf(repository, user);
  const level = ['none', 'read', 'triage', 'write', 'maintain', 'admin'].indexOf(role);
  const permission = role === 'maintain' ? 'write' : role === 'triage' ? 'read' : role;
  const permissions = {
    admin: level >= 5,
    maintain: level >= 4,
    push: level >= 3,
    triage: level >= 2,
    pull: level >= 1,
  };
  return { permission, role_name: role, user: { ...simpleUser(world, user), permissions, role_name: role } };
}
