import { createAppAuth } from '@octokit/auth-app';
import { Octokit } from '@octokit/rest';
import type { GitHubOptions } from '../../standins/github/options.ts';
import { type GitHubStandIn, startGitHub } from '../../standins/github/start.ts';

export const SHOP = { owner: 'acme', repo: 'shop' };
export const AT = { repository: 'acme/shop' };

/** A small company: one installed repository, one maintainer, one reader. */
export function startAcme(options: GitHubOptions = {}): Promise<GitHubStandIn> {
  return startGitHub({
    strict: true,
    users: [{ login: 'acme', type: 'Organization' }],
    repositories: [
      {
        owner: 'acme',
        name: 'shop',
        files: { 'README.md': '# Shop\n', 'src/add.js': 'export const add = (a, b) => a - b;\n' },
        roles: { mona: 'maintain', rita: 'read', tom: 'triage' },
      },
      { owner: 'acme', name: 'secret', files: { 'a.txt': 'a\n' } },
      { owner: 'acme', name: 'open', private: false, installed: false },
    ],
    ...options,
  });
}

/** The real clients, given only GitHub's address. */
export function appClient({ apiUrl, credentials }: GitHubStandIn): Octokit {
  return new Octokit({
    baseUrl: apiUrl,
    authStrategy: createAppAuth,
    auth: { appId: credentials.appId, privateKey: credentials.privateKey },
    log: SILENT,
  });
}

export function installationClient({ apiUrl, credentials, world }: GitHubStandIn): Octokit {
  const installationId = world.installations[0]?.id ?? 0;
  return new Octokit({
    baseUrl: apiUrl,
    authStrategy: createAppAuth,
    auth: { appId: credentials.appId, privateKey: credentials.privateKey, installationId },
    log: SILENT,
  });
}

export function tokenClient({ apiUrl }: GitHubStandIn, token: string): Octokit {
  return new Octokit({ baseUrl: apiUrl, auth: token, log: SILENT });
}

const quiet = () => undefined;
const SILENT = { debug: quiet, info: quiet, warn: quiet, error: quiet };

export async function tokenFor(standin: GitHubStandIn, body: Record<string, unknown> = {}): Promise<string> {
  const installation_id = standin.world.installations[0]?.id ?? 0;
  const { data } = await appClient(standin).request('POST /app/installations/{installation_id}/access_tokens', {
    installation_id,
    ...body,
  });
  return data.token;
}

/** The status and message of a refusal. */
export async function refusalOf(
  promise: Promise<unknown>,
): Promise<{ readonly status: number; readonly message: string }> {
  try {
    await promise;
  } catch (error) {
    const { status = 0, message = '' } = error as { status?: number; message?: string };
    return { status, message };
  }
  throw new Error('This was expected to be refused, and was not.');
}
