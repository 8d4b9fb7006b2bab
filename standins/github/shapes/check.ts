import type { CheckRun, Repository, World } from '../world.ts';
import { integration } from './app.ts';
import { minimalPull } from './pull.ts';
import { repositoryApi, repositoryHtml } from './repository.ts';
import { iso, isoOrNull, nodeId, simpleUser } from './user.ts';

const ACTIONS_APP_ID = 15_368;

export function checkRunShape(world: World, repository: Repository, run: CheckRun) {
  const url = `${repositoryApi(world, repository)}/check-runs/${run.id}`;
  const html = `${repositoryHtml(world, repository)}/actions/runs/${run.suiteId}/job/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId('CheckRun', run.id),
    head_sha: run.headSha,
    external_id: '',
    url,
    html_url: html,
    details_url: html,
    status: run.status,
    conclusion: run.conclusion,
    started_at: iso(run.startedAtMs),
    completed_at: isoOrNull(run.completedAtMs),
    output: { ...run.output, annotations_count: 0, annotations_url: `${url}/annotations` },
    check_suite: { id: run.suiteId },
    app: actionsApp(world),
    pull_requests: pullsOf(world, repository, run.headSha),
  };
}

/** In webhooks the suite comes along in full. */
export function checkRunEvent(world: World, repository: Repository, run: CheckRun) {
  return { ...checkRunShape(world, repository, run), check_suite: checkSuiteShape(world, repository, run) };
}

export function checkSuiteShape(world: World, repository: Repository, run: CheckRun) {
  return {
    id: run.suiteId,
    node_id: nodeId('CheckSuite', run.suiteId),
    head_branch: run.headBranch,
    head_sha: run.headSha,
    status: run.status,
    conclusion: run.conclusion,
    url: `${repositoryApi(world, repository)}/check-suites/${run.suiteId}`,
    before: null,
    after: run.headSha,
    pull_requests: pullsOf(world, repository, run.headSha),
    app: actionsApp(world),
    created_at: iso(run.startedAtMs),
    updated_at: iso(run.completedAtMs ?? run.startedAtMs),
  };
}

function pullsOf(world: World, repository: Repository, sha: string) {
  const found = repository.issues.flatMap((issue) =>
    issue.pull !== null && issue.state === 'open' && issue.pull.headSha === sha
      ? [minimalPull(world, repository, issue, issue.pull)]
      : [],
  );
  return found;
}

/** Checks here come from GitHub Actions, never from the App under test. */
function actionsApp(world: World) {
  const github = world.users.find((user) => user.login === 'github') ?? world.app.owner;
  return {
    ...integration(world),
    id: ACTIONS_APP_ID,
    slug: 'github-actions',
    node_id: nodeId('App', ACTIONS_APP_ID),
    client_id: 'Iv1.actions',
    name: 'GitHub Actions',
    owner: simpleUser(world, github),
    external_url: `${world.url}/apps/github-actions`,
    html_url: `${world.url}/apps/github-actions`,
    permissions: { actions: 'write', checks: 'write', contents: 'read', metadata: 'read' },
    events: [],
  };
}
