import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RetryLater } from '../../src/errors.ts';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { MOST_BEGINNINGS, MOST_TURNS } from '../../src/requests/bot-turns.ts';
import { agreeableGitHub, queueBench, REPO, started } from './queue-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { Delivery, Intent } from '../../src/people/intent.ts';
import type { GitHub } from '../../src/ports/github.ts';

const MIKA = { id: 5, login: 'mika', isBot: false };

describe('bots that answer each other for ever (P6)', () => {
  let bench: QueueBench;
  let github: ReturnType<typeof agreeableGitHub>;
  let count = 0;
  beforeAll(async () => {
    bench = await queueBench();
  });
  afterAll(async () => {
    await bench.end();
  });

  const botAsks = (issue: number, first = 41): Delivery => {
    count += 1;
    const sender = { id: first + (count % 2), login: `bot-${count % 2}[bot]`, isBot: true };
    const target = { kind: 'issue_comment', commentId: count } as const;
    const said = {
      issue,
      sender,
      occurrence: `comment-${count}`,
      trigger: 'mention',
      target,
      instruction: 'again',
    } as const;
    return started(`b-${count}`, said);
  };
  const remark = (issue: number, sender: Intent['sender']): Delivery => {
    count += 1;
    const target = { kind: 'issue_comment', commentId: count } as const;
    const intent = {
      kind: 'remark',
      repo: REPO,
      issue,
      sender,
      occurrence: `comment-${count}`,
      target,
      text: 'Well.',
    } as const;
    return { ...started(`p-${count}`), intent };
  };
  /** What people see of it. */
  const seen = async (delivery: Delivery, over: Partial<GitHub> = {}): Promise<readonly string[]> => {
    github = agreeableGitHub(over);
    await actOnDelivery(delivery, bench.acting(github));
    return github.calls;
  };
  const turns = async (issue: number, number: number) => {
    for (let turn = 0; turn < number; turn += 1) expect(await seen(botAsks(issue))).toEqual(['eyes on issue_comment']);
  };

  it('are listened to ten times in a row, told once that it ends, and then met with silence, on that issue alone', async () => {
    expect(MOST_TURNS).toBe(10);
    await turns(1, MOST_TURNS);
    expect(await seen(botAsks(1))).toEqual(['comment on 1']);
    for (let turn = 0; turn < 5; turn += 1) expect(await seen(botAsks(1))).toEqual([]);
    await turns(2, 1);
    const [key] = await bench.redis.keys('planwright:bot-turns:77:1');
    expect(await bench.redis.hlen(key ?? '')).toBe(MOST_TURNS + 1);
    expect(await bench.redis.ttl(key ?? '')).toBeGreaterThan(0);
  });

  it('can stop a task all the same', async () => {
    const { repo, sender } = botAsks(1).intent;
    const target = { kind: 'issue_comment', commentId: 1 } as const;
    const how = { target, addressed: true, isPrivate: false };
    const intent = { kind: 'stop', repo, issue: 1, sender, occurrence: 'stop-1', ...how } as const;
    expect(await seen({ ...started('s-1'), intent })).toEqual(['+1 on issue_comment']);
  });

  it('are listened to again after any word of somebody who may steer, and of nobody else', async () => {
    expect(await seen(remark(1, MIKA), { permission: async () => 'read' })).toEqual([]);
    expect(await seen(remark(1, { id: 43, login: 'ci[bot]', isBot: true }))).toEqual([]);
    expect(await seen(botAsks(1))).toEqual([]);
    await seen(remark(1, MIKA));
    await turns(1, MOST_TURNS);
    await seen(remark(1, MIKA));
    await turns(1, 1);
  });

  it('are counted once each, and told also when the telling was cut short', async () => {
    const first = botAsks(3);
    for (const id of ['a', 'b', 'c']) await seen({ ...first, deliveryId: id });
    await bench.redis.del(...(await bench.redis.keys('planwright:acted:*')));
    await seen(first);
    await turns(3, MOST_TURNS - 1);
    const over = botAsks(3);
    const failing = { ensureComment: () => Promise.reject(new RetryLater('502', { of: 'github' })) };
    await expect(seen(over, failing)).rejects.toThrow('502');
    expect(await seen(botAsks(3))).toEqual([]);
    expect(await seen(over)).toEqual(['comment on 3']);
  });

  it('begin thirty tasks in a repository, are told once that it ends, and begin more when a person spoke on any issue', async () => {
    const begun = (issue: number) => seen(botAsks(issue));
    const key = 'planwright:bot-beginnings:77';
    await bench.redis.del(key);
    expect(MOST_BEGINNINGS).toBe(30);
    for (let issue = 101; issue <= 130; issue += 1) expect(await begun(issue)).toEqual(['eyes on issue_comment']);
    expect([await begun(131), await begun(132), await begun(133)]).toEqual([['comment on 131'], [], []]);
    // A message to a running task starts none.
    expect(await begun(101)).toEqual(['eyes on issue_comment']);
    expect(await bench.redis.hlen(key)).toBe(MOST_BEGINNINGS + 1);
    // A day from the first one, whatever follows.
    await bench.redis.expire(key, 1_000);
    expect(await begun(134)).toEqual([]);
    expect(await bench.redis.ttl(key)).toBeLessThanOrEqual(1_000);
    expect(await seen(remark(500, MIKA), { permission: async () => 'read' })).toEqual([]);
    expect(await begun(135)).toEqual([]);
    await seen(remark(500, MIKA));
    expect(await begun(136)).toEqual(['eyes on issue_comment']);
    expect(await bench.redis.ttl(key)).toBeGreaterThan(80_000);
  });

  it('are told nothing where they are not allowed', async () => {
    for (let turn = 0; turn <= MOST_TURNS + 1; turn += 1) expect(await seen(botAsks(4, 90))).toEqual([]);
  });
});
