import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { progressMarker } from '../../src/ports/comment-marker.ts';
import { APP_ID, REPO, TASK, startSmallGitHub, type Asked, type Json, type SmallGitHub } from './small-github.ts';

const COMMENTS = '/repos/octo/project/issues/12/comments';
const AT = Date.parse('2026-03-04T05:06:07Z');

describe('the newest comments on an issue (GH-2, GH-10)', () => {
  let small: SmallGitHub;
  let comments: Json[];
  beforeEach(async () => {
    small = await startSmallGitHub();
    comments = [];
    small.answer = (asked) => (asked.path === COMMENTS ? page(asked) : undefined);
  });
  afterEach(async () => {
    await small.close();
  });

  function page(asked: Asked) {
    const number = Number(asked.query.get('page'));
    const last = Math.max(1, Math.ceil(comments.length / 100));
    const to = (target: number, rel: string) =>
      `<http://x/repositories/70/issues/12/comments?per_page=100&page=${target}>; rel="${rel}"`;
    const links = number < last ? [to(number + 1, 'next'), to(last, 'last')] : [to(1, 'first')];
    return { status: 200, body: comments.slice((number - 1) * 100, number * 100), headers: { link: links.join(', ') } };
  }
  const written = (id: number, seconds = 0, change: Json = {}): Json => {
    const at = new Date(AT + seconds * 1_000).toISOString();
    return {
      id,
      html_url: `http://x/${id}`,
      body: `c${id}`,
      created_at: at,
      updated_at: at,
      user: { id: 5, login: 'mona', type: 'User' },
      ...change,
    };
  };
  const many = (count: number, seconds = 0, from = 0) =>
    Array.from({ length: count }, (_, at) => written(from + at + 1, seconds));
  const read = () => small.github.commentsUntil(REPO, 12, AT);
  const pages = () => small.asked.filter(({ path }) => path === COMMENTS).map(({ query }) => Number(query.get('page')));

  it('are read with one call where there are few', async () => {
    comments = many(3);
    expect(await read()).toMatchObject({ comments: [{ id: 1 }, { id: 2 }, { id: 3 }], older: 0 });
    expect(pages()).toEqual([1]);
  });

  it('are those at the end where there are many; the rest is counted', async () => {
    comments = many(1_230);
    const { comments: found, older } = await read();
    expect([found[0]?.id, found.at(-1)?.id, older]).toEqual([1_101, 1_230, 1_100]);
    expect(pages()).toEqual([1, 13, 12]);
  });

  it('reach past what was written since, but not without end', async () => {
    comments = [...many(250), ...many(150, 60, 250)];
    expect((await read()).comments[0]?.id).toBe(101);
    expect(pages()).toEqual([1, 4, 3, 2]);
    comments = [...many(100), ...many(2_000, 60, 100)];
    expect(await read()).toMatchObject({ older: 1_700 });
    expect(pages().slice(4)).toEqual([1, 21, 20, 19, 18]);
  });

  it('say who wrote them: people, bots, this App, ghosts', async () => {
    comments = [
      written(1),
      written(2, 0, { user: { id: 6, login: 'helper[bot]', type: 'Bot' } }),
      written(3, 0, {
        user: { id: 7, login: 'planwright[bot]', type: 'Bot' },
        performed_via_github_app: { id: APP_ID },
      }),
      written(4, 0, { user: null, body: null, created_at: null, updated_at: null }),
    ];
    const nobody = { author: { id: 10_137, login: 'ghost' }, body: '', createdAt: '', updatedAt: '' };
    expect((await read()).comments).toMatchObject([
      {
        author: { id: 5, login: 'mona' },
        isBot: false,
        isOurs: false,
        body: 'c1',
        createdAt: '2026-03-04T05:06:07.000Z',
      },
      { isBot: true, isOurs: false },
      { isBot: true, isOurs: true },
      nobody,
    ]);
  });

  it('are answered from what is known when nothing changed, with all that is needed of it', async () => {
    comments = many(2);
    const marker = progressMarker(TASK);
    small.answer = (asked) => {
      if (asked.path !== COMMENTS) return undefined;
      if (asked.method === 'POST') return { status: 201, body: written(9) };
      return asked.headers['if-none-match'] === '"same"'
        ? { status: 304 }
        : { ...page(asked), headers: { etag: '"same"' } };
    };
    // Looking for our own comment requests the same page.
    await small.github.ensureComment(REPO, 12, marker, marker);
    expect((await read()).comments).toMatchObject([
      { author: { id: 5 }, createdAt: expect.stringContaining('2026') },
      { id: 2 },
    ]);
    expect(small.calls.filter(({ status }) => status === 304)).toHaveLength(1);
  });
});
