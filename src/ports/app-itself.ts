/** What the App asks of GitHub as itself rather than about a repository. Every method may throw `RetryLater` or a `Fault`. */
import type { AppIdentity } from './github.ts';

/** One attempt to deliver a webhook; attempts for the same happening share their guid. */
export interface HookAttempt {
  /** In digits: longer than a JavaScript number can hold. */
  readonly id: string;
  readonly guid: string;
  readonly event: string;
  readonly deliveredAt: number;
  /** What we answered; 0 while nothing was. */
  readonly statusCode: number;
}

export interface HookPage {
  readonly attempts: readonly HookAttempt[];
  /** Null at the end. */
  readonly next: string | null;
}

export interface AppItself {
  /** Asked anew each time. */
  whoAmI(): Promise<AppIdentity>;
  /** Newest first. A server that cannot tell the failed ones apart answers with all of them. */
  hookAttempts(which: 'failed' | 'all', cursor: string | null): Promise<HookPage>;
  deliverAgain(attemptId: string): Promise<void>;
}
