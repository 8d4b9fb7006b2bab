/** What the App asks of GitHub as itself: who it is, how it was set up, and what was delivered to it. */
export interface AppIdentity {
  readonly appId: number;
  readonly slug: string;
}

/** One attempt to deliver a webhook; attempts for the same happening share their guid. */
export interface HookAttempt {
  /** In digits: longer than a JavaScript number can hold. */
  readonly id: string;
  readonly guid: string;
  readonly event: string;
  readonly deliveredAt: number;
  readonly isUnderWay: boolean;
  /** What we answered; 0 where nothing was, as when this host could not be reached. */
  readonly statusCode: number;
}

export interface HookPage {
  readonly attempts: readonly HookAttempt[];
  /** Null at the end. */
  readonly next: string | null;
}

/**
 * What the App asks of GitHub as itself rather than about a repository. Every method may throw `RetryLater` or a
 * `Fault`.
 */
export interface AppItself {
  /** Asked anew each time. */
  whoAmI(): Promise<AppIdentity>;
  /** Newest first. */
  hookAttempts(cursor: string | null): Promise<HookPage>;
  deliverAgain(attemptId: string): Promise<void>;
}

/** How the App is registered on GitHub. */
export interface AppRegistration extends AppIdentity {
  /** Where its owner changes it. */
  readonly settingsUrl: string;
  /** Where it is installed on more repositories. */
  readonly installUrl: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly events: readonly string[];
  /** By GitHub's clock; null where GitHub does not say. */
  readonly answeredAt: number | null;
}

export interface AppInstallation {
  readonly account: string;
  readonly url: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly isSuspended: boolean;
}

export interface HookSettings {
  /** Null where the App has no webhook. */
  readonly url: string | null;
  readonly contentType: string;
  readonly hasSecret: boolean;
}

export interface SentDelivery {
  readonly body: string;
  /** As it was in the header. */
  readonly signature: string;
  /** What it was answered with. */
  readonly answer: string;
}

/** What the App may learn about how it was set up. Every method may throw `RetryLater` or a `Fault`. */
export interface AppSetup {
  registration(): Promise<AppRegistration>;
  /** A hundred at most. */
  installations(): Promise<readonly AppInstallation[]>;
  hookSettings(): Promise<HookSettings>;
  /** Newest first, a hundred at most. */
  hookAttempts(cursor: null): Promise<HookPage>;
  sentDelivery(attemptId: string): Promise<SentDelivery>;
}
