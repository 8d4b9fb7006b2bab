/** How a task ends whose change was not pushed. */
import type { Fact } from '../state/facts.ts';
import type { Ending, EndReason } from '../state/outcome.ts';

type Refused = Extract<Fact, { readonly name: 'push_refused' }>;

const REFUSALS: ReadonlySet<EndReason> = new Set([
  'protected_paths',
  'secret',
  'too_large',
  'branch_gone',
  'push_refused',
  'no_access',
]);

export function refused({ cause, reason: detail, paths }: Refused): Ending {
  const reason = refusalReason(cause);
  return { status: reason === 'branch_gone' ? 'stopped' : 'failed', reason, detail, list: paths, code: cause };
}

function refusalReason(cause: Refused['cause']): EndReason {
  if (cause === 'no_write_access') return 'no_access';
  return cause === 'rejected' || cause === 'not_saved' ? 'push_refused' : cause;
}

/** What was refused once is not tried again at the end. */
export function hasNoWayToPush(reason: EndReason): boolean {
  return REFUSALS.has(reason);
}
