import type { CommitFacts } from '../git/compare.ts';
import type { CheckAnnotation, CheckRun, Repository, World } from '../world.ts';
import { integration } from './app.ts';
import { minimalPull } from './pull.ts';
import { repositoryApi, repositoryHtml, repositoryShape } from './repository.ts';
import { iso, isoOrNull, nodeId, simpleUser } from './user.ts';

export const ACTIONS = 'github-actions';
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
    output: { ...run.output, annotations_count: run.annotations.length, annotations_url: `${url}/annotations` },
    check_suite: { id: run.suiteId },
    app: appOf(world, run.app),
    pull_requests: pullsOf(world, repository, run),
  };
}

/** In webhooks the suite is included in full. */
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
    pull_requests: pullsOf(world, repository, run),
    app: appOf(world, run.app),
    created_at: iso(run.startedAtMs),
    updated_at: iso(run.completedAtMs ?? run.startedAtMs),
  };
}

/** As REST lists it. */
export function checkSuiteFull(
  world: World,
  repository: Repository,
  { run, commit }: { readonly run: CheckRun; readonly commit: CommitFacts },
) {
  const suite = checkSuiteShape(world, repository, run);
  return {
    ...suite,
    repository: repositoryShape(world, repository),
    head_commit: simpleCommit(commit),
    latest_check_runs_count: 1,
    check_runs_url: `${suite.url}/check-runs`,
  };
}

/** GitHub creates a suite for every App that may write checks; if the App makes no check, it stays queued for ever. */
export function idleSuite(world: World, repository: Repository, commit: CommitFacts) {
  const id = 1;
  const url = `${repositoryApi(world, repository)}/check-suites/${id}`;
  return {
    id,
    node_id: nodeId('CheckSuite', id),
    head_branch: null,
    head_sha: commit.sha,
    status: 'queued',
    conclusion: null,
    url,
    before: null,
    after: commit.sha,
    pull_requests: [],
    app: appOf(world, 'idle-app'),
    created_at: commit.committer.date,
    updated_at: commit.committer.date,
    repository: repositoryShape(world, repository),
    head_commit: simpleCommit(commit),
    latest_check_runs_count: 0,
    check_runs_url: `${url}/check-runs`,
  };
}

export function simpleCommit({ sha, tree, message, author, committer }: CommitFacts) {
  const named = ({ name, email }: CommitFacts['author']) => ({ name, email });
  return {
    id: sha,
    tree_id: tree,
    message,
    timestamp: committer.date,
    author: named(author),
    committer: named(committer),
  };
}

export function annotationShape(world: World, repository: Repository, { path, line, message }: CheckAnnotation) {
  return {
    path,
    blob_href: `${repositoryHtml(world, repository)}/blob/HEAD/${path}`,
    start_line: line,
    end_line: line,
    start_column: null,
    end_column: null,
    annotation_level: 'failure',
    title: null,
    message,
    raw_details: null,
  };
}

/** Those with the same head and branch; a branch of a fork has none, whatever its name. */
function pullsOf(world: World, repository: Repository, { headSha, headBranch, isOfFork }: CheckRun) {
  if (isOfFork) return [];
  const found = repository.issues.flatMap((issue) =>
    issue.pull !== null && issue.state === 'open' && issue.pull.headSha === headSha && issue.pull.headRef === headBranch
      ? [minimalPull(world, repository, issue, issue.pull)]
      : [],
  );
  return found;
}

/** GitHub Actions, the App under test, or any other. */
function appOf(world: World, slug: string) {
  const isActions = slug === ACTIONS;
  const owner = world.users.find((user) => user.login === 'github') ?? world.app.owner;
  const id = isActions ? ACTIONS_APP_ID : slug === world.app.slug ? world.app.id : ACTIONS_APP_ID + 1 + slug.length;
  return {
    ...integration(world),
    id,
    slug,
    node_id: nodeId('App', id),
    client_id: `Iv1.${slug}`,
    name: isActions ? 'GitHub Actions' : slug,
    owner: simpleUser(world, owner),
    external_url: `${world.url}/apps/${slug}`,
    html_url: `${world.url}/apps/${slug}`,
    permissions: { actions: 'write', checks: 'write', contents: 'read', metadata: 'read' },
    events: [],
  };
}
