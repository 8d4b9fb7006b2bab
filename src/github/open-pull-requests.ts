/** Our open pull requests in a repository and the files they change; only the newest are read. */
import { z } from 'zod';
import { issueOfBranch } from '../ports/branch-name.ts';
import type { GitHub, OpenPullRequest, RepositoryRef } from '../ports/github.ts';
import { ChangedFileAnswer, OpenPullRequestAnswer } from './answers.ts';
import type { Api } from './api.ts';
import { unlessGone } from './translate-error.ts';
import type { Identity } from './comments.ts';

const MAX_PAGES = 2;
/** Each takes one call. */
const MAX_PULLS = 20;

export function createOpenPullRequests(api: Api, identity: Identity): Pick<GitHub, 'openPullRequests'> {
  return {
    async openPullRequests(repo) {
      const bot = `${(await identity()).slug}[bot]`;
      const { found, hasMore } = await newest(api, repo);
      const ours = found.flatMap((pull) => {
        const issue = issueOfBranch(pull.head.ref);
        // A fork may have a branch of such a name.
        const isOurs = pull.user?.type === 'Bot' && pull.user.login === bot && pull.head.repo?.id === repo.repositoryId;
        return isOurs && issue !== null ? [{ pull, issue }] : [];
      });
      const pulls: OpenPullRequest[] = [];
      for (const { pull, issue } of ours.slice(0, MAX_PULLS)) {
        const { number, title, draft } = pull;
        pulls.push({ number, title, draft: draft ?? false, issue, files: await filesOf(api, repo, number) });
      }
      return { pulls, hasMore: hasMore || ours.length > MAX_PULLS };
    },
  };
}

async function newest(
  api: Api,
  repo: RepositoryRef,
): Promise<{ readonly found: readonly OpenPullRequestAnswer[]; readonly hasMore: boolean }> {
  const call = {
    what: 'Looking for open pull requests',
    route: 'GET /repos/{owner}/{repo}/pulls',
    parameters: { state: 'open', sort: 'created', direction: 'desc' },
    answer: z.array(OpenPullRequestAnswer),
  };
  const found: OpenPullRequestAnswer[] = [];
  for (let number = 1; number <= MAX_PAGES; number += 1) {
    const { data, hasNext } = await api.page(repo, call, number);
    found.push(...data);
    if (!hasNext) return { found, hasMore: false };
  }
  return { found, hasMore: true };
}

/** The first page. */
async function filesOf(api: Api, repo: RepositoryRef, number: number): Promise<readonly string[]> {
  const call = {
    what: 'Reading the files of a pull request',
    route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
    parameters: { pull_number: number },
    answer: z.array(ChangedFileAnswer),
  };
  const page = await unlessGone(api.page(repo, call, 1), null);
  return (page?.data ?? []).map(({ filename }) => filename);
}
