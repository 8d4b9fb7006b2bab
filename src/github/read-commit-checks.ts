/** The checks of a commit, and why one failed: its log or its output (GH-2). */
import type { z } from 'zod';
import { Fault } from '../errors.ts';
import { type CheckedCommit, type CheckReport, type FailedCheck, isFailed } from '../ports/commit-checks.ts';
import type { GitHub, RepositoryRef } from '../ports/github.ts';
import { AnnotationsAnswer, CheckRunsAnswer, CheckSuitesAnswer, PullRequestHeadsAnswer } from './answers.ts';
import { PAGE_SIZE, type Api } from './api.ts';
import type { Identity } from './comments.ts';
import { fetchLog, type LogOptions } from './fetch-log.ts';
import { suitesOfForks } from './suites-of-forks.ts';

/** Of hundreds of checks, the first are enough to know that some failed. */
const MAX_PAGES = 3;
const MAX_ANNOTATIONS = 50;
const MAX_OUTPUT = 20_000;
const ACTIONS = 'github-actions';

type CheckRun = z.infer<typeof CheckRunsAnswer>['check_runs'][number];
type CheckSuite = z.infer<typeof CheckSuitesAnswer>['check_suites'][number];

type Checks = Pick<GitHub, 'openPullRequestFrom' | 'checksOf' | 'checkReport'>;

export function createChecks(api: Api, identity: Identity, logs: LogOptions): Checks {
  return {
    async openPullRequestFrom(repo, branch) {
      const bot = `${(await identity()).slug}[bot]`;
      const found = await api.call(repo, {
        what: 'Looking for the pull request of a branch',
        route: 'GET /repos/{owner}/{repo}/pulls',
        parameters: { state: 'open', head: `${repo.owner}:${branch}`, per_page: PAGE_SIZE },
        answer: PullRequestHeadsAnswer,
      });
      // GitHub ignores unknown filters, and forks may have a branch of the same name.
      const ours = found.find(
        ({ user, head }) =>
          user?.type === 'Bot' && user.login === bot && head.ref === branch && head.repo?.id === repo.repositoryId,
      );
      if (ours === undefined) return null;
      const { number, head, base } = ours;
      return { number, headSha: head.sha, baseSha: base.sha, baseBranch: base.ref };
    },

    async checksOf(repo, commit) {
      const { sha } = commit;
      const [{ appId }, runs, suites] = await Promise.all([
        identity(),
        pagesOf(api, repo, { what: 'Reading the checks', of: 'check-runs', sha, answer: CheckRunsAnswer }),
        pagesOf(api, repo, {
          what: 'Reading the suites of checks',
          of: 'check-suites',
          sha,
          answer: CheckSuitesAnswer,
        }),
      ]);
      const others = {
        runs: runs.flatMap((page) => page.check_runs).filter(({ app }) => app?.id !== appId),
        suites: suites.flatMap((page) => page.check_suites).filter(({ app }) => app?.id !== appId),
      };
      const counted = countedOf(others, repo, commit);
      const ofBranch = commit.pull === null && failedOf(counted).some(({ app }) => app === ACTIONS);
      const own = ofBranch ? withoutSuites(counted, await suitesOfForks(api, repo, sha)) : counted;
      return { runningSince: runningSince(own), failed: failedOf(own) };
    },

    async checkReport(repo, check) {
      const { log, withoutLog } = check.app === ACTIONS && check.id !== null ? await logOf(check.id) : NO_LOG;
      return { log, withoutLog, annotations: log === null ? await annotationsOf(check) : [] };

      async function logOf(job: number): Promise<Pick<CheckReport, 'log' | 'withoutLog'>> {
        const location = await whereLogLies(api, repo, job);
        if (location === 'not_permitted' || location === 'gone') return { log: null, withoutLog: location };
        return fetchLog(logs, location);
      }

      async function annotationsOf({ id }: FailedCheck): Promise<CheckReport['annotations']> {
        if (id === null) return [];
        const found = await api.call(repo, {
          what: 'Reading the annotations of a check',
          route: 'GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations',
          parameters: { check_run_id: id, per_page: MAX_ANNOTATIONS },
          answer: AnnotationsAnswer,
          needs: 'checks',
        });
        return found.map(({ path, start_line: line, message }) => ({ path, line, message: beginning(message) }));
      }
    },
  };
}

const NO_LOG = { log: null, withoutLog: null } as const;

