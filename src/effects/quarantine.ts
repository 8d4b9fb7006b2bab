/**
 * The repository of a task is on the machine that started it. Another machine that continues the task, or the same one
 * after losing the folder, rebuilds it from GitHub before it is used.
 */
import { authorOf, branchOf } from '../plan/publication.ts';
import { baseShaOf, isBaseMerged } from '../state/base-merges.ts';
import type { Effect } from '../state/effect.ts';
import type { Task } from '../state/task.ts';
import type { Outcome, Toolbox } from './performer.ts';

const NEEDS_IT: ReadonlySet<Effect['kind']> = new Set([
  'gather',
  'clone',
  'merge_base',
  'checkpoint',
  'release_sandbox',
  'ask_assessment',
  'ask_review',
  'ask_summary',
]);

const MAY_READ_IT: ReadonlySet<Effect['kind']> = new Set(['ask_gathering', 'ask_model', 'ask_decision']);

/** Plans are made from what was gathered and changed, and the result is judged by its diff. */
function readsIt({ stage, gathering, work }: Task): boolean {
  const isChanged = (work?.checkpoint.change ?? null) !== null;
  if (stage.is === 'plan') return gathering !== undefined || isChanged;
  return stage.is === 'verify' && isChanged;
}

/** Facts that replace the effect's own if it would continue from work that no longer exists. */
export async function restoreQuarantine(
  kind: Effect['kind'],
  task: Task,
  tools: Toolbox,
): Promise<readonly Outcome[] | null> {
  if (!NEEDS_IT.has(kind) && !(MAY_READ_IT.has(kind) && readsIt(task))) return null;
  const { snapshot, work, workspace, stage } = task;
  if (snapshot === null) return null;
  const { repo } = task.request;
  const restored = await tools.repositories.restore(task.id, repo, {
    baseSha: baseShaOf(task, snapshot),
    isBaseMerged: isBaseMerged(task),
    branch: branchOf({ request: task.request, snapshot }),
    branchSha: snapshot.branchSha,
    pushedSha: work?.checkpoint.change?.sha ?? null,
    authorEmail: authorOf({ settings: task.settings, snapshot }).email,
    token: () => tools.github.gitToken(repo, 'read'),
  });
  // Work that was saved while people were asked, and not pushed, is lost.
  const goesOn = stage.is === 'work' && stage.begun && workspace.is === 'preparing' && !workspace.wentBack;
  return kind === 'clone' && restored === 'restored' && goesOn
    ? [{ type: 'environment', name: 'saved_work_lost' }]
    : null;
}

/**
 * The diff of the change on the host, which received it from the sandbox; '' if it cannot be read. For the model it is
 * data like any output.
 */
export async function diffOf(task: Task, { repositories, redact, log }: Toolbox, maxBytes: number): Promise<string> {
  const { id, traceId, snapshot } = task;
  if (snapshot === null) return '';
  try {
    return redact(await repositories.show(id, baseShaOf(task, snapshot), maxBytes));
  } catch (error) {
    log.warn({ task: id, trace: traceId, err: error }, 'the change could not be read');
    return '';
  }
}
