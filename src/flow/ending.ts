/**
 * How a task ends: by a stop, a fault, a lasting outage, or an effect that stops the service every time. In the report
 * such an effect is skipped.
 */
import { reportOf, underlying } from '../state/select.ts';
import { whenSuspended, whileLimited } from './waiting.ts';
import type { FactNamed, Facts } from '../state/facts.ts';
import type { Ending, EndReason } from '../state/outcome.ts';
import type { Task } from '../state/task.ts';

/** An effect that stopped the service this often is not started again. */
export const MAX_STARTS_OF_ONE_EFFECT = 10;

export function endWith(task: Task, ending: Ending): Facts {
  return [{ type: 'phase', name: 'ending', ending, ended_in: underlying(task) }];
}

/** `detail` may be our words or GitHub's; the other fields are for people. */
export function failWith(
  task: Task,
  reason: EndReason,
  detail: string,
  more: Partial<Pick<Ending, 'list' | 'code' | 'tooMany'>> = {},
): Facts {
  return endWith(task, { status: 'failed', reason, detail, list: [], ...more });
}

export function afterStop(task: Task, { by, reason: detail }: FactNamed<'stop'>): Facts {
  if (reportOf(task) !== null) return [];
  return by === null
    ? withdrawn(task, detail)
    : endWith(task, { status: 'stopped', reason: 'stopped', detail: by, list: [] });
}

/** Nobody asked for a stop, but the reason for the task is gone. */
export function withdrawn(task: Task, detail: string): Facts {
  return endWith(task, { status: 'stopped', reason: 'withdrawn', detail, list: [] });
}

/** What the operator has to fix is in the log; people are told only that the operator has to fix something (R17). */
export function afterFault(task: Task, fact: FactNamed<'fault'>): Facts {
  const { code, message, advice, effect } = fact;
  if (code === 'github_suspended') {
    const waits = whenSuspended(task);
    if (waits.length > 0 || task.suspended !== null) return waits;
  }
  if (reportOf(task) !== null) return [{ type: 'effect', name: 'left_out', step: effect, reason: message, code }];
  if (code === 'github_not_installed') return withdrawn(task, 'uninstalled');
  if (code === 'model_credentials') return failWith(task, 'no_model_access', '');
  // What another side said may lack its full stop; people are shown the first sentence.
  const what = /[.!?]$/.test(message) ? message : `${message}.`;
  return failWith(task, 'fault', `${what} ${advice}`, { code });
}

export function afterOutage(task: Task, fact: FactNamed<'retry_later'>, before: Task): Facts {
  const { effect, message, of: code } = fact;
  const isOfReport = reportOf(task) !== null;
  const waits = code === 'model_limit' && !isOfReport ? whileLimited(task, fact) : [];
  if (waits.length > 0) return waits;
  // Finished work does not wait for a rate limit; the model's text about it is left out.
  const isShort = before.retry === null || task.updatedAt - before.retry.since <= task.settings.outageMs;
  if (code !== 'model_limit' && isShort) return [];
  if (isOfReport) return [{ type: 'effect', name: 'left_out', step: effect, reason: message, code }];
  return failWith(task, 'outage', message, { code });
}

export function afterStart(task: Task, { effect }: FactNamed<'started'>): Facts {
  if ((task.inFlight?.starts ?? 0) <= MAX_STARTS_OF_ONE_EFFECT) return [];
  // The last effect has nothing left to do.
  if (effect === 'complete') return [{ type: 'effect', name: 'reported' }];
  const reason = `The step "${effect}" stopped the service ${MAX_STARTS_OF_ONE_EFFECT} times.`;
  if (reportOf(task) !== null) return [{ type: 'effect', name: 'left_out', step: effect, reason, code: 'crashed' }];
  return failWith(task, 'fault', reason, { code: 'crashed' });
}
