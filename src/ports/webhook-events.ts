/**
 * The webhook events we ask GitHub for (app.yml lists the same) and read. What becomes of a pull request and of
 * its checks starts nothing yet: the door accepts it, so that an App that is installed now need not be changed later.
 */
export const EVENTS = [
  'issues',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'check_suite',
  'check_run',
] as const;
export type EventName = (typeof EVENTS)[number];

export function isEventName(name: string): name is EventName {
  return EVENTS.some((known) => known === name);
}
