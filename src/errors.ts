/**
 * Three kinds of trouble, by who must act. An expected outcome is a value, not an error. `RetryLater` is thrown by
 * adapters when waiting helps. A `Fault` is our mistake or the operator's: it fails once, with a code, a sentence that
 * says what happened and one that says what to do.
 */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly afterMs: number | null;
  readonly of: Service;
  /** True for a rate limit, which is not an outage. */
  readonly isLimit: boolean;
  constructor(
    message: string,
    options: { readonly of: Service; readonly afterMs?: number; readonly isLimit?: boolean; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.afterMs = options.afterMs ?? null;
    this.of = options.of;
    this.isLimit = options.isLimit ?? false;
  }
}

/** What is being waited for. Messages are for the log; people are told this in their own language. */
export type Service =
  | 'github'
  | 'github_limit'
  | 'model'
  /** The model's provider named the end of a rate limit. */
  | 'model_limit'
  | 'model_address'
  | 'engine'
  | 'sandbox'
  | 'git'
  | 'history';

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
  | 'pull_request_closed'
  | 'github_not_installed'
  | 'github_suspended'
  | 'git_failed'
  | 'base_branch_missing'
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

/**
 * The model's API refuses this conversation. A new one (shorter, if it was too long) may be accepted; where the
 * conversation cannot be restarted this is an ordinary fault.
 */
export class ConversationRefused extends Fault {
  readonly tooLong: boolean;
  constructor(message: string, options: { readonly tooLong: boolean; readonly cause: unknown }) {
    super(
      'model_refused',
      message,
      options.tooLong
        ? 'Choose a model with a larger context, or shorten the issue and its comments, then start the task again.'
        : 'Start the task again. If that does not help, please report this with the message above.',
      options.cause,
    );
    this.tooLong = options.tooLong;
  }
}

/** The code that Node, Redis or Docker gives the error; null if it has none. */
export function codeOf(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null;
}

export function messageOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);
}

const FILE_TROUBLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of this path is no folder',
  EISDIR: 'it is a folder; Docker makes one where the file to mount is missing',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
};

/** Why the file named by a variable cannot be read, as the end of a sentence. */
export function fileTroubleOf(error: unknown, path: string): string {
  const code = codeOf(error) ?? 'unknown reason';
  return `${FILE_TROUBLE[code] ?? code}${code === 'ENOENT' ? writtenForShell(path) : ''}`;
}

/** Syntax that a shell would expand or strip, but a reader of variable files does not. */
function writtenForShell(path: string): string {
  if (/^(["']).*\1$/.test(path)) return '; the quotes are a part of the name here, leave them away';
  return path.startsWith('~') ? '; only a shell knows "~", write the whole path' : '';
}

const FOLDER_TROUBLE: Readonly<Record<string, string>> = {
  ENOENT: 'it cannot be made there',
  ENOTDIR: 'it, or a part of its path, is a file',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'what it is on is read-only',
  ENOSPC: 'the disk is full',
};

/** Why a folder cannot be written to, as the end of a sentence. */
export function folderTroubleOf(error: unknown): string {
  const code = codeOf(error) ?? String(error);
  return `${FOLDER_TROUBLE[code] ?? 'the system refuses it'} (${code})`;
}

/** Another driver has taken over the task: stop silently and write nothing more. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}
