import { createAppAuth } from '@octokit/auth-app';
import type { Octokit } from '@octokit/rest';
import { Fault, RetryLater } from '../errors.ts';
import type { RepositoryRef } from '../ports/github.ts';

export interface Tokens {
  /** Signs as the App itself. */
  app(): Promise<string>;
  /** For the REST calls about one repository; kept until shortly before it expires, or until asked for anew. */
  rest(repo: RepositoryRef, refresh: boolean): Promise<string>;
  /** For one git command about one repository; always fresh. */
  git(repo: RepositoryRef, access: 'read' | 'write'): Promise<string>;
}

const REST_PERMISSIONS = { issues: 'write', pull_requests: 'write', contents: 'read', metadata: 'read' } as const;

export function createTokens(appId: number, privateKey: string, client: Octokit): Tokens {
  const auth = createAppAuth({ appId, privateKey, request: client.request });

  async function installation(repo: RepositoryRef, permissions: Readonly<Record<string, string>>, refresh: boolean): Promise<string> {
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
    rest: (repo, refresh) => signed(() => installation(repo, REST_PERMISSIONS, refresh)),
    git: (repo, access) => signed(() => installation(repo, { contents: access, metadata: 'read' }, true)),
  };
}

/** Whatever is no answer of GitHub's comes from signing: the key cannot be read. */
async function signed(ask: () => Promise<string>): Promise<string> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Fault || error instanceof RetryLater || (error instanceof Error && error.name === 'HttpError')) throw error;
    throw new Fault(
      'credentials',
      "The App's private key could not be used to sign.",
      'Check PRIVATE_KEY or PRIVATE_KEY_PATH: it must be the whole PEM file that GitHub gave for this App.',
    );
  }
}
