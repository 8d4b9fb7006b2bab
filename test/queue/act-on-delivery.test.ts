import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Fault, RetryLater } from '../../src/errors.ts';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { claimIssue, holderOf, taskIdOf } from '../../src/queue/active-issues.ts';
import { deliveryJobId } from '../../src/queue/coming.ts';
import { releaseTask } from '../../src/queue/end-task.ts';
import { eventually } from '../redis/redis-bench.ts';
import { agreeableGitHub, corrected, ISSUE, mentioned, queueBench, REPO, started } from './queue-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { Delivery, IntentOf } from '../../src/people/intent.ts';
import type { GitHub } from '../../src/ports/github.ts';

describe('acting on a delivery', () => {
  let bench: QueueBench;
  beforeEach(async () => {
    bench = await queueBench();
  });
  afterEach(async () => {
    await bench.end();
  });
  const idOf = (delivery: Delivery) => taskIdOf('bench', REPO.repositoryId, delivery.intent.occurrence);
  const isActedOn = async (id: string) => (await bench.redis.exists(`planwright:acted:${id}`)) === 1;
  const kinds = async (taskId: string) => (await bench.inbox.read(taskId)).map((item) => item.kind);

  it('twenty times at once begins one task with one start', async () => {
    const delivery = started('d-1');
    await Promise.all(Array.from({ length: 20 }, () => actOnDelivery(delivery, bench.acting())));
    expect(await holderOf(bench.redis, ISSUE)).toBe(idOf(delivery));
    expect(await kinds(idOf(delivery))).toEqual(['start']);
    const late = agreeableGitHub();
    await actOnDelivery(delivery, bench.acting(late));
    await actOnDelivery({ ...delivery, deliveryId: 'd-2' }, bench.acting(late));
    expect(late.calls).toEqual([]);
  });

  it('tells the active task of an edited comment once, begins nothing with it, and asks for the permission anew (GH-6, P12)', async () => {
    await actOnDelivery(corrected('d-8', 'edited-9-1'), bench.acting());
    expect(await holderOf(bench.redis, ISSUE)).toBeNull();

    const first = started('d-1');
    await actOnDelivery(first, bench.acting());
    await actOnDelivery(
      corrected('d-9', 'edited-9-2'),
      bench.acting(agreeableGitHub({ permission: async () => 'read' })),
    );
    expect(await kinds(idOf(first))).toEqual(['start']);
    await Promise.all(['d-10', 'd-11'].map((id) => actOnDelivery(corrected(id, 'edited-9-3'), bench.acting())));
    expect(await kinds(idOf(first))).toEqual(['start', 'correction']);
  });

  it('joins the task that holds the issue, and tells an instruction seen through two hooks once', async () => {
    const first = started('d-1');
    await actOnDelivery(first, bench.acting());
    const second = mentioned('d-2', 'use tabs');
    await Promise.all([
      actOnDelivery(second, bench.acting()),
      actOnDelivery({ ...second, deliveryId: 'd-3' }, bench.acting()),
    ]);
    expect(await kinds(idOf(first))).toEqual(['start', 'comment']);
    expect(await holderOf(bench.redis, ISSUE)).toBe(idOf(first));
  });

  it('stops the task of a closed issue, whoever closed it (GH-5)', async () => {
    const first = started('d-1');
    await actOnDelivery(first, bench.acting());
    const { repo, issue, sender } = first.intent;
    const intent = {
      kind: 'withdraw',
      issueId: 4,
      repo,
      issue,
      sender,
      occurrence: 'closed-4',
      reason: 'closed',
    } as const;
    const github = agreeableGitHub({ permission: async () => 'none' });
    await actOnDelivery({ ...first, deliveryId: 'd-2', intent }, bench.acting(github));
    expect(await kinds(idOf(first))).toEqual(['start', 'control']);
  });

  it('does not stop a task by a withdrawal that comes late and was undone since (W8)', async () => {
    const first = started('d-1', { label: 'planwright' });
    await actOnDelivery(first, bench.acting());
    const { repo, issue, sender } = first.intent;
    let count = 0;
    const withdrawn = async (reason: 'closed' | 'unlabeled' | 'deleted', at: number, over: Partial<GitHub> = {}) => {
      const id = `w-${(count += 1)}`;
      const base = { kind: 'withdraw', issueId: 4, repo, issue, sender, occurrence: id, reason } as const;
      const label = reason === 'unlabeled' ? { label: 'Planwright' } : {};
      const github = agreeableGitHub({
        issue: async () => ({ state: 'open', locked: false, labels: ['planwright'] }),
        ...over,
      });
      const intent = { ...base, ...label, at: new Date(at).toISOString() };
      await actOnDelivery({ ...first, deliveryId: id, intent }, bench.acting(github));
      return (await kinds(idOf(first))).length - 1;
    };
    const late = Date.now() - 70_000;
    expect(await withdrawn('unlabeled', late)).toBe(0);
    expect(await withdrawn('closed', late)).toBe(0);
    expect(await withdrawn('unlabeled', Date.now() - 50_000)).toBe(1);
    expect(await withdrawn('closed', Date.now())).toBe(2);
    const shows = (state: 'open' | 'closed', labels: readonly string[]) => ({ issue: async () => ({ state, labels }) });
    expect(await withdrawn('unlabeled', late, shows('open', ['bug']))).toBe(3);
    expect(await withdrawn('unlabeled', late, shows('closed', ['planwright']))).toBe(4);
    const gone = async () => Promise.reject(new Fault('github_gone', 'Gone.', 'Nothing.'));
    expect(await withdrawn('deleted', late, { issue: gone })).toBe(5);
    const down = async () => Promise.reject(new RetryLater('Down.', { of: 'github' }));
    await expect(withdrawn('closed', late, { issue: down })).rejects.toBeInstanceOf(RetryLater);
  });

  it('begins the next task when the one it joined let go without reading it', async () => {
    await claimIssue(bench.redis, ISSUE, 'ending');
    const late = mentioned('d-2', 'and the README');
    await actOnDelivery(late, bench.acting());
    expect(await kinds('ending')).toEqual(['comment']);
    await actOnDelivery(late, bench.acting());
    expect(await kinds('ending')).toEqual(['comment']);

    await releaseTask('ending', ISSUE, bench);
    await releaseTask('ending', ISSUE, bench);
    expect(await kinds('ending')).toEqual([]);
    expect(await bench.redis.llen('planwright:planwright-deliveries:wait')).toBe(1);
    await bench.work({ drive: async () => ({ kind: 'nothing' }) });
    await eventually(async () => (await holderOf(bench.redis, ISSUE)) === idOf(late));
    await eventually(async () => (await kinds(idOf(late))).length === 1);
    expect(await kinds(idOf(late))).toEqual(['start']);
  });

  it('begins the next task when the one it joins lets go in that moment', async () => {
    await claimIssue(bench.redis, ISSUE, 'ending');
    const late = mentioned('d-2', 'and the README');
    const acting = bench.acting();
    const wake = async (taskId: string) => {
      if (taskId === 'ending') await bench.redis.del('planwright:active');
    };
    await actOnDelivery(late, { ...acting, wake });
    expect(await kinds('ending')).toEqual([]);
    expect(await holderOf(bench.redis, ISSUE)).toBe(idOf(late));
  });

  it('does nothing about a label that is gone again, or an issue that is gone', async () => {
    const unlabelled = agreeableGitHub({
      issue: async () => ({ state: 'open', labels: ['bug'] }),
    });
    await actOnDelivery(started('d-1'), bench.acting(unlabelled));
    const gone = agreeableGitHub({ issue: () => Promise.reject(new Fault('github_gone', 'Gone.', 'Nothing.')) });
    await actOnDelivery(started('d-2'), bench.acting(gone));
    expect(await holderOf(bench.redis, ISSUE)).toBeNull();
    expect([...unlabelled.calls, ...gone.calls]).toEqual([]);
  });

  it('looks again for what GitHub tells of but does not show yet, and takes it for gone only after a while (GH-3)', async () => {
    const said = mentioned('d-1', 'use tabs');
    const received = Date.parse(said.receivedAt);
    const late = agreeableGitHub({ hasComment: async () => false });
    await expect(actOnDelivery(said, bench.acting(late), received + 1_000)).rejects.toMatchObject({
      name: 'RetryLater',
    });
    await actOnDelivery(said, bench.acting(), received + 2_000);
    expect(await kinds(idOf(said))).toEqual(['start']);
    const deleted = mentioned('d-2', 'no, spaces');
    await actOnDelivery(deleted, bench.acting(late), received + 60_000);
    expect(await kinds(idOf(said))).toEqual(['start']);
  });

  it('tells somebody once that they may not, also when the telling was cut short (GH-3, P1)', async () => {
    let isWritten = false;
    const github = agreeableGitHub({
      permission: async () => 'triage',
      ensureComment: async () => {
        if (!isWritten) {
          isWritten = true;
          throw new RetryLater('502', { of: 'github' });
        }
        github.calls.push('told');
        return { id: 1, url: '' };
      },
    });
    await expect(actOnDelivery(started('d-1'), bench.acting(github))).rejects.toThrow('502');
    await actOnDelivery(started('d-1'), bench.acting(github));
    await actOnDelivery(started('d-2'), bench.acting(github));
    expect(github.calls).toEqual(['told']);
  });

  it('asks about a label in one go, and about a mention no more than whose it is, until that person may (GH-2)', async () => {
    let asked: () => void = () => undefined;
    const issueAsked = new Promise<void>((resolve) => (asked = resolve));
    const patient = agreeableGitHub({
      permission: () => issueAsked.then(() => 'write' as const),
      issue: async () => {
        asked();
        return { state: 'open', labels: ['planwright'] };
      },
    });
    const label = started('d-1');
    await actOnDelivery(label, bench.acting(patient));
    expect(await kinds(idOf(label))).toEqual(['start']);

    let questions = 0;
    const count = () => Promise.reject(new Error(`question ${(questions += 1)}`));
    const stranger = agreeableGitHub({ permission: async () => 'none', issue: count, hasComment: count });
    await actOnDelivery(mentioned('d-2', 'do it'), bench.acting(stranger));
    expect([questions, stranger.calls]).toEqual([0, []]);
  });

  it('starts nothing while GitHub does not say who may, and acts when it does', async () => {
    const down = agreeableGitHub({ permission: () => Promise.reject(new RetryLater('Not now.', { of: 'github' })) });
    const delivery = started('d-1');
    await expect(actOnDelivery(delivery, bench.acting(down))).rejects.toThrow('Not now.');
    expect(await holderOf(bench.redis, ISSUE)).toBeNull();
    await actOnDelivery(delivery, bench.acting());
    expect(await holderOf(bench.redis, ISSUE)).toBe(idOf(delivery));
  });

  it('works on where a locked issue takes no reaction', async () => {
    const locked = agreeableGitHub({
      react: () => Promise.reject(new Fault('github_refused', 'Locked.', 'Unlock it.')),
    });
    const delivery = started('d-1');
    await actOnDelivery(delivery, bench.acting(locked));
    expect(await kinds(idOf(delivery))).toEqual(['start']);
    expect(await isActedOn(delivery.deliveryId)).toBe(true);
  });

  it('has the item in the inbox before the wake-up is driven, also of a task that sleeps', async () => {
    const seen: number[] = [];
    await bench.work({
      drive: async (taskId) => {
        seen.push((await bench.inbox.read(taskId)).length);
        return { kind: 'nothing' };
      },
    });
    const count = 20;
    for (let issue = 1; issue <= count; issue += 1)
      await actOnDelivery(started(`d-${issue}`, { issue }), bench.acting());
    await eventually(async () => seen.length === count);
    expect(seen).toEqual(Array.from({ length: count }, () => 1));
  });

  it('begins by one of several labels that were set in the same second, whichever of them came first (GH-2)', async () => {
    const occurrence = 'label-900-2026-03-04T050607Z';
    await actOnDelivery(started('d-1', { label: 'bug', occurrence }), bench.acting());
    expect(await holderOf(bench.redis, ISSUE)).toBeNull();
    await actOnDelivery(started('d-2', { label: 'planwright', occurrence }), bench.acting());
    await actOnDelivery(started('d-3', { label: 'good first issue', occurrence }), bench.acting());
    const begun = idOf(started('d-2', { occurrence }));
    expect(await holderOf(bench.redis, ISSUE)).toBe(begun);
    expect(await kinds(begun)).toEqual(['start']);
  });

  it('is silent about a bare stop where nothing runs, and does not even ask who said it', async () => {
    const github = agreeableGitHub({ permission: () => Promise.reject(new Error('Nobody asked.')) });
    const { repo, issue, sender } = started('d-1').intent;
    const intent = {
      kind: 'stop' as const,
      repo,
      issue,
      sender,
      occurrence: 'comment-9',
      target: { kind: 'issue_comment' as const, commentId: 9 },
      addressed: false,
      isPrivate: true,
    };
    await actOnDelivery({ ...started('d-1'), intent }, bench.acting(github));
    expect(github.calls).toEqual([]);
  });

  it('says that nothing runs to whoever asks us by name to stop, and why not to who may not ask (GH-3, GH-5)', async () => {
    const { repo, issue, sender } = started('d-1').intent;
    const target = { kind: 'issue_comment' as const, commentId: 9 };
    const intent = { kind: 'stop' as const, repo, issue, sender, target, addressed: true, isPrivate: true };
    const said = async (occurrence: string, permission: 'write' | 'read') => {
      const github = agreeableGitHub({ permission: async () => permission });
      await actOnDelivery({ ...started(occurrence), intent: { ...intent, occurrence } }, bench.acting(github));
      return github.calls;
    };
    expect(await said('comment-9', 'write')).toEqual(['confused on issue_comment', 'comment on 4']);
    expect(await said('comment-10', 'read')).toEqual(['comment on 4']);
    await claimIssue(bench.redis, ISSUE, 'at-work');
    await bench.redis.del('planwright:refused:77:5');
    expect(await said('comment-11', 'read')).toEqual(['comment on 4']);
  });

  describe('explains a refusal (GH-3)', () => {
    const asked = async (occurrence: string, over: Partial<IntentOf<'start'>> = {}, disabled = false) => {
      const github = agreeableGitHub({ permission: async () => (disabled ? 'write' : 'triage') });
      const usual = bench.acting(github);
      const settingsOf = async () => ({ ...(await usual.settingsOf()), enabled: !disabled });
      await actOnDelivery(started(occurrence, over), { ...usual, settingsOf });
      return github.calls;
    };

    it('once for each issue, person and reason, so that no second issue of the day is met with silence', async () => {
      expect(await asked('d-1')).toEqual(['comment on 4']);
      expect(await asked('d-2')).toEqual([]);
      expect(await asked('d-3', { issue: 5 })).toEqual(['comment on 5']);
      expect(await asked('d-4', {}, true)).toEqual(['comment on 4']);
      expect(await asked('d-5', {}, true)).toEqual([]);
      expect(await asked('d-6', { sender: { id: 6, login: 'noor', isBot: false } })).toEqual(['comment on 4']);
    });

    it('five times a day at most to one person in a repository', async () => {
      const key = 'planwright:refused:77:5';
      expect(await asked('d-1', { issue: 1 })).toEqual(['comment on 1']);
      expect(await bench.redis.ttl(key)).toBeGreaterThan(86_000);
      // A day from the first one, whatever follows.
      await bench.redis.expire(key, 1_000);
      for (let issue = 2; issue <= 5; issue += 1)
        expect(await asked(`d-${issue}`, { issue })).toEqual([`comment on ${issue}`]);
      for (let issue = 6; issue <= 8; issue += 1) expect(await asked(`d-${issue}`, { issue })).toEqual([]);
      expect(await bench.redis.hlen(key)).toBe(5);
      expect(await bench.redis.ttl(key)).toBeLessThanOrEqual(1_000);
      const elsewhere = { ...REPO, repositoryId: 78 };
      expect(await asked('d-10', { repo: elsewhere })).toEqual(['comment on 4']);
    });
  });

  it('a stop that overtakes what it is to stop waits for it, and is not lost (GH-5)', async () => {
    const asked = started('d-1');
    const { repo, issue, sender } = asked.intent;
    const target = { kind: 'issue_comment' as const, commentId: 9 };
    const how = { target, addressed: true, isPrivate: false };
    const intent = { kind: 'stop' as const, repo, issue, sender, occurrence: 'comment-9', ...how };
    const stop: Delivery = { ...asked, deliveryId: 'd-9', intent };
    await bench.producer.accept(asked);
    await expect(actOnDelivery(stop, bench.acting())).rejects.toBeInstanceOf(RetryLater);
    expect(await isActedOn('d-9')).toBe(false);
    await actOnDelivery(asked, bench.acting());
    await actOnDelivery(stop, bench.acting());
    expect(await kinds(idOf(asked))).toEqual(['start', 'control']);
  });
});

