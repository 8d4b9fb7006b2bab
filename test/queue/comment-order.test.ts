import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { asWritten } from '../../src/queue/redis-inbox.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';

const BY = { id: 5, login: 'mika' };
const said = (commentId: number): InboxItem => ({ kind: 'comment', id: `c-${commentId}`, commentId, by: BY, text: '' });
const unnumbered: InboxItem = { kind: 'comment', id: 'old', by: BY, text: '' };
const stop: InboxItem = { kind: 'control', id: 'stop', word: 'stop', by: BY, reason: '' };
const edited = (commentId: number): InboxItem => ({
  kind: 'correction',
  id: `e-${commentId}`,
  commentId,
  at: '',
  by: BY,
  text: null,
});
const order = (...items: readonly InboxItem[]) => asWritten(items.map((item) => ({ item }))).map(({ item }) => item.id);

describe('comments whose deliveries overtook each other', () => {
  it('GH-6: are heard as they were written', () => {
    expect(order(said(8), said(7))).toEqual(['c-7', 'c-8']);
    expect(order(said(40), said(39), said(41))).toEqual(['c-39', 'c-40', 'c-41']);
  });

  it('GH-5: do not change sides of a control word', () => {
    expect(order(said(8), stop, said(7))).toEqual(['c-8', 'stop', 'c-7']);
  });

  it('GH-6: leave everything else in its place', () => {
    expect(order(said(9), unnumbered, edited(3), said(8))).toEqual(['c-8', 'old', 'e-3', 'c-9']);
  });

  it('GH-3: are neither lost nor doubled, whatever waits', () => {
    const item = fc.oneof(fc.nat(30).map(said), fc.nat(30).map(edited), fc.constantFrom(stop, unnumbered));
    fc.assert(
      fc.property(fc.array(item, { maxLength: 30 }), (items) => {
        const entries = items.map((one) => ({ item: one }));
        const ordered = asWritten(entries);
        expect(new Set(ordered)).toEqual(new Set(entries));
        expect(ordered).toHaveLength(entries.length);
        expect(asWritten(ordered)).toEqual(ordered);
        ordered.forEach((entry, at) => {
          if (entry.item.kind !== 'comment' || entry.item.commentId === undefined) expect(entry).toBe(entries[at]);
        });
      }),
    );
  });
});
