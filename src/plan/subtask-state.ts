/** What state each subtask is in (PLAN-9), seen from its actions, its dependencies and the moment. */
import type { Plan } from '../state/plan.ts';
import type { ActionState } from '../state/work.ts';

export type SubtaskState =
  | 'PENDING'
  | 'READY'
  | 'RUNNING'
  | 'SUCCEEDED'
  | 'FAILED'
  | 'CANCELED'
  | 'SKIPPED'
  | 'BLOCKED'
  | 'RETRY_WAIT';

export type Moment =
  | 'working'
  /** Only a person can help the subtask in hand on. */
  | 'waiting_for_person'
  /** An outage is waited out. */
  | 'waiting_for_retry'
  /** People ended the task. */
  | 'stopped'
  /** The task ended by itself, whatever came of it. */
  | 'ended';

type Action = Pick<ActionState, 'taskId' | 'status'>;

export function subtaskStates(
  { task_decomposition: { subtasks } }: Pick<Plan, 'task_decomposition'>,
  actions: readonly Action[],
  moment: Moment,
): ReadonlyMap<string, SubtaskState> {
  const own = new Map(
    subtasks.map(({ id }) => [
      id,
      ofActions(
        actions.filter((action) => action.taskId === id),
        moment,
      ),
    ]),
  );
  const stuck = stuckSubtasks(subtasks, own);
  return new Map(
    subtasks.map(({ id, dependencies }) => {
      const state = own.get(id);
      if (state) return [id, state];
      if (stuck.has(id)) return [id, 'BLOCKED'];
      return [id, dependencies.every((before) => own.get(before) === 'SUCCEEDED') ? 'READY' : 'PENDING'];
    }),
  );
}

/** Null while nothing was begun and it may still be. */
function ofActions(actions: readonly Action[], moment: Moment): SubtaskState | null {
  const isBegun = actions.some(({ status }) => status !== 'pending');
  const isOver = isBegun && actions.every(({ status }) => status !== 'pending' && status !== 'running');
  if (isOver) return actions.every(({ status }) => status === 'success') ? 'SUCCEEDED' : 'FAILED';
  switch (moment) {
    case 'stopped':
      return 'CANCELED';
    case 'ended':
      return isBegun ? 'CANCELED' : 'SKIPPED';
    case 'waiting_for_person':
      return isBegun ? 'BLOCKED' : null;
    case 'waiting_for_retry':
      return isBegun ? 'RETRY_WAIT' : null;
    case 'working':
      return isBegun ? 'RUNNING' : null;
  }
}

/** Not begun, and behind something that failed, directly or not. */
function stuckSubtasks(
  subtasks: Plan['task_decomposition']['subtasks'],
  own: ReadonlyMap<string, SubtaskState | null>,
): ReadonlySet<string> {
  const stuck = new Set<string>();
  for (let before = -1; before < stuck.size; ) {
    before = stuck.size;
    for (const { id, dependencies } of subtasks) {
      if (own.get(id) === null && dependencies.some((one) => own.get(one) === 'FAILED' || stuck.has(one)))
        stuck.add(id);
    }
  }
  return stuck;
}
