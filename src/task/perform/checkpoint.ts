/**
 * Commits what is in the sandbox, takes it over into the quarantine, looks it through there, and pushes it to
 * GitHub. Nothing the sandbox wrote is executed on the host.
 */
import { Fault } from '../../errors.ts';
import { branchName } from '../../plan/branch-name.ts';
import { commitMessage } from '../../progress/commit-message.ts';
import { protectedPaths } from '../../publish/protected-paths.ts';
import { scanForSecrets } from '../../publish/secret-scan.ts';
import { runInSandbox } from './command.ts';
import type { Fact } from '../fact.ts';
import type { Performer } from './perform.ts';
import type { Task } from '../task.ts';
import type { Toolbox } from '../toolbox.ts';
import type { Change } from '../../ports/repositories.ts';

/** Hooks of the repository are its developers' business, not ours; the index lock of a killed git is stale: nothing else runs. */
const SAVE = `set -e
rm -f .git/index.lock
git add --all
git diff --cached --quiet || git -c core.hooksPath=/dev/null -c commit.gpgsign=false commit --quiet --no-verify -m "$PLANWRIGHT_MESSAGE"
git -c core.hooksPath=/dev/null push --quiet --force http://127.0.0.1:8118/project.git HEAD:refs/heads/work`;

export const checkpoint: Performer<'checkpoint'> = async ({ effect, key, task, tools, signal }) => {
  const { repo, requester, issue, title } = task.request;
  const env = { PLANWRIGHT_MESSAGE: commitMessage(effect.message, task.request) };
  const saved = await runInSandbox(task, tools, signal, { key, command: SAVE, env, againIfCutOff: true });
  if (saved.exit_code !== 0)
    throw new Fault('sandbox_failed', `The work could not be committed: ${saved.output.slice(0, 500)}`, 'See the log of the task.');

  const snapshot = 'snapshot' in task ? task.snapshot : null;
  if (snapshot === null) throw new TypeError('A checkpoint needs a snapshot.');
  const change = await tools.repositories.change(task.id, snapshot.baseSha);
  if (change === null || change.isEmpty)
    return [{ type: 'effect', name: 'checkpoint', subtask: effect.subtask, change: null, command_ms: saved.duration_ms }];

  const refused = (reason: string, paths: readonly string[]): readonly Fact[] => [
    { type: 'effect', name: 'push_refused', subtask: effect.subtask, reason, paths },
  ];
  const problem = inspect(change, task, tools);
  if (problem) return refused(problem.reason, problem.paths);
  const asked = tools.clock.now();
  const permission = await tools.github.permission(repo, requester);
  if (permission !== 'admin' && permission !== 'maintain' && permission !== 'write') {
    return refused(`@${requester.login} no longer has write access to this repository.`, []);
  }
  const token = await tools.github.gitToken(repo, 'write');
  const pushed = await tools.repositories.push(task.id, repo, branchName(issue, title), change.headSha, token);
  const githubMs = tools.clock.now() - asked;
  if (pushed.kind === 'rejected') return refused(tools.redact(pushed.reason), []);
  const { headSha: sha, insertions, deletions } = change;
  const files = change.files.slice(0, 300).map(({ path, status }) => ({ path, status }));
  return [
    {
      type: 'effect',
      name: 'checkpoint',
      subtask: effect.subtask,
      change: { sha, files, insertions, deletions },
      command_ms: saved.duration_ms,
      github_ms: githubMs,
    },
  ];
};

function inspect(change: Change, task: Task, tools: Toolbox): { readonly reason: string; readonly paths: readonly string[] } | null {
  const paths = protectedPaths(change.files, task.settings.protectedPaths);
  if (paths.length > 0) return { reason: 'The change touches paths that Planwright must not change.', paths };
  const findings = scanForSecrets(change.addedLines, tools.secretValues());
  if (findings.length === 0) return null;
  return {
    reason: 'The change contains what looks like a secret.',
    paths: findings.slice(0, 20).map(({ path, line, kind }) => `${path}:${line} (${kind})`),
  };
}
