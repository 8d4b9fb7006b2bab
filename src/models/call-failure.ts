/** Failures of a model call (MODEL-3): worth a retry, or a fault with a named cause. */
import { Fault, type Service } from '../errors.ts';
import { PROVIDER_VARIABLES, type ProviderName } from '../ports/model-provider.ts';
import { untilReset, type Answered } from './limit-reset.ts';
import type { Place } from './wire.ts';

export type CallFailure =
  | {
      readonly kind: 'retry';
      readonly what: string;
      readonly of: Extract<Service, 'model' | 'model_address'>;
      readonly retryAfterMs: number | null;
      readonly isLimit?: true;
      readonly cause: unknown;
    }
  | {
      readonly kind: 'fault';
      readonly fault: Fault;
      /** The block that the API refused, if it names one. */
      readonly place: Place | null;
    };
export type Retry = Extract<CallFailure, { readonly kind: 'retry' }>;
export type Failed = Extract<CallFailure, { readonly kind: 'fault' }>;

/** The stream was silent too long, or an attempt took too long in total. */
export class ModelTimeout extends Error {
  override readonly name = 'ModelTimeout';
}

/** The stream ended before the message did. */
export class CutStream extends Error {
  override readonly name = 'CutStream';
}

/** Something other than the API answers at the address: a page, a document. */
export class NoEventStream extends Error {
  override readonly name = 'NoEventStream';
}

const DAY_MS = 86_400_000;

/** Retries are useless before the limit is over; its end is reported if known. */
export function limitReached(status: number, error: unknown, answered: Answered, nowMs: number): Retry {
  const afterMs = retryAfterMs(answered.headers, nowMs) ?? untilReset(answered, nowMs);
  return { ...retry(`The model API answered ${status}`, error, afterMs), isLimit: true };
}

export function retryAfterMs(headers: Headers | undefined, nowMs: number): number | null {
  const value = headers?.get('retry-after');
  if (value === null || value === undefined || value.trim() === '') return null;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - nowMs;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), DAY_MS) : null;
}

export function retry(what: string, cause: unknown, afterMs: number | null = null): Retry {
  return { kind: 'retry', what, of: 'model', retryAfterMs: afterMs, cause };
}

export function refusedCall(message: string, advice: string, cause: unknown): Failed {
  return failed(new Fault('model_refused', message, advice, cause));
}

interface Refusal {
  readonly status: number | undefined;
  readonly said: string;
  readonly model: string;
  readonly cause: unknown;
}

/** A wrong key or model name, with what has to be checked; null if it is neither. */
export function refusedSetting({ status, said, model, cause }: Refusal, provider: ProviderName): Failed | null {
  const { key, address } = PROVIDER_VARIABLES[provider];
  if (status === 401 || status === 403)
    return failed(
      new Fault(
        'model_credentials',
        `The model API refused the API key (HTTP ${status}). ${said}`.trim(),
        `Check ${key} (and ${address}, when it is set), then start the task again.`,
        cause,
      ),
    );
  if (status !== 404) return null;
  return refusedCall(
    `The model API does not know the model ${model}. ${said}`.trim(),
    `Check the configured model name, that your account may use it, and ${address}, when it is set.`,
    cause,
  );
}

/** A refusal of unknown cause. */
export function refusedRequest(status: number | undefined, said: string, cause: unknown): Failed {
  const code = status === undefined ? '' : ` (HTTP ${status})`;
  return refusedCall(
    `The model API refused the request${code}: ${said === '' ? 'no reason was given' : said}`,
    'The request itself was not accepted, so repeating it does not help. Please report this with the message above.',
    cause,
  );
}

export function failed(given: Fault): Failed {
  return { kind: 'fault', fault: given, place: null };
}
