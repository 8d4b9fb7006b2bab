/** Opens the pull request, or brings the one that is there up to date. */
import { isReady } from '../plan/readiness.ts';
import { pullRequestText } from '../progress/pull-request-text.ts';
import { branchOf } from '../plan/branch-of.ts';
import type { Performer } from './perform.ts';

export const openPullRequest: Performer<'open_pull_request'> = async ({ task, tools }) => {
  if (task.phase !== 'report' || task.snapshot === null)
    throw new TypeError(`There is no pull request to open in the phase ${task.phase}.`);
  const { repo } = task.request;
  const text = pullRequestText(task, tools.taskUrl(task.id));
  const title = tools.redact(text.title);
  const draft = !isReady(task);
  const head = branchOf(task);
  const made = await tools.github.ensurePullRequest(repo, {
    head,
    base: task.snapshot.baseBranch,
    title,
    body: tools.redact(text.body),
    draft,
    since: task.startedAt,
  });
  return [{ type: 'effect', name: 'pull_request', number: made.number, url: made.url, draft, title }];
};
