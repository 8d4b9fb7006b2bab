import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { claimIssue, holderOf } from '../../src/queue/active-issues.ts';
import { WATCHED_SECONDS } from '../../src/queue/names.ts';
import { watchIssues, watchersOf } from '../../src/queue/watched-issues.ts';
import { planOf, prepared, recorded, subtask } from '../task/task-world.ts';
import { agreeableGitHub, ISSUE, queueBench, REPO } from './queue-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { Delivery, Intent } from '../../src/people/intent.ts';
import type { Fact } from '../../src/state/facts.ts';

const WAITING = 'waiting';
const BLOCKER = { number: 9, id: 900 };
const STRANGER = { id: 77, login: 'stranger', isBot: true };
const [PROGRESS, REPOSITORY] = prepared(planOf([subtask('a')])) as readonly [Fact, Fact];
const BLOCKED: readonly Fact[] = [
  PROGRESS,
  { type: 'environment', name: 'blocked', blockers: [{ number: 9, title: 'First', url: 'u' }] },
  { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] },
];

describe('a task that waits for other issues (GH-2)', () => {
  let bench: QueueBench;
  beforeEach(async () => {
    bench = await queueBench();
    bench.recorded.set(WAITING, recorded(BLOCKED));
    await claimIssue(bench.redis, ISSUE, WAITING);
    await watchIssues(bench.redis, WAITING, [BLOCKER.id]);
  });
  afterEach(async () => {
    await bench.end();
  });

  const delivered = (deliveryId: string, intent: Intent): Delivery => ({
    deliveryId,
    event: 'issues',
    receivedAt: '2026-01-01T00:00:00Z',
    intent,
  });
  const base = { repo: { ...REPO, repositoryId: 78, name: 'other' }, issue: BLOCKER.number, sender: STRANGER };
  const gone = (deliveryId: string, reason: 'closed' | 'deleted' | 'transferred' | 'unlabeled', issueId = BLOCKER.id) =>
    delivered(deliveryId, { kind: 'withdraw', ...base, occurrence: deliveryId, reason, issueId });
  const unblocked = (deliveryId: string, issue = ISSUE.issue) =>
    delivered(deliveryId, { kind: 'unblocked', ...base, repo: REPO, issue, occurrence: 'unblocked-77-4' });
  /** Nobody has write access, so none of it is a command. */
  const act = (delivery: Delivery) =>
    actOnDelivery(delivery, bench.acting(agreeableGitHub({ permission: async () => 'none' })));
  const told = async (taskId = WAITING) => (await bench.inbox.read(taskId)).map(({ kind, id }) => [kind, id]);

  it.each(['closed', 'deleted', 'transferred'] as const)(
    'is woken once when one of them, of any repository, is %s, by whomever',
    async (reason) => {
      await act(gone('d-1', reason));
      await act(gone('d-1', reason));
      expect(await told()).toEqual([['blockers_changed', `d-1-${WAITING}`]]);
      expect(await bench.jobs.queue.isAwake(WAITING)).toBe(true);
    },
  );

  it('is told again after a crash before the delivery was marked, and only once', async () => {
    await act(gone('d-1', 'closed'));
    await bench.redis.del('planwright:acted:d-1');
    await act(gone('d-1', 'closed'));
    expect(await told()).toHaveLength(1);
  });

  it('sleeps on when another issue is closed, or when a label of that one is removed', async () => {
    await act(gone('d-1', 'closed', 901));
    await act(gone('d-2', 'unlabeled'));
    expect(await told()).toEqual([]);
  });

  it('is woken each time when one of them blocks it no more; no other task is', async () => {
    await act(unblocked('d-1'));
    await act(unblocked('d-2'));
    await act(unblocked('d-3', 5));
    expect((await told()).map(([, id]) => id)).toEqual([`d-1-${WAITING}`, `d-2-${WAITING}`]);
  });

  it('that has begun is told nothing, nor is one whose record cannot be read, and what else was closed is stopped all the same', async () => {
    bench.recorded.set(WAITING, recorded([PROGRESS, REPOSITORY]));
    await watchIssues(bench.redis, 'damaged', [BLOCKER.id]);
    const unreadable = recorded([PROGRESS]).map((fact) => ({ ...fact, type: 'nonsense' }));
    bench.recorded.set('damaged', unreadable as never);
    const itself = { repositoryId: 78, issue: BLOCKER.number };
    await claimIssue(bench.redis, itself, 'blocking');
    await act(gone('d-1', 'closed'));
    await act(unblocked('d-2'));
    expect([await told(), await told('damaged')]).toEqual([[], []]);
    expect((await told('blocking')).map(([kind]) => kind)).toEqual(['control']);
    expect(await holderOf(bench.redis, itself)).toBe('blocking');
  });

  it('is watched for as long as it looks again by itself, also by a Redis that forgot it', async () => {
    expect(await watchIssues(bench.redis, WAITING, [BLOCKER.id])).toBe(false);
    expect(await watchIssues(bench.redis, WAITING, [BLOCKER.id, 901])).toBe(true);
    expect(await watchIssues(bench.redis, 'another', [901])).toBe(true);
    expect((await watchersOf(bench.redis, 901)).toSorted()).toEqual(['another', WAITING]);
    expect(await bench.redis.ttl(`planwright:watchers:${BLOCKER.id}`)).toBeGreaterThan(WATCHED_SECONDS - 60);
    expect(WATCHED_SECONDS).toBeGreaterThan(2 * 3_600);
    await bench.redis.flushall();
    expect(await watchIssues(bench.redis, WAITING, [BLOCKER.id])).toBe(true);
  });
});
