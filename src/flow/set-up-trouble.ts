/** Decides what follows a failed set-up command: a retry, a repair by the model, or work without it (ENV-4). */
import { classifyTrouble } from '../environments/classify-trouble.ts';
import { isOver } from '../state/select.ts';
import type { Facts } from '../state/facts.ts';
import type { CommandRecord } from '../state/outcome.ts';
import type { SetUpTrouble } from '../state/trouble-verdict.ts';
import type { Task } from '../state/task.ts';

/** The wait before each retry. */
export const WAITS_MS: { readonly [Kind in SetUpTrouble]: readonly number[] } = {
  network: [5_000, 10_000, 20_000],
  server: [10_000, 10_000, 10_000],
  lock: [3_000, 3_000, 3_000, 3_000, 3_000],
  repairable: [],
  fatal: [],
};
export const MAX_SET_UP_REPAIRS = 3;

export function afterFailedStep(task: Task, command: CommandRecord): Facts {
  const { workspace } = task;
  if (workspace.is !== 'preparing' || isOver(task)) return [];
  const kind = classifyTrouble(command);
  const waitMs = WAITS_MS[kind][workspace.tried.again[kind] ?? 0];
  if (waitMs !== undefined) return [{ ...troubleOf(kind), then: 'again', due_at: task.updatedAt + waitMs }];
  const mayRepair = kind !== 'fatal' && workspace.tried.repairs < MAX_SET_UP_REPAIRS && !isPinned(task);
  return [{ ...troubleOf(kind), then: mayRepair ? 'repair' : 'go_on' }];
}

/** The model has no other commands to try. */
export function withoutRepair({ workspace }: Task): Facts {
  if (workspace.is !== 'preparing') return [];
  return [{ ...troubleOf(workspace.tried.verdict?.kind ?? 'repairable'), then: 'go_on' }];
}

function troubleOf(kind: SetUpTrouble) {
  return { type: 'environment', name: 'set_up_trouble', kind, most_repairs: MAX_SET_UP_REPAIRS } as const;
}

/** Commands that the repository configures are not replaced by guesses (ENV-2). */
function isPinned({ settings: { pinned } }: Task): boolean {
  return pinned.setup !== null || pinned.verification !== null;
}
