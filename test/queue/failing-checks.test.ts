import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { claimIssue, holderOf, taskIdOf } from '../../src/queue/active-issues.ts';
import { releaseTask } from '../../src/queue/end-task.ts';
import { RetryLater } from '../../src/errors.ts';
import { REQUEST, SETTINGS, stamped } from '../task/task-world.ts';
import { agreeableGitHub, ISSUE, queueBench, REPO } from './queue-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { FailedCheck } from '../../src/ports/commit-checks.ts';
import type { GitHub } from '../../src/ports/github.ts';
import type { Delivery } from '../../src/people/intent.ts';
import type { Fact, Recorded } from '../../src/state/facts.ts';
import type { TaskRequest } from '../../src/state/request.ts';

const PULL = 30;
const SHA = 'a'.repeat(40);
const BASE = 'b'.repeat(40);
const MIKA = { id: 5, login: 'mika' };
const CLOSED = async () => ({ state: 'closed', locked: false, labels: [] }) as const;

const check = (name: string, over: Partial<FailedCheck> = {}): FailedCheck => ({
  id: 900,
  name,
  app: 'github-actions',
  conclusion: 'failure',
  url: `https://github.com/acme/cart/runs/${name}`,
  output: { title: '', summary: '', text: '' },
  ...over,
});

function failing(deliveryId = 'd-1', sha = SHA): Delivery {
  return {
    deliveryId,
    event: 'check_run',
    receivedAt: new Date().toISOString(),
    intent: {
      kind: 'checks_failed',
      repo: REPO,
      issue: 4,
      sender: { id: 500, login: 'planwright[bot]', isBot: true },
      occurrence: `checks-${sha}`,
      branch: 'planwright/4-t',
      sha,
      at: '2026-01-01T00:00:00Z',
      isPrivate: false,
    },
  };
}

