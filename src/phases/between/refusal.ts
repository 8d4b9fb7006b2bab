/** How a task ends whose change was not pushed. */
import type { Fact, RefusalCause } from '../../task/fact.ts';
import type { Ending, EndReason } from '../../task/task.ts';

type Refused = Extract<Fact, { readonly name: 'push_refused' }>;

const REFUSALS: ReadonlySet<EndReason> = new Set(['protected_paths', 'secret', 'too_large', 'branch_gone', 'push_refused', 'no_access']);

export function refused(fact: Refused): Ending {
  const reason = refusalReason(fact.cause);
  return {
    status: reason === 'branch_gone' ? 'stopped' : 'failed',
    reason,
    detail: fact.reason,
    list: fact.paths,
    code: fact.cause,
  };
}

function refusalReason(cause: RefusalCause): EndReason {
  if (cause === 'no_write_access') return 'no_access';
  return cause === 'rejected' || cause === 'not_saved' ? 'push_refused' : cause;
}

/** What was refused once is not tried again at the end. */
export function isRefusal(reason: EndReason): boolean {
  return REFUSALS.has(reason);
}
