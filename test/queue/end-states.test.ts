import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startGitHub, type GitHubStandIn } from '../../standins/github/start.ts';
import { createGitHub } from '../../src/github/open-github.ts';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { holderOf } from '../../src/queue/active-issues.ts';
import { keys } from '../../src/queue/names.ts';
import { queueBench, started, type QueueBench } from './queue-bench.ts';
import type { Delivery } from '../../src/people/intent.ts';
import type { Clock } from '../../src/ports/clock.ts';

const AT = { repository: 'octo/project' };
const BY = { by: 'alice' };

/** Looking, and replying at most once; repeated retries would show here. */
const MOST_REQUESTS = 8;

interface Case {
  readonly name: string;
  readonly happens: (standin: GitHubStandIn, issue: number) => Promise<unknown> | void;
  readonly end: string;
  /** By a mention instead of the label. */
  readonly comment?: boolean;
  readonly says?: string;
}

const CASES: readonly Case[] = [
  {
    name: 'the App was uninstalled',
    happens: ({ acts }) => acts.uninstall({ account: 'octo', ...BY }),
    end: 'github_not_installed',
  },
  {
    name: 'the installation was suspended',
    happens: ({ acts }) => acts.suspend({ account: 'octo', ...BY }),
    end: 'github_suspended',
  },
  {
    name: 'the repository was taken out of the installation (W13: another installation is named)',
    happens: ({ acts }) => acts.removeFromInstallation({ ...AT, ...BY }),
    end: 'github_not_installed',
  },
  { name: 'the repository was deleted', happens: ({ acts }) => acts.deleteRepository(AT), end: 'github_not_installed' },
  {
    name: 'the permissions of the App were cut',
    happens: ({ acts }) => acts.setInstallationPermissions({ account: 'octo', permissions: { metadata: 'read' } }),
    end: 'github_refused',
  },
  {
    name: 'GitHub does not tell who may (403)',
    happens: ({ faults }) =>
      faults.add({ path: '/repos/*/*/collaborators/*/permission', status: 403, body: { message: 'No.' }, times: 99 }),
    end: 'github_refused',
  },
  {
    name: 'the repository was blocked (451)',
    happens: ({ faults }) =>
      faults.add({ path: '/repos/**', status: 451, body: { message: 'Repository access blocked' }, times: 99 }),
    end: 'refused',
  },
  {
    name: 'the issue was deleted (410)',
    happens: ({ acts }, issue) => acts.deleteIssue({ ...AT, ...BY, issue }),
    end: 'github_gone',
  },
  {
    name: 'the issue was transferred (301)',
    happens: ({ acts }, issue) => acts.transferIssue({ ...AT, ...BY, issue, to: 'octo/other' }),
    end: 'github_gone',
  },
  {
    name: 'the issue was closed after it was labelled',
    happens: ({ acts }, issue) => acts.closeIssue({ ...AT, ...BY, issue }),
    end: 'withdrawn',
  },
  {
    name: 'the issue was closed when it was mentioned',
    happens: ({ acts }, issue) => acts.closeIssue({ ...AT, ...BY, issue }),
    end: 'closed',
    comment: true,
    says: 'reopen it',
  },
  {
    name: 'the label is gone again',
    happens: ({ acts }, issue) => acts.removeLabel({ ...AT, ...BY, issue, label: 'planwright' }),
    end: 'withdrawn',
  },
  {
    name: 'the comment was deleted again',
    happens: async ({ acts, world }) => {
      const [comment] = world.repositories[0]?.comments ?? [];
      await acts.deleteComment({ ...AT, ...BY, comment: comment?.id ?? 0 });
    },
    end: 'comment_gone',
    comment: true,
  },
  {
    name: 'the repository was renamed (301)',
    happens: ({ acts }) => acts.renameRepository({ ...AT, to: 'product' }),
    end: 'began',
  },
  { name: 'the issue was locked', happens: ({ acts }, issue) => acts.lockIssue({ ...AT, ...BY, issue }), end: 'began' },
  {
    name: 'the repository was archived',
    happens: ({ acts }) => acts.changeRepository({ ...AT, archived: true }),
    end: 'began',
  },
];

