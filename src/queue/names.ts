/** Names shared by those who add jobs and those who work on them. */
export const DELIVERIES = 'planwright-deliveries';
export const TASKS = 'planwright-tasks';
export const PREFIX = 'planwright';

/** Deliveries may be asked for again for three days; remembering them longer than that makes each act once. */
export const REMEMBER_DELIVERY_SECONDS = 5 * 24 * 3600;

/** `patient` is the workers' own back-off. */
export const DELIVERY_JOB = {
  attempts: 1_000,
  backoff: { type: 'patient' },
  removeOnComplete: true,
  removeOnFail: { count: 1_000 },
} as const;

export const keys = {
  acted: (id: string) => `${PREFIX}:acted:${id}`,
  active: `${PREFIX}:active`,
  inbox: (taskId: string) => `${PREFIX}:inbox:${taskId}`,
  arrivals: `${PREFIX}:arrivals`,
};
