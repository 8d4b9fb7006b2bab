/** Is the issue still open, may we work here, and what is in the repository? */
import { branchName } from '../../plan/branch-name.ts';
import { issueKey } from '../request.ts';
import type { Performer } from './perform.ts';

export const lookAtRepository: Performer<'look_at_repository'> = async ({ task, tools }) => {
  const { repo, issue, trigger, title } = task.request;
  const { github, repositories, clock } = tools;
  const began = clock.now();
  const [facts, about] = await Promise.all([github.issue(repo, issue), github.repository(repo)]);
  if (facts.state === 'closed') return [{ type: 'control', name: 'stop', by: null, reason: 'closed' }];
  if (facts.locked) return [{ type: 'control', name: 'stop', by: null, reason: 'locked' }];
  if (about.archived) return [{ type: 'control', name: 'stop', by: null, reason: 'archived' }];
  if (trigger === 'label' && !facts.labels.some((label) => label.toLowerCase() === task.settings.triggerLabel.toLowerCase())) {
    return [{ type: 'control', name: 'stop', by: null, reason: 'unlabeled' }];
  }
  const token = await github.gitToken(repo, 'read');
  const fetched = await repositories.fetch(task.id, repo, {
    baseBranch: about.defaultBranch,
    branch: branchName(issue, title),
    authorEmail: `${task.settings.botSlug}[bot]@users.noreply.github.com`,
    token,
  });
  if (fetched.kind === 'empty') return [{ type: 'environment', name: 'repository_empty', branch: about.defaultBranch }];
  const earlier = await tools.earlierTasks(task.id, issueKey(task.request));
  return [{ type: 'environment', name: 'repository', snapshot: fetched.snapshot, earlier_tasks: earlier, github_ms: clock.now() - began }];
};
