/**
 * Classifies errors of the chat completions API by the kinds of MODEL-3. Compatible servers differ in codes and words;
 * the status says the most.
 */
import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
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
import type { SentAs } from './openai-wire.ts';

const TOO_LONG = /context.{0,20}length|maximum context|context (?:window|size)|too many tokens|prompt is too long/i;
const NO_TOOLS =
  /(?:does not|doesn't|do not) support (?:tools?|functions?|tool use|function calling)|tool use is not supported/i;
/** Types of permanent errors in the middle of an answer. */
const LASTING_TYPES = new Set(['invalid_request_error', 'authentication_error', 'insufficient_quota']);

export function classifyChat(error: unknown, model: string, nowMs: number): CallFailure {
  if (error instanceof NoEventStream) return { ...retry(error.message, error), of: 'model_address' };
  if (error instanceof ModelTimeout || error instanceof APIConnectionTimeoutError)
    return retry('The model did not answer in time', error);
  if (error instanceof SyntaxError) return retry('The stream of the model could not be read', error);
  if (!(error instanceof APIError) || error instanceof APIConnectionError)
    return retry('The connection to the model broke', error);
  const said = saidBy(error);
  if (error.code === 'insufficient_quota' || error.type === 'insufficient_quota')
    return refusedCall(
      `The model API refused the call: the quota of the account is used up. ${said}`.trim(),
      'Add credit or raise the limit of the account behind OPENAI_API_KEY, then start the task again.',
      error,
    );
  const status: number | undefined = error.status;
  if (status === undefined)
    return error.type !== undefined && LASTING_TYPES.has(error.type)
      ? refused(error, model, said)
      : retry(`The model reported ${error.type ?? 'an error'} in mid-answer`, error);
  const answered = { headers: error.headers, said, body: error.error };
  if (status === 429 || (status < 500 && isUsageLimit(answered, nowMs)))
    return limitReached(status, error, answered, nowMs);
  if (status >= 500 || status === 408)
    return retry(`The model API answered ${status}`, error, retryAfterMs(error.headers, nowMs));
  return refused(error, model, said);
}

/** Another way to send the request, if the server refuses a parameter that does not affect the question. */
export function sentDifferently(error: unknown, sent: SentAs): SentAs | null {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return null;
  const said = `${error.param ?? ''} ${saidBy(error)}`;
  if (sent.streamOptions && said.includes('stream_options')) return { ...sent, streamOptions: false };
  if (sent.forcedToolChoice && said.includes('tool_choice')) return { ...sent, forcedToolChoice: false };
  if (sent.outputLimit === 'max_tokens' && said.includes('max_completion_tokens'))
    return { ...sent, outputLimit: 'max_completion_tokens' };
  if (sent.outputLimit === 'max_completion_tokens' && !said.includes('too large') && said.includes(sent.outputLimit))
    return { ...sent, outputLimit: 'max_tokens' };
  if (said.includes('reasoning_effort') && sent.effortWithTools !== 'none')
    return { ...sent, effortWithTools: sent.effortWithTools === 'taken' ? 'refused' : 'none' };
  return null;
}

/** Some servers answer `{ error: "text" }` or `{ detail: … }`. */
function saidBy(error: APIError): string {
  const { message } = (error.error ?? {}) as { readonly message?: unknown };
  const said = typeof message === 'string' ? message : error.message.replace(/^\d{3} /, '');
  return said.replaceAll(/\s+/g, ' ').trim().slice(0, 500);
}

function refused(error: APIError, model: string, said: string): CallFailure {
  const status: number | undefined = error.status;
  const misset = refusedSetting({ status, said, model, cause: error }, 'openai-chat');
  if (misset !== null) return misset;
  if (NO_TOOLS.test(said))
    return refusedCall(
      `The model ${model} takes no tools: ${said}`,
      'Planwright works with tools: choose a model that takes them, then start the task again.',
      error,
    );
  if (status === 413 || error.code === 'context_length_exceeded' || (status === 400 && TOO_LONG.test(said))) {
    const message = `The model API refused the conversation (HTTP ${status}): ${said === '' ? 'it is too long' : said}`;
    return failed(new ConversationRefused(message, { tooLong: true, cause: error }));
  }
  return refusedRequest(status, said, error);
}
