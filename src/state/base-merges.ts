/** A base branch that moved during the work (GH-7): what was merged of it, and what could not be. */
import type { Snapshot } from '../ports/repositories.ts';
import type { BaseMove } from './base-move.ts';
import type { FactNamed } from './facts.ts';
import type { Task } from './task.ts';

type Moves = Pick<Task, 'baseMoves'>;

/** The newest commit of the base that this task merged into its work; null if there is none. */
function mergedSha({ baseMoves }: Moves): string | null {
  return baseMoves.findLast(({ is }) => is !== 'left')?.sha ?? null;
}

/** The commit that the change is compared with. */
export function baseShaOf(task: Moves, snapshot: Snapshot): string {
  return mergedSha(task) ?? snapshot.baseSha;
}

/** A commit that contains everything the work has of the base. */
export function begunFrom(task: Moves, snapshot: Snapshot): string {
  return mergedSha(task) ?? snapshot.startSha;
}

export function isBaseMerged(task: Moves): boolean {
  return mergedSha(task) !== null;
}

/** The unresolved conflict; null if nothing prevents a merge. */
export function conflictOf({ baseMoves }: Moves): BaseMove | null {
  const last = baseMoves.at(-1);
  return last?.is === 'open' || last?.is === 'left' ? last : null;
}

/** Files in the sandbox contain both sides of a conflict and must not be pushed. */
export function isBeingResolved(task: Moves): boolean {
  return conflictOf(task)?.is === 'open';
}

/** The subtask under which a merge without conflicts is saved. */
export const MERGE = 'merge of the base branch';

/** Failures on the previous base commit say nothing about the new one. */
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

/** The files to be saved still contain conflict marks. */
export function withMarksLeft(task: Task): Task {
  const baseMoves = task.baseMoves.map((move) =>
    move.is === 'open' ? { ...move, marksLeft: (move.marksLeft ?? 0) + 1 } : move,
  );
  return { ...task, baseMoves };
}

/** A subtask was saved, so no file contains conflict marks any more. */
export function resolved(baseMoves: Task['baseMoves']): Task['baseMoves'] {
  return baseMoves.map((move) => (move.is === 'open' ? { ...move, is: 'resolved' } : move));
}
