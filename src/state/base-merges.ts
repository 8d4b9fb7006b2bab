/** The base branch that moved while the work was done (GH-7): what was merged of it, and what could not be. */
import type { Snapshot } from '../ports/repositories.ts';
import type { BaseMove } from './base-move.ts';
import type { FactNamed } from './facts.ts';
import type { Task } from './task.ts';

type Moves = Pick<Task, 'baseMoves'>;

/** The newest commit of the base that is merged into the work, by the task itself; null where it merged none. */
function mergedSha({ baseMoves }: Moves): string | null {
  return baseMoves.findLast(({ is }) => is !== 'left')?.sha ?? null;
}

/** What the change is compared with. */
export function baseShaOf(task: Moves, snapshot: Snapshot): string {
  return mergedSha(task) ?? snapshot.baseSha;
}

/** A commit that has all that the work has of the base. */
export function begunFrom(task: Moves, snapshot: Snapshot): string {
  return mergedSha(task) ?? snapshot.startSha;
}

export function isBaseMerged(task: Moves): boolean {
  return mergedSha(task) !== null;
}

/** Null where nothing stands against a merge. */
export function conflictOf({ baseMoves }: Moves): BaseMove | null {
  const last = baseMoves.at(-1);
  return last?.is === 'open' || last?.is === 'left' ? last : null;
}

/** Files in the sandbox hold both sides: what is there is not fit to be pushed. */
export function isBeingResolved(task: Moves): boolean {
  return conflictOf(task)?.is === 'open';
}

/** The subtask that a merge without conflicts is saved as. */
export const MERGE = 'merge of the base branch';

/** What failed on the commit before says nothing about this one. */
export function withBase(task: Task, fact: FactNamed<'base_merged' | 'base_conflicts'>): Task {
  const { sha, commits } = fact;
  const isClean = fact.name === 'base_merged';
  const isTaken = isClean || fact.taken;
  const move: BaseMove = {
    sha,
    commits,
    files: isClean ? [] : fact.files,
    fileCount: isClean ? 0 : fact.file_count,
    is: isClean ? 'merged' : isTaken ? 'open' : 'left',
  };
  return {
    ...task,
    baseMoves: [...task.baseMoves, move],
    baseRuns: isTaken ? [] : task.baseRuns,
    work: task.work && isClean ? { ...task.work, toCheckpoint: MERGE } : task.work,
  };
}

/** What was to be saved is not resolved: the files hold marks of both sides. */
export function withMarksLeft(task: Task): Task {
  const baseMoves = task.baseMoves.map((move) =>
    move.is === 'open' ? { ...move, marksLeft: (move.marksLeft ?? 0) + 1 } : move,
  );
  return { ...task, baseMoves };
}

/** A subtask is saved: the files hold no two sides any more. */
export function resolved(baseMoves: Task['baseMoves']): Task['baseMoves'] {
  return baseMoves.map((move) => (move.is === 'open' ? { ...move, is: 'resolved' } : move));
}