describe('what a delivery comes to when things changed meanwhile (R13, W8, W13, P17)', () => {
  let bench: QueueBench;
  let standin: GitHubStandIn;
  beforeEach(async () => {
    bench = await queueBench();
    const roles = { alice: 'maintain' } as const;
    standin = await startGitHub({
      users: [{ login: 'alice', id: 5 }],
      repositories: [
        { owner: 'octo', name: 'project', files: { 'a.txt': 'one\n' }, roles, labels: ['planwright'] },
        { owner: 'octo', name: 'other', files: { 'a.txt': 'one\n' }, roles, installed: false },
      ],
    });
  });
  afterEach(async () => {
    await standin.close();
    await bench.end();
  });

  async function triggered(isComment: boolean): Promise<Delivery> {
    const { number } = await standin.acts.openIssue({ ...AT, ...BY, title: 'Broken', labels: ['planwright'] });
    const comment = isComment
      ? await standin.acts.comment({ ...AT, ...BY, issue: number, body: '@planwright fix it' })
      : null;
    const repo = {
      installationId: standin.world.installations[0]?.id ?? 0,
      repositoryId: standin.world.repositories[0]?.id ?? 0,
      owner: 'octo',
      name: 'project',
    };
    return started('d-1', {
      repo,
      issue: number,
      sender: { id: 5, login: 'alice', isBot: false },
      ...(comment === null
        ? {}
        : {
            trigger: 'mention',
            target: { kind: 'issue_comment', commentId: comment.id },
            instruction: 'fix it',
            occurrence: 'comment-1',
          }),
    });
  }

  it.each(CASES)('$name: $end', async ({ happens, end, comment = false, says }) => {
    const { appId, privateKey } = standin.credentials;
    const clock: Clock = { now: () => Date.now(), sleep: async () => undefined };
    const github = createGitHub({ appId, privateKey, apiUrl: standin.apiUrl, clock, log: bench.log });
    const delivery = await triggered(comment);
    const { repo, issue } = delivery.intent;
    await happens(standin, issue);
    standin.journal.clear();

    // Without an error, so the queue does not retry.
    await actOnDelivery(delivery, bench.acting(github));
    await actOnDelivery(delivery, bench.acting(github));

    expect(await bench.redis.get(keys.acted('d-1'))).toBe(end);
    const holder = await holderOf(bench.redis, { repositoryId: repo.repositoryId, issue });
    expect(holder === null).toBe(end !== 'began');
    expect(standin.journal.requests.length).toBeLessThanOrEqual(MOST_REQUESTS);
    const comments = standin.journal.writes().filter(({ path }) => path.endsWith('/comments'));
    expect(comments.map(({ body }) => body)).toEqual(says === undefined ? [] : [expect.stringContaining(says)]);
  });

  it('says in Japanese that an issue is closed, where that is the language (GH-3)', async () => {
    const { appId, privateKey } = standin.credentials;
    const clock: Clock = { now: () => Date.now(), sleep: async () => undefined };
    const github = createGitHub({ appId, privateKey, apiUrl: standin.apiUrl, clock, log: bench.log });
    const delivery = await triggered(true);
    await standin.acts.closeIssue({ ...AT, ...BY, issue: delivery.intent.issue });
    const acting = bench.acting(github);
    const configured = await acting.settingsOf();
    const forTask = async () => ({ ...(await configured.forTask()), language: 'ja' as const });
    await actOnDelivery(delivery, { ...acting, settingsOf: async () => ({ ...configured, forTask }) });
    const { comments } = standin.acts.readIssue({ ...AT, issue: delivery.intent.issue });
    expect(comments.map(({ body }) => body)).toEqual(['@planwright fix it', expect.stringContaining('再オープン')]);
  });
});
