import { sign } from 'node:crypto';
import { createAppAuth } from '@octokit/auth-app';
import type { Octokit } from '@octokit/rest';
import type { Logger } from 'pino';
import { Fault, RetryLater } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { GitAccess, RepositoryRef } from '../ports/github.ts';
import { type HttpError, IS_SUSPENDED, isHttpError, suspended } from './translate-error.ts';

export interface Tokens {
  /** Signs as the App itself. */
  app(): Promise<string>;
  /** For REST calls about one repository; cached until shortly before it expires, or until it is refused. */
  rest(repo: RepositoryRef, refresh: boolean, needs?: SpecialAccess): Promise<string>;
  /** The id of the repository with this name, if the installation has it. */
  numberOf(installationId: number, name: string): Promise<number | null>;
  /** For one git command about one repository; always fresh. */
  git(repo: RepositoryRef, access: GitAccess): Promise<string>;
  /** Learns from a refusal by which clock tokens have to be signed. */
  learnTime(refusal: unknown): void;
}

interface TokenOptions {
  readonly appId: number | string;
  readonly privateKey: string;
  readonly client: Octokit;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

const REST_PERMISSIONS = { issues: 'write', pull_requests: 'write', contents: 'read', metadata: 'read' } as const;
/**
 * Requested separately: not every installation has granted checks, actions and members, and nothing else may fail
 * without them. For the draft state GitHub wants write access to contents, which no other call needs.
 */
const SPECIAL_PERMISSIONS = {
  checks: { checks: 'read', metadata: 'read' },
  actions: { actions: 'read', metadata: 'read' },
  /** Without `members`, GitHub does not find the team that is to review. */
  team_review: { pull_requests: 'write', members: 'read', metadata: 'read' },
  draft_state: { pull_requests: 'write', contents: 'write', metadata: 'read' },
} as const;
export type SpecialAccess = keyof typeof SPECIAL_PERMISSIONS;
const GIT_PERMISSIONS: { readonly [Access in GitAccess]: Readonly<Record<string, string>> } = {
  read: { contents: 'read', metadata: 'read' },
  write: { contents: 'write', metadata: 'read' },
  write_workflows: { contents: 'write', workflows: 'write', metadata: 'read' },
};
/** GitHub allows ten minutes; half a minute is for clocks that are slightly ahead. */
const JWT_SECONDS = 570;
const JWT_BACKDATED_SECONDS = 30;
/** A smaller difference is within the tolerance of the two limits above. */
const NOTABLE_SKEW_MS = 20_000;

export function createTokens({ appId, privateKey, client, clock, log }: TokenOptions): Tokens {
  let skewMs = 0;
  const auth = createAppAuth({ appId, createJwt: async () => jwt(), request: client.request });

  function jwt(): { readonly jwt: string; readonly expiresAt: string } {
    const now = Math.floor((clock.now() + skewMs) / 1_000);
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = now - JWT_BACKDATED_SECONDS + JWT_SECONDS;
    const claims = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iat: now - JWT_BACKDATED_SECONDS, exp, iss: appId })}`;
    const signature = sign('RSA-SHA256', Buffer.from(claims), privateKey).toString('base64url');
    return { jwt: `${claims}.${signature}`, expiresAt: new Date(exp * 1_000).toISOString() };
  }

  async function installation(
    repo: RepositoryRef,
    permissions: Readonly<Record<string, string>>,
    refresh: boolean,
  ): Promise<string> {
    const { token } = await auth({
      type: 'installation',
      installationId: repo.installationId,
      repositoryIds: [repo.repositoryId],
      permissions: { ...permissions },
      refresh,
    });
    return token;
  }

  return {
    app: () => signed(async () => (await auth({ type: 'app' })).token),
    rest: (repo, refresh, needs) =>
      signed(() => installation(repo, needs === undefined ? REST_PERMISSIONS : SPECIAL_PERMISSIONS[needs], refresh)),
    async numberOf(installationId, name) {
      try {
        const { repositoryIds } = await signed(() =>
          auth({
            type: 'installation',
            installationId,
            repositoryNames: [name],
            permissions: { metadata: 'read' },
            // The library does not say what a cached token is for.
            refresh: true,
          }),
        );
        const [id] = repositoryIds ?? [];
        return id === undefined ? null : Number(id);
      } catch (error) {
        if (error instanceof Fault && error.code === 'github_not_installed') return null;
        throw error;
      }
    },
    git: (repo, access) => signed(() => installation(repo, GIT_PERMISSIONS[access], true)),
    learnTime(refusal) {
      const theirs = isHttpError(refusal) ? Date.parse(String(refusal.response?.headers['date'] ?? '')) : Number.NaN;
      const apartMs = theirs - clock.now();
      if (Number.isNaN(apartMs) || Math.abs(apartMs - skewMs) < NOTABLE_SKEW_MS) return;
      skewMs = Math.abs(apartMs) < NOTABLE_SKEW_MS ? 0 : apartMs;
      log.warn(
        { apartSeconds: Math.round(apartMs / 1_000) },
        "the clock of this machine differs from GitHub's; set it right",
      );
    },
  };
}

/** Interprets GitHub's answer to a token request; any other error comes from signing. */
async function signed<Got>(ask: () => Promise<Got>): Promise<Got> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Fault || error instanceof RetryLater) throw error;
    if (isHttpError(error)) throw withoutAccess(error) ?? error;
    throw new Fault(
      'credentials',
      "The App's private key could not be used to sign.",
      'Check PRIVATE_KEY or PRIVATE_KEY_PATH: it must be the whole PEM file that GitHub gave for this App.',
    );
  }
}

function withoutAccess({ status, message, response }: HttpError): Fault | null {
  if (response === undefined) return null;
  if (status === 404) {
    return new Fault(
      'github_not_installed',
      'The App is not installed there.',
      'Install the App on the account of the repository again, then ask again.',
    );
  }
  if (status === 403 && IS_SUSPENDED.test(message)) return suspended();
  if (status === 422 && /repositor/i.test(message)) {
    return new Fault(
      'github_not_installed',
      'The App has no access to this repository: it is gone, or the App is no longer installed on it.',
      'Add the repository in the settings of the installed App, then ask again.',
    );
  }
  if (status === 422) {
    return new Fault(
      'github_refused',
      'GitHub does not grant the App the permissions that it needs there.',
      'Accept the newest permissions of the App in the settings of its installation, then ask again.',
    );
  }
  return null;
}
