/** Checks that the issue is still open and that we may work here, and reads the repository. */
import { branchName } from '../ports/branch-name.ts';
import { Fault, RetryLater } from '../errors.ts';
import { namesIn } from '../environments/names-in-text.ts';
import { authorEmail } from '../plan/publication.ts';
import { mayBeBlocked } from '../state/select.ts';
import { steering } from './read-comments.ts';
import type { Blocker } from '../ports/github.ts';
import type { Said } from '../state/question.ts';
import type { Task } from '../state/task.ts';
import type { EarlierTasks, Outcome, Performer, Toolbox } from './performer.ts';

const MAX_BLOCKERS = 20;

export const lookAtRepository: Performer<'look_at_repository'> = async ({ task, tools }) => {
  const { repo, issue, trigger, title, profile } = task.request;
  const { botSlug, triggerLabel } = task.settings;
  const { github, repositories, clock } = tools;
  const began = clock.now();
  const [facts, about] = await Promise.all([github.issue(repo, issue), github.repository(repo)]);
  const stop = (reason: string): readonly Outcome[] => [{ type: 'control', name: 'stop', by: null, reason }];
  if (facts.state === 'closed') return stop('closed');
  if (about.archived) return stop('archived');
  const suffixes = ['', ':plan', ...(profile?.by === 'trigger' ? [`:${profile.name}`] : [])];
  const triggers = suffixes.map((suffix) => `${triggerLabel}${suffix}`.toLowerCase());
  if (trigger === 'label' && !facts.labels.some((label) => triggers.includes(label.toLowerCase())))
    return stop('unlabeled');
  if (mayBeBlocked(task)) {
    const blockers = await openBlockers(task, tools);
    if (blockers.length > 0) return [{ type: 'environment', name: 'blocked', blockers }];
  }
  const token = await github.gitToken(repo, 'read');
  const fetched = await repositories.fetch(task.id, repo, {
    baseBranch: about.defaultBranch,
    branch: branchName(issue, title),
    authorEmail: authorEmail(botSlug, null),
    // A repeated plan starts from the base, on a new branch (PLAN-10).
    isFinished: async (branch) => task.request.plan !== undefined || github.isBranchFinished(repo, branch),
    token,
  });
  if (fetched.kind === 'empty') return [{ type: 'environment', name: 'repository_empty', branch: about.defaultBranch }];
  const githubMs = clock.now() - began;
  const earlier = await tools.earlierTasks(task.id, task.request);
  const first =
    fetched.snapshot && task.settings.planning.enabled
      ? { first_look: await repositories.lookFirst(task.id, fetched.snapshot, namesIn(wordsOf(task))) }
      : {};
  const snapshot = { ...fetched.snapshot, authorEmail: authorEmail(botSlug, await botUserId(task, tools)) };
  return [
    {
      type: 'environment',
      name: 'repository',
      snapshot,
      ...first,
      earlier_tasks: earlier.told,
      // They apply to the continued work; if the task starts again, the text mentions them.
      ...(fetched.snapshot.startSha === fetched.snapshot.branchSha ? heldBy(earlier, task) : {}),
      ...(earlier.said.length === 0 ? {} : { earlier_said: await withRights(earlier.said, task, tools) }),
      github_ms: githubMs,
    },
  ];
};

/** A request on a pull request is about a finished change; after failed work, the earlier problems are history. */
function heldBy({ decisions, open }: EarlierTasks, { request }: Task) {
  return {
    ...(decisions.length === 0 ? {} : { earlier_decisions: decisions }),
    ...(open.length === 0 || request.pullRequest === undefined ? {} : { earlier_open: open }),
  };
}

/** An issue that was closed before it was watched wakes nobody, so it is checked again after watching starts. */
async function openBlockers({ id, request }: Task, { github, watchIssues }: Toolbox) {
  const asked = () => github.openBlockers(request.repo, request.issue);
  const isNew = (open: readonly Blocker[]) =>
    watchIssues(
      id,
      open.map((one) => one.id),
    );
  let open = await asked();
  if (open.length > 0 && (await isNew(open))) open = await asked();
  return open.slice(0, MAX_BLOCKERS).map(({ number, title, url }) => ({ number, title, url }));
}

/** Asks whether the authors still have write access (GH-2). */
async function withRights(said: readonly Said[], task: Task, tools: Toolbox): Promise<readonly Said[]> {
  const people = said.flatMap(({ by }) => (by === null ? [] : [by]));
  const steer = await steering(people.toReversed(), task, tools);
  return said.map((one) => (one.by === null || steer.has(one.by.id) ? one : { ...one, mayNotSteer: true }));
}

/** All that people wrote about it, the most important first. */
function wordsOf({ request, discussion }: Task): string {
  const { title, body, instruction, checks } = request;
  const reported = checks?.failed.map(({ report }) => report) ?? [];
  const said = discussion?.comments.map(({ text }) => text) ?? [];
  return [instruction ?? '', ...reported, title, body, ...said].join('\n\n');
}

/** Optional: without it the commits are the same, but GitHub attributes them to nobody. */
async function botUserId({ id, traceId, request }: Task, { github, log }: Toolbox): Promise<number | null> {
  try {
    return await github.botUserId(request.repo);
  } catch (error) {
    if (!(error instanceof Fault) && !(error instanceof RetryLater)) throw error;
    log.warn(
      { task: id, trace: traceId, reason: error.message },
      "the number of the App's account is not known: commits do without it",
    );
    return null;
  }
}
