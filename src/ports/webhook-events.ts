/** The webhook events that we subscribe to (app.yml lists the same) and read. */
export const EVENTS = [
  'issues',
  'issue_dependencies',
  'issue_comment',
  'pull_request',
  'pull_request_review',
  'pull_request_review_comment',
  'check_suite',
  'check_run',
  'delete',
  'repository',
] as const;
/** Every App receives these without subscribing. */
export const UNASKED_EVENTS = ['installation', 'installation_repositories'] as const;
export type EventName = (typeof EVENTS)[number] | (typeof UNASKED_EVENTS)[number];

export function isEventName(name: string): name is EventName {
  return [...EVENTS, ...UNASKED_EVENTS].some((known) => known === name);
}
