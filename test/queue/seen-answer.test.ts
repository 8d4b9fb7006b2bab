import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RetryLater } from '../../src/errors.ts';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { claimIssue } from '../../src/queue/active-issues.ts';
import { asking, planOf, prepared, recorded, subtask } from '../task/task-world.ts';
import { agreeableGitHub, corrected, ISSUE, queueBench, started } from './queue-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { Delivery, Intent } from '../../src/people/intent.ts';
import type { Fact } from '../../src/state/facts.ts';

const WORKING = prepared(planOf([subtask('a')]));
const POSTED: Fact = { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] };
const ASKING = [...WORKING, ...asking(0), POSTED];
const PLAN_SHOWN = [...WORKING.slice(0, 5), POSTED];
const ANSWERED: Fact = {
  type: 'answer',
  name: 'given',
  question_id: 1,
  by: { id: 8, login: 'mika' },
  text: 'Those of the shop.',
  settles: { 0: 'Those of the shop.' },
  verdict: null,
  comment_id: 9,
};

function remark(text: string, commentId = 9): Delivery {
  const { repo, issue, sender } = started('d-1').intent;
  const target = { kind: 'issue_comment', commentId } as const;
  const intent: Intent = { kind: 'remark', repo, issue, sender, occurrence: `comment-${commentId}`, target, text };
  return { ...started(`d-${commentId}`), event: 'issue_comment', intent };
}

/** Nobody drives here: what people see does not wait for a worker. */
describe('an answer to a question has its reaction at once (GH-3, GH-6)', () => {
  let bench: QueueBench;
  beforeEach(async () => {
    bench = await queueBench();
    await claimIssue(bench.redis, ISSUE, 'asking');
  });
  afterEach(async () => {
    await bench.end();
  });

  async function seen(delivery: Delivery, github = agreeableGitHub()): Promise<readonly string[]> {
    await actOnDelivery(delivery, bench.acting(github));
    return github.calls;
  }
  const knows = (facts: readonly Fact[], plansFirst?: true) =>
    bench.recorded.set('asking', recorded(facts, plansFirst ? { request: { plansFirst } } : {}));

  it('when it is said, and when an edit makes a comment one', async () => {
    knows(ASKING);
    expect(await seen(remark('Those of the shop.'))).toEqual(['eyes on issue_comment']);
    expect(await seen(corrected('d-2', 'edited-9-1'))).toEqual(['eyes on issue_comment']);
    expect((await bench.inbox.read('asking')).map(({ kind }) => kind)).toEqual(['comment', 'correction']);
  });

  it('also when its question was posted before a crash and is not recorded as posted', async () => {
    knows([...WORKING, ...asking(0)]);
    expect(await seen(remark('Those of the shop.'))).toEqual(['eyes on issue_comment']);
  });

  it('also when the task has read it by the time the delivery comes again', async () => {
    knows(ASKING);
    const answer = remark('Those of the shop.');
    const down = agreeableGitHub({ react: () => Promise.reject(new RetryLater('502', { of: 'github' })) });
    await expect(seen(answer, down)).rejects.toThrow('502');
    await bench.inbox.acknowledge('asking', ['comment-9']);
    knows([...ASKING, ANSWERED]);
    expect(await seen(answer)).toEqual(['eyes on issue_comment']);
    expect(await bench.inbox.read('asking')).toEqual([]);
  });

  it('and so has whatever is said to a plan that is shown (GH-2)', async () => {
    knows(PLAN_SHOWN, true);
    expect(await seen(remark('Leave out the last one.'))).toEqual(['eyes on issue_comment']);
  });

  it('and what people say among themselves has none', async () => {
    knows(ASKING);
    expect(await seen(remark('Those of the shop.', 4))).toEqual([]);
    knows(WORKING);
    expect(await seen(remark('Nice weather.', 10))).toEqual([]);
    bench.recorded.delete('asking');
    expect(await seen(remark('Nobody knows yet.', 11))).toEqual([]);
    expect(await bench.inbox.read('asking')).toHaveLength(3);
  });
});
