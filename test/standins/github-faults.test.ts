import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { retry } from '@octokit/plugin-retry';
import { Octokit } from '@octokit/rest';
import type { GitHubStandIn } from '../../standins/github/start.ts';
import { AT, installationClient, refusalOf, SHOP, startAcme, tokenFor } from './github-world.ts';

describe('misfortunes of the stand-in of GitHub', () => {
  let github: GitHubStandIn;
  let nowMs = Date.now();
  beforeEach(async () => {
    nowMs = Date.now();
    github = await startAcme({ now: () => nowMs });
    await github.acts.openIssue({ ...AT, by: 'mona', title: 'One' });
  });
  afterEach(() => github.close());

  const issue = { ...SHOP, issue_number: 1 };
  const comments = () => github.acts.readIssue({ ...AT, issue: 1 }).comments.map(({ body }) => body);

  it('does the effect and then answers 502, so that a client that repeats POSTs makes two (R10)', async () => {
    const options = {
      baseUrl: github.apiUrl,
      auth: await tokenFor(github),
      log: { debug() {}, info() {}, warn() {}, error() {} },
      retry: { retryAfterBaseValue: 1 },
    };
    const client = new (Octokit.plugin(retry))(options);
    github.faults.add({ method: 'POST', path: '/repos/*/*/issues/*/comments', status: 502, applyFirst: true });
    await client.issues.createComment({ ...issue, body: 'twice' });
    expect(comments()).toEqual(['twice', 'twice']);
    expect(github.journal.writes().map(({ status, fault }) => [status, fault])).toEqual([
      [502, '502 after the effect'],
      [201, null],
    ]);
    expect(github.faults.pending()).toBe(0);
  });

  it('fails without the effect, a given number of times, with given headers', async () => {
    github.faults.add({
      path: '/repos/acme/**',
      method: 'POST',
      status: 500,
      body: { message: 'Server Error' },
      headers: { 'x-why': 'test' },
      times: 2,
    });
    const client = installationClient(github);
    expect((await refusalOf(client.issues.createComment({ ...issue, body: 'a' }))).status).toBe(500);
    expect((await refusalOf(client.issues.createComment({ ...issue, body: 'a' }))).status).toBe(500);
    await client.issues.createComment({ ...issue, body: 'a' });
    expect(comments()).toEqual(['a']);
  });

  it('cuts the connection before or after the effect (R11)', async () => {
    const client = installationClient(github);
    github.faults.add({ method: 'POST', path: '/repos/*/*/issues/*/comments', cutConnection: 'before' });
    expect((await refusalOf(client.issues.createComment({ ...issue, body: 'before' }))).status).toBe(500);
    github.faults.add({ method: 'POST', path: '/repos/*/*/issues/*/comments', cutConnection: 'after' });
    expect((await refusalOf(client.issues.createComment({ ...issue, body: 'after' }))).status).toBe(500);
    expect(comments()).toEqual(['after']);
  });

  it('holds a request until it is told to go on', async () => {
    let release = () => {};
    github.faults.add({ path: '/repos/acme/shop', hold: new Promise<void>((resolve) => (release = resolve)) });
    const client = installationClient(github);
    let answered = false;
    const asking = client.repos.get(SHOP).then(() => (answered = true));
    await client.issues.get(issue);
    expect(answered).toBe(false);
    release();
    await asking;
  });

  it('hides new comments from lists for a while, and not from those who know their number', async () => {
    github.acts.setListLag({ listLagMs: 5_000 });
    const client = installationClient(github);
    const { data } = await client.issues.createComment({ ...issue, body: 'new' });
    expect((await client.issues.listComments(issue)).data).toEqual([]);
    expect((await client.issues.getComment({ ...SHOP, comment_id: data.id })).data.body).toBe('new');
    nowMs += 5_000;
    expect((await client.issues.listComments(issue)).data).toHaveLength(1);
  });

  it('enforces the primary and the secondary limit as GitHub words them (R12)', async () => {
    const client = installationClient(github);
    await client.repos.get(SHOP);
    github.limits.exhaust({ resetInSeconds: 90 });
    const headers = { authorization: `token ${[...github.world.tokens.keys()][0]}` };
    const primary = await fetch(`${github.apiUrl}/repos/acme/shop`, { headers });
    expect([primary.status, primary.headers.get('x-ratelimit-remaining')]).toEqual([403, '0']);
    expect(Number(primary.headers.get('x-ratelimit-reset'))).toBe(Math.ceil((nowMs + 90_000) / 1000));
    nowMs += 90_000;
    expect((await client.repos.get(SHOP)).status).toBe(200);
    github.limits.secondary({ retryAfterSeconds: 60, status: 429 });
    const secondary = await fetch(`${github.apiUrl}/repos/acme/shop`, { headers });
    expect([secondary.status, secondary.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await secondary.json()).toMatchObject({ message: expect.stringContaining('secondary rate limit') });
    expect((await client.rateLimit.get()).data.rate.limit).toBe(5000);
  });

  it('expires tokens by its own clock after an hour (S9)', async () => {
    const token = await tokenFor(github);
    const ask = () => fetch(`${github.apiUrl}/repos/acme/shop`, { headers: { authorization: `token ${token}` } });
    nowMs += 3_599_000;
    expect((await ask()).status).toBe(200);
    nowMs += 2_000;
    expect((await ask()).status).toBe(401);
  });

  it('answers 503 to everything while it is out', async () => {
    github.setOutage(true);
    expect((await fetch(`${github.apiUrl}/app`)).status).toBe(503);
    expect((await fetch(`${github.url}/acme/open.git/info/refs?service=git-upload-pack`)).status).toBe(503);
    github.setOutage(false);
    expect((await fetch(`${github.url}/acme/open.git/info/refs?service=git-upload-pack`)).status).toBe(200);
  });

  it('limits how much content is made, when told GitHub’s numbers', async () => {
    await github.close();
    github = await startAcme({ now: () => nowMs, contentLimits: { perMinute: 2, perHour: 3 } });
    await github.acts.openIssue({ ...AT, by: 'mona', title: 'One' });
    const client = installationClient(github);
    const say = async (body: string) =>
      client.issues.createComment({ ...issue, body }).then(
        ({ status }) => status as number,
        (error: { status: number }) => error.status,
      );
    expect([await say('1'), await say('2'), await say('3')]).toEqual([201, 201, 403]);
    nowMs += 60_000;
    expect([await say('3'), await say('4')]).toEqual([201, 403]);
  });
});
