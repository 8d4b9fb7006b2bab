/**
 * The work on an earlier plan, for making or judging the one that replaces it (REPLAN-2), since the repository is shown
 * as it was before the work.
 */
import { orderedActions } from '../plan/action-order.ts';
import { boundedLines, type RoomOf } from './bounded.ts';
import { decisionsBlock } from './decisions-block.ts';
import { changeText, finishedText, type ActionSoFar } from './work-blocks.ts';
import { commandsText } from './verification-blocks.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import type { CommandRun } from '../state/outcome.ts';
import type { Plan, PlannedAction } from '../state/plan.ts';
import type { Settled } from '../state/work.ts';
import type { Task } from '../state/task.ts';

export interface WorkSoFar {
  readonly actions: readonly ActionSoFar[];
  readonly decisions: readonly Settled[];
  readonly denied: readonly string[];
  /** Oldest first; includes the final checks. */
  readonly commands: readonly CommandRun[];
  /** Subtasks that are not planned again, and why. */
  readonly over: ReadonlyMap<string, string>;
}

/** Null if no earlier plan was worked on. */
export function workSoFar({ stage, work, decisions, denied, commands }: Task): WorkSoFar | null {
  if (stage.is !== 'plan' || work === null) return null;
  const left = stage.leftBehind.map((id) => [id, 'ended without success, left so'] as const);
  const over = stage.keepsDone ? [...[...doneSubtasks(work)].map((id) => [id, 'finished'] as const), ...left] : [];
  return { actions: work.actions, decisions, denied, commands, over: new Map(over) };
}

/** 'None.' if nothing was done; otherwise at most 24 KB. */
export function workSoFarText(soFar: WorkSoFar | null, change: string, room: RoomOf): string {
  if (soFar === null) return 'None.';
  const { actions, decisions, denied, commands } = soFar;
  return [
    `How the actions ended:\n${finishedText(actions, room(6_000), 'results')}`,
    ...(decisions.length === 0 ? [] : [`What was settled on the way:\n${decisionsBlock(decisions, room(1_500))}`]),
    ...(denied.length === 0
      ? []
      : [`Connections that the sandbox's network denied:\n${boundedLines('denied', denied, room(500))}`]),
    `The commands that ran, the newest first:\n${commandsText(commands, room(4_000))}`,
    `What is changed in the files:\n${changeText(change, room(12_000))}`,
  ].join('\n');
}

/** Without those of finished subtasks, which are not repeated. */
export function actionsAhead(plan: Plan, soFar: WorkSoFar | null): readonly PlannedAction[] {
  const planned = new Set(plan.action_plan.actions.map(({ task_id }) => task_id));
  const isOver = (id: string) =>
    soFar?.over.get(id) === 'finished' || (soFar?.over.has(id) === true && !planned.has(id));
  return orderedActions(plan).filter(({ task_id }) => !isOver(task_id));
}
