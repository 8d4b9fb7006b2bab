/** Changes of the plan that people asked for and that could not be made: they are told once, and at the end again. Pure. */
import type { TaskCommon } from './task.ts';
import type { WhyRefused } from '../plan/patch/why-refused.ts';

export interface RefusedChange {
  /** Index of the comment that asked for it. */
  readonly comment: number;
  /** What the model took it to ask for; '' when it said nothing that could be read. */
  readonly understanding: string;
  readonly refused: WhyRefused;
  readonly told: boolean;
}

type Common = Pick<TaskCommon, 'refusedChanges'>;

export function changeToTell({ refusedChanges = [] }: Common): RefusedChange | null {
  return refusedChanges.find((change) => !change.told) ?? null;
}

export function withRefused<Of extends Common>(task: Of, change: Omit<RefusedChange, 'told'>): Of {
  return { ...task, refusedChanges: [...(task.refusedChanges ?? []), { ...change, told: false }] };
}

export function withTold<Of extends Common>(task: Of, comment: number): Of {
  const told = (task.refusedChanges ?? []).map((change) => (change.comment === comment ? { ...change, told: true } : change));
  return { ...task, refusedChanges: told };
}
