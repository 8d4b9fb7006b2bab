import type { AppIdentity, GitHub } from '../ports/github.ts';
import { AppAnswer } from './answers.ts';
import { createApi, type ApiOptions } from './api.ts';
import { editComment, ensureComment } from './comments.ts';
import { readIssue, readRepository } from './facts.ts';
import { readPermission } from './permission.ts';
import { ensurePullRequest } from './pull-requests.ts';
import { react } from './react.ts';

export type GitHubOptions = ApiOptions;

export function createGitHub(options: GitHubOptions): GitHub {
  const { clock } = options;
  const api = createApi(options);
  let known: AppIdentity | null = null;

  async function identity(): Promise<AppIdentity> {
    if (known !== null) return known;
    const app = await api.callAsApp({ what: 'Asking who this App is', route: 'GET /app', answer: AppAnswer, mayRepeat: true });
    known = { appId: app.id, slug: app.slug };
    return known;
  }

  return {
    identity,
    permission: (repo, person) => readPermission(api, repo, person),
    repository: (repo) => readRepository(api, repo),
    issue: (repo, issue) => readIssue(api, repo, issue),
    react: (repo, target, content) => react(api, repo, { target, content }),
    ensureComment: async (repo, issue, marker, body) => ensureComment(api, clock, { repo, us: await identity() }, { issue, marker, body }),
    editComment: (repo, commentId, body) => editComment(api, { repo, commentId, body }),
    ensurePullRequest: (repo, draft) => ensurePullRequest(api, clock, { repo, draft }),
    gitToken: (repo, access) => api.gitToken(repo, access),
  };
}
