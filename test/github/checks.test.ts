import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { startGitHub, type GitHubStandIn } from '../../standins/github/start.ts';
import { fetchLog } from '../../src/github/fetch-log.ts';
import { createGitHub } from '../../src/github/open-github.ts';
import { systemClock as clock } from '../../src/app/system-clock.ts';
import type { GitHub, RepositoryRef } from '../../src/ports/github.ts';

const AT = { repository: 'octo/project' };
const BRANCH = 'planwright/4-fix-it';
const US = 'planwright[bot]';
const log = pino({ level: 'silent' });
const NO_LOG = { log: null, withoutLog: 'unreachable' };

function* lines() {
  for (;;) yield `${'x'.repeat(9_999)}\n`;
}

describe('the checks of a commit, as GitHub shows them (GH-2)', () => {
  let standin: GitHubStandIn;
  let github: GitHub;
  let repo: RepositoryRef;
  let sha: string;

  beforeEach(async () => {
    standin = await startGitHub({
      strict: true,
      repositories: [{ owner: 'octo', name: 'project', files: { 'a.txt': 'one\n' }, roles: { alice: 'write' } }],
    });
    const { appId, privateKey } = standin.credentials;
    github = createGitHub({ appId, privateKey, apiUrl: standin.apiUrl, clock, log });
    const [installation] = standin.world.installations;
    const [repository] = standin.world.repositories;
    repo = { installationId: installation?.id ?? 0, repositoryId: repository?.id ?? 0, owner: 'octo', name: 'project' };
    ({ sha } = await standin.acts.commitFiles({ ...AT, by: US, branch: BRANCH, files: { 'a.txt': 'two\n' } }));
  });
  afterEach(async () => {
    const { violations } = standin;
    await standin.close();
    expect(violations).toEqual([]);
  });

  const check = (name: string, conclusion: string, more: object = {}) =>
    standin.acts.completeCheckRun({ ...AT, branch: BRANCH, name, conclusion, ...more });
  const failed = async () => (await github.checksOf(repo, { sha, branch: BRANCH, pull: null })).failed;
  const report = async (name: string) => {
    const found = (await failed()).find((one) => one.name === name);
    if (found === undefined) throw new Error(`${name} has not failed.`);
    return github.checkReport(repo, found);
  };

  it('the pull request of a branch is ours, open, and has its head', async () => {
    expect(await github.openPullRequestFrom(repo, BRANCH)).toBeNull();
    const { number } = await standin.acts.openPull({ ...AT, by: US, head: BRANCH, title: 'Fix it' });
    expect(await github.openPullRequestFrom(repo, BRANCH)).toMatchObject({ number, headSha: sha });
    await standin.acts.closeIssue({ ...AT, issue: number, by: 'alice' });
    expect(await github.openPullRequestFrom(repo, BRANCH)).toBeNull();
    await standin.acts.openPull({ ...AT, by: 'alice', head: BRANCH, title: 'By somebody else' });
    expect(await github.openPullRequestFrom(repo, BRANCH)).toBeNull();
  });

  it('what failed, timed out or wants a person counts; what was skipped, cancelled or is neutral does not', async () => {
    for (const conclusion of ['failure', 'timed_out', 'action_required', 'success', 'skipped', 'cancelled', 'neutral'])
      await check(conclusion, conclusion);
    await check('of us', 'failure', { app: 'planwright' });
    expect((await failed()).map(({ name }) => name).toSorted()).toEqual(['action_required', 'failure', 'timed_out']);
    expect((await github.checksOf(repo, { sha, branch: BRANCH, pull: null })).runningSince).toBeNull();
  });

  it('a check that runs is noticed, and a suite in which nothing ever runs is not', async () => {
    expect((await github.checksOf(repo, { sha, branch: BRANCH, pull: null })).runningSince).toBeNull();
    const { id } = await standin.acts.beginCheckRun({ ...AT, branch: BRANCH, name: 'slow' });
    expect((await github.checksOf(repo, { sha, branch: BRANCH, pull: null })).runningSince).toBeGreaterThan(0);
    await standin.acts.endCheckRun({ ...AT, id, conclusion: 'success' });
    expect(await github.checksOf(repo, { sha, branch: BRANCH, pull: null })).toEqual({
      runningSince: null,
      failed: [],
    });
  });

  it('what a fork has checked of the same commit is none of ours, whatever its branch is called (I5)', async () => {
    const { number } = await standin.acts.openPull({ ...AT, by: US, head: BRANCH, title: 'Fix it' });
    const ofPull = () => github.checksOf(repo, { sha, branch: BRANCH, pull: number });
    await check('test', 'success');
    await check('test', 'failure', { sha, isOfFork: true });
    await standin.acts.completeCheckRun({ ...AT, sha, isOfFork: true, name: 'other', conclusion: 'failure' });
    await standin.acts.beginCheckRun({ ...AT, sha, isOfFork: true, branch: BRANCH, name: 'endless' });
    expect(await ofPull()).toEqual({ runningSince: null, failed: [] });
    await check('test', 'failure');
    expect((await ofPull()).failed.map(({ name }) => name)).toEqual(['test']);
    expect(await github.checksOf(repo, { sha, branch: BRANCH, pull: number + 1 })).toMatchObject({ failed: [] });
  });

  it('of a base branch those count that are of this branch: a fork may have its commit, too (I5)', async () => {
    const base = await standin.acts.commitFiles({ ...AT, by: 'alice', branch: 'main', files: { 'a.txt': 'three\n' } });
    const ofBase = async () => (await github.checksOf(repo, { sha: base.sha, branch: 'main', pull: null })).failed;
    await check('test', 'failure', { branch: 'theirs', sha: base.sha });
    await check('test', 'failure', { branch: undefined, sha: base.sha, isOfFork: true });
    expect(await ofBase()).toEqual([]);
    // What it runs here for a pull request to another branch, on its own branch of this name.
    await check('test', 'failure', { branch: 'main', sha: base.sha, isOfFork: true });
    expect(await ofBase()).toEqual([]);
    await check('test', 'failure', { branch: 'main' });
    expect(await ofBase()).toHaveLength(1);
  });

  it('of a base branch all of its name count where we may not read whose they are', async () => {
    const base = await standin.acts.commitFiles({ ...AT, by: 'alice', branch: 'main', files: { 'a.txt': 'four\n' } });
    for (const installation of standin.world.installations) {
      const { actions: _, ...others } = installation.permissions;
      installation.permissions = others;
    }
    await check('test', 'failure', { branch: 'main', sha: base.sha, isOfFork: true });
    expect((await github.checksOf(repo, { sha: base.sha, branch: 'main', pull: null })).failed).toHaveLength(1);
  });

  it('of Actions the log of the job is read, where there is one and we may', async () => {
    const { id } = await check('test', 'failure', { log: 'expected 1, got 2\n' });
    expect(await report('test')).toEqual({ log: 'expected 1, got 2\n', withoutLog: null, annotations: [] });
    standin.acts.expireLog({ ...AT, id });
    expect(await report('test')).toMatchObject({ log: null, withoutLog: 'gone' });
  });

  it('without the permission the log is missing, and that is said', async () => {
    await check('test', 'failure', { log: 'red' });
    for (const installation of standin.world.installations) {
      const { actions: _, ...others } = installation.permissions;
      installation.permissions = others;
    }
    expect(await report('test')).toMatchObject({ log: null, withoutLog: 'not_permitted' });
  });

  it('of other Apps their output and annotations are read', async () => {
    const annotations = [{ path: 'a.txt', line: 1, message: 'two is not one' }];
    await check('lint', 'failure', { app: 'linter', title: 'One mistake', summary: 'In a.txt', annotations });
    expect((await failed())[0]).toMatchObject({ app: 'linter', output: { title: 'One mistake', summary: 'In a.txt' } });
    expect(await report('lint')).toEqual({ log: null, withoutLog: null, annotations });
  });

  it('the token for it is for this alone: an installation without the permission fails nothing else', async () => {
    await check('test', 'failure', { log: 'red' });
    await report('test');
    const asked = standin.journal.requests
      .filter(({ path }) => path.includes('access_tokens'))
      .map(({ body }) => Object.keys((JSON.parse(body) as { permissions: object }).permissions).toSorted());
    expect(asked).toEqual([
      ['checks', 'metadata'],
      ['actions', 'metadata'],
    ]);
    const followed = standin.journal.requests.filter(({ path }) => path.includes('/_logs/'));
    expect(followed.map(({ auth }) => auth)).toEqual(['none']);
  });
});

