/** Whether work is worth a pull request, and whether it may be offered as ready. Pure. */
import type { EndReason, Report } from '../task/task.ts';

/** Endings after which the work so far is worth a pull request. */
const WORTH_A_PULL_REQUEST: ReadonlySet<EndReason> = new Set(['finished', 'not_achieved', 'change_not_passed', 'budget']);

export function wantsPullRequest({ ending, work }: Pick<Report, 'ending' | 'work'>): boolean {
  return WORTH_A_PULL_REQUEST.has(ending.reason) && work !== null && work.checkpoint.change !== null;
}

/** Only work whose tests passed and all of whose actions succeeded; everything else is a draft (GH-7, EXEC-7). */
export function isReady({ ending, work, tests }: Pick<Report, 'ending' | 'work' | 'tests'>): boolean {
  return (
    ending.status === 'succeeded' && tests?.exit_code === 0 && work !== null && work.actions.every((action) => action.status === 'success')
  );
}
