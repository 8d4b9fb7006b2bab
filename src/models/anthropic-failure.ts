/** Classifies errors of the Anthropic API by the kinds of MODEL-3. */
import { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk';
import { ConversationRefused } from '../errors.ts';
import {
  failed,
  limitReached,
  ModelTimeout,
  NoEventStream,
  refusedCall,
  refusedRequest,
  refusedSetting,
  retry,
  retryAfterMs,
  type CallFailure,
} from './call-failure.ts';
import { isUsageLimit } from './limit-reset.ts';
import type { Place } from './wire.ts';

const PASSING_TYPES = new Set(['overloaded_error', 'api_error', 'rate_limit_error', 'timeout_error']);
const TOO_LONG = /prompt is too long|exceed (?:the )?context (?:limit|window)|request_too_large/i;
/**
 * Thinking blocks are bound to what precedes them, which an update of Planwright may have changed under a running task.
 */
const FOREIGN_THINKING = /`?thinking`?.* blocks?/i;
const NAMED_BLOCK = /\bmessages\.(\d{1,6})\.content\.(\d{1,6})\b/;

export function classifyAnthropic(error: unknown, model: string, nowMs: number): CallFailure {
  if (error instanceof NoEventStream) return { ...retry(error.message, error), of: 'model_address' };
  if (error instanceof ModelTimeout || error instanceof APIConnectionTimeoutError)
    return retry('The model did not answer in time', error);
  if (!(error instanceof APIError) || error instanceof APIConnectionError)
    return retry('The connection to the model broke', error);
  const said = (error.apiMessage ?? '').slice(0, 500);
  if (error.errorCode === 'enforced_spend_limit_reached')
    return refusedCall(
      `The model API refused the call: the monthly spend limit is reached. ${said}`.trim(),
      'Raise the spend limit in the Anthropic console, or wait until next month.',
      error,
    );
  const status: number | undefined = error.status;
  if (status === undefined)
    return error.type !== null && !PASSING_TYPES.has(error.type)
      ? refused(error, model, said)
      : retry(`The model reported ${error.type ?? 'an error'} in mid-answer`, error);
  const answered = { headers: error.headers, said, body: error.error };
  if (status === 429 || (status < 500 && isUsageLimit(answered, nowMs)))
    return limitReached(status, error, answered, nowMs);
  if (status >= 500 || status === 408)
    return retry(`The model API answered ${status}`, error, retryAfterMs(error.headers, nowMs));
  return refused(error, model, said);
}

function refused(error: APIError, model: string, said: string): CallFailure {
  const { status } = error;
  const misset = refusedSetting({ status, said, model, cause: error }, 'anthropic');
  if (misset !== null) return misset;
  const tooLong = status === 413 || (status === 400 && TOO_LONG.test(said));
  if (tooLong || (status === 400 && FOREIGN_THINKING.test(said))) {
    const message = `The model API refused the conversation (HTTP ${status}): ${said === '' ? 'it is too long' : said}`;
    return failed(new ConversationRefused(message, { tooLong, cause: error }));
  }
  return {
    ...refusedRequest(status, said, error),
    place: status === 400 ? namedBlock(said) : null,
  };
}

function namedBlock(said: string): Place | null {
  const [, message, block] = NAMED_BLOCK.exec(said) ?? [];
  return message === undefined || block === undefined ? null : { message: Number(message), block: Number(block) };
}
