/** What Redis or the way to it has to say, in words that an operator can act on. */
import { Fault, Fenced } from '../errors.ts';
import { WHEN_MENDED } from './task-file.ts';

/** Redis itself refused: nothing was written. Anything else leaves open whether it was. */
export function isRefusal(error: unknown): boolean {
  return nameOf(error) === 'ReplyError' && !isPassing(error);
}

/** A replica after a failover, or one that still loads: the connection is made anew. */
function isPassing(error: unknown): boolean {
  return /^(READONLY|LOADING|MASTERDOWN)/.test(messageOf(error));
}

/** Passes ours through. The error itself is not kept: it holds the whole command, that is, what was to be recorded. */
export function asRedisHistoryError(error: unknown, what: string): Error {
  if (error instanceof Fault || error instanceof Fenced) return error;
  const reason = messageOf(error);
  return new Fault('history_failed', `${what} in Redis could not be read or written: ${reason}.`, adviceOn(reason));
}

function adviceOn(reason: string): string {
  if (reason.startsWith('OOM'))
    return `Give Redis more memory (maxmemory), or lower planning.history.retention_days. ${WHEN_MENDED}`;
  if (reason.startsWith('MISCONF')) return 'Redis cannot write to its disk: see its log, and free some space there.';
  if (reason.startsWith('NOPERM'))
    return 'The user in REDIS_URL must be allowed streams, sets, sorted sets and EVAL on planwright:*.';
  return `See that Redis runs, is at least version 6.2 (or Valkey), and that its log says nothing of trouble. ${WHEN_MENDED}`;
}

function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}

function nameOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'name' in error ? error.name : null;
}
