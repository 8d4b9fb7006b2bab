/**
 * The repository of a task is on the machine that began it. Another one that goes on with the task, or the same one
 * after its folder was lost, makes it again from GitHub before anything asks for it.
 */
import { authorOf } from './author-of.ts';
import { branchOf } from '../plan/branch-of.ts';
import { workOf } from '../phases/between/held.ts';
import { isResting, underneath } from '../task/underneath.ts';
import type { Effect } from '../state/effect.ts';
import type { Fact } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import type { Work } from '../state/work.ts';
import type { Toolbox } from './toolbox.ts';

const NEEDS_IT: ReadonlySet<Effect['kind']> = new Set(['clone', 'checkpoint', 'release_sandbox', 'ask_review', 'ask_summary']);

/** The facts that take the place of the effect's own: where it would go on from work that is not there any more. */
export async function restoreQuarantine(kind: Effect['kind'], task: Task, tools: Toolbox): Promise<readonly Fact[] | null> {
  if (!NEEDS_IT.has(kind)) return null;
  const held = isResting(task) ? underneath(task) : task;
  const snapshot = 'snapshot' in held ? held.snapshot : null;
  if (snapshot === null) return null;
  const { repo } = task.request;
  const work = heldWork(held);
  const restored = await tools.repositories.restore(task.id, repo, {
    baseSha: snapshot.baseSha,
    branch: branchOf({ request: task.request, snapshot }),
    branchSha: snapshot.branchSha,
    pushedSha: work?.checkpoint.change?.sha ?? null,
    authorEmail: authorOf({ settings: task.settings, snapshot }).email,
    token: () => tools.github.gitToken(repo, 'read'),
  });
  // What was saved while people were asked, and not pushed, is gone: the work goes back to its last checkpoint.
  const mustGoBack = restored === 'restored' && held.phase === 'prepare' && held.earlierWork !== null && held.wentBack !== true;
  return kind === 'clone' && mustGoBack ? [{ type: 'environment', name: 'saved_work_lost' }] : null;
}

function heldWork(held: Exclude<Task, { readonly phase: 'wait' | 'pause' }>): Work | null {
  if (held.phase === 'prepare') return held.earlierWork;
  return held.phase === 'report' || held.phase === 'ended' ? held.work : workOf(held);
}
