import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startGitHub, type GitHubStandIn } from '../../standins/github/start.ts';
import { createGitHub } from '../../src/github/open-github.ts';
import { RetryLater } from '../../src/errors.ts';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { claimIssue, releaseIssue } from '../../src/queue/active-issues.ts';
import { keys } from '../../src/queue/names.ts';
import { agreeableGitHub, queueBench, type QueueBench } from './queue-bench.ts';
import { REQUEST, SETTINGS } from '../state/every-fact.ts';
import { stamped } from '../task/task-world.ts';
import type { Delivery, IntentOf } from '../../src/people/intent.ts';
import type { GitHub, RepositoryRef } from '../../src/ports/github.ts';

const AT = { repository: 'octo/project' };
const BY = { by: 'alice' };
const BRANCH = 'planwright/4-sum';

describe('what happens around tasks at work, as GitHub says now (W8, R13, P17, GH-7, GH-10)', () => {
  let bench: QueueBench;
  let standin: GitHubStandIn;
  let github: GitHub;
  let repo: RepositoryRef;
  let deliveries = 0;
  beforeAll(async () => {
    bench = await queueBench();
    standin = await startGitHub({
      users: [{ login: 'alice', id: 5 }],
      repositories: [
        { owner: 'octo', name: 'project', files: { 'a.txt': 'one\n' }, roles: { alice: 'maintain' } },
        { owner: 'octo', name: 'other', roles: { alice: 'maintain' } },
      ],
    });
    const { appId, privateKey } = standin.credentials;
    const clock = { now: () => Date.now(), sleep: async () => undefined };
    github = createGitHub({ appId, privateKey, apiUrl: standin.apiUrl, clock, log: bench.log });
    const [installation] = standin.world.installations;
    const [repository] = standin.world.repositories;
    repo = { installationId: installation?.id ?? 0, repositoryId: repository?.id ?? 0, owner: 'octo', name: 'project' };
    await begun('at-work', repo);
    await begun('elsewhere', { ...repo, installationId: repo.installationId + 1, repositoryId: repo.repositoryId + 1 });
  });
  afterAll(async () => {
    await standin.close();
    await bench.end();
  });

  async function begun(taskId: string, where: RepositoryRef): Promise<void> {
    await claimIssue(bench.redis, { repositoryId: where.repositoryId, issue: 4 }, taskId);
    const request = { ...REQUEST, repo: where, issue: 4 };
    await bench.inbox.push(taskId, { kind: 'start', id: `start-${taskId}`, traceId: 't', request, settings: SETTINGS });
  }

  async function act(what: IntentOf<'around'>['what'], about: Partial<IntentOf<'around'>> = {}, hub = github) {
    const deliveryId = `d-${(deliveries += 1)}`;
    const sender = { id: 5, login: 'alice', isBot: false };
    const intent = { kind: 'around', repo, issue: 4, sender, occurrence: `o-${deliveryId}`, what, ...about } as const;
    const delivery: Delivery = { deliveryId, event: 'x', receivedAt: '2026-01-01T00:00:00Z', intent };
    await actOnDelivery(delivery, bench.acting(hub));
    await actOnDelivery(delivery, bench.acting(hub));
    const items = (await bench.inbox.read('at-work')).flatMap((item) => (item.kind === 'around' ? [item] : []));
    await bench.inbox.acknowledge(
      'at-work',
      items.map(({ id }) => id),
    );
    expect((await bench.inbox.read('elsewhere')).map(({ kind }) => kind)).toEqual(['start']);
    return { came: await bench.redis.get(keys.acted(deliveryId)), told: items.map((item) => item.what) };
  }

  const ofAccount = { repo: { installationId: 0, repositoryId: 0, owner: 'octo', name: '' }, issue: 0 };
  const access = () =>
    act({ is: 'access' }, { ...ofAccount, repo: { ...ofAccount.repo, installationId: repo.installationId } });

  it('a deleted branch is told to the task of its issue, once, unless it is there again', async () => {
    const what = { is: 'branch_deleted', branch: BRANCH } as const;
    expect(await act(what)).toEqual({ came: 'sent', told: [what] });
    await standin.acts.commitFiles({ ...AT, ...BY, branch: BRANCH, files: { 'b.txt': 'two\n' } });
    expect(await act(what)).toEqual({ came: 'not so any more', told: [] });
    expect(await act(what, { issue: 5 })).toEqual({ came: 'nothing active', told: [] });
  });

  it('a closed pull request is told, unless it was opened again', async () => {
    const { number: pullRequest } = await standin.acts.openPull({ ...AT, ...BY, head: BRANCH, title: 'Sum' });
    const what = { is: 'pull_request_closed', pullRequest, branch: BRANCH, merged: false } as const;
    expect(await act(what)).toEqual({ came: 'not so any more', told: [] });
    await standin.acts.closeIssue({ ...AT, ...BY, issue: pullRequest });
    expect(await act(what)).toEqual({ came: 'sent', told: [what] });
  });

  it('what an installation may do is asked of GitHub, in whichever order its events come', async () => {
    expect(await access()).toEqual({ came: 'sent', told: [{ is: 'restored' }] });
    await standin.acts.suspend({ account: 'octo', ...BY });
    expect(await access()).toEqual({ came: 'sent', told: [{ is: 'suspended' }] });
    await standin.acts.suspend({ account: 'octo', suspended: false, ...BY });
    expect(await access()).toEqual({ came: 'sent', told: [{ is: 'restored' }] });
    const away = agreeableGitHub({ repository: () => Promise.reject(new RetryLater('502', { of: 'github' })) });
    await expect(
      act({ is: 'access' }, { ...ofAccount, repo: { ...ofAccount.repo, installationId: repo.installationId } }, away),
    ).rejects.toThrow('502');
  });

  it('every task of an installation is told of its own repository: one whose name another took is gone', async () => {
    const other = standin.world.repositories[1]?.id ?? 0;
    const also = { ...repo, repositoryId: other };
    await claimIssue(bench.redis, { repositoryId: other, issue: 9 }, 'also');
    // It has been running for long, so its request is only in its history.
    const asked = { type: 'task', request: { ...REQUEST, repo: also, issue: 9 }, settings: SETTINGS } as const;
    bench.recorded.set('also', [{ ...stamped(asked, 1, 0), issue: 'octo/project#9' }]);
    const toldAlso = async () =>
      (await bench.inbox.read('also')).flatMap((item) => (item.kind === 'around' ? [item.what] : []));
    expect(await access()).toEqual({ came: 'sent', told: [{ is: 'restored' }] });
    expect(await toldAlso()).toEqual([{ is: 'removed' }]);
    expect(await act({ is: 'archived' }, { issue: 0 })).toEqual({ came: 'not so any more', told: [] });
    expect(await toldAlso()).toEqual([{ is: 'removed' }]);
    await releaseIssue(bench.redis, { repositoryId: other, issue: 9 }, 'also');
  });

  it('an archived repository, and one that the App may not see any more', async () => {
    expect(await act({ is: 'archived' }, { issue: 0 })).toEqual({ came: 'not so any more', told: [] });
    await standin.acts.archiveRepository({ ...AT, ...BY });
    expect(await act({ is: 'archived' }, { issue: 0 })).toEqual({ came: 'sent', told: [{ is: 'archived' }] });
    await standin.acts.removeFromInstallation({ ...AT, ...BY });
    standin.acts.expireTokens();
    expect(await access()).toEqual({ came: 'sent', told: [{ is: 'removed' }] });
  });
});
