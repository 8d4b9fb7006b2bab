import { describe, expect, it } from '@jest/globals';
import { createAnswerCache } from '../../src/github/answer-cache.ts';
import {
  carriesMarker,
  progressMarker,
  questionMarker,
  replyMarker,
  resultMarker,
} from '../../src/ports/comment-marker.ts';
import { translateError } from '../../src/github/translate-error.ts';

describe('markers', () => {
  it('are those of the outside contract (OPS-9)', () => {
    expect([progressMarker('u'), questionMarker('u', 3), resultMarker('u'), replyMarker('u', 'k')]).toEqual([
      '<!-- planwright:progress task=u -->',
      '<!-- planwright:question task=u id=3 -->',
      '<!-- planwright:result task=u -->',
      '<!-- planwright:reply task=u id=k -->',
    ]);
  });

  it('count on a line of their own alone', () => {
    const marker = progressMarker('u');
    expect(['text\r\n' + marker + '  \r\n', marker].every((body) => carriesMarker(body, marker))).toBe(true);
    expect(
      ['> ' + marker, '`' + marker + '`', progressMarker('uu'), ''].some((body) => carriesMarker(body, marker)),
    ).toBe(false);
  });
});

describe('the cache of answers', () => {
  it('forgets what was used longest ago, and never keeps what is too large', () => {
    const cache = createAnswerCache(400);
    const answer = (data: string) => ({ etag: 'e', link: '', data });
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, answer('x'.repeat(50)));
    cache.get('a');
    cache.set('e', answer('x'.repeat(50)));
    cache.set('huge', answer('x'.repeat(300)));
    expect(['a', 'b', 'd', 'e', 'huge'].map((key) => cache.get(key) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('limits of GitHub', () => {
  const limited = (status: number, headers: Readonly<Record<string, string>>, message = 'no') =>
    translateError(
      Object.assign(new Error(message), { name: 'HttpError', status, response: { headers, data: { message } } }),
      {
        what: 'It',
        nowMs: 1_000_000,
      },
    );

  it.each([
    [403, { 'retry-after': '7' }, 7_000],
    [429, {}, 60_000],
    [429, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1090' }, 91_000],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1090', date: 'Thu, 01 Jan 1970 00:18:00 GMT' }, 11_000],
    [429, { 'retry-after': '315360000' }, 7_200_000],
    [403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1790000000000' }, 7_200_000],
  ])('%i with %j mean a wait of %i ms (R12)', (status, headers, afterMs) => {
    expect(limited(status, headers)).toMatchObject({ name: 'RetryLater', afterMs });
  });

  it('are told apart from a refusal', () => {
    expect(limited(403, { 'x-ratelimit-remaining': '4000' }, 'You have exceeded a secondary rate limit')).toMatchObject(
      {
        afterMs: 60_000,
      },
    );
    expect(limited(403, { 'x-ratelimit-remaining': '4000' }, 'Repository was archived so is read-only.')).toMatchObject(
      {
        code: 'github_refused',
      },
    );
  });
});