describe('checks that fail on a pull request of ours (GH-2)', () => {
  let bench: QueueBench;
  beforeEach(async () => {
    bench = await queueBench();
    task('first');
  });
  afterEach(async () => {
    await bench.end();
  });

  /** A finished task that pushed `sha`; later ones are newer. */
  function task(
    id: string,
    given: { readonly request?: Partial<TaskRequest>; readonly reason?: string; sha?: string } = {},
  ) {
    const { reason = 'finished', sha = SHA } = given;
    const request = { ...REQUEST, repo: REPO, issue: 4, title: 'T', requester: MIKA, ...given.request };
    const status = reason === 'finished' ? 'succeeded' : 'stopped';
    const summary = { goal_achieved: true, tasks_completed: 1, tasks_failed: 0, key_outcomes: [] };
    const facts: readonly Fact[] = [
      { type: 'task', request, settings: SETTINGS },
      { type: 'effect', name: 'checkpoint', subtask: 't', change: { sha, files: [], insertions: 1, deletions: 0 } },
      { type: 'completion', phase: 'completion', done: true, status, reason, summary },
    ];
    const recorded = facts.map((fact, at): Recorded => ({ ...stamped(fact, at + 1, at), issue: 'acme/cart#4' }));
    bench.recorded.set(id, recorded);
  }

  const TASK = taskIdOf('bench', REPO.repositoryId, `checks-${SHA}`);
  const hub = (
    over: Partial<GitHub> & { readonly onHead?: readonly FailedCheck[]; readonly onBase?: readonly FailedCheck[] } = {},
  ) => {
    const told: string[] = [];
    const reacted: unknown[] = [];
    const { onHead = [check('build')], onBase = [], ...others } = over;
    const github = agreeableGitHub({
      openPullRequestFrom: async () => ({ number: PULL, headSha: SHA, baseSha: BASE, baseBranch: 'main' }),
      checksOf: async (_repo, { sha }) => ({ runningSince: null, failed: sha === SHA ? onHead : onBase }),
      checkReport: async (_repo, { name }) => ({ log: `${name}: red canary`, withoutLog: null, annotations: [] }),
      react: async (_repo, target, content) => void reacted.push([target, content]),
      ensureComment: async (_repo, issue, marker, body) => {
        expect(issue).toBe(PULL);
        if (!told.includes(body)) told.push(body);
        expect(body).toContain(marker);
        return { id: 1, url: '' };
      },
      ...others,
    });
    return { github, told, reacted };
  };
  const holder = () => holderOf(bench.redis, ISSUE);
  const request = async () => {
    const [item] = await bench.inbox.read(TASK);
    return item?.kind === 'start' ? item.request : null;
  };
  const act = (github: GitHub, delivery = failing(), more: object = {}) =>
    actOnDelivery(delivery, { ...bench.acting(github), ...more });
  const nothingBegan = async () => {
    expect(await holder()).toBeNull();
    expect(await bench.inbox.read(TASK)).toEqual([]);
  };

  it('begin a follow-up in the name of whoever asked for the work, with the masked log, and say so there', async () => {
    const { github, told, reacted } = hub();
    await act(github);
    expect(await holder()).toBe(TASK);
    expect(await request()).toMatchObject({
      trigger: 'checks',
      pullRequest: PULL,
      requester: MIKA,
      instruction: null,
      checks: { attempt: 1, of: 2, outside: [], failed: [{ name: 'build', report: 'build: red ***' }] },
    });
    expect(reacted).toEqual([[{ kind: 'issue', issue: PULL }, 'eyes']]);
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('Checks failed here: [`build`](https://github.com/acme/cart/runs/build)');
    expect(told[0]).toContain('attempt 1 of 2');
  });

  it('that are several, told of several times, are one follow-up, and only the first ones bring a log (R8)', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const { github, told } = hub({ onHead: names.map((name) => check(name)) });
    await Promise.all(
      ['d-1', 'd-2', 'd-3'].map((id) =>
        act(github, failing(id)).catch((error: unknown) => expect(error).toBeInstanceOf(RetryLater)),
      ),
    );
    for (const id of ['d-1', 'd-2', 'd-3']) await act(github, failing(id));
    expect(await bench.inbox.read(TASK)).toHaveLength(1);
    expect((await request())?.checks?.failed.map(({ report }) => report === '')).toEqual([false, false, false, true]);
    expect(told).toHaveLength(1);
  });

  it('are acted on to the end by the same delivery after a crash, also when all is green by then', async () => {
    const crashed = hub({ react: () => Promise.reject(new RetryLater('Gone for now.', { of: 'github' })) });
    await expect(act(crashed.github)).rejects.toBeInstanceOf(RetryLater);
    expect(crashed.told).toEqual([]);
    const { github, told, reacted } = hub({ onHead: [] });
    await act(github);
    expect(reacted).toHaveLength(1);
    expect(told[0]).toContain('`build`');
    expect(await bench.inbox.read(TASK)).toHaveLength(1);
  });

  it('that are green after a crash do not hold the issue for ever', async () => {
    await claimIssue(bench.redis, ISSUE, TASK);
    await act(hub({ onHead: [] }).github);
    await nothingBegan();
  });

  it('wait until the others are over, or have not moved for an hour', async () => {
    const later: number[] = [];
    const actLater = async (_delivery: Delivery, afterMs: number) => void later.push(afterMs);
    const running = (since: number) =>
      hub({
        checksOf: async (_repo, { sha }) => ({ runningSince: since, failed: sha === SHA ? [check('build')] : [] }),
      });
    await act(running(Date.now() - 59 * 60_000).github, failing(), { actLater });
    expect(later).toEqual([30_000]);
    await nothingBegan();
    await act(running(Date.now() - 61 * 60_000).github, failing(), { actLater });
    expect(await holder()).toBe(TASK);
  });

  it('are waited for no longer than six hours, whenever an App says that another one begins (I5)', async () => {
    const later: number[] = [];
    const actLater = async (_delivery: Delivery, afterMs: number) => void later.push(afterMs);
    const runningSince = Date.now() + 10 * 365 * 86_400_000;
    const { github } = hub({
      checksOf: async (_repo, { sha }) => ({ runningSince, failed: sha === SHA ? [check('build')] : [] }),
    });
    const receivedAgo = (minutes: number) => ({
      ...failing(),
      receivedAt: new Date(Date.now() - minutes * 60_000).toISOString(),
    });
    await act(github, receivedAgo(359), { actLater });
    expect(later).toEqual([30_000]);
    await nothingBegan();
    await act(github, receivedAgo(361), { actLater });
    expect(later).toEqual([30_000]);
    expect(await holder()).toBe(TASK);
  });

  it('of a task at work are looked at when it has ended, by what is so then', async () => {
    await claimIssue(bench.redis, ISSUE, 'at-work');
    const asked: unknown[] = [];
    const { github } = hub({ openPullRequestFrom: async () => void asked.push(1) as never });
    await act(github);
    await act(github, failing('d-2'));
    expect(asked).toEqual([]);
    const again: string[] = [];
    const jobs = { ...bench.jobs, actAgain: async ({ deliveryId }: Delivery) => void again.push(deliveryId) };
    await releaseTask('at-work', ISSUE, { redis: bench.redis, inbox: bench.inbox, jobs });
    expect(again).toEqual(['d-1']);
    await act(hub().github);
    expect(await holder()).toBe(TASK);
  });

  it('that fail on the base, too, are said to, once, and begin nothing', async () => {
    const { github, told } = hub({ onBase: [check('build', { id: 1 })] });
    await act(github);
    await act(github, failing('d-2'));
    await nothingBegan();
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('They fail on the base branch, too');
  });

  it('of which some fail on the base begin one for the others', async () => {
    const onHead = [check('build'), check('lint', { app: 'linter' })];
    const { github, told } = hub({
      onHead,
      onBase: [check('build', { app: 'another' }), check('lint', { app: 'linter' })],
    });
    await act(github);
    expect((await request())?.checks).toMatchObject({ failed: [{ name: 'build' }], outside: ['lint'] });
    expect(told[0]).toContain('I leave out what also fails on the base branch: `lint`');
  });

  it('begin so many in a row and then say so once; a person who asks in between lets them begin anew (P6)', async () => {
    const request = { trigger: 'checks', pullRequest: PULL } as const;
    task('second', { request });
    const second = hub();
    await act(second.github, failing('d-1'), { ciFixAttempts: 1 });
    await nothingBegan();
    expect(second.told[0]).toContain('Checks still fail here');
    expect(second.told[0]).toContain('(1, set by the operator as `ci_fix_attempts`)');
    task('third', { request: { trigger: 'mention', instruction: 'once more' } });
    await act(hub().github, failing('d-2'), { ciFixAttempts: 1 });
    expect(await holder()).toBe(TASK);
  });

  it.each([
    ['switched off by the operator', {}, { ciFixAttempts: 0 }],
    ['the pull request is closed or merged', { openPullRequestFrom: async () => null }, {}],
    [
      'somebody pushed since',
      {
        openPullRequestFrom: async () => ({ number: PULL, headSha: 'c'.repeat(40), baseSha: BASE, baseBranch: 'main' }),
      },
      {},
    ],
    ['nothing fails any more', { onHead: [] }, {}],
    ['the issue is closed', { issue: CLOSED }, {}],
    ['the issue is closed and they fail on the base, too', { issue: CLOSED, onBase: [check('build')] }, {}],
  ])('begin nothing and say nothing where %s', async (_why, over, more) => {
    const { github, told } = hub(over);
    await act(github, failing(), more);
    await nothingBegan();
    expect(told).toEqual([]);
  });

  it.each(['stopped', 'withdrawn', 'budget'])('begin nothing after a task that ended as %s', async (reason) => {
    task('second', { reason });
    const { github, told } = hub();
    await act(github);
    await nothingBegan();
    expect(told).toEqual([]);
  });

  it('on a commit that is not ours, or of a repository that had the name before, begin nothing', async () => {
    task('first', { sha: 'c'.repeat(40) });
    await act(hub().github);
    task('first', { request: { repo: { ...REPO, repositoryId: 1 } } });
    await act(hub().github, failing('d-2'));
    await nothingBegan();
  });

  it('begin nothing for somebody who may not write any more, which is said (P9)', async () => {
    const { github, told } = hub({ permission: async () => 'read' });
    await act(github);
    await nothingBegan();
    expect(told[0]).toContain('on behalf of `mika`');
  });

  it('begin a follow-up for an allowed bot, and none for one that is not allowed any more (P4)', async () => {
    task('first', { request: { requester: { id: 90, login: 'helper[bot]' } } });
    const { github, told } = hub();
    await act(github);
    await nothingBegan();
    expect(told[0]).toContain('on behalf of `helper[bot]`');
    task('first', { request: { requester: { id: 41, login: 'other[bot]' } } });
    await act(hub().github, failing('d-2'));
    expect(await holder()).not.toBeNull();
  });

  it('may fail once more on the same commit: that is no second follow-up', async () => {
    bench.recorded.set(TASK, bench.recorded.get('first') ?? []);
    await act(hub().github, failing('d-9'));
    await nothingBegan();
  });

  it('leave the count of what bots asked for as it is (P6)', async () => {
    await bench.redis.hset('planwright:bot-turns:77:4', 'one', 1);
    await act(hub().github);
    expect(await bench.redis.exists('planwright:bot-turns:77:4')).toBe(1);
  });
});
