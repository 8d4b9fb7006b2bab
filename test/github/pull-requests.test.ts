import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PullRequestDraft } from '../../src/ports/own-pull-request.ts';
import { REPO, startSmallGitHub, type Answer, type Asked, type Json, type SmallGitHub } from './small-github.ts';

const DRAFT = {
  head: 'planwright/12-fix',
  base: 'main',
  title: 'Fix it',
  body: 'Closes #12',
  draft: true,
  noDraftNotice: 'Meant as a draft.',
};

describe('one pull request per branch', () => {
  let small: SmallGitHub;
  let pulls: Json[];
  let post: (asked: Asked) => Answer;
  beforeEach(async () => {
    small = await startSmallGitHub();
    pulls = [];
    post = (asked) => {
      const made = pull({
        ...asked.body,
        number: pulls.length + 1,
        head: { ref: asked.body['head'], repo: { id: 70 } },
        base: { ref: asked.body['base'] },
      });
      pulls.push(made);
      return { status: 201, body: made };
    };
    small.answer = (asked) => {
      if (asked.path === '/graphql') return { status: 200, body: { data: {} } };
      if (asked.method === 'PATCH') return { status: 200, body: pull({}) };
      if (asked.path !== '/repos/octo/project/pulls') return undefined;
      return asked.method === 'POST' ? post(asked) : { status: 200, body: pulls };
    };
  });
  afterEach(async () => {
    await small.close();
  });

  const pull = (over: Json): Json => ({
    number: 1,
    node_id: 'PR_1',
    html_url: 'http://x/pull/1',
    title: DRAFT.title,
    body: DRAFT.body,
    draft: true,
    head: { ref: DRAFT.head, repo: { id: 70 } },
    base: { ref: 'main' },
    ...over,
  });
  const ensure = (over: Partial<PullRequestDraft> = {}) => small.github.ensurePullRequest(REPO, { ...DRAFT, ...over });

  it('is not opened again when somebody closed it meanwhile, and is when that was before (GH-7)', async () => {
    const closedAt = '2026-01-01T12:00:00Z';
    pulls.push(pull({ state: 'closed', closed_at: closedAt }));
    await expect(ensure({ since: Date.parse(closedAt) - 1_000 })).rejects.toMatchObject({
      code: 'pull_request_closed',
      message: expect.stringContaining('Pull request 1 was closed'),
    });
    expect(small.count('POST', /pulls/)).toBe(0);
    expect(await ensure({ since: Date.parse(closedAt) + 1_000 })).toMatchObject({ number: 2 });
  });

  it('is found as it is, and never made, where only that is asked (R16)', async () => {
    const find = () => small.github.findPullRequest(REPO, { head: DRAFT.head, base: 'main', since: 0 });
    expect(await find()).toBeNull();
    pulls.push(pull({ title: 'By a person', draft: false }));
    expect(await find()).toEqual({ number: 1, url: 'http://x/pull/1', title: 'By a person', draft: false });
    pulls = [pull({ state: 'closed', closed_at: '2026-01-01T12:00:00Z' })];
    await expect(find()).rejects.toMatchObject({ code: 'pull_request_closed' });
    expect([small.count('POST', /pulls/), small.count('PATCH', /./)]).toEqual([0, 0]);
  });

  it('tells that what a branch was for is over: it had one, and none is open (GH-7)', async () => {
    const isFinished = () => small.github.isBranchFinished(REPO, DRAFT.head);
    expect(await isFinished()).toBe(false);
    pulls.push(pull({ state: 'closed', head: { ref: DRAFT.head, repo: { id: 71 } } }));
    expect(await isFinished()).toBe(false);
    pulls.push(pull({ number: 2, state: 'closed' }));
    expect(await isFinished()).toBe(true);
    pulls.push(pull({ number: 3, state: 'open' }));
    expect(await isFinished()).toBe(false);
  });

  it('is opened once, found by its branch and brought up to date (GH-7, R16)', async () => {
    expect(await ensure()).toEqual({ number: 1, url: 'http://x/pull/1', draft: true, refusal: null });
    expect(pulls).toMatchObject([{ draft: true, body: 'Closes #12' }]);
    expect(await ensure()).toMatchObject({ number: 1 });
    expect(small.count('PATCH', /./)).toBe(0);
    expect(await ensure({ title: 'Better', draft: false })).toMatchObject({ draft: false, refusal: null });
    expect(small.asked.find((asked) => asked.method === 'PATCH')).toMatchObject({
      path: '/repos/octo/project/pulls/1',
      body: { title: 'Better', body: 'Closes #12' },
    });
    expect(small.asked.find((asked) => asked.path === '/graphql')?.body).toMatchObject({
      query: expect.stringContaining('markPullRequestReadyForReview'),
      variables: { id: 'PR_1' },
    });
    // GitHub lets only those change the draft state who may also write contents.
    const granted = small.asked.filter(({ path }) => path.endsWith('/access_tokens')).map(({ body }) => body);
    expect(granted.map(({ permissions }) => permissions)).toEqual([
      expect.objectContaining({ contents: 'read' }),
      { pull_requests: 'write', contents: 'write', metadata: 'read' },
    ]);
    expect(
      small.asked.find((asked) => asked.method === 'GET' && asked.path.endsWith('/pulls'))?.query.get('head'),
    ).toBe('octo:planwright/12-fix');
    expect(small.count('POST', /pulls$/)).toBe(1);
  });

  it('ignores the same branch name of a fork, and keeps a base that a person chose', async () => {
    pulls = [
      pull({ number: 3, head: { ref: DRAFT.head, repo: { id: 71 } } }),
      pull({ number: 4, head: { ref: DRAFT.head, repo: null } }),
      pull({ number: 5, base: { ref: 'develop' } }),
    ];
    expect(await ensure()).toMatchObject({ number: 5 });
    expect(small.count('POST', /pulls$/)).toBe(0);
  });

  it('is found again after a 502 that came too late, or a refusal because it is there (R10)', async () => {
    const usual = post;
    post = (asked) => {
      usual(asked);
      return { status: 502 };
    };
    expect(await ensure()).toMatchObject({ number: 1 });
    pulls = [];
    post = (asked) => {
      usual(asked);
      return {
        status: 422,
        body: {
          message: 'Validation Failed',
          errors: [
            {
              resource: 'PullRequest',
              code: 'custom',
              message: 'A pull request already exists for octo:planwright/12-fix.',
            },
          ],
        },
      };
    };
    expect(await ensure()).toMatchObject({ number: 1 });
    expect(small.count('POST', /pulls$/)).toBe(2);
  });

  it("is refused in GitHub's words when there is nothing to merge", async () => {
    post = () => ({
      status: 422,
      body: { message: 'Validation Failed', errors: [{ message: 'No commits between main and planwright/12-fix.' }] },
    });
    await expect(ensure()).rejects.toMatchObject({
      code: 'github_refused',
      message: expect.stringMatching(/: Validation Failed: No commits between main and planwright\/12-fix\.$/),
    });
    expect(small.slept).toEqual([]);
  });

  it('is asked to be reviewed by one person, and says so where GitHub asks no such person (GH-7)', async () => {
    const said = 'Reviews may only be requested from collaborators.';
    small.answer = ({ path, body }) => {
      if (path !== '/repos/octo/project/pulls/5/requested_reviewers') return undefined;
      const isAsked = JSON.stringify(body) === '{"reviewers":["mika"]}';
      return isAsked ? { status: 201, body: pull({ number: 5 }) } : { status: 422, body: { message: said } };
    };
    await small.github.requestReview(REPO, 5, 'mika');
    expect(small.count('POST', /requested_reviewers$/)).toBe(1);
    await expect(small.github.requestReview(REPO, 5, 'stranger')).rejects.toMatchObject({
      code: 'github_refused',
      message: expect.stringContaining('only be requested from collaborators'),
    });
  });

  it('asks a team by its slug (GH-9)', async () => {
    small.answer = ({ body }) =>
      JSON.stringify(body) === '{"team_reviewers":["core"]}' ? { status: 201, body: pull({ number: 5 }) } : undefined;
    await small.github.requestReview(REPO, 5, 'team:core');
    expect(small.asked.find(({ path }) => path.endsWith('/access_tokens'))?.body['permissions']).toEqual({
      pull_requests: 'write',
      members: 'read',
      metadata: 'read',
    });
    await expect(small.github.requestReview(REPO, 5, 'team:gone')).rejects.toMatchObject({ code: 'github_gone' });
  });

  it('is brought up to date later where GraphQL says in a 200 that the rate limit is reached (R12)', async () => {
    pulls = [pull({ draft: false })];
    const usual = small.answer;
    const limited = { data: null, errors: [{ type: 'RATE_LIMITED', message: 'API rate limit exceeded' }] };
    small.answer = (asked) => (asked.path === '/graphql' ? { status: 200, body: limited } : usual(asked));
    await expect(ensure()).rejects.toMatchObject({ name: 'RetryLater', of: 'github_limit' });
  });

  it('is kept, brought up to date and told of as it is when the draft state cannot be changed', async () => {
    pulls = [pull({ draft: false })];
    const usual = small.answer;
    const message = 'Resource not accessible by integration';
    const refusals: readonly Answer[] = [
      { status: 200, body: { data: null, errors: [{ type: 'FORBIDDEN', message }] } },
      { status: 403, body: { message } },
    ];
    for (const refused of refusals) {
      small.answer = (asked) => (asked.path === '/graphql' ? refused : usual(asked));
      expect(await ensure({ title: 'Better' })).toMatchObject({
        number: 1,
        draft: false,
        refusal: expect.stringContaining(message),
      });
    }
    // Whoever looks at it can see that it is meant as a draft.
    expect(small.asked.findLast(({ method }) => method === 'PATCH')?.body).toMatchObject({
      body: 'Meant as a draft.\n\nCloses #12',
    });
  });

  it('is no draft where GitHub has none, begins with what it is meant as, and is not changed again (GH-7)', async () => {
    const usual = { post, answer: small.answer };
    const message = 'Draft pull requests are not supported in this repository.';
    post = (asked) => (asked.body['draft'] === true ? { status: 422, body: { message } } : usual.post(asked));
    small.answer = (asked) =>
      asked.path === '/graphql'
        ? { status: 200, body: { data: null, errors: [{ type: 'UNPROCESSABLE', message }] } }
        : usual.answer(asked);
    const told = { number: 1, draft: false, refusal: expect.stringContaining(message) };
    expect(await ensure()).toMatchObject(told);
    expect(pulls).toMatchObject([{ draft: false, body: 'Meant as a draft.\n\nCloses #12' }]);
    expect(small.count('POST', /graphql/)).toBe(0);
    expect(await ensure()).toMatchObject(told);
    expect([pulls.length, small.count('PATCH', /./)]).toEqual([1, 0]);
    // When the work is finished, nothing says so any more.
    expect(await ensure({ draft: false })).toMatchObject({ draft: false, refusal: null });
    expect(small.asked.at(-1)).toMatchObject({ method: 'PATCH', body: { body: 'Closes #12' } });
  });
});
