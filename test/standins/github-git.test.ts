import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Octokit } from '@octokit/rest';
import { DEFAULT_PERMISSIONS } from '../../standins/github/options.ts';
import type { GitHubStandIn } from '../../standins/github/start.ts';
import { AT, installationClient, refusalOf, SHOP, startAcme, tokenClient, tokenFor } from './github-world.ts';

interface Ran {
  readonly code: number;
  readonly text: string;
}

describe('git against the stand-in of GitHub', () => {
  let github: GitHubStandIn;
  let folder: string;
  beforeAll(async () => {
    github = await startAcme();
    folder = await mkdtemp(join(tmpdir(), 'github-git-test-'));
  });
  afterAll(async () => {
    await github.close();
    await rm(folder, { recursive: true, force: true });
    expect(github.violations).toEqual([]);
  });

  function git(args: readonly string[], token?: string): Promise<Ran> {
    const header =
      token === undefined
        ? []
        : ['-c', `http.extraHeader=Authorization: Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`];
    const env = {
      PATH: process.env['PATH'],
      HOME: folder,
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'b',
      GIT_AUTHOR_EMAIL: 'b@x.test',
      GIT_COMMITTER_NAME: 'b',
      GIT_COMMITTER_EMAIL: 'b@x.test',
    };
    return new Promise((resolve) => {
      execFile('git', [...header, ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : 1, text: `${stdout}${stderr}` }),
      );
    });
  }

  async function cloneAndCommit(name: string, files: Record<string, string>, token: string): Promise<string> {
    const work = join(folder, name);
    await git(['clone', '--quiet', '--depth', '1', `${github.url}/acme/shop.git`, work], token);
    await git(['-C', work, 'checkout', '--quiet', '-b', name]);
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(work, path)), { recursive: true });
      await writeFile(join(work, path), content);
    }
    await git(['-C', work, 'add', '--all']);
    await git(['-C', work, 'commit', '--quiet', '-m', `Commit for ${name}`]);
    return work;
  }

  it('asks for a token, and tells a wrong one from a missing repository', async () => {
    expect((await git(['ls-remote', `${github.url}/acme/shop.git`])).text).toContain('could not read Username');
    expect((await git(['ls-remote', `${github.url}/acme/shop.git`], 'ghs_wrong')).code).toBe(1);
    const token = await tokenFor(github, { repositories: ['secret'] });
    expect((await git(['ls-remote', `${github.url}/acme/shop.git`], token)).text).toContain('not found');
    expect((await git(['ls-remote', `${github.url}/acme/open.git`])).text).toContain('refs/heads/main');
    const challenge = await fetch(`${github.url}/acme/shop.git/info/refs?service=git-upload-pack`);
    expect([challenge.status, challenge.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="GitHub"']);
  });

  it('serves shallow and partial clones', async () => {
    const token = await tokenFor(github, { permissions: { contents: 'read' } });
    const work = join(folder, 'partial');
    expect(
      await git(
        ['clone', '--depth', '1', '--filter=blob:none', '--no-checkout', `${github.url}/acme/shop.git`, work],
        token,
      ),
    ).toMatchObject({ code: 0 });
    expect((await git(['-C', work, 'rev-list', '--objects', '--missing=print', 'HEAD'])).text).toContain('?');
  });

  it('understands compressed bodies and protocol version 2', async () => {
    const body = gzipSync('0014command=ls-refs\n0001000bsymrefs0000');
    const headers = {
      'content-type': 'application/x-git-upload-pack-request',
      'content-encoding': 'gzip',
      'git-protocol': 'version=2',
    };
    const answer = await fetch(`${github.url}/acme/open.git/git-upload-pack`, { method: 'POST', headers, body });
    expect([answer.status, await answer.text()]).toEqual([
      200,
      expect.stringContaining('HEAD symref-target:refs/heads/main'),
    ]);
  });

  it('takes a push only with contents: write, and lets the pull request follow the branch', async () => {
    const reader = await tokenFor(github, { permissions: { contents: 'read' } });
    const writer = await tokenFor(github);
    const work = await cloneAndCommit('fix', { 'src/add.js': 'export const add = (a, b) => a + b;\n' }, writer);
    expect((await git(['-C', work, 'push', 'origin', 'fix'], reader)).text).toContain('403');
    expect(await git(['-C', work, 'push', 'origin', 'fix'], writer)).toMatchObject({ code: 0 });
    const client = installationClient(github);
    const { data: pull } = await client.pulls.create({
      ...SHOP,
      title: 'Add adds',
      head: 'fix',
      base: 'main',
      body: 'Closes #1',
      draft: true,
    });
    expect(pull).toMatchObject({
      draft: true,
      commits: 1,
      changed_files: 1,
      additions: 1,
      deletions: 1,
      mergeable: true,
      user: { login: 'planwright[bot]' },
    });
    await writeFile(join(work, 'new.txt'), 'x'.repeat(2_000_000));
    await git(['-C', work, 'add', '--all']);
    await git(['-C', work, 'commit', '--quiet', '-m', 'Second']);
    expect(
      await git(
        ['-C', work, '-c', 'http.postBuffer=65536', '-c', 'core.compression=0', 'push', 'origin', 'fix'],
        writer,
      ),
    ).toMatchObject({ code: 0, text: expect.stringContaining('fix -> fix') });
    const sha = (await git(['-C', work, 'rev-parse', 'HEAD'])).text.trim();
    const at = { ...SHOP, pull_number: pull.number };
    expect((await client.pulls.get(at)).data.head.sha).toBe(sha);
    expect((await client.pulls.listFiles(at)).data.map(({ filename, status }) => [filename, status])).toEqual([
      ['new.txt', 'added'],
      ['src/add.js', 'modified'],
    ]);
    expect((await client.pulls.listCommits(at)).data.map(({ commit }) => commit.message)).toEqual([
      'Commit for fix',
      'Second',
    ]);
    expect((await client.pulls.get({ ...at, mediaType: { format: 'diff' } })).data).toContain(
      '+export const add = (a, b) => a + b;',
    );
    expect(github.journal.pushes.map(({ ref, accepted }) => [ref, accepted])).toEqual([
      ['refs/heads/fix', true],
      ['refs/heads/fix', true],
    ]);
  });

  it('refuses pull requests that GitHub refuses', async () => {
    const client = installationClient(github);
    const message = async (head: string, base = 'main') =>
      (await refusalOf(client.pulls.create({ ...SHOP, title: 'x', head, base }))).message;
    expect(await message('fix')).toContain('A pull request already exists for acme:fix.');
    expect(await message('nowhere')).toContain('"field":"head","code":"invalid"');
    expect(await message('fix', 'nowhere')).toContain('"field":"base","code":"invalid"');
    await client.git.createRef({
      ...SHOP,
      ref: 'refs/heads/same',
      sha: (await client.git.getRef({ ...SHOP, ref: 'heads/main' })).data.object.sha,
    });
    expect(await message('same')).toContain('No commits between main and same');
    expect((await client.pulls.list({ ...SHOP, head: 'acme:fix' })).data).toHaveLength(1);
    expect((await client.pulls.list({ ...SHOP, head: 'other:fix' })).data).toHaveLength(0);
    expect((await client.pulls.list({ ...SHOP, state: 'closed' })).data).toHaveLength(0);
  });

  it('rejects workflow changes without that permission, in GitHub’s words', async () => {
    const token = await tokenFor(github);
    const work = await cloneAndCommit('ci', { '.github/workflows/ci.yml': 'on: push\n' }, token);
    const pushed = await git(['-C', work, 'push', 'origin', 'ci'], token);
    expect(pushed.code).toBe(1);
    expect(pushed.text).toContain(
      '[remote rejected] ci -> ci (refusing to allow a GitHub App to create or update workflow `.github/workflows/ci.yml` without `workflows` permission)',
    );
    expect(github.journal.pushes.at(-1)).toMatchObject({ ref: 'refs/heads/ci', accepted: false });
    github.acts.setInstallationPermissions({
      account: 'acme',
      permissions: { ...github.world.app.permissions, workflows: 'write' },
    });
    expect(await git(['-C', work, 'push', 'origin', 'ci'], await tokenFor(github))).toMatchObject({ code: 0 });
    github.acts.changeRepository({ ...AT, protectedBranches: ['main'] });
    expect((await git(['-C', work, 'push', 'origin', 'ci:main'], await tokenFor(github))).text).toContain(
      'protected branch hook declined',
    );
  });

  it('shows a conflict, merges what merges, and closes what lost its branch', async () => {
    const { sha } = await github.acts.commitFiles({
      ...AT,
      by: 'mona',
      branch: 'left',
      files: { 'README.md': '# Left\n' },
    });
    const { number } = await github.acts.openPull({ ...AT, by: 'mona', head: 'left', title: 'Left' });
    const client = installationClient(github);
    const at = { ...SHOP, pull_number: number };
    expect((await client.pulls.get(at)).data).toMatchObject({ mergeable: true, head: { sha } });
    await github.acts.commitFiles({ ...AT, by: 'mona', files: { 'README.md': '# Right\n' } });
    expect((await client.pulls.get(at)).data).toMatchObject({ mergeable: false, mergeable_state: 'dirty' });
    expect(await github.acts.mergePull({ ...AT, issue: number, by: 'mona' })).toEqual({ merged: false });
    await github.acts.deleteBranch({ ...AT, by: 'mona', branch: 'left' });
    expect((await client.pulls.get(at)).data.state).toBe('closed');
    expect(await github.acts.mergePull({ ...AT, issue: 1, by: 'mona' })).toEqual({ merged: true });
    expect((await client.pulls.get({ ...SHOP, pull_number: 1 })).data).toMatchObject({
      merged: true,
      state: 'closed',
      merged_by: { login: 'mona' },
    });
    expect(await github.acts.readFile({ ...AT, path: 'src/add.js' })).toContain('a + b');
  });

  it('has no drafts in a private repository of the free plan, as GitHub says (GH-7)', async () => {
    const [owner, repo] = ['acme', 'free'];
    await github.acts.createRepository({ owner, name: repo, files: { a: '1' }, hasDrafts: false });
    const at = { repository: `${owner}/${repo}` };
    await github.acts.commitFiles({ ...at, by: 'mona', branch: 'new', files: { 'd.txt': 'd\n' } });
    const client = installationClient(github);
    const wanted = { owner, repo, title: 'New', head: 'new', base: 'main' };
    expect(await refusalOf(client.pulls.create({ ...wanted, draft: true }))).toEqual({
      status: 422,
      message: expect.stringContaining('Draft pull requests are not supported in this repository.'),
    });
    const { data: pull } = await client.pulls.create(wanted);
    const convert = client.graphql(
      'mutation ($id: ID!) { convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { isDraft } } }',
      { id: pull.node_id },
    );
    expect((await refusalOf(convert)).message).toContain('not supported in this repository');
  });

  it('does not find a team for an App that may not read the members of the organisation, as GitHub says (GH-9)', async () => {
    const [owner, repo] = ['acme', 'teams'];
    await github.acts.createRepository({ owner, name: repo, files: { a: '1' }, teams: ['core'] });
    const at = { repository: `${owner}/${repo}` };
    await github.acts.commitFiles({ ...at, by: 'mona', branch: 'new', files: { 'd.txt': 'd\n' } });
    const client = installationClient(github);
    const { data: pull } = await client.pulls.create({ owner, repo, title: 'New', head: 'new', base: 'main' });
    const ask = (one: Octokit) =>
      one.pulls.requestReviewers({ owner, repo, pull_number: pull.number, team_reviewers: ['core'] });
    expect(await refusalOf(ask(client))).toEqual({
      status: 422,
      message: expect.stringContaining('Could not resolve to a node'),
    });
    const permissions = { pull_requests: 'write', members: 'read' } as const;
    github.acts.setInstallationPermissions({ account: owner, permissions: { ...DEFAULT_PERMISSIONS, ...permissions } });
    const { data: asked } = await ask(tokenClient(github, await tokenFor(github, { permissions })));
    expect(asked.requested_teams?.map(({ slug }) => slug)).toEqual(['core']);
    github.acts.setInstallationPermissions({ account: owner, permissions: DEFAULT_PERMISSIONS });
  });

  it('turns drafts into pull requests through the two GraphQL mutations', async () => {
    await github.acts.commitFiles({ ...AT, by: 'mona', branch: 'draft', files: { 'd.txt': 'd\n' } });
    const client = installationClient(github);
    const { data: pull } = await client.pulls.create({
      ...SHOP,
      title: 'Draft',
      head: 'draft',
      base: 'main',
      draft: true,
    });
    const makeReady = ({ graphql }: Octokit) =>
      graphql(
        'mutation ($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } } }',
        { id: pull.node_id },
      );
    for (const permissions of [{ pull_requests: 'write', contents: 'read' }, { contents: 'write' }]) {
      const limited = tokenClient(github, await tokenFor(github, { permissions }));
      expect((await refusalOf(makeReady(limited))).message).toContain('Resource not accessible by integration');
    }
    await makeReady(client);
    expect((await client.pulls.get({ ...SHOP, pull_number: pull.number })).data.draft).toBe(false);
    await client.pulls.requestReviewers({ ...SHOP, pull_number: pull.number, reviewers: ['mona'] });
    expect(
      (await refusalOf(client.pulls.requestReviewers({ ...SHOP, pull_number: pull.number, reviewers: ['stranger'] })))
        .status,
    ).toBe(422);
    await client.pulls.update({ ...SHOP, pull_number: pull.number, title: 'No draft', state: 'closed' });
    expect((await client.pulls.get({ ...SHOP, pull_number: pull.number })).data).toMatchObject({
      title: 'No draft',
      state: 'closed',
    });
  });
});