describe('the producer', () => {
  let bench: QueueBench;
  beforeEach(async () => {
    bench = await queueBench();
  });
  afterEach(async () => {
    await bench.end();
  });

  it('queues a delivery once, however often it arrives', async () => {
    await Promise.all(Array.from({ length: 50 }, () => bench.producer.accept(started('d-1'))));
    expect(await bench.redis.llen('planwright:planwright-deliveries:wait')).toBe(1);
  });

  it('has a stop wait for a request to start until that is handled, and for nothing else (GH-5)', async () => {
    const asked = started('d-1');
    const isComing = (issue = asked.intent.issue) => bench.jobs.isStartComing({ ...asked.intent, issue });
    await bench.producer.accept(corrected('d-8', 'edited-9-1'));
    expect(await isComing()).toBe(false);
    await bench.producer.accept(asked);
    expect(await isComing()).toBe(true);
    expect(await isComing(99)).toBe(false);

    let attempts = 0;
    const whileActive: boolean[] = [];
    const actOn = async ({ deliveryId }: Delivery) => {
      if (deliveryId !== 'd-1') return;
      whileActive.push(await isComing());
      attempts += 1;
      if (attempts === 1) throw new RetryLater('GitHub is away.', { of: 'github' });
    };
    await bench.work({ drive: async () => ({ kind: 'nothing' }), actOn });
    await eventually(async () => attempts === 1);
    expect(await isComing()).toBe(true);
    await eventually(async () => !(await isComing()));
    expect(attempts).toBe(2);

    await bench.jobs.actAgain(asked);
    await eventually(async () => attempts === 3 && !(await isComing()));
    expect(whileActive).toEqual([true, true, true]);
  });

  it('brings a happening that was acted on under another delivery id to nothing (W5)', async () => {
    const delivery = started('d-1');
    await actOnDelivery(delivery, bench.acting());
    const again = { ...delivery, deliveryId: 'd-2' };
    await bench.producer.accept(again);
    const isKept = () => bench.redis.exists(`planwright:planwright-deliveries:${deliveryJobId('delivery', again)}`);
    expect(await isKept()).toBe(1);
    const github = agreeableGitHub({ permission: () => Promise.reject(new Error('Nobody should ask.')) });
    await bench.work({ github, drive: async () => ({ kind: 'nothing' }) });
    await eventually(async () => (await isKept()) === 0);
    expect(github.calls).toEqual([]);
  });

  it('rejects when the connection is gone, rather than keeping the delivery in memory', async () => {
    await bench.redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await bench.redis.client('PAUSE', 4_000);
    await expect(bench.producer.accept(started('d-1'))).rejects.toThrow();
    await bench.redis.client('UNPAUSE').catch(() => undefined);
  });
});
