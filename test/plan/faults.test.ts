import { describe, expect, it } from '@jest/globals';
import { groupedBy, MAX_FAULTS, toldFaults, listed, quoted } from '../../src/plan/faults.ts';

const many = (kind: string, count: number) => Array.from({ length: count }, (_, index) => `${kind}${index}`);

describe('what is wrong with a plan, as the model is told it (PLAN-1)', () => {
  it('is told kind by kind, each fault once', () => {
    expect(toldFaults([['b1', 'b2', 'b1'], [], ['a1', 'b2']])).toEqual(['b1', 'b2', 'a1']);
    expect(toldFaults([])).toEqual([]);
    expect(toldFaults([many('a', MAX_FAULTS)])).toEqual(many('a', MAX_FAULTS));
  });

  it('is bounded, with a number for the rest, and a hundred faults of one kind hide none of another', () => {
    expect(toldFaults([many('a', 100), many('b', 2), many('c', 50)])).toEqual([
      ...many('a', 9),
      ...many('b', 2),
      ...many('c', 9),
      '… and 132 more like these; look for them too.',
    ]);
    expect(toldFaults([many('a', 20), ['last']]).slice(-2)).toEqual([
      'last',
      '… and 1 more like these; look for them too.',
    ]);
  });

  it('quotes what the model wrote in short, and no more names than people would', () => {
    expect(quoted('x'.repeat(5_000))).toHaveLength(82);
    expect(toldFaults([['x'.repeat(5_000)]])[0]).toHaveLength(600);
    expect([listed([]), listed(['a']), listed(['a', 'b']), listed(many('t', 5)), listed(many('t', 7))]).toEqual([
      '',
      '"a"',
      '"a" and "b"',
      '"t0", "t1", "t2", "t3" and "t4"',
      '"t0", "t1", "t2", "t3", "t4" and 2 more',
    ]);
  });

  it('tells one cause once, whatever names objects have of their own', () => {
    const names = ['__proto__', 'constructor', '__proto__'];
    expect([...groupedBy([names, ['constructor']], (entry) => entry)]).toEqual([
      ['__proto__', [names]],
      ['constructor', [names, ['constructor']]],
    ]);
  });
});
