/** The state of each subtask (PLAN-9), from its actions, its dependencies and the task. */
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
  /** The current subtask needs a person to continue. */
  | 'waiting_for_person'
  /** The task waits for an outage to end. */
  | 'waiting_for_retry'
  /** People ended the task. */
  | 'stopped'
  /** The task ended by itself, whatever the result. */
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

/** Null if nothing has begun and it still may. */
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

/** Not begun, and directly or indirectly dependent on something that failed. */
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
