/**
 * Three kinds of trouble, by who must act. An expected outcome is a value, not an error. `RetryLater` is thrown
 * by adapters when waiting helps. A `Fault` is ours or the operator's: it fails once, with a code, one sentence
 * that says what happened and one that says what to do.
 */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly afterMs: number | null;
  constructor(message: string, options: { readonly afterMs?: number; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.afterMs = options.afterMs ?? null;
  }
}

export type FaultCode =
  | 'configuration'
  | 'credentials'
  | 'redis'
  | 'docker'
  | 'image_missing'
  | 'sandbox_failed'
  | 'model_refused'
  | 'model_credentials'
  | 'github_refused'
  | 'github_gone'
  | 'github_not_installed'
  | 'git_failed'
  | 'history_damaged'
  | 'history_failed'
  | 'internal';

export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: FaultCode;
  readonly advice: string;
  constructor(code: FaultCode, message: string, advice: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.advice = advice;
  }
}

/** Another driver has taken the task over: stop silently, write nothing more. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}
