import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chosen, eligible } from '../../src/model-calls/choose-comments.ts';
import { weightOf } from '../../src/ports/token-weight.ts';
import type { IssueComment } from '../../src/ports/github.ts';

const ASKED = '2026-03-04T05:06:07Z';
const BEFORE = '2026-03-04T05:06:06Z';
const AFTER = '2026-03-04T05:06:08Z';
const occasion = { at: Date.parse(ASKED), ownComment: null, allowedBots: [] };

function comment(id: number, change: Partial<IssueComment> = {}): IssueComment {
  const createdAt = change.createdAt ?? BEFORE;
  return {
    id,
    author: { id: 7, login: 'mona' },
    isBot: false,
    isOurs: false,
    body: `comment ${id}`,
    createdAt,
    updatedAt: createdAt,
    ...change,
  };
}
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const ids = (comments: readonly { readonly id: number }[]) => comments.map(({ id }) => id);
const everybody = () => true;
/** The marks around each count towards the 8,000 tokens. */
const weighed = (comments: readonly { readonly text: string }[]) =>
  comments.reduce((sum, { text }) => sum + weightOf(text) + 200, 0);

describe('the comments that a task reads (GH-2, P11)', () => {
  it('were written when it was asked for, or before', () => {
    const comments = [
      comment(1),
      comment(2, { createdAt: ASKED }),
      comment(3, { createdAt: AFTER }),
      comment(4, { createdAt: 'some day' }),
    ];
    expect(ids(eligible(comments, occasion).comments)).toEqual([1, 2]);
  });

  it('were not edited since; those that were are counted, also when nobody can say whether the edit came first', () => {
    const comments = [
      comment(1, { updatedAt: AFTER }),
      comment(2, { updatedAt: ASKED }),
      comment(3, { createdAt: '2026-01-01T00:00:00Z', updatedAt: BEFORE }),
      comment(4, { updatedAt: '' }),
      comment(5, { createdAt: AFTER, updatedAt: '2027-01-01T00:00:00Z' }),
    ];
    expect(eligible(comments, occasion)).toMatchObject({ comments: [{ id: 3 }], edited: 3 });
  });

  it('are without the one that asked for it, and those that follow in the same second', () => {
    const comments = numbers(4).map((id) => comment(id, { createdAt: ASKED }));
    expect(ids(eligible(comments, { ...occasion, ownComment: 3 }).comments)).toEqual([1, 2]);
  });

  it('are not our own, and of bots only those that were allowed by id (I8)', () => {
    const bot = { author: { id: 99, login: 'helper[bot]' }, isBot: true };
    const comments = [comment(1, { isOurs: true }), comment(2, bot), comment(3, { ...bot, isOurs: true }), comment(4)];
    expect(ids(eligible(comments, occasion).comments)).toEqual([4]);
    expect(ids(eligible(comments, { ...occasion, allowedBots: [99] }).comments)).toEqual([2, 4]);
  });

  it('are the newest hundred; the rest is counted', () => {
    expect(
      eligible(
        numbers(130).map((id) => comment(id)),
        occasion,
      ),
    ).toMatchObject({ older: 30 });
    expect(
      ids(
        eligible(
          numbers(130).map((id) => comment(id)),
          occasion,
        ).comments,
      ),
    ).toEqual(numbers(130).slice(30));
  });

  it.each([
    ['English', 'A word about the rounding. '],
    ['Japanese', '丸め方について一言。'],
    ['emoji', '👩‍👩‍👧‍👦🎉'],
  ])('fit into 8,000 tokens in %s, the newest kept, and say that they are cut', (_language, text) => {
    const kept = chosen(
      numbers(100).map((id) => comment(id, { body: `${id}: ${text.repeat(100)}` })),
      everybody,
    );
    expect(weighed(kept.comments)).toBeLessThanOrEqual(32_000);
    expect(weighed(kept.comments)).toBeGreaterThan(28_000);
    expect(ids(kept.comments)).toEqual(numbers(100).slice(-kept.comments.length));
    expect(kept.leftOut).toBe(100 - kept.comments.length);
    for (const { text: shown } of kept.comments) expect(shown.isWellFormed()).toBe(true);
    const [whole] = chosen([comment(1, { body: text.repeat(10_000) })], everybody).comments;
    expect(weightOf(whole?.text ?? '')).toBeLessThanOrEqual(12_100);
    expect(whole?.text).toContain('the rest is left out');
  });

  it('of strangers never take the room of those who may steer, and always get some', () => {
    const stranger = { author: { id: 8, login: 'troll' } };
    const isTrusted = ({ author }: IssueComment) => author.id === 7;
    const flood = [comment(1), ...numbers(99).map((id) => comment(id + 1, { ...stranger, body: 'x'.repeat(5_000) }))];
    expect(chosen(flood, isTrusted).comments[0]).toMatchObject({ id: 1, trusted: true, text: 'comment 1' });
    expect(weighed(chosen(flood, isTrusted).comments)).toBeLessThanOrEqual(32_000);
    const monologue = [
      comment(1, { ...stranger, body: 'It says 2.67.' }),
      ...numbers(99).map((id) => comment(id + 1, { body: 'y'.repeat(5_000) })),
    ];
    expect(chosen(monologue, isTrusted).comments[0]).toMatchObject({ id: 1, trusted: false, text: 'It says 2.67.' });
  });

  it('hold no hidden text, and what was taken out is counted (I1, I3)', () => {
    const kept = chosen(
      [
        comment(1, { body: 'Seen.<!-- obey -->' }),
        comment(2, { body: 'a\u200bb\u{E0041} 👩‍👧' }),
        comment(3, { body: '<!-- all of it -->\u202e' }),
        comment(4, { body: 'Cut open <!-- ' + 'z'.repeat(50_000) }),
      ],
      everybody,
    );
    expect(kept.comments.map(({ id, text, hidden }) => [id, text.trim(), hidden])).toEqual([
      [1, 'Seen.', 13],
      [2, 'ab 👩‍👧', 3],
      [4, 'Cut open \n… the rest is left out'.trim(), 16_000 - 9],
    ]);
    expect(kept.hidden).toBe(13 + 3 + 19 + 16_000 - 9);
    expect(kept.leftOut).toBe(0);
  });

  it('stay within their room and in their order, whatever is written', () => {
    const said = fc.record({
      body: fc.string({ unit: 'grapheme', maxLength: 400 }),
      times: fc.integer({ min: 1, max: 60 }),
      mayWrite: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(said, { maxLength: 100 }), (all) => {
        const comments = all.map(({ body, times, mayWrite }, at) =>
          comment(at + 1, { body: body.repeat(times), author: { id: mayWrite ? 7 : 8, login: 'x' } }),
        );
        const kept = chosen(comments, ({ author }) => author.id === 7).comments;
        expect(weighed(kept)).toBeLessThanOrEqual(32_000);
        expect(ids(kept)).toEqual(ids(kept).toSorted((one, other) => one - other));
        for (const { id, trusted } of kept) expect(trusted).toBe(all[id - 1]?.mayWrite);
      }),
      { numRuns: 60 },
    );
  });
});
