/** The commands that verify finished work: tests, build, lint (EXEC-6). */
import { z } from 'zod';
import type { Stored } from './stored-data.ts';
import type { CommandRecord } from './outcome.ts';
import type { Plan } from './plan.ts';

export type CheckKind = Stored<typeof CheckKind>;
export const CheckKind = z.enum(['test', 'build', 'lint']);

export interface Check {
  readonly kind: CheckKind;
  /** Runs on the same tree, oldest first; a failed command is repeated once. */
  readonly runs: readonly [CommandRecord, ...CommandRecord[]];
  /** It fails in the same way on the base commit, so the change is not to blame. */
  readonly isExcused: boolean;
}

/** `flaky`: failed and then passed on the same tree. `as_on_base`: fails with and without the change. */
export type CheckVerdict = 'passed' | 'failed' | 'flaky' | 'as_on_base';

/** The result of a command on the base commit, which never changes. */
export interface BaseRun {
  readonly kind: CheckKind;
  readonly command: CommandRecord;
}

/** In the order in which they run. */
export function checksOf(
  plan: Pick<Plan, 'test_command' | 'build_command' | 'lint_command'> | null,
): readonly { readonly kind: CheckKind; readonly command: string }[] {
  const commands = { test: plan?.test_command, build: plan?.build_command, lint: plan?.lint_command };
  return CheckKind.options.flatMap((kind) => {
    const command = commands[kind] ?? null;
    return command === null ? [] : [{ kind, command }];
  });
}

export function lastRun({ runs }: Pick<Check, 'runs'>): CommandRecord {
  return runs.at(-1) ?? runs[0];
}

export function verdictOf(check: Check): CheckVerdict {
  if (lastRun(check).exit_code === 0) return check.runs.length > 1 ? 'flaky' : 'passed';
  return check.isExcused ? 'as_on_base' : 'failed';
}

export function checkIn(checks: readonly Check[], kind: CheckKind): Check | null {
  return checks.find((one) => one.kind === kind) ?? null;
}

/** Null if no tests ran. */
export function testsIn(checks: readonly Check[]): CheckVerdict | null {
  const tests = checkIn(checks, 'test');
  return tests && verdictOf(tests);
}

/**
 * `failed`: something fails because of the change. Flaky checks and those that fail on the base, too, count as neither;
 * if nothing else ran the result is `unknown`.
 */
export function overallOf(checks: readonly Check[]): 'passed' | 'failed' | 'unknown' {
  const verdicts = checks.map(verdictOf);
  if (verdicts.includes('failed')) return 'failed';
  return verdicts.includes('passed') ? 'passed' : 'unknown';
}

/** After this run of the check on the final tree. */
export function withRun(checks: readonly Check[], kind: CheckKind, command: CommandRecord): readonly Check[] {
  const known = checkIn(checks, kind);
  if (known === null) return [...checks, { kind, runs: [command], isExcused: false }];
  return checks.map((one) => (one === known ? { ...one, runs: [...one.runs, command] } : one));
}
