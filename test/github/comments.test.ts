import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { progressMarker, questionMarker } from '../../src/ports/comment-marker.ts';
import {
  APP_ID,
  REPO,
  TASK,
  startSmallGitHub,
  type Answer,
  type Asked,
  type Json,
  type SmallGitHub,
} from './small-github.ts';

const MARKER = progressMarker(TASK);
const BODY = `${MARKER}\nworking`;
const COMMENTS = '/repos/octo/project/issues/12/comments';

describe('one comment, whatever happens', () => {
  let small: SmallGitHub;
  let comments: Json[];
  let nextPost: (() => Answer | undefined) | null;
  /** How many lists do not show the newest comment yet. */
  let lag: number;

  beforeEach(async () => {
    small = await startSmallGitHub();
    comments = [];
    nextPost = null;
    lag = 0;
    small.answer = (asked) =>
      asked.path === COMMENTS ? (asked.method === 'GET' ? list(asked) : post(asked)) : undefined;
  });
  afterEach(async () => {
    await small.close();
  });

  const ensure = (marker = MARKER, body = BODY) => small.github.ensureComment(REPO, 12, marker, body);
  const posts = () => small.count('POST', /comments$/);

  function post(asked: Asked): Answer {
    const early = nextPost?.();
    if (early !== undefined && early.status < 500 && early.cut !== true && early.cutInBody !== true) return early;
    const made = ours(comments.length + 1, String(asked.body['body']));
    comments.push(made);
    return early === undefined
      ? { status: 201, body: made }
      : { ...early, body: early.cutInBody === true ? made : { message: 'Server Error' } };
  }

  function list(asked: Asked): Answer {
    const shown = lag > 0 ? comments.slice(0, -1) : comments;
    lag = Math.max(0, lag - 1);
    const page = Number(asked.query.get('page'));
    const size = Number(asked.query.get('per_page'));
    const more = shown.length > page * size;
    return {
      status: 200,
      body: shown.slice((page - 1) * size, page * size),
      headers: more ? { link: `<http://x/?page=${page + 1}>; rel="next"` } : {},
    };
  }

  function ours(id: number, body: string): Json {
    return {
      id,
      html_url: `http://x/${id}`,
      body,
      user: { login: 'planwright[bot]', type: 'Bot' },
      performed_via_github_app: { id: APP_ID },
    };
  }

  it('is created once and then found', async () => {
    expect(await ensure()).toEqual({ id: 1, url: 'http://x/1' });
    expect(await ensure()).toEqual({ id: 1, url: 'http://x/1' });
    expect(posts()).toBe(1);
  });

  it.each<[string, Answer]>([
    ['a 502 after the effect', { status: 502 }],
    ['a connection cut after the effect', { status: 200, cut: true }],
    ['an answer cut in its middle', { status: 201, cutInBody: true }],
  ])('survives %s, even when the list lags behind (R10, R11)', async (_name, trouble) => {
    nextPost = () => {
      nextPost = null;
      lag = 2;
      return trouble;
    };
    expect(await ensure()).toMatchObject({ id: 1 });
    expect(comments).toHaveLength(1);
    expect(posts()).toBe(1);
    expect(small.slept.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
  });

  it('is left for later when GitHub stays silent, without a second POST', async () => {
    small.answer = (asked) => {
      if (asked.path !== COMMENTS) return undefined;
      return asked.method === 'POST' ? { status: 503 } : { status: 200, body: [] };
    };
    await expect(ensure()).rejects.toMatchObject({ name: 'RetryLater', afterMs: null });
    expect(posts()).toBe(1);
  });

  it('is not taken for one that a stranger or another App wrote with our marker (I8)', async () => {
    comments.push(
      { id: 1, html_url: 'x', body: BODY, user: { login: 'mallory', type: 'User' }, performed_via_github_app: null },
      {
        id: 2,
        html_url: 'x',
        body: BODY,
        user: { login: 'mallory', type: 'User' },
        performed_via_github_app: { id: APP_ID },
      },
      {
        id: 3,
        html_url: 'x',
        body: BODY,
        user: { login: 'other[bot]', type: 'Bot' },
        performed_via_github_app: { id: 1 },
      },
      { id: 4, html_url: 'x', body: BODY, user: { login: 'planwright[bot]', type: 'User' } },
      { id: 5, html_url: 'x', body: BODY, user: null },
    );
    expect(await ensure()).toMatchObject({ id: 6 });
  });

  it('is not taken for one that only quotes the marker, or has another number', async () => {
    comments.push(ours(1, `Look for \`${MARKER}\` in it`), ours(2, questionMarker(TASK, 1)));
    expect(await ensure(questionMarker(TASK, 2), `${questionMarker(TASK, 2)}\n?`)).toMatchObject({ id: 3 });
    expect(await ensure()).toMatchObject({ id: 4 });
  });

  it('is found on any page, and by our name where GitHub does not tell the App', async () => {
    for (let id = 1; id <= 250; id += 1)
      comments.push({ id, html_url: 'x', body: 'hello', user: { login: 'a', type: 'User' } });
    comments.push({
      id: 251,
      html_url: 'x',
      body: `intro\r\n${MARKER}\r\ntext`,
      user: { login: 'planwright[bot]', type: 'Bot' },
    });
    expect(await ensure()).toMatchObject({ id: 251 });
    expect(posts()).toBe(0);
  });

  it('waits as told when GitHub limits, without looking as if it might exist (R12)', async () => {
    nextPost = () => {
      nextPost = null;
      return {
        status: 403,
        body: { message: 'You have exceeded a secondary rate limit.' },
        headers: { 'retry-after': '40' },
      };
    };
    expect(await ensure()).toMatchObject({ id: 1 });
    expect(small.slept).toEqual([40_000]);
  });

  it('goes back to the queue when the limit is longer than a minute, and keeps quiet until then', async () => {
    nextPost = () => ({
      status: 403,
      body: { message: 'API rate limit exceeded' },
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(Math.floor(Date.now() / 1_000) + 600) },
    });
    await expect(ensure()).rejects.toMatchObject({ name: 'RetryLater', afterMs: expect.any(Number) });
    const asked = small.asked.length;
    await expect(ensure()).rejects.toMatchObject({ name: 'RetryLater' });
    expect(small.asked).toHaveLength(asked);
  });

  it('must fit and carry its marker', async () => {
    await expect(ensure(MARKER, `${MARKER}\n${'x'.repeat(65_536)}`)).rejects.toMatchObject({ code: 'internal' });
    await expect(ensure(MARKER, 'no marker')).rejects.toMatchObject({ code: 'internal' });
    await expect(small.github.editComment(REPO, 1, 'x'.repeat(65_537))).rejects.toMatchObject({ code: 'internal' });
    expect(small.asked).toHaveLength(0 + small.count('GET', /^\/app$/));
  });

  it('is edited, tried again after a 502, or found to be gone (R13)', async () => {
    const answers: Answer[] = [
      { status: 502 },
      { status: 200, body: {} },
      { status: 404, body: {} },
      { status: 410, body: {} },
    ];
    small.answer = (asked) => (asked.method === 'PATCH' ? answers.shift() : undefined);
    expect(await small.github.editComment(REPO, 1, 'a')).toBe('edited');
    expect(await small.github.editComment(REPO, 1, 'b')).toBe('gone');
    expect(await small.github.editComment(REPO, 1, 'c')).toBe('gone');
  });
});
