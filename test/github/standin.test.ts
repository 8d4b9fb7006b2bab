import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { startGitHub, type GitHubStandIn } from '../../standins/github/start.ts';
import { createRepositories } from '../../src/git/open-repositories.ts';
import { createGitHub } from '../../src/github/open-github.ts';
import { progressMarker } from '../../src/ports/comment-marker.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { GitHub, RepositoryRef } from '../../src/ports/github.ts';

jest.setTimeout(60_000);

const TASK = '0f8fad5b-d9cb-469f-a165-70867728950e';
const MARKER = progressMarker(TASK);
const BODY = `${MARKER}\nworking`;
const AT = { repository: 'octo/project' };
const COMMENTS = '/repos/*/*/issues/*/comments';
const log = pino({ level: 'silent' });

describe('against a GitHub that keeps state and goes wrong on demand', () => {
  let standin: GitHubStandIn;
  let github: GitHub;
  let repo: RepositoryRef;
  let issue: number;
  let skewMs: number;
  const clock: Clock = {
    now: () => Date.now() + skewMs,
    sleep: async (ms) => {
      skewMs += ms;
    },
  };

  beforeEach(async () => {
    skewMs = 0;
    standin = await startGitHub({
      strict: true,
      now: () => clock.now(),
      users: [{ login: 'alice', id: 5 }],
      repositories: [
        {
          owner: 'octo',
          name: 'project',
          files: { 'a.txt': 'one\n', '.github/workflows/ci.yml': 'on: push\n' },
          roles: { alice: 'maintain' },
        },
      ],
    });
    const { appId, privateKey } = standin.credentials;
    github = createGitHub({ appId, privateKey, apiUrl: standin.apiUrl, clock, log });
    const [installation] = standin.world.installations;
    const [repository] = standin.world.repositories;
    repo = { installationId: installation?.id ?? 0, repositoryId: repository?.id ?? 0, owner: 'octo', name: 'project' };
    issue = (await standin.acts.openIssue({ ...AT, by: 'alice', title: 'Broken' })).number;
  });
  afterEach(async () => {
    const { violations } = standin;
    await standin.close();
    expect(violations).toEqual([]);
  });

  const comments = () =>
    standin.world.repositories[0]?.comments.filter((comment) => comment.body.includes(MARKER)) ?? [];
  const ensure = () => github.ensureComment(repo, issue, MARKER, BODY);

  it('reads who, what and where', async () => {
    expect(await github.identity()).toEqual({ appId: standin.credentials.appId, slug: 'planwright' });
    expect(await github.permission(repo, { id: 5, login: 'alice' })).toBe('maintain');
    expect(await github.permission(repo, { id: 6, login: 'alice' })).toBe('none');
    expect(await github.permission(repo, { id: 99, login: 'nobody' })).toBe('none');
    standin.acts.addUser({ login: 'helper[bot]', id: 7, type: 'Bot' });
    expect(await github.permission(repo, { id: 7, login: 'helper[bot]' })).toBe('none');
    expect(await github.repository(repo)).toEqual({ defaultBranch: 'main', archived: false, isPrivate: true });
    expect(await github.issue(repo, issue)).toEqual({ state: 'open', labels: [] });
    await github.react(repo, { kind: 'issue', issue }, 'eyes');
    await github.react(repo, { kind: 'issue', issue }, 'eyes');
  });

  it.each([
    ['a 502 after the effect', { status: 502, applyFirst: true }],
    ['a 502 before the effect', { status: 502 }],
    ['a connection cut after the effect', { cutConnection: 'after' as const }],
  ])('has at most one comment after %s, with lists that lag (R10, R11)', async (_name, fault) => {
    standin.acts.setListLag({ listLagMs: 5_000 });
    standin.faults.add({ method: 'POST', path: COMMENTS, ...fault });
    await ensure().catch((error: unknown) => expect(error).toMatchObject({ name: 'RetryLater' }));
    const { id } = await ensure();
    expect(comments().map((comment) => comment.id)).toEqual([id]);
    expect(await github.editComment(repo, id, `${MARKER}\ndone`)).toBe('edited');
    await standin.acts.deleteComment({ ...AT, by: 'alice', comment: id });
    expect(await github.editComment(repo, id, `${MARKER}\ndone`)).toBe('gone');
  });

  it('does not believe a copied marker (I8)', async () => {
    await standin.acts.comment({ ...AT, issue, by: 'mallory', body: BODY });
    await standin.acts.comment({ ...AT, issue, by: 'other[bot]', body: BODY });
    const { id } = await ensure();
    expect(await ensure()).toMatchObject({ id });
    expect(comments()).toHaveLength(3);
  });

  it('waits for a short limit and gives back a long one (R12)', async () => {
    standin.limits.secondary({ retryAfterSeconds: 30, times: 1, writesOnly: true });
    await ensure();
    expect(comments()).toHaveLength(1);
    standin.limits.exhaust({ resetInSeconds: 900 });
    await expect(github.issue(repo, issue)).rejects.toMatchObject({ name: 'RetryLater' });
  });

  it('comes back after an outage (GH-10)', async () => {
    standin.setOutage(true);
    await expect(ensure()).rejects.toMatchObject({ name: 'RetryLater' });
    await expect(github.gitToken(repo, 'read')).rejects.toMatchObject({ name: 'RetryLater' });
    standin.setOutage(false);
    await ensure();
    expect(comments()).toHaveLength(1);
  });

  it('goes on after its tokens expired, were the repository renamed, and stops when the issue has left (S9, R13)', async () => {
    await ensure();
    standin.acts.expireTokens();
    expect(await ensure()).toMatchObject({ id: comments()[0]?.id });
    standin.acts.renameRepository({ ...AT, to: 'renamed' });
    expect(await github.issue(repo, issue)).toMatchObject({ state: 'open' });
    await standin.acts.createRepository({ owner: 'octo', name: 'elsewhere', files: { a: '1' } });
    await standin.acts.transferIssue({ repository: 'octo/renamed', issue, by: 'alice', to: 'octo/elsewhere' });
    await expect(github.issue(repo, issue)).rejects.toMatchObject({ code: 'github_gone' });
  });

  it('reads whose a pull request is, and a review with all its lines, page by page (GH-2)', async () => {
    const numbers = Array.from({ length: 120 }, (_, at) => `${at}\n`).join('');
    await standin.acts.commitFiles({ ...AT, by: 'alice', branch: 'planwright/1-broken', files: { 'b.txt': numbers } });
    const { number } = await standin.acts.openPull({ ...AT, by: 'alice', head: 'planwright/1-broken', title: 'Fix' });
    const head = { head: 'planwright/1-broken', headRepositoryId: repo.repositoryId };
    expect(await github.pullRequest(repo, number)).toEqual({ state: 'open', isOurs: false, ...head });
    await standin.acts.commitFiles({ ...AT, by: 'alice', branch: 'planwright/1-b', files: { 'c.txt': 'c\n' } });
    const ours = await github.ensurePullRequest(repo, {
      head: 'planwright/1-b',
      base: 'main',
      title: 'B',
      body: '',
      draft: true,
      noDraftNotice: '',
    });
    expect(await github.pullRequest(repo, ours.number)).toMatchObject({ state: 'open', isOurs: true });

    const comments = Array.from({ length: 120 }, (_, at) => ({ path: 'b.txt', line: at + 1, body: `about ${at}` }));
    const review = await standin.acts.submitReview({
      ...AT,
      issue: number,
      by: 'bob',
      state: 'CHANGES_REQUESTED',
      body: 'No.',
      comments,
    });
    const read = await github.review(repo, number, review.id);
    expect(read).toMatchObject({ state: 'changes_requested', author: { login: 'bob' }, body: 'No.', hasMore: false });
    expect(read.comments.map(({ body }) => body)).toEqual(comments.map(({ body }) => body));
    expect(read.comments[1]).toMatchObject({
      author: { login: 'bob' },
      path: 'b.txt',
      line: null,
      hunk: '@@ -0,0 +1,120 @@\n+0\n+1',
    });

    expect(await github.issueText(repo, issue)).toEqual({
      title: 'Broken',
      body: '',
      author: { id: 5, login: 'alice' },
      labels: [],
    });
    await expect(github.issueText(repo, number)).rejects.toMatchObject({ code: 'github_gone' });
    await expect(github.review(repo, number, 1)).rejects.toMatchObject({ code: 'github_gone' });
    await github.react(repo, { kind: 'issue', issue: number }, 'eyes');
    await github.react(repo, { kind: 'review_comment', commentId: read.comments[0]?.id ?? 0 }, 'eyes');
  });

  it('commits under the account that GitHub made for the App (GH-7)', async () => {
    const bot = standin.world.users.find(({ login }) => login.endsWith('[bot]'));
    expect(await github.botUserId(repo)).toBe(bot?.id);
  });

  it('carries a change from the quarantine to one pull request, and obeys the rule about workflows (GH-7, G10)', async () => {
    const data = mkdtempSync(join(tmpdir(), 'pw-data-'));
    try {
      const repositories = createRepositories({
        directory: data,
        githubUrl: standin.url,
        log,
      });
      const branch = `planwright/${issue}-broken`;
      const fetched = await repositories.fetch(TASK, repo, {
        baseBranch: 'main',
        branch,
        authorEmail: 'planwright[bot]@users.noreply.github.com',
        isFinished: (name) => github.isBranchFinished(repo, name),
        token: await github.gitToken(repo, 'read'),
      });
      expect(fetched).toMatchObject({ kind: 'snapshot', snapshot: { fileCount: 2 } });
      const { writeCommit } = await import('../../standins/github/git/commit.ts');
      const base = fetched.kind === 'snapshot' ? fetched.snapshot.baseSha : '';
      const quarantine = join(data, `${TASK}.git`);
      const sha = await writeCommit(quarantine, { 'a.txt': 'two\n' }, { message: 'Fix', parent: base });
      const token = await github.gitToken(repo, 'write');
      const commit = {
        author: { name: 'planwright[bot]', email: 'b@example.com' },
        message: 'Fix\n',
        at: 1_700_000_000_000,
      };
      const push = (savedSha: string, withToken: string) =>
        repositories.push(TASK, repo, { branch, savedSha, commit, token: withToken });
      await expect(push(sha, await github.gitToken(repo, 'read'))).rejects.toMatchObject({
        code: 'github_refused',
      });
      expect(await push(sha, token)).toMatchObject({ kind: 'pushed' });
      const bad = await writeCommit(
        quarantine,
        { '.github/workflows/ci.yml': 'on: pull_request\n' },
        { message: 'CI', parent: sha },
      );
      expect(await push(bad, token)).toMatchObject({
        kind: 'rejected',
        reason: expect.stringContaining('without `workflows` permission'),
      });

      const draft = {
        head: branch,
        base: 'main',
        title: 'Fix',
        body: `Closes #${issue}`,
        draft: true,
        noDraftNotice: '',
      };
      standin.faults.add({ method: 'POST', path: '/repos/*/*/pulls', status: 502, applyFirst: true });
      const pull = await github.ensurePullRequest(repo, draft);
      expect(await github.ensurePullRequest(repo, { ...draft, title: 'Fix it', draft: false })).toEqual({
        ...pull,
        draft: false,
      });
      const pulls = standin.world.repositories[0]?.issues.filter((one) => one.pull !== null) ?? [];
      expect(pulls.map((one) => [one.number, one.title, one.pull?.draft])).toEqual([[pull.number, 'Fix it', false]]);
      await expect(github.ensurePullRequest(repo, { ...draft, head: 'main' })).rejects.toMatchObject({
        code: 'github_refused',
      });
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  });
});
