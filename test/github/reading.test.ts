import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Fault, RetryLater } from '../../src/errors.ts';
import { APP_ID, REPO, startSmallGitHub, type Answer, type SmallGitHub } from './small-github.ts';
import type { Remembered } from '../../src/github/open-github.ts';

const PERSON = { id: 5, login: 'alice' };

describe('asking GitHub', () => {
  let small: SmallGitHub;
  beforeEach(async () => {
    small = await startSmallGitHub();
  });
  afterEach(async () => {
    await small.close();
  });

  const whenAsked = (path: RegExp, ...answers: Answer[]) => {
    small.answer = (asked) => (path.test(asked.path) ? (answers.length > 1 ? answers.shift() : answers[0]) : undefined);
  };
  const allowed = (
    permission: string,
    role: string | null,
    user: unknown = { id: 5, login: 'alice', type: 'User' },
  ): Answer => ({
    status: 200,
    body: { permission, role_name: role, user },
  });
  const permission = (person = PERSON) => small.github.permission(REPO, person);

  it.each([
    ['admin', 'admin', 'admin'],
    ['write', 'write', 'write'],
    ['write', 'maintain', 'maintain'],
    ['read', 'triage', 'triage'],
    ['read', 'read', 'read'],
    ['none', null, 'none'],
    ['write', 'our-custom-role', 'write'],
    ['read', 'maintain', 'read'],
    ['surprise', 'admin', 'none'],
  ])('reads the permission %s with role %s as %s', async (level, role, expected) => {
    whenAsked(/permission$/, allowed(level, role));
    expect(await permission()).toBe(expected);
  });

  it('gives nothing to a recycled login, a ghost or a stranger (P1, P7)', async () => {
    whenAsked(
      /permission$/,
      allowed('admin', 'admin', { id: 6, login: 'alice', type: 'User' }),
      allowed('admin', 'admin', null),
      allowed('admin', 'admin', { id: 5, login: 'alice' }),
      { status: 404, body: {} },
    );
    for (let index = 0; index < 4; index += 1) expect(await permission()).toBe('none');
    expect(await permission({ id: 10_137, login: 'ghost' })).toBe('none');
    expect(await permission({ id: 5, login: '' })).toBe('none');
  });

  it('fails closed when the permission cannot be read (P8)', async () => {
    whenAsked(/permission$/, { status: 403, body: { message: 'Resource not accessible by integration' } });
    await expect(permission()).rejects.toMatchObject({
      code: 'github_refused',
      advice: expect.stringContaining('permissions'),
    });
    for (const answer of [{ status: 500 }, { status: 200, cut: true }, { status: 200, body: 'huh' }]) {
      whenAsked(/permission$/, answer);
      await expect(permission()).rejects.toBeInstanceOf(RetryLater);
    }
  });

  it('knows this App, asks once, and refuses a key of another', async () => {
    expect(await small.github.identity()).toEqual({ appId: 4711, slug: 'planwright' });
    await small.github.identity();
    expect(small.count('GET', /^\/app$/)).toBe(1);
    expect(small.asked[0]?.headers).toMatchObject({
      authorization: expect.stringMatching(/^bearer eyJ/),
      'user-agent': expect.stringContaining('planwright'),
    });
  });

  it('knows the number of its own account, which is not that of the App, asks once, and takes nobody else for it (GH-7)', async () => {
    const account = { status: 200, body: { id: 41, login: 'planwright[bot]', type: 'User' } };
    small.answer = ({ path }) => (path === '/users/planwright%5Bbot%5D' ? account : undefined);
    await expect(small.github.botUserId(REPO)).rejects.toMatchObject({ code: 'github_refused' });
    account.body.type = 'Bot';
    expect(await small.github.botUserId(REPO)).toBe(41);
    expect(await small.github.botUserId(REPO)).toBe(41);
    expect(small.count('GET', /^\/users\//)).toBe(2);
    expect(small.asked.find(({ path }) => path.startsWith('/users/'))?.headers.authorization).toMatch(/^token ghs_/);
  });

  it('is who it was before while GitHub is away, and tells who it is as soon as GitHub says otherwise (GH-3)', async () => {
    const told: Remembered[] = [];
    const before = { appId: APP_ID, slug: 'formerly', botUser: 40 };
    await small.close();
    small = await startSmallGitHub({ remembered: before, onIdentity: (known) => told.push(known) });
    let answer: Answer = { status: 500, cut: true };
    small.answer = ({ path }) => {
      if (path === '/users/planwright%5Bbot%5D') return { status: 200, body: { id: 41, type: 'Bot' } };
      return path === '/app' ? answer : undefined;
    };
    const { github, asked } = small;
    expect([await github.identity(), await github.botUserId(REPO)]).toEqual([{ appId: APP_ID, slug: 'formerly' }, 40]);
    expect(asked).toEqual([]);
    await expect(github.whoAmI()).rejects.toBeInstanceOf(RetryLater);
    expect(await github.identity()).toMatchObject({ slug: 'formerly' });
    answer = { status: 200, body: { id: APP_ID, slug: 'planwright' } };
    await github.whoAmI();
    await github.whoAmI();
    expect([await github.identity(), await github.botUserId(REPO)]).toEqual([
      { appId: APP_ID, slug: 'planwright' },
      41,
    ]);
    expect(told).toEqual([null, 41].map((botUser) => ({ appId: APP_ID, slug: 'planwright', botUser })));
  });

  it('says which credential is wrong, without showing it', async () => {
    const broken = await startSmallGitHub({
      privateKey: '-----BEGIN RSA PRIVATE KEY-----\ncanary\n-----END RSA PRIVATE KEY-----',
    });
    const error = await broken.github.identity().catch((caught: unknown) => caught);
    await broken.close();
    expect(error).toMatchObject({ name: 'Fault', code: 'credentials', advice: expect.stringContaining('PRIVATE_KEY') });
    expect(`${String(error)}${(error as Error).stack ?? ''}`).not.toContain('canary');
  });

  it('reads what a repository and an issue are', async () => {
    whenAsked(
      /^\/repos\/octo\/project$/,
      { status: 200, body: { id: 70, default_branch: 'main', archived: false, private: true } },
      { status: 200, body: { id: 71, default_branch: 'main', archived: false, private: true } },
    );
    expect(await small.github.repository(REPO)).toEqual({ defaultBranch: 'main', archived: false, isPrivate: true });
    await expect(small.github.repository(REPO)).rejects.toMatchObject({ code: 'github_gone' });
    whenAsked(/issues\/12$/, {
      status: 200,
      body: {
        state: 'open',
        labels: [{ name: 'planwright' }, 'bug'],
        repository_url: 'http://x/api/v3/repos/Octo/Project',
      },
    });
    expect(await small.github.issue(REPO, 12)).toEqual({
      state: 'open',
      labels: ['planwright', 'bug'],
    });
  });

  it('does not follow an issue into another repository (R13)', async () => {
    small.answer = (asked) => {
      if (asked.path.endsWith('issues/12'))
        return {
          status: 200,
          body: { state: 'open', labels: [], repository_url: 'http://x/repos/octo/elsewhere' },
        };
      return asked.path === '/repos/octo/elsewhere'
        ? { status: 200, body: { id: 99, default_branch: 'main', archived: false, private: false } }
        : undefined;
    };
    await expect(small.github.issue(REPO, 12)).rejects.toMatchObject({
      code: 'github_gone',
      message: expect.stringContaining('transferred'),
    });
  });

  it.each([
    [404, 'github_gone'],
    [410, 'github_gone'],
    [451, 'github_gone'],
    [403, 'github_refused'],
    [422, 'github_refused'],
  ])('takes %i for %s', async (status, code) => {
    whenAsked(/issues\/12$/, {
      status,
      body: { message: 'Because.' },
      headers: { 'x-accepted-github-permissions': 'issues=read' },
    });
    const error = await small.github.issue(REPO, 12).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: 'Fault', code });
    if (status === 403) expect((error as Fault).message).toContain('issues=read');
  });

  it('tries a reading call twice, then leaves it for later (R5)', async () => {
    whenAsked(/issues\/12$/, { status: 500 });
    await expect(small.github.issue(REPO, 12)).rejects.toBeInstanceOf(RetryLater);
    expect(small.count('GET', /issues\/12$/)).toBe(2);
  });

  it('does not wait for ever for an answer', async () => {
    const hurried = await startSmallGitHub({ timeoutMs: 200 });
    hurried.answer = (asked) =>
      /issues/.test(asked.path) ? { status: 200, headers: { 'content-length': '1000' }, body: {} } : undefined;
    await expect(hurried.github.issue(REPO, 12)).rejects.toBeInstanceOf(RetryLater);
    await hurried.close();
  });

  it('asks for a new token once when the old one is no longer accepted (S9)', async () => {
    whenAsked(/reactions$/, { status: 401, body: { message: 'Bad credentials' } }, { status: 201, body: {} });
    await small.github.react(REPO, { kind: 'issue', issue: 12 }, 'eyes');
    expect(
      small.asked.filter((asked) => asked.path.endsWith('reactions')).map((asked) => asked.headers.authorization),
    ).toEqual(['token ghs_token1', 'token ghs_token2']);
    whenAsked(/reactions$/, { status: 401, body: { message: 'Bad credentials' } });
    await expect(small.github.react(REPO, { kind: 'issue_comment', commentId: 3 }, '+1')).rejects.toMatchObject({
      code: 'credentials',
    });
  });

  it('reacts to issues, comments and review comments', async () => {
    whenAsked(/reactions$/, { status: 200, body: {} });
    await small.github.react(REPO, { kind: 'issue', issue: 12 }, 'eyes');
    await small.github.react(REPO, { kind: 'issue_comment', commentId: 3 }, '+1');
    await small.github.react(REPO, { kind: 'review_comment', commentId: 4 }, 'confused');
    expect(
      small.asked
        .filter((asked) => asked.path.endsWith('reactions'))
        .map((asked) => `${asked.path} ${String(asked.body['content'])}`),
    ).toEqual([
      '/repos/octo/project/issues/12/reactions eyes',
      '/repos/octo/project/issues/comments/3/reactions +1',
      '/repos/octo/project/pulls/comments/4/reactions confused',
    ]);
  });

  it('has tokens for one repository and few permissions, and fresh ones for git (S8)', async () => {
    whenAsked(/reactions$/, { status: 200, body: {} });
    await small.github.react(REPO, { kind: 'issue', issue: 12 }, 'eyes');
    expect([
      await small.github.gitToken(REPO, 'read'),
      await small.github.gitToken(REPO, 'write'),
      await small.github.gitToken(REPO, 'write'),
    ]).toEqual(['ghs_token2', 'ghs_token3', 'ghs_token4']);
    expect(small.asked.filter((asked) => asked.path.endsWith('access_tokens')).map((asked) => asked.body)).toEqual([
      {
        repository_ids: [70],
        permissions: { issues: 'write', pull_requests: 'write', contents: 'read', metadata: 'read' },
      },
      { repository_ids: [70], permissions: { contents: 'read', metadata: 'read' } },
      { repository_ids: [70], permissions: { contents: 'write', metadata: 'read' } },
      { repository_ids: [70], permissions: { contents: 'write', metadata: 'read' } },
    ]);
  });

  it('says that the installation is gone or suspended', async () => {
    whenAsked(
      /access_tokens$/,
      { status: 404, body: { message: 'Not Found' } },
      { status: 403, body: { message: 'This installation has been suspended' } },
      { status: 422, body: { message: 'There is at least one repository that does not exist or is not accessible' } },
      { status: 422, body: { message: 'The permissions requested are not granted to this installation.' } },
    );
    for (const [code, message] of [
      ['github_not_installed', 'not installed'],
      ['github_suspended', 'suspended'],
      ['github_not_installed', 'no access to this repository'],
      ['github_refused', 'permissions'],
    ] as const) {
      await expect(small.github.gitToken(REPO, 'read')).rejects.toMatchObject({
        code,
        message: expect.stringContaining(message),
      });
    }
  });

  it('signs by the clock of GitHub where the clock of this machine is wrong (R19)', async () => {
    const theirs = small.now + 3_600_000;
    small.answer = (asked) => {
      if (asked.path !== '/app') return undefined;
      const claims = JSON.parse(
        Buffer.from(asked.headers.authorization?.split('.')[1] ?? '', 'base64url').toString(),
      ) as { exp: number };
      const isValid = claims.exp * 1_000 > theirs && claims.exp * 1_000 <= theirs + 600_000;
      return isValid
        ? undefined
        : { status: 401, body: { message: "'exp' is wrong" }, headers: { date: new Date(theirs).toUTCString() } };
    };
    expect(await small.github.identity()).toMatchObject({ slug: 'planwright' });
    expect(await small.github.whoAmI()).toMatchObject({ slug: 'planwright' });
    expect(small.calls.map(({ status }) => status)).toEqual([401, 200, 200]);
  });

  it('writes to a renamed repository, and not into another one (R13)', async () => {
    let home = 70;
    small.answer = (asked) => {
      const rest = /^\/repos\/octo\/project\/(.*)$/.exec(asked.path)?.[1];
      if (rest !== undefined)
        return { status: 301, headers: { location: `/api/v3/repositories/${home}/${rest}` }, body: {} };
      return asked.path.startsWith('/repositories/')
        ? { status: asked.method === 'POST' ? 201 : 200, body: [] }
        : undefined;
    };
    await small.github.react(REPO, { kind: 'issue', issue: 12 }, 'eyes');
    expect(small.asked.at(-1)).toMatchObject({
      method: 'POST',
      path: '/repositories/70/issues/12/reactions',
      body: { content: 'eyes' },
    });
    home = 71;
    await expect(small.github.react(REPO, { kind: 'issue', issue: 12 }, 'eyes')).rejects.toMatchObject({
      code: 'github_gone',
    });
    expect(small.count('POST', /^\/repositories\/71/)).toBe(0);
  });

  it('lists deliveries page by page, with ids that no number can hold (GH-10)', async () => {
    const answered = {
      guid: 'g',
      event: 'issues',
      delivered_at: '2026-01-01T00:00:00Z',
      status: 'OK',
      status_code: 200,
    };
    whenAsked(
      /deliveries$/,
      {
        status: 200,
        body: [{ id: 1, ...answered }],
        headers: { link: '<http://x/app/hook/deliveries?cursor=v1_2&per_page=100>; rel="next"' },
      },
      { status: 200, raw: JSON.stringify([{ id: 0, ...answered }]).replace('"id":0', '"id":9007199254740993123') },
    );
    expect(await small.github.hookAttempts(null)).toMatchObject({
      attempts: [{ id: '1', statusCode: 200 }],
      next: 'v1_2',
    });
    expect(await small.github.hookAttempts('v1_2')).toMatchObject({
      attempts: [{ id: '9007199254740993123' }],
      next: null,
    });
    expect(
      small.asked
        .filter(({ path }) => path.endsWith('deliveries'))
        .map(({ query }) => [query.get('status'), query.get('cursor')]),
    ).toEqual([
      [null, null],
      [null, 'v1_2'],
    ]);
  });

  it('asks conditionally and uses what it knows when nothing changed (GH-10)', async () => {
    small.answer = (asked) => {
      if (!asked.path.endsWith('issues/12')) return undefined;
      if (asked.headers['if-none-match'] === '"v1"') return { status: 304 };
      return { status: 200, body: { state: 'closed', labels: [] }, headers: { etag: '"v1"' } };
    };
    const first = await small.github.issue(REPO, 12);
    expect(await small.github.issue(REPO, 12)).toEqual(first);
    expect(small.calls.map((call) => call.status).slice(-2)).toEqual([200, 304]);
  });

  it('reports every call for the metrics, without secrets', async () => {
    whenAsked(/reactions$/, { status: 200, body: {} });
    await small.github.react(REPO, { kind: 'issue', issue: 12 }, 'eyes');
    expect(small.calls.at(-1)).toEqual({ status: 200 });
  });
});
