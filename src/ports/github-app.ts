/** What the App asks GitHub as itself: its identity, its set-up, and its deliveries. */
export interface AppIdentity {
  readonly appId: number;
  readonly slug: string;
}

/** One attempt to deliver a webhook; attempts for the same event share their guid. */
export interface HookAttempt {
  /** As digits, since it may exceed a JavaScript number. */
  readonly id: string;
  readonly guid: string;
  readonly event: string;
  readonly deliveredAt: number;
  /** Requested again after the first attempt, by us or by a person. */
  readonly isRepetition: boolean;
  readonly isUnderWay: boolean;
  /** Our answer's status; 0 if there was none, for example because this host could not be reached. */
  readonly statusCode: number;
}

export interface HookPage {
  readonly attempts: readonly HookAttempt[];
  /** Null at the end. */
  readonly next: string | null;
}

/** Calls of the App as itself rather than about a repository. Every method may throw `RetryLater` or a `Fault`. */
export interface AppItself {
  /** Not cached. */
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
  /** By GitHub's clock; null if GitHub does not say. */
  readonly answeredAt: number | null;
}

export interface AppInstallation {
  readonly account: string;
  readonly url: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly isSuspended: boolean;
}

export interface HookSettings {
  /** Null if the App has no webhook. */
  readonly url: string | null;
  readonly contentType: string;
  readonly hasSecret: boolean;
}

export interface SentDelivery {
  readonly body: string;
  /** As in the header. */
  readonly signature: string;
  /** The response's body. */
  readonly answer: string;
}

/** What the App can find out about its set-up. Every method may throw `RetryLater` or a `Fault`. */
export interface AppSetup {
  registration(): Promise<AppRegistration>;
  /** At most a hundred. */
  installations(): Promise<readonly AppInstallation[]>;
  hookSettings(): Promise<HookSettings>;
  /** Newest first, at most a hundred. */
  hookAttempts(cursor: null): Promise<HookPage>;
  sentDelivery(attemptId: string): Promise<SentDelivery>;
}