describe('where a log may be fetched from (S6)', () => {
  let server: Server;
  let own: string;
  const asked: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization ?? 'without a token'}`);
      const to = /^\/to\?(.*)$/.exec(request.url ?? '')?.[1];
      if (to !== undefined) return response.writeHead(302, { location: decodeURIComponent(to) }).end();
      if (request.url === '/long') return response.end(`${'x'.repeat(99)}\n`.repeat(10_000) + 'the end');
      if (request.url === '/told') return response.writeHead(200, { 'content-length': 3_000_000 }).write('x');
      if (request.url === '/endless') return void Readable.from(lines()).pipe(response);
      if (request.url === '/broken') return response.writeHead(500).end();
      return response.end('a log');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
  });

  const fetched = async (from: string, ownServer: string | null = own, addresses: readonly string[] = ['10.0.0.1']) => {
    asked.length = 0;
    return fetchLog({ ownServer, resolve: async () => addresses, timeoutMs: 5_000, maxBytes: 2_000_000 }, from);
  };

  it("from the operator's own server, without a token, and not where that leads astray", async () => {
    expect(await fetched(`${own}/log`)).toEqual({ log: 'a log', withoutLog: null });
    expect(asked).toEqual(['/log without a token']);
    for (const to of [
      'https://169.254.169.254/',
      'https://logs.example.com/',
      'http://example.com/',
      'file:///etc/passwd',
    ])
      expect(await fetched(`${own}/to?${encodeURIComponent(to)}`)).toEqual(NO_LOG);
  });

  it.each([
    ['an address of this machine', 'https://127.0.0.1/log'],
    ['no https', 'http://203.0.113.9/log'],
    ['another port', 'https://203.0.113.9:8443/log'],
    ['a name in the address', 'https://user:pass@203.0.113.9/log'],
    ['nothing that is an address', 'nowhere'],
  ])('not from %s', async (_what, from) => {
    expect(await fetched(from, null)).toEqual(NO_LOG);
    expect(asked).toEqual([]);
  });

  it('not from this machine where GitHub is github.com', async () => {
    expect(await fetched(`${own}/log`, null)).toEqual(NO_LOG);
    expect(asked).toEqual([]);
  });

  it('the end of a long one is kept, from the beginning of a line; trouble is tried once more', async () => {
    const text = (await fetched(`${own}/long`)).log ?? '';
    expect(text.length).toBeLessThanOrEqual(256 * 1024);
    expect(text.startsWith('x'.repeat(99) + '\n')).toBe(true);
    expect(text.endsWith('the end')).toBe(true);
    expect(await fetched(`${own}/broken`)).toEqual(NO_LOG);
    expect(asked).toHaveLength(2);
  });

  it('what is too large is asked for once, and said to be so (W3)', async () => {
    for (const path of ['/told', '/endless']) {
      expect(await fetched(`${own}${path}`)).toEqual({ log: null, withoutLog: 'too_large' });
      expect(asked).toHaveLength(1);
    }
  });
});
