import type { AppIdentity, GitHub } from '../ports/github.ts';
import type { AppItself } from '../ports/app-itself.ts';
import { createAppItself, readIdentity } from './read-app-itself.ts';
import { readBotUserId } from './bot-user.ts';
import { createApi, type ApiOptions } from './api.ts';
import { editComment, ensureComment } from './comments.ts';
import { commentsUntil } from './comments-until.ts';
import { hasComment, readIssue, readIssueText, readRepository } from './read-facts.ts';
import { readPermission } from './permission.ts';
import { ensurePullRequest, isBranchFinished } from './pull-requests.ts';
import { react } from './react.ts';
import { readPullRequest, readReview } from './read-reviews.ts';

export type GitHubOptions = ApiOptions;

export function createGitHub(options: GitHubOptions): GitHub & AppItself {
  const { clock } = options;
  const api = createApi(options);
  let known: AppIdentity | null = null;
  let botUser: number | null = null;

  async function identity(): Promise<AppIdentity> {
    known ??= await readIdentity(api);
    return known;
  }

  return {
    ...createAppItself(api),
    identity,
    permission: (repo, person) => readPermission(api, repo, person),
    repository: (repo) => readRepository(api, repo),
    issue: (repo, issue) => readIssue(api, repo, issue),
    issueText: (repo, issue) => readIssueText(api, repo, issue),
    pullRequest: async (repo, number) => readPullRequest(api, { repo, us: await identity() }, number),
    review: (repo, pullRequest, review) => readReview(api, repo, { pullRequest, review }),
    hasComment: (repo, commentId) => hasComment(api, repo, commentId),
    commentsUntil: async (repo, issue, untilMs) =>
      commentsUntil(api, { repo, us: await identity() }, { issue, untilMs }),
    react: (repo, target, content) => react(api, repo, { target, content }),
    ensureComment: async (repo, issue, marker, body) =>
      ensureComment(api, clock, { repo, us: await identity() }, { issue, marker, body }),
    editComment: (repo, commentId, body) => editComment(api, { repo, commentId, body }),
    ensurePullRequest: (repo, draft) => ensurePullRequest(api, clock, { repo, draft }),
    isBranchFinished: (repo, branch) => isBranchFinished(api, repo, branch),
    async botUserId(repo) {
      botUser ??= await readBotUserId(api, repo, (await identity()).slug);
      return botUser;
    },
    gitToken: (repo, access) => api.gitToken(repo, access),
  };
}
