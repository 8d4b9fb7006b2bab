/** Everything the stand-in knows. Mutable on purpose: the only place with GitHub's state. */
import type { Attachment } from './attachments.ts';

export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read' | 'none';
export type Access = 'read' | 'write' | 'admin';
export type Permissions = Readonly<Record<string, Access>>;

export interface User {
  readonly id: number;
  login: string;
  readonly type: 'User' | 'Bot' | 'Organization';
  readonly createdAtMs: number;
}

export interface Label {
  readonly id: number;
  name: string;
  color: string;
  description: string | null;
}

export interface Reaction {
  readonly id: number;
  readonly content: string;
  readonly user: User;
  readonly createdAtMs: number;
}

export interface Pull {
  readonly id: number;
  readonly headRef: string;
  baseRef: string;
  draft: boolean;
  headSha: string;
  baseSha: string;
  mergedAtMs: number | null;
  mergedBy: User | null;
  mergeCommitSha: string | null;
  requestedReviewers: User[];
  requestedTeams: string[];
}

export interface Issue {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string | null;
  author: User;
  readonly viaApp: boolean;
  state: 'open' | 'closed';
  stateReason: string | null;
  locked: boolean;
  labels: Label[];
  assignees: User[];
  readonly createdAtMs: number;
  updatedAtMs: number;
  closedAtMs: number | null;
  closedBy: User | null;
  readonly reactions: Reaction[];
  readonly pull: Pull | null;
  /** The issues that block it, of any repository, with their repositories. */
  readonly blockedBy: { readonly repository: Repository; readonly issue: Issue }[];
  gone: { readonly kind: 'deleted' } | { readonly kind: 'moved'; readonly apiPath: string } | null;
}

export interface Comment {
  readonly id: number;
  readonly issueNumber: number;
  body: string;
  author: User;
  readonly viaApp: boolean;
  readonly createdAtMs: number;
  updatedAtMs: number;
  readonly reactions: Reaction[];
}

export interface Review {
  readonly id: number;
  readonly pullNumber: number;
  readonly author: User;
  readonly body: string;
  readonly state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED';
  readonly commitId: string;
  readonly submittedAtMs: number;
}

export interface ReviewComment extends Comment {
  readonly reviewId: number | null;
  readonly inReplyToId: number | null;
  readonly path: string;
  readonly line: number;
  /** The change down to that line. */
  readonly hunk: string;
  readonly commitId: string;
}

export interface CheckAnnotation {
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

export interface CheckRun {
  readonly id: number;
  readonly suiteId: number;
  readonly name: string;
  /** The slug of the App that made it: `github-actions`, whose checks have a log, or another. */
  readonly app: string;
  readonly headSha: string;
  readonly headBranch: string | null;
  readonly isOfFork: boolean;
  status: 'queued' | 'in_progress' | 'completed';
  conclusion: string | null;
  output: { readonly title: string | null; readonly summary: string | null; readonly text: string | null };
  annotations: readonly CheckAnnotation[];
  /** Null once it has expired. */
  log: string | null;
  readonly startedAtMs: number;
  completedAtMs: number | null;
}

export interface Repository {
  readonly id: number;
  owner: User;
  name: string;
  defaultBranch: string;
  isPrivate: boolean;
  archived: boolean;
  readonly gitDir: string;
  readonly roles: Map<number, Role>;
  readonly teams: readonly string[];
  readonly hasDrafts: boolean;
  readonly labels: Label[];
  readonly issues: Issue[];
  readonly comments: Comment[];
  readonly reviews: Review[];
  readonly reviewComments: ReviewComment[];
  readonly checkRuns: CheckRun[];
  protectedBranches: readonly string[];
  readonly formerNames: string[];
  readonly createdAtMs: number;
  pushedAtMs: number;
}

export interface Installation {
  readonly id: number;
  readonly account: User;
  permissions: Permissions;
  selection: 'all' | 'selected';
  readonly repositoryIds: Set<number>;
  suspendedAtMs: number | null;
  readonly createdAtMs: number;
}

export interface Token {
  readonly value: string;
  readonly installationId: number;
  readonly permissions: Permissions;
  /** `null`: every repository of the installation. */
  readonly repositoryIds: readonly number[] | null;
  expiresAtMs: number;
}

export interface App {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly clientId: string;
  readonly owner: User;
  readonly bot: User;
  readonly privateKey: string;
  readonly publicKey: string;
  events: readonly string[];
  permissions: Permissions;
  webhookSecret: string;
  webhookUrl: string | null;
  webhookContentType: 'json' | 'form';
}

export interface World {
  readonly folder: string;
  /** One at a time; creating another one by a manifest replaces it. */
  app: App;
  readonly users: User[];
  readonly repositories: Repository[];
  readonly installations: Installation[];
  readonly tokens: Map<string, Token>;
  /** Each valid for one App, until then. */
  readonly manifestCodes: Map<string, { readonly app: App; readonly expiresAtMs: number }>;
  /** By the UUID of their address. */
  readonly attachments: Map<string, Attachment>;
  /** The user whose browser opens pages. */
  readonly signedIn: string;
  readonly localWebhooks: boolean;
  /** New comments and pull requests are missing from lists for this long. */
  listLagMs: number;
  readonly now: () => number;
  /** One counter for all kinds, so an id used for the wrong kind finds nothing. */
  readonly nextId: () => number;
  /** The address at which others reach this server; known once it listens. */
  url: string;
}

export function findUser(world: World, login: string): User | undefined {
  return world.users.find((user) => user.login.toLowerCase() === login.toLowerCase());
}

export function findRepository(world: World, owner: string, name: string): Repository | undefined {
  const wanted = `${owner}/${name}`.toLowerCase();
  return world.repositories.find((repository) => fullName(repository).toLowerCase() === wanted);
}

export function fullName(repository: Repository): string {
  return `${repository.owner.login}/${repository.name}`;
}

export function installationOf(world: World, repository: Repository): Installation | undefined {
  return world.installations.find((installation) => holds(installation, repository));
}

export function holds(installation: Installation, repository: Repository): boolean {
  if (installation.selection === 'all') return installation.account.id === repository.owner.id;
  return installation.repositoryIds.has(repository.id);
}

/** The bot of an App has none, whatever the App may do. */
export function roleOf(repository: Repository, user: User): Role {
  if (user.type === 'Bot') return 'none';
  if (user.id === repository.owner.id) return 'admin';
  return repository.roles.get(user.id) ?? (repository.isPrivate ? 'none' : 'read');
}
