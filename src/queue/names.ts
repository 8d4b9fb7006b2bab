/** Names and lifetimes of what is in Redis, shared by those who add jobs and those who work on them. */
export const DELIVERIES = 'planwright-deliveries';
export const PREFIX = 'planwright';

/** Deliveries may be asked for again for three days; remembering them longer than that makes each act once. */
export const REMEMBER_DELIVERY_SECONDS = 5 * 24 * 3600;

/** Longer than the longest pause between two tries of the delivery that acts. */
export const ACTING_SECONDS = 180;

/** Longer than an outage of GitHub lets a delivery wait; one that was never queued is forgotten then. */
export const COMING_SECONDS = 24 * 3600;

/** How long an issue is watched for whoever waits for it: longer than they wait before they look again. */
export const WATCHED_SECONDS = 3 * 3600;

/** How long a repository's trigger label is taken for the one it was. */
export const REMEMBER_LABEL_SECONDS = 10;

/** How often a refusal is explained to the same person. */
export const REMEMBER_REFUSAL_SECONDS = 24 * 3600;

/** How long the requests of bots are counted after the last one. */
export const REMEMBER_BOTS_SECONDS = 30 * 24 * 3600;

/** How long the beginnings by bots in a repository are counted after the first one. */
export const BEGINNINGS_OF_BOTS_SECONDS = 24 * 3600;

/** What was spent in a day is asked for until that is over, everywhere. */
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
  /** How often the handling of a delivery began, since it last came to an end. */
  unended: (id: string) => `${PREFIX}:unended:${id}`,
  /** The delivery that acts on what GitHub sends as several events at once. */
  acting: (occurrence: string) => `${PREFIX}:acting:${occurrence}`,
  active: `${PREFIX}:active`,
  /** Deliveries that may begin a task on an issue and were not acted on yet. */
  coming: (repositoryId: number, issue: number) => `${PREFIX}:coming:${repositoryId}:${issue}`,
  /** The task that was sent an item with this id. */
  receiver: (itemId: string) => `${PREFIX}:told:${itemId}`,
  inbox: (taskId: string) => `${PREFIX}:inbox:${taskId}`,
  arrivals: `${PREFIX}:arrivals`,
  /** Which installation this Redis belongs to, and where the records of its tasks are. */
  installation: `${PREFIX}:installation`,
  /** Who GitHub said that we are: this App, on this server. */
  identity: (apiUrl: string, appId: string | number) => `${PREFIX}:identity:${apiUrl}:${appId}`,
  /** When this installation of ours was started for the first time. */
  firstStart: `${PREFIX}:first-start`,
  /** An attempt of GitHub's to deliver that we asked it to repeat. */
  askedAgain: (attemptId: string) => `${PREFIX}:asked-again:${attemptId}`,
  /** What GitHub began to deliver before this time needs no repetition any more. */
  settledUntil: `${PREFIX}:settled-until`,
  /** Somebody to whom a refusal was explained today. */
  refused: (repositoryId: number, userId: number) => `${PREFIX}:refused:${repositoryId}:${userId}`,
  /** The requests of bots on an issue since a person spoke there. */
  botTurns: (repositoryId: number, issue: number) => `${PREFIX}:bot-turns:${repositoryId}:${issue}`,
  /** What bots began in a repository since a person spoke there. */
  botBeginnings: (repositoryId: number) => `${PREFIX}:bot-beginnings:${repositoryId}`,
  /** The label that starts tasks in a repository. */
  triggerLabel: (repositoryId: number) => `${PREFIX}:trigger-label:${repositoryId}`,
  /** The tasks that wait until this issue is closed. */
  watchers: (issueId: number) => `${PREFIX}:watchers:${issueId}`,
  /** Deliveries that wait until this task has ended. */
  afterwards: (taskId: string) => `${PREFIX}:afterwards:${taskId}`,
  /** Tasks whose record can no longer be read or written, and that were ended without it. */
  unrecorded: `${PREFIX}:unrecorded`,
  /** What each task of a repository spent on a day, such as `2026-11-20`. */
  spent: (repositoryId: number, day: string) => `${PREFIX}:spent:${repositoryId}:${day}`,
  /** That is here: else this Redis lost it. */
  spendingKnown: `${PREFIX}:spending-known`,
  /** Waiting tasks by the time at which they wake by themselves. */
  parked: `${PREFIX}:parked`,
};
