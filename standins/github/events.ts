import type { Deliveries, Delivery } from './deliveries.ts';
import { commentShape, issueShape } from './shapes/issue.ts';
import { fullInstallation } from './shapes/app.ts';
import { repositoryShape } from './shapes/repository.ts';
import { nodeId, simpleUser } from './shapes/user.ts';
import {
  type Comment,
  fullName,
  type Installation,
  installationOf,
  type Issue,
  type Repository,
  type User,
  type World,
} from './world.ts';

/** Sends a webhook to the App if it subscribed to the event and the repository belongs to an installation. */
export interface Events {
  emit(
    event: string,
    action: string | null,
    repository: Repository,
    sender: User,
    parts: Readonly<Record<string, unknown>>,
  ): Promise<Delivery | undefined>;
  issue(
    action: string,
    repository: Repository,
    issue: Issue,
    sender: User,
    parts?: Readonly<Record<string, unknown>>,
  ): Promise<Delivery | undefined>;
  comment(
    action: string,
    repository: Repository,
    issue: Issue,
    comment: Comment,
    sender: User,
    parts?: Readonly<Record<string, unknown>>,
  ): Promise<Delivery | undefined>;
  installation(
    event: 'installation' | 'installation_repositories',
    action: string,
    installation: Installation,
    sender: User,
    parts: Readonly<Record<string, unknown>>,
  ): Promise<Delivery>;
}

export function createEvents(world: World, deliveries: Deliveries): Events {
  async function emit(
    event: string,
    action: string | null,
    repository: Repository,
    sender: User,
    parts: Readonly<Record<string, unknown>>,
  ): Promise<Delivery | undefined> {
    const installation = installationOf(world, repository);
    if (installation === undefined || installation.suspendedAtMs !== null || !world.app.events.includes(event))
      return undefined;
    const payload = {
      ...(action === null ? {} : { action }),
      ...parts,
      repository: repositoryShape(world, repository),
      ...(repository.owner.type === 'Organization' ? { organization: organization(world, repository.owner) } : {}),
      sender: simpleUser(world, sender),
      installation: { id: installation.id, node_id: nodeId('Integration', installation.id) },
    };
    return deliveries.send(event, payload, { repository });
  }

  return {
    emit,
    issue(action, repository, issue, sender, parts = {}) {
      return emit('issues', action, repository, sender, { issue: issueShape(world, repository, issue), ...parts });
    },
    comment(action, repository, issue, comment, sender, parts = {}) {
      const shapes = { issue: issueShape(world, repository, issue), comment: commentShape(world, repository, comment) };
      return emit('issue_comment', action, repository, sender, { ...shapes, ...parts });
    },
    installation(event, action, installation, sender, parts) {
      const payload = {
        action,
        installation: fullInstallation(world, installation),
        ...parts,
        sender: simpleUser(world, sender),
      };
      return deliveries.send(event, payload);
    },
  };
}

export function brief(repository: Repository) {
  const { id, name, isPrivate } = repository;
  return { id, node_id: nodeId('Repository', id), name, full_name: fullName(repository), private: isPrivate };
}

function organization(world: World, owner: User) {
  const url = `${world.url}/api/v3/orgs/${owner.login}`;
  return {
    login: owner.login,
    id: owner.id,
    node_id: nodeId('Organization', owner.id),
    url,
    repos_url: `${url}/repos`,
    events_url: `${url}/events`,
    hooks_url: `${url}/hooks`,
    issues_url: `${url}/issues`,
    members_url: `${url}/members{/member}`,
    public_members_url: `${url}/public_members{/member}`,
    avatar_url: `${world.url}/avatars/u/${owner.id}`,
    description: null,
  };
}
