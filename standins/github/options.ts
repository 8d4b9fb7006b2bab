import type { ContentLimits } from './limits.ts';
import type { Permissions, Role } from './world.ts';

export interface UserOptions {
  readonly login: string;
  readonly id?: number;
  readonly type?: 'User' | 'Bot' | 'Organization';
}

export interface RepositoryOptions {
  readonly owner: string;
  readonly name: string;
  /** Path → content of the first commit. Empty: a repository without commits. */
  readonly files?: Readonly<Record<string, string>>;
  readonly defaultBranch?: string;
  /** Private by default, so that a missing token is noticed. */
  readonly private?: boolean;
  readonly archived?: boolean;
  /** Login → role. Unknown logins become users. */
  readonly roles?: Readonly<Record<string, Role>>;
  readonly labels?: readonly string[];
  readonly protectedBranches?: readonly string[];
  /** Slugs of the owner's teams that have access. */
  readonly teams?: readonly string[];
  /** False as in a private repository of GitHub's free plan; true by default. */
  readonly hasDrafts?: boolean;
  /** Whether the App is installed here; true by default. */
  readonly installed?: boolean;
}

export interface AppOptions {
  readonly id?: number;
  readonly slug?: string;
  readonly name?: string;
  readonly description?: string;
  readonly owner?: string;
  /** PEM; generated if absent. */
  readonly privateKey?: string;
  readonly webhookSecret?: string;
  readonly webhookUrl?: string;
  readonly permissions?: Permissions;
  readonly events?: readonly string[];
}

export interface GitHubOptions {
  /** The folder of the git repositories; a temporary one, removed on close, if absent. */
  readonly folder?: string;
  readonly host?: string;
  readonly port?: number;
  readonly app?: AppOptions;
  readonly users?: readonly UserOptions[];
  readonly repositories?: readonly RepositoryOptions[];
  /** Whether webhooks may go to this machine and its network, as from an Enterprise server; true by default. */
  readonly localWebhooks?: boolean;
  readonly listLagMs?: number;
  /** Checks every answer against GitHub's published description; see `violations`. */
  readonly strict?: boolean;
  readonly now?: () => number;
  readonly requestsPerHour?: number;
  /** GitHub's own numbers are 80 a minute and 500 an hour; off by default. */
  readonly contentLimits?: ContentLimits;
  /** Serves `/_control/*`, for a stand-in in another process. */
  readonly control?: boolean;
}

export const DEFAULT_PERMISSIONS: Permissions = {
  metadata: 'read',
  contents: 'write',
  issues: 'write',
  pull_requests: 'write',
  checks: 'read',
  actions: 'read',
};

export const DEFAULT_EVENTS: readonly string[] = [
  'issues',
  'issue_dependencies',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'check_run',
  'check_suite',
  'push',
  'delete',
  'repository',
];
