/** Names and lifetimes of Redis keys, shared by producers and workers. */
export const DELIVERIES = 'planwright-deliveries';
export const PREFIX = 'planwright';

/** GitHub may repeat deliveries for three days; remembering them longer makes each count once. */
export const REMEMBER_DELIVERY_SECONDS = 5 * 24 * 3600;

/** Longer than the longest pause between two tries of the acting delivery. */
export const ACTING_SECONDS = 180;

/** How long an issue is watched for waiting tasks: longer than they wait before they check again. */
export const WATCHED_SECONDS = 3 * 3600;

/** How long a repository's trigger label is cached. */
export const REMEMBER_LABEL_SECONDS = 10;

/** How long explained refusals are remembered after the first one. */
export const REMEMBER_REFUSAL_SECONDS = 24 * 3600;

/** How long bots' requests are counted after the last one. */
export const REMEMBER_BOTS_SECONDS = 30 * 24 * 3600;

/** How long tasks started by bots in a repository are counted after the first one. */
export const BEGINNINGS_OF_BOTS_SECONDS = 24 * 3600;

/** A day's spending is needed until that day is over everywhere. */
export const REMEMBER_SPENDING_SECONDS = 2 * 24 * 3600;

/** `patient` is the workers' own back-off. */
export const DELIVERY_JOB = {
  attempts: 1_000,
  backoff: { type: 'patient' },
  removeOnComplete: true,
  removeOnFail: { count: 1_000 },
} as const;

export const keys = {
  acted: (id: string) => `${PREFIX}:acted:${id}`,
  /** How often the handling of a delivery started since it last finished. */
  unended: (id: string) => `${PREFIX}:unended:${id}`,
  /** The delivery that acts on what GitHub sends as several events at once. */
  acting: (occurrence: string) => `${PREFIX}:acting:${occurrence}`,
  active: `${PREFIX}:active`,
  /** The task that received the item with this id. */
  receiver: (itemId: string) => `${PREFIX}:told:${itemId}`,
  inbox: (taskId: string) => `${PREFIX}:inbox:${taskId}`,
  arrivals: `${PREFIX}:arrivals`,
  /** Which installation this Redis belongs to, and where its task records are. */
  installation: `${PREFIX}:installation`,
  /** The identity of this App on this server, as reported by GitHub. */
  identity: (apiUrl: string, appId: string | number) => `${PREFIX}:identity:${apiUrl}:${appId}`,
  /** When this installation was first started. */
  firstStart: `${PREFIX}:first-start`,
  /** A delivery attempt that GitHub was asked to repeat. */
  askedAgain: (attemptId: string) => `${PREFIX}:asked-again:${attemptId}`,
  /** Deliveries that GitHub attempted before this time need no repetition. */
  settledUntil: `${PREFIX}:settled-until`,
  /** Which refusals were explained to this person today: by issue and reason, the trigger that got the reply. */
  refused: (repositoryId: number, userId: number) => `${PREFIX}:refused:${repositoryId}:${userId}`,
  /** Bots' requests on an issue since a person last wrote there. */
  botTurns: (repositoryId: number, issue: number) => `${PREFIX}:bot-turns:${repositoryId}:${issue}`,
  /** Tasks that bots started in a repository since a person last wrote there. */
  botBeginnings: (repositoryId: number) => `${PREFIX}:bot-beginnings:${repositoryId}`,
  /** The label that starts tasks in a repository. */
  triggerLabel: (repositoryId: number) => `${PREFIX}:trigger-label:${repositoryId}`,
  /** The tasks that wait until this issue is closed. */
  watchers: (issueId: number) => `${PREFIX}:watchers:${issueId}`,
  /** Deliveries that wait until this task has ended. */
  afterwards: (taskId: string) => `${PREFIX}:afterwards:${taskId}`,
  /** Tasks that were ended without their unreadable or unwritable record. */
  unrecorded: `${PREFIX}:unrecorded`,
  /** What each task of a repository spent on a day, such as `2026-11-20`. */
  spent: (repositoryId: number, day: string) => `${PREFIX}:spent:${repositoryId}:${day}`,
  /** Present unless this Redis lost the spending. */
  spendingKnown: `${PREFIX}:spending-known`,
  /** Waiting tasks by the time at which they wake by themselves. */
  parked: `${PREFIX}:parked`,
};
