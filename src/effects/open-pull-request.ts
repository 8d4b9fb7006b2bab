/** Opens the pull request, or brings the one that is there up to date. */
import { isReady } from '../plan/pull-request-readiness.ts';
import { pullRequestText } from '../comments/pull-request-text.ts';
import { branchOf } from '../plan/branch-of.ts';
import { at } from '../state/select.ts';
import type { Performer } from './performer.ts';

export const openPullRequest: Performer<'open_pull_request'> = async ({ task, tools }) => {
  const reporting = at(task, 'report');
  if (task.snapshot === null) throw new TypeError('There is no repository to open a pull request in.');
  const { repo } = task.request;
  const text = pullRequestText(reporting, tools.taskUrl(task.id));
  const title = tools.redact(text.title);
  const draft = !isReady(task, reporting.stage);
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
