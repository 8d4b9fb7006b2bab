/**
 * Merges a base branch that moved into the work before verification (GH-7), so that what is tested, reviewed and
 * offered is what would be merged. The container is rebuilt from the merge, including its set-up.
 */
import { commitMessage } from '../comments/pull-request-text.ts';
import { Fault } from '../errors.ts';
import { begunFrom } from '../state/base-merges.ts';
import { saveWork } from './save-work.ts';
import type { Outcome, Performer } from './performer.ts';

/** What a history keeps of a long list, beside the true number. */
const MAX_FILES = 50;
const MAX_PATH = 500;

export const mergeBase: Performer<'merge_base'> = async ({ effect, key, task, tools, signal }) => {
  const { repositories } = tools;
  const { snapshot } = task;
  if (snapshot === null) throw new TypeError('Merging needs a snapshot.');
  const token = await tools.github.gitToken(task.request.repo, 'read');
  const look = await repositories.lookAtBase(task.id, task.request.repo, {
    baseBranch: snapshot.baseBranch,
    since: begunFrom(task, snapshot),
    token,
  });
  if (look.kind === 'current') return [CURRENT];
  if (!look.isTaken) {
    const saved = await saveWork(task, tools, signal, { key, message: commitMessage(null, task) });
    // The reason why it cannot be saved is reported when it is pushed.
    if (saved.kind === 'failed')
      throw new Fault('sandbox_failed', 'The work could not be saved from the sandbox.', saved.output.slice(-500));
  }
  const { sha, commits } = look;
  const merged = await repositories.mergeBase(task.id, {
    sha,
    takesConflicts: effect.takes_conflicts,
    beforeTaking: async () => {
      await tools.sessions.release(task.id);
      await tools.sandboxes.remove(task.id, signal);
    },
  });
  if (merged.kind === 'nothing') return [CURRENT];
  if (merged.kind === 'merged') return [{ type: 'verification', name: 'base_merged', sha, commits }];
  const files = merged.files.slice(0, MAX_FILES).map((path) => tools.redact(path).slice(0, MAX_PATH));
  const count = merged.files.length;
  return [
    { type: 'verification', name: 'base_conflicts', sha, commits, files, file_count: count, taken: merged.isTaken },
  ];
};

const CURRENT: Outcome = { type: 'verification', name: 'base_current' };
