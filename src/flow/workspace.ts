/** What a container that is being prepared, or is lost, leads to (EXEC-5, ENV-4). */
import { blockingIn, isOver, isHalted } from '../state/select.ts';
import type { FactOf, Fact, Facts } from '../state/facts.ts';
import { afterBlocked, unblocked } from './blocked.ts';
import { failWith } from './ending.ts';
import { moreToGather } from './gathering.ts';
import { begin } from './plan-steps.ts';
import { afterFailedStep, withoutRepair } from './set-up-trouble.ts';
import type { Task } from '../state/task.ts';

type Environment = FactOf<'environment'>;
type Lost = Extract<Environment, { readonly name: 'workspace_lost' }>;

const MAX_CLONES = 3;
/** A workspace lost more often than this is not rebuilt again. */
export const MAX_WORKSPACE_LOSSES = 3;
/** For the model and for people, as the cause of any other loss. */
const SAVED_ELSEWHERE =
  'The task goes on on another machine; what was saved on the one before and not pushed is not here.';

export function afterEnvironment(task: Task, fact: Environment, before: Task): Facts {
  switch (fact.name) {
    case 'repository':
      return [...unblocked(task), ...begin(task, fact)];
    case 'blocked':
      return afterBlocked(task, fact);
    case 'gathered':
      return moreToGather(task);
    case 'repository_empty':
      return failWith(task, 'empty_repository', fact.branch);
    case 'setup':
      return fact.command.exit_code === 0 ? [] : afterFailedStep(task, fact.command);
    case 'check':
      return fact.passed ? [] : afterFailedStep(task, fact.command);
    case 'set_up_not_corrected':
      return withoutRepair(task);
    case 'cloned': {
      const failures = task.workspace.is === 'preparing' ? task.workspace.cloneFailures : 0;
      if (failures < MAX_CLONES) return [];
      return failWith(task, 'sandbox_failed', fact.command.output);
    }
    case 'saved_work_lost':
      return task.stage.is === 'work' ? [{ type: 'environment', name: 'rewound', cause: SAVED_ELSEWHERE }] : [];
    case 'workspace_lost':
      return isOver(task) ? [] : lost(task, fact, before);
    default:
      return [];
  }
}

/**
 * The work is cut back to its last checkpoint, and a container prepared for it; while people are asked, only the
 * former, however often it was lost.
 */
function lost(task: Task, { cause }: Lost, { workspace, stage }: Task): Facts {
  const isTooOften = task.workspaceLosses > MAX_WORKSPACE_LOSSES;
  // Also while it is planned anew: what is not in a checkpoint may count as done already.
  const isInUse = workspace.is === 'ready' && (stage.is === 'work' || stage.is === 'verify' || stage.is === 'plan');
  // What a person is to let through was saved first, and nothing was done since.
  if (blockingIn(task)?.then.is === 'let_through') return [];
  if (isHalted(task)) return isInUse ? [{ type: 'environment', name: 'rewound' }] : [];
  const rewound: Fact = { type: 'environment', name: 'rewound', ...(cause === undefined ? {} : { cause }) };
  const isReplaced = workspace.is === 'preparing' && workspace.replaces !== null;
  if (isTooOften) {
    const list = cause === undefined ? [] : [cause];
    return [...(isReplaced ? [rewound] : []), ...failWith(task, 'sandbox_lost', `${task.workspaceLosses}`, { list })];
  }
  const back: Facts = stage.is === 'verify' ? [{ type: 'phase', name: 'working', keeps_tests: false }] : [];
  const prepared: Fact = { type: 'environment', name: 'preparing', keeps_container: false, replaces: null };
  return [...back, ...(isInUse || isReplaced ? [rewound] : []), prepared];
}
