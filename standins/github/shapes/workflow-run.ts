import type { CommitFacts } from '../git/compare.ts';
import type { CheckRun, Repository, World } from '../world.ts';
import { simpleCommit } from './check.ts';
import { repositoryApi, repositoryHtml, repositoryShape } from './repository.ts';
import { iso, nodeId } from './user.ts';

/**
 * A run of Actions, which is the suite of its checks. Runs for a fork's pull request belong to the fork's repository.
 */
export function workflowRunShape(
  world: World,
  repository: Repository,
  { run, commit }: { readonly run: CheckRun; readonly commit: CommitFacts },
) {
  const url = `${repositoryApi(world, repository)}/actions/runs/${run.suiteId}`;
  const own = repositoryShape(world, repository);
  return {
    id: run.suiteId,
    node_id: nodeId('WorkflowRun', run.suiteId),
    name: run.name,
    head_branch: run.headBranch,
    head_sha: run.headSha,
    path: '.github/workflows/ci.yml',
    display_title: run.name,
    run_number: 1,
    event: run.isOfFork ? 'pull_request' : 'push',
    status: run.status,
    conclusion: run.conclusion,
    workflow_id: 1,
    check_suite_id: run.suiteId,
    check_suite_node_id: nodeId('CheckSuite', run.suiteId),
    url,
    html_url: `${repositoryHtml(world, repository)}/actions/runs/${run.suiteId}`,
    pull_requests: [],
    created_at: iso(run.startedAtMs),
    updated_at: iso(run.completedAtMs ?? run.startedAtMs),
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${repositoryApi(world, repository)}/check-suites/${run.suiteId}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    workflow_url: `${repositoryApi(world, repository)}/actions/workflows/1`,
    head_commit: simpleCommit(commit),
    repository: own,
    head_repository: run.isOfFork ? { ...own, id: own.id + 1, fork: true } : own,
  };
}