/** For Actions, a check's number is its job's number; a check that a workflow reports beside its jobs has no log. */
async function whereLogLies(api: Api, repo: RepositoryRef, job: number): Promise<string> {
  try {
    return await api.locate(repo, {
      what: 'Asking for the log of a job',
      route: 'GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs',
      parameters: { job_id: job },
      needs: 'actions',
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    if (error.code === 'github_refused') return 'not_permitted';
    if (error.code === 'github_gone') return 'gone';
    throw error;
  }
}

interface Asking<Page> {
  readonly what: string;
  readonly of: 'check-runs' | 'check-suites';
  readonly sha: string;
  readonly answer: z.ZodType<Page>;
}

async function pagesOf<Page extends { readonly total_count: number }>(
  api: Api,
  repo: RepositoryRef,
  { what, of, sha, answer }: Asking<Page>,
): Promise<readonly Page[]> {
  const pages: Page[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const found = await api.call(repo, {
      what,
      route: `GET /repos/{owner}/{repo}/commits/{ref}/${of}`,
      parameters: { ref: sha, per_page: PAGE_SIZE, page },
      answer,
      needs: 'checks',
    });
    pages.push(found);
    if (found.total_count <= page * PAGE_SIZE) break;
  }
  return pages;
}

interface OfOthers {
  readonly runs: readonly CheckRun[];
  readonly suites: readonly CheckSuite[];
}

/** Without the checks that a stranger's fork ran on the same commit. */
function countedOf({ runs, suites }: OfOthers, repo: RepositoryRef, { branch, pull }: CheckedCommit): OfOthers {
  if (pull === null) {
    const ofBranch = suites.filter((suite) => suite.head_branch === branch);
    const ids = new Set(ofBranch.map(({ id }) => id));
    return { suites: ofBranch, runs: runs.filter((run) => ids.has(run.check_suite?.id ?? 0)) };
  }
  const isOfPull = ({ pull_requests: pulls }: CheckRun | CheckSuite) =>
    (pulls ?? []).some(({ number, head }) => number === pull && head.repo.id === repo.repositoryId);
  return { suites: suites.filter(isOfPull), runs: runs.filter(isOfPull) };
}

function withoutSuites({ runs, suites }: OfOthers, ids: ReadonlySet<number>): OfOthers {
  return {
    suites: suites.filter(({ id }) => !ids.has(id)),
    runs: runs.filter(({ check_suite: suite }) => !ids.has(suite?.id ?? 0)),
  };
}

/** A suite without checks stays queued for ever; GitHub creates one for every App that may write checks. */
function runningSince({ runs, suites }: OfOthers): number | null {
  const times = [
    ...suites
      .filter(({ status, latest_check_runs_count: count }) => status !== 'completed' && count > 0)
      .map(({ created_at, updated_at }) => Math.max(timeOf(created_at), timeOf(updated_at))),
    ...runs.filter(({ status }) => status !== 'completed').map(({ started_at }) => timeOf(started_at)),
  ];
  return times.length === 0 ? null : Math.max(...times);
}

function timeOf(text: string | null | undefined): number {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? 0 : time;
}

function failedOf({ runs, suites }: OfOthers): readonly FailedCheck[] {
  const ofRuns = runs.filter(({ conclusion }) => isFailed(conclusion));
  const failed = [
    ...ofRuns.map(checkOf),
    // A suite that could not start has no check.
    ...suites
      .filter(
        ({ conclusion, app }) => conclusion === 'startup_failure' && !ofRuns.some((run) => run.app?.id === app?.id),
      )
      .map((suite) => ({
        id: null,
        name: suite.app?.name ?? '',
        app: suite.app?.slug ?? '',
        conclusion: 'startup_failure',
        url: null,
        output: { title: '', summary: '', text: '' },
      })),
  ];
  return [...new Map(failed.toReversed().map((check) => [`${check.app} ${check.name}`, check])).values()].toReversed();
}

function checkOf({ id, name, app, conclusion, html_url, output }: CheckRun): FailedCheck {
  const { title, summary, text } = output ?? {};
  return {
    id,
    name,
    app: app?.slug ?? '',
    conclusion: conclusion ?? '',
    url: html_url ?? null,
    output: { title: beginning(title), summary: beginning(summary), text: beginning(text) },
  };
}

function beginning(text: string | null | undefined): string {
  return (text ?? '').slice(0, MAX_OUTPUT);
}
