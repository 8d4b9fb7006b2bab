/**
 * A fork may have one of our commits on a branch of the same name. For suites of other Apps, GitHub then reports no
 * branch; for Actions, only the runs show whose they are.
 */
import { Fault } from '../errors.ts';
import type { RepositoryRef } from '../ports/github.ts';
import { WorkflowRunsAnswer } from './answers.ts';
import { PAGE_SIZE, type Api } from './api.ts';

/** The newest runs count; nobody looks at the others of hundreds. */
const MAX_PAGES = 3;

/** The suites' ids; none if we may not read runs. */
export async function suitesOfForks(api: Api, repo: RepositoryRef, sha: string): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const read = await runsOf(api, repo, { head_sha: sha, per_page: PAGE_SIZE, page });
    for (const { check_suite_id: suite, head_repository: head } of read?.workflow_runs ?? [])
      if (typeof suite === 'number' && head?.id !== repo.repositoryId) found.add(suite);
    if (read === null || read.total_count <= page * PAGE_SIZE) break;
  }
  return found;
}

async function runsOf(api: Api, repo: RepositoryRef, parameters: Readonly<Record<string, string | number>>) {
  try {
    return await api.call(repo, {
      what: 'Reading the runs of workflows',
      route: 'GET /repos/{owner}/{repo}/actions/runs',
      parameters,
      answer: WorkflowRunsAnswer,
      needs: 'actions',
    });
  } catch (error) {
    if (error instanceof Fault && error.code === 'github_refused') return null;
    throw error;
  }
}
