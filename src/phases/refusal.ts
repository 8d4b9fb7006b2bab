/** How a task ends whose change was not pushed. */
import type { Fact } from '../task/fact.ts';
import type { EndReason } from '../task/task.ts';

const REFUSALS: ReadonlySet<EndReason> = new Set(['protected_paths', 'secret', 'too_large', 'branch_gone', 'push_refused']);

export function refusalReason({ cause, paths }: Extract<Fact, { readonly name: 'push_refused' }>): EndReason {
  // Histories of before there were causes name paths of either kind.
  if (cause === undefined) return paths.length > 0 ? 'protected_paths' : 'push_refused';
  return cause === 'rejected' || cause === 'not_saved' ? 'push_refused' : cause;
}

/** What was refused once is not tried again at the end. */
export function isRefusal(reason: EndReason): boolean {
  return REFUSALS.has(reason);
}
