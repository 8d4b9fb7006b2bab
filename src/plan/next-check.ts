/**
 * The next check of finished work (EXEC-6): tests, build and lint. A failed one is repeated on the same tree, and if it
 * fails again run on the base commit, to see whether the change is to blame.
 */
import { checkIn, checksOf, lastRun, type Check, type CheckKind } from '../state/checks.ts';
import { baseRunOf } from '../state/evolve-verification.ts';
import { failsLikewise } from './fails-likewise.ts';
import type { CheckedOn } from '../state/effect.ts';
import type { Task } from '../state/task.ts';

interface NextCheck {
  readonly check: CheckKind;
  readonly on: CheckedOn;
  readonly command: string;
}

type Verified = Pick<Task, 'stage' | 'plan' | 'baseRuns'>;

/** Null if nothing is left to run. */
export function nextCheck({ stage, plan, baseRuns }: Verified): NextCheck | null {
  if (stage.is !== 'verify') return null;
  for (const { kind, command } of checksOf(plan)) {
    const check = checkIn(stage.checks, kind);
    if (check === null) return { check: kind, on: 'end', command };
    if (!isInDoubt(check)) continue;
    if (check.runs.length === 1) return { check: kind, on: 'end', command };
    if (baseRunOf({ baseRuns }, check) === null) return { check: kind, on: 'base', command };
  }
  return null;
}

/** A command that timed out is not repeated. */
function isInDoubt(check: Check): boolean {
  const { exit_code: exitCode, timed_out: timedOut } = lastRun(check);
  return exitCode !== 0 && !timedOut && !check.isExcused;
}

/** It failed twice, and fails in the same way on the base commit. */
export function isToBeExcused({ stage, baseRuns }: Verified, kind: CheckKind): boolean {
  const check = stage.is === 'verify' ? checkIn(stage.checks, kind) : null;
  const base = check && baseRunOf({ baseRuns }, check);
  if (check === null || base === null || !isInDoubt(check) || check.runs.length === 1) return false;
  return failsLikewise(kind, lastRun(check), base.command);
}
