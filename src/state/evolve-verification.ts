/** Results of the commands that verify finished work (EXEC-6). */
import { lastRun, overallOf, withRun, type BaseRun, type Check } from './checks.ts';
import { withBase } from './base-merges.ts';
import type { Fact, FactNamed, FactOf } from './facts.ts';
import type { VerifyStage, WorkStage } from './stage.ts';
import type { Task } from './task.ts';

export const NOT_VERIFIED: VerifyStage = {
  is: 'verify',
  isBaseKnown: false,
  checks: [],
  assessment: null,
  assessed: null,
  reviewing: false,
};

export function evolveVerification(task: Task, fact: FactOf<'verification'>): Task {
  switch (fact.name) {
    case 'tests':
      // Repeated tests may end otherwise, so judgements based on them are repeated.
      return withChecks(task, NOT_VERIFIED, withRun([], 'test', fact.command));
    case 'checked':
      return checked(task, fact);
    case 'base_current':
      return task.stage.is === 'verify' ? { ...task, stage: { ...task.stage, isBaseKnown: true } } : task;
    case 'base_merged':
      return withBase(task, fact);
    case 'base_conflicts':
      return withBase(
        task.stage.is === 'verify' ? { ...task, stage: { ...task.stage, isBaseKnown: true } } : task,
        fact,
      );
    case 'excused': {
      const { stage } = task;
      if (stage.is !== 'verify') return task;
      const excused = stage.checks.map((one) => (one.kind === fact.check ? { ...one, isExcused: true } : one));
      return withChecks(task, stage, excused);
    }
  }
}

function checked(task: Task, { check: kind, on, command }: FactNamed<'checked'>): Task {
  const { stage } = task;
  if (on === 'base') return { ...task, baseRuns: [...task.baseRuns, { kind, command }] };
  if (stage.is !== 'verify') return task;
  const begun = stage.checks.length === 0 ? NOT_VERIFIED : stage;
  return withChecks(task, begun, withRun(stage.checks, kind, command));
}

function withChecks(task: Task, stage: VerifyStage, checks: readonly Check[]): Task {
  return task.stage.is === 'verify' ? { ...task, stage: { ...stage, checks } } : task;
}

/** The result of this command on the base commit; null if it did not run there. */
export function baseRunOf({ baseRuns }: Pick<Task, 'baseRuns'>, check: Check): BaseRun | null {
  const { command } = lastRun(check);
  return baseRuns.find((one) => one.kind === check.kind && one.command.command === command) ?? null;
}

/** Checks that passed before a late comment led back to work; they still count if nothing is done about the comment. */
export function passedIn({ stage, work }: Task): WorkStage['passed'] {
  const checks = stage.is === 'verify' || stage.is === 'report' ? stage.checks : [];
  return work !== null && overallOf(checks) === 'passed' ? { checks, toolCount: work.toolCount } : null;
}

export function verifying({ stage, work }: Task): VerifyStage {
  const passed = stage.is === 'work' ? stage.passed : null;
  const stands = passed !== null && passed.toolCount === work?.toolCount;
  return { ...NOT_VERIFIED, checks: stands ? passed.checks : [] };
}

/** Verification found something missing (EXEC-1); a comment does not count as such a loop. */
export function loopsAfter({ stage, loops }: Task, fact: Fact): number {
  const isOwn =
    (fact.type === 'phase' && fact.name === 'planning') ||
    (fact.type === 'revision' && (fact.source === 'verification' || fact.source === 'review'));
  return stage.is === 'verify' && isOwn ? loops + 1 : loops;
}
