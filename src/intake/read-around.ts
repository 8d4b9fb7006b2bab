/**
 * Changes around the work: a deleted branch, a closed pull request or repository, a suspended or removed App (GH-5,
 * GH-10). GitHub is asked again before anything follows, since events arrive in any order.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { issueOfBranch } from '../ports/branch-name.ts';
import { DELETED_ACCOUNT } from '../ports/github.ts';
import { Account, PullRequestEnd } from './payload.ts';
import { occurrenceOf, saidBy, type ReceivedEvent } from './received-event.ts';
import type { IntentOf } from '../people/intent.ts';

type AroundIntent = IntentOf<'around'>;

/** Whoever closed or opened it: only the branch matters. */
export function readClosedPullRequest(event: ReceivedEvent): AroundIntent | null {
  const { data } = PullRequestEnd.safeParse(event.payload);
  if (data === undefined || event.envelope.action !== 'closed') return null;
  const { number, head, merged, updated_at: at } = data.pull_request;
  const issue = issueOfBranch(head.ref);
  if (issue === null || head.repo?.id !== event.envelope.repository.id) return null;
  const what = { is: 'pull_request_closed', pullRequest: number, branch: head.ref, merged } as const;
  return { ...around(event, issue, occurrenceOf('pull-closed', data.pull_request.id, at)), what };
}

const Deleted = z.object({ ref: z.string().max(255), ref_type: z.literal('branch') });

export function readDeletedBranch(event: ReceivedEvent): AroundIntent | null {
  const { data } = Deleted.safeParse(event.payload);
  const issue = data === undefined ? null : issueOfBranch(data.ref);
  if (data === undefined || issue === null) return null;
  return {
    ...around(event, issue, happeningIn('deleted', event.payload)),
    what: { is: 'branch_deleted', branch: data.ref },
  };
}

export function readRepositoryEvent(event: ReceivedEvent): AroundIntent | null {
  const { action } = event.envelope;
  const base = around(event, 0, happeningIn('repository', event.payload));
  if (action === 'archived') return { ...base, what: { is: 'archived' } };
  return action === 'deleted' ? { ...base, what: { is: 'access' } } : null;
}

function around({ envelope, ...event }: ReceivedEvent, issue: number, occurrence: string) {
  const base = saidBy(envelope.sender ?? DELETED_ACCOUNT, issue, { ...event, envelope });
  return { kind: 'around', ...base, occurrence } as const;
}

/** The payload contains no time; the same event has the same payload. */
function happeningIn(what: string, payload: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(payload)).digest('hex');
  return `${what}-${digest.slice(0, 24)}`;
}

const CHANGES: Readonly<Record<string, readonly string[]>> = {
  installation: ['suspend', 'unsuspend', 'deleted'],
  installation_repositories: ['removed', 'added'],
};

const Installation = z.object({
  action: z.string(),
  installation: z.object({ id: z.int().positive(), account: z.object({ login: Account.shape.login }) }),
  sender: Account.nullish().catch(null),
});

/**
 * About every repository of an account: the tasks concerned are looked up, and GitHub is asked for the current state.
 */
export function readInstallationEvent(name: string, payload: unknown): AroundIntent | null {
  const { data } = Installation.safeParse(payload);
  if (data === undefined || CHANGES[name]?.includes(data.action) !== true) return null;
  const { id: installationId, account } = data.installation;
  const { id, login, type } = data.sender ?? { ...DELETED_ACCOUNT, type: 'User' };
  return {
    kind: 'around',
    repo: { installationId, repositoryId: 0, owner: account.login, name: '' },
    issue: 0,
    sender: { id, login, isBot: type === 'Bot' },
    occurrence: happeningIn('installation', payload),
    what: { is: 'access' },
  };
}
