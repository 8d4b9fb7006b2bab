/** What follows while a container is prepared, and when it is lost (EXEC-5, ENV-4). */
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
/** A workspace that was lost more often is not rebuilt. */
export const MAX_WORKSPACE_LOSSES = 3;
/** The cause of the loss as the model and people are told it. */
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
 * The work is reset to its last checkpoint and a container is prepared for it. While people are asked, only the reset
 * happens, however often the container was lost.
 */
function lost(task: Task, { cause }: Lost, { workspace, stage }: Task): Facts {
  const isTooOften = task.workspaceLosses > MAX_WORKSPACE_LOSSES;
  // Also while the task is re-planned: work that is in no checkpoint may count as done already.
  const isInUse = workspace.is === 'ready' && (stage.is === 'work' || stage.is === 'verify' || stage.is === 'plan');
  // The change that a person has to approve was saved, and nothing was done since.
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
