import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RetryLater } from '../../src/errors.ts';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { claimIssue, holderOf, releaseIssue, taskIdOf } from '../../src/queue/active-issues.ts';
import { releaseTask } from '../../src/queue/end-task.ts';
import { planOf, prepared, recorded, subtask } from '../task/task-world.ts';
import { eventually } from '../redis/redis-bench.ts';
import { agreeableGitHub, ISSUE, mentioned, queueBench, REPO, started } from './queue-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { Delivery, Intent } from '../../src/people/intent.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { TaskSettings } from '../../src/state/request.ts';

const WORKING = prepared(planOf([subtask('a'), subtask('b', ['a'])]));
const BUDGET: Partial<TaskSettings> = {
  budgetExtensions: 1,
  budget: { tokens: 1e9, usd: 1e9, modelCalls: 1e9, minutes: (WORKING.length - 0.5) / 60 },
};
const ASKED: Fact = { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] };

/** The same delivery comes again after a crash, when the task has read its item and continued. */
describe('a delivery that was cut short when its task had been told (QUAL-2.3, GH-3)', () => {
  let bench: QueueBench;
  beforeEach(async () => {
    bench = await queueBench();
  });
  afterEach(async () => {
    await bench.end();
  });

  function said(intent: Partial<Intent> & Pick<Intent, 'kind'>): Delivery {
    const { repo, issue, sender } = started('d-1').intent;
    const target = { kind: 'issue_comment', commentId: 9 };
    const whole = {
      repo,
      issue,
      sender,
      occurrence: 'comment-9',
      target,
      isPrivate: false,
      ...intent,
    } as unknown as Intent;
    return { ...started('d-1'), event: 'issue_comment', intent: whole };
  }

  /** As by a crash: the task has its item, and nobody has a reply. */
  async function cutShort(delivery: Delivery, over: Parameters<typeof agreeableGitHub>[0] = {}): Promise<void> {
    const down = () => Promise.reject(new RetryLater('502', { of: 'github' }));
    await expect(actOnDelivery(delivery, bench.acting(agreeableGitHub({ ...over, react: down })))).rejects.toThrow(
      '502',
    );
  }

  async function again(
    delivery: Delivery,
    over: Parameters<typeof agreeableGitHub>[0] = {},
  ): Promise<readonly string[]> {
    const github = agreeableGitHub(over);
    await actOnDelivery(delivery, bench.acting(github));
    return github.calls;
  }

  async function readBy(taskId: string): Promise<void> {
    const items = await bench.inbox.read(taskId);
    expect(items.length).toBeGreaterThan(0);
    await bench.inbox.acknowledge(
      taskId,
      items.map(({ id }) => id),
    );
  }

  const isNowHeldBy = async (taskId: string | null, before: string) => {
    await releaseIssue(bench.redis, ISSUE, before);
    if (taskId !== null) await claimIssue(bench.redis, ISSUE, taskId);
  };

  it.each([
    ['approve', true],
    ['resume', false],
  ] as const)(
    '`%s` that was used by then is not told that nothing is asked, and has its reaction',
    async (word, addressed) => {
      await claimIssue(bench.redis, ISSUE, 'asking');
      bench.recorded.set('asking', recorded([...WORKING, ASKED], { settings: BUDGET }));
      const approval = said({ kind: 'command', word, addressed, text: word });
      await cutShort(approval);
      await readBy('asking');
      bench.recorded.set('asking', recorded(WORKING));
      expect(await again(approval)).toEqual(['+1 on issue_comment']);
      expect(await bench.inbox.read('asking')).toEqual([]);
    },
  );

  it('`pause` that was honoured and ended by then pauses nothing again', async () => {
    await claimIssue(bench.redis, ISSUE, 'working');
    bench.recorded.set('working', recorded(WORKING));
    const pause = said({ kind: 'command', word: 'pause', addressed: true, text: 'pause' });
    await cutShort(pause);
    await readBy('working');
    expect(await again(pause)).toEqual(['+1 on issue_comment']);
    expect(await bench.inbox.read('working')).toEqual([]);
  });

  it('an instruction begins no task beside the one that followed it, ended or not', async () => {
    for (const [round, follower] of [null, 'the-next'].entries()) {
      const told = `told-${round}`;
      await claimIssue(bench.redis, ISSUE, told);
      const asked = mentioned(`d-${round}`, 'use tabs');
      await cutShort(asked);
      await readBy(told);
      await isNowHeldBy(follower, told);
      expect(await again(asked)).toEqual(['eyes on issue_comment']);
      expect(await holderOf(bench.redis, ISSUE)).toBe(follower);
      if (follower !== null) expect(await bench.inbox.read(follower)).toEqual([]);
    }
  });

  it('a request whose task is over begins no other, also where another holds the issue', async () => {
    const asked = mentioned('d-1', 'use tabs');
    const taskId = taskIdOf('bench', REPO.repositoryId, asked.intent.occurrence);
    await cutShort(asked);
    await readBy(taskId);
    await isNowHeldBy('the-next', taskId);
    expect(await again(asked)).toEqual(['eyes on issue_comment']);
    expect(await bench.inbox.read('the-next')).toEqual([]);
  });

  it('`stop` ends the task it was said to, and not the one after it', async () => {
    await claimIssue(bench.redis, ISSUE, 'stopped');
    const stop = said({ kind: 'stop' });
    await cutShort(stop);
    await readBy('stopped');
    await isNowHeldBy('the-next', 'stopped');
    expect(await again(stop)).toEqual(['+1 on issue_comment']);
    expect(await bench.inbox.read('the-next')).toEqual([]);
  });

  it('a request on a pull request that was merged since is not told that it is too late: it has begun (GH-2)', async () => {
    const words = {
      kind: 'words',
      target: { kind: 'issue_comment', commentId: 9 },
      text: 'add a note',
      word: null,
    } as const;
    const asked = said({ kind: 'on_pull_request', issue: 30, said: words, at: '2026-01-01T00:00:00Z' });
    await cutShort(asked);
    const taskId = taskIdOf('bench', REPO.repositoryId, asked.intent.occurrence);
    expect(await holderOf(bench.redis, ISSUE)).toBe(taskId);
    const merged = {
      state: 'closed',
      isOurs: true,
      head: 'planwright/4-t',
      headRepositoryId: REPO.repositoryId,
    } as const;
    expect(await again(asked, { pullRequest: async () => merged })).toEqual([]);
    expect(await holderOf(bench.redis, ISSUE)).toBe(taskId);
  });

  it('what its task lets go of while people are shown that it was told begins the next one (QUAL-2.3)', async () => {
    await claimIssue(bench.redis, ISSUE, 'ending');
    const late = mentioned('d-1', 'use tabs');
    const react = () => releaseTask('ending', ISSUE, bench);
    await actOnDelivery(late, bench.acting(agreeableGitHub({ react })));
    expect(await holderOf(bench.redis, ISSUE)).toBeNull();
    await bench.work({ drive: async () => ({ kind: 'nothing' }) });
    await eventually(
      async () => (await holderOf(bench.redis, ISSUE)) === taskIdOf('bench', REPO.repositoryId, late.intent.occurrence),
    );
  });

  it('what its task never read begins the next one all the same', async () => {
    await claimIssue(bench.redis, ISSUE, 'ending');
    const late = mentioned('d-1', 'use tabs');
    await cutShort(late);
    await releaseTask('ending', ISSUE, bench);
    await again(late);
    expect(await holderOf(bench.redis, ISSUE)).toBe(taskIdOf('bench', REPO.repositoryId, late.intent.occurrence));
  });
});
