import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { REPO, startSmallGitHub, type Json, type SmallGitHub } from './small-github.ts';

const BOT = { id: 9, login: 'planwright[bot]', type: 'Bot' };

describe('our own open pull requests (PLAN-2)', () => {
  let small: SmallGitHub;
  let pages: readonly (readonly Json[])[];
  beforeEach(async () => {
    small = await startSmallGitHub();
    pages = [];
    small.answer = ({ path, query }) => {
      const page = Number(query.get('page'));
      if (path === '/repos/octo/project/pulls') {
        const link = `<http://x/pulls?page=${page + 1}>; rel="next"`;
        return { status: 200, body: pages[page - 1] ?? [], headers: page < pages.length ? { link } : {} };
      }
      const number = /^\/repos\/octo\/project\/pulls\/(\d+)\/files$/.exec(path)?.[1];
      if (number === '13') return { status: 404, body: { message: 'Not Found' } };
      return number === undefined ? undefined : { status: 200, body: [{ filename: `src/${number}.js` }] };
    };
  });
  afterEach(async () => {
    await small.close();
  });

  const pull = (number: number, over: Json = {}): Json => ({
    number,
    title: `Title ${number}`,
    state: 'open',
    draft: false,
    user: BOT,
    head: { ref: `planwright/${number + 100}-fix`, repo: { id: 70 } },
    ...over,
  });
  const open = () => small.github.openPullRequests(REPO);

  it('are told with their issues and files, and nobody else’s', async () => {
    pages = [
      [
        pull(5, { draft: true }),
        pull(6, { user: { id: 1, login: 'mika', type: 'User' } }),
        pull(7, { user: { ...BOT, login: 'other[bot]' } }),
        pull(10, { user: { ...BOT, type: 'User' } }),
        pull(8, { head: { ref: 'planwright/108-fix', repo: { id: 71 } } }),
        pull(9, { head: { ref: 'fix', repo: { id: 70 } } }),
        pull(13),
      ],
    ];
    expect(await open()).toEqual({
      pulls: [
        { number: 5, title: 'Title 5', draft: true, issue: 105, files: ['src/5.js'] },
        { number: 13, title: 'Title 13', draft: false, issue: 113, files: [] },
      ],
      hasMore: false,
    });
    const query = small.asked.find(({ path }) => path.endsWith('/pulls'))?.query;
    expect([query?.get('state'), query?.get('direction')]).toEqual(['open', 'desc']);
  });

  it('are looked for on two pages, and the files of twenty are read', async () => {
    pages = [1, 2, 3].map((page) => Array.from({ length: 15 }, (_, index) => pull(page * 100 + index)));
    const { pulls, hasMore } = await open();
    expect([pulls.length, hasMore]).toEqual([20, true]);
    expect(small.count('GET', /\/pulls$/)).toBe(2);
    expect(small.count('GET', /\/files$/)).toBe(20);
    pages = pages.slice(1, 2);
    expect((await open()).hasMore).toBe(false);
  });
});
