/**
 * Reads failed checks on our branches (GH-2). The sender of the event says nothing: often it is whoever pushed, which
 * is us. Whether the commit is ours, and the newest of our open pull request, is checked later.
 */
import { issueOfBranch } from '../ports/branch-name.ts';
import { isFailed } from '../ports/commit-checks.ts';
import { DELETED_ACCOUNT } from '../ports/github.ts';
import { CheckRunPayload, CheckSuitePayload } from './payload.ts';
import { type ReceivedEvent, saidBy } from './received-event.ts';
import type { IntentOf } from '../people/intent.ts';

export const CHECK_EVENTS: readonly string[] = ['check_run', 'check_suite'];

export function readFailedCheck(event: ReceivedEvent): IntentOf<'checks_failed'> | null {
  const { envelope, identity } = event;
  const found = checkIn(event.payload);
  if (envelope.action !== 'completed' || found === null || found.app?.id === identity.appId) return null;
  const { branch = null, sha } = found;
  const issue = branch === null ? null : issueOfBranch(branch);
  if (branch === null || issue === null || !isFailed(found.conclusion)) return null;
  return {
    kind: 'checks_failed',
    ...saidBy(envelope.sender ?? DELETED_ACCOUNT, issue, event),
    occurrence: `checks-${sha}`,
    branch,
    sha,
    at: found.at,
    isPrivate: envelope.repository.private,
  };
}

function checkIn(payload: unknown) {
  const suite = CheckSuitePayload.safeParse(payload).data?.check_suite;
  if (suite !== undefined) {
    const { head_branch: branch, head_sha: sha, conclusion, updated_at: at, app } = suite;
    return { branch, sha, conclusion, at, app };
  }
  const run = CheckRunPayload.safeParse(payload).data?.check_run;
  if (run === undefined) return null;
  const { head_sha: sha, conclusion, completed_at: at, app, check_suite } = run;
  return { branch: check_suite.head_branch, sha, conclusion, at, app };
}
