/** Names shared by those who add jobs and those who work on them. */
export const DELIVERIES = 'planwright-deliveries';
export const TASKS = 'planwright-tasks';
export const PREFIX = 'planwright';

/** Deliveries may be asked for again for three days; remembering them longer than that makes each act once. */
export const REMEMBER_DELIVERY_SECONDS = 5 * 24 * 3600;

/** Longer than the longest pause between two tries of the delivery that acts. */
export const ACTING_SECONDS = 180;

/** Nobody is told more often that they may not. */
export const REMEMBER_REFUSAL_SECONDS = 24 * 3600;

/** `patient` is the workers' own back-off. */
export const DELIVERY_JOB = {
  attempts: 1_000,
  backoff: { type: 'patient' },
  removeOnComplete: true,
  removeOnFail: { count: 1_000 },
} as const;

export const keys = {
  acted: (id: string) => `${PREFIX}:acted:${id}`,
  /** The delivery that acts on a happening of which GitHub tells by several events at once. */
  acting: (occurrence: string) => `${PREFIX}:acting:${occurrence}`,
  active: `${PREFIX}:active`,
  /** The task that was given an item with this id. */
  told: (itemId: string) => `${PREFIX}:told:${itemId}`,
  inbox: (taskId: string) => `${PREFIX}:inbox:${taskId}`,
  arrivals: `${PREFIX}:arrivals`,
  /** Which installation this Redis belongs to, and where the records of its tasks are. */
  installation: `${PREFIX}:installation`,
  /** When this installation of ours was started for the first time. */
  firstStart: `${PREFIX}:first-start`,
  /** An attempt to deliver that was asked for again. */
  askedAgain: (attemptId: string) => `${PREFIX}:asked-again:${attemptId}`,
  /** A delivery that nothing more has to be asked about. */
  settled: (guid: string) => `${PREFIX}:settled:${guid}`,
  /** Somebody who was told today why nothing begins. */
  refused: (repositoryId: number, userId: number) => `${PREFIX}:refused:${repositoryId}:${userId}`,
  /** Tasks whose record can be read or written no more, and that were ended without it. */
  unrecorded: `${PREFIX}:unrecorded`,
  /** Where tasks of a crowded repository queue. */
  places: `${PREFIX}:places`,
  /** Waiting tasks by the time at which they wake by themselves. */
  parked: `${PREFIX}:parked`,
};
