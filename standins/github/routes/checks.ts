import { type Answer, notFound, ok, refuse } from '../answer.ts';
import { listCommits } from '../git/compare.ts';
import { resolveCommit } from '../git/repository.ts';
import { page } from '../paginate.ts';
import { numberParam, read, readPrivileged, REPO, type RepositoryCall, type Route, route } from '../route.ts';
import { ACTIONS, annotationShape, checkRunShape, checkSuiteFull, idleSuite } from '../shapes/check.ts';
import { workflowRunShape } from '../shapes/workflow-run.ts';
import type { CheckRun } from '../world.ts';

export const checkRoutes: readonly Route[] = [
  route('GET', `${REPO}/commits/{ref}/check-runs`, read('checks'), ofCommit),
  route('GET', `${REPO}/commits/{ref}/check-suites`, read('checks'), suitesOf),
  route('GET', `${REPO}/check-runs/{check_run_id}/annotations`, read('checks'), (call) =>
    page(call, runIn(call, 'check_run_id').annotations, (one) => annotationShape(call.world, call.repository, one)),
  ),
  route('GET', `${REPO}/check-runs/{check_run_id}`, read('checks'), (call) =>
    ok(checkRunShape(call.world, call.repository, runIn(call, 'check_run_id'))),
  ),
  route('GET', `${REPO}/actions/runs`, readPrivileged('actions'), workflowRuns),
  route('GET', `${REPO}/actions/jobs/{job_id}/logs`, readPrivileged('actions'), logs),
];

async function ofCommit(call: RepositoryCall): Promise<Answer> {
  const { world, repository, query, params } = call;
  const sha = await resolveCommit(repository.gitDir, params['ref'] ?? '');
  if (sha === undefined) throw notFound();
  const name = query.get('check_name');
  const status = query.get('status');
  const all = repository.checkRuns.filter(
    (run) => run.headSha === sha && (name === null || run.name === name) && (status === null || run.status === status),
  );
  const wanted = query.get('filter') === 'all' ? all : latest(all);
  return page(
    call,
    wanted.toReversed(),
    (run) => checkRunShape(world, repository, run),
    (runs) => ({ total_count: wanted.length, check_runs: runs }),
  );
}

/** One suite per run here, and one of an App that never runs anything, as GitHub creates them for every push. */
async function suitesOf(call: RepositoryCall): Promise<Answer> {
  const { world, repository, params } = call;
  const sha = await resolveCommit(repository.gitDir, params['ref'] ?? '');
  if (sha === undefined) throw notFound();
  const [commit] = await listCommits(repository.gitDir, sha, ['--max-count=1']);
  if (commit === undefined) throw notFound();
  const suites = repository.checkRuns
    .filter((run) => run.headSha === sha)
    .map((run) => checkSuiteFull(world, repository, { run, commit }));
  return page(
    call,
    [...suites, idleSuite(world, repository, commit)],
    (suite) => suite,
    (shaped) => ({ total_count: suites.length + 1, check_suites: shaped }),
  );
}

/** Newest first. */
async function workflowRuns(call: RepositoryCall): Promise<Answer> {
  const { world, repository, query } = call;
  const [sha, suite] = [query.get('head_sha'), query.get('check_suite_id')];
  const wanted = repository.checkRuns.filter(
    (run) =>
      run.app === ACTIONS && (sha === null || run.headSha === sha) && (suite === null || String(run.suiteId) === suite),
  );
  const shaped = await Promise.all(
    wanted.toReversed().map(async (run) => {
      const [commit] = await listCommits(repository.gitDir, run.headSha, ['--max-count=1']);
      if (commit === undefined) throw notFound();
      return workflowRunShape(world, repository, { run, commit });
    }),
  );
  return page(
    call,
    shaped,
    (run) => run,
    (runs) => ({ total_count: shaped.length, workflow_runs: runs }),
  );
}

function latest(runs: readonly CheckRun[]): readonly CheckRun[] {
  return [...new Map(runs.map((run) => [`${run.isOfFork} ${run.headBranch} ${run.name}`, run])).values()];
}

function runIn(call: RepositoryCall, param: string): CheckRun {
  const id = numberParam(call, param);
  const found = call.repository.checkRuns.find((run) => run.id === id);
  if (found === undefined) throw notFound();
  return found;
}

/** The log itself is at another address, which is its own key. */
function logs(call: RepositoryCall): Answer {
  const run = runIn(call, 'job_id');
  if (run.app !== ACTIONS) throw notFound();
  if (run.log === null) throw refuse(410, 'Gone');
  return { status: 302, headers: { location: `${call.world.url}/_logs/${call.repository.id}/${run.id}` } };
}
