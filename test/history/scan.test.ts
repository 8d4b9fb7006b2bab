import { describe, expect, it } from '@jest/globals';
import { scan } from '../../src/history/scan.ts';

const line = (seq: number, w = 'one') =>
  `${JSON.stringify({ seq, type: 'action', timestamp: '2026-01-01T00:00:00.000Z', w })}\n`;
const BATCH = [1, 2, 3].map((seq) => line(seq, 'one:1-3')).join('');

function scanned(...parts: readonly string[]) {
  const { entries, wholeBytes, damage } = scan(Buffer.from(parts.join('')), 1);
  return { seqs: entries.map(({ seq }) => seq), wholeBytes, damaged: damage?.line ?? null };
}

describe('Lines read as history (PLAN-4)', () => {
  it('go on after a whole batch with the number behind its last', () => {
    const all = [BATCH, line(4), line(5)];
    expect(scanned(...all)).toEqual({ seqs: [1, 2, 3, 4, 5], wholeBytes: all.join('').length, damaged: null });
  });

  it('are damaged by a bad line that anything follows, even if that is torn itself; what stands before stays readable', () => {
    expect(scanned(line(1), 'rubbish\n', line(2).slice(0, 9))).toMatchObject({ seqs: [1], damaged: 2 });
    expect(scanned(line(1), 'rubbish\n')).toEqual({ seqs: [1], wholeBytes: line(1).length, damaged: null });
  });

  it('are whole up to where a batch began that was cut short, between its lines or within one', () => {
    const begun = [line(1), line(2, 'one:2-4'), line(3, 'one:2-4')];
    const expected = { seqs: [1], wholeBytes: line(1).length, damaged: null };
    expect(scanned(...begun)).toEqual(expected);
    expect(scanned(...begun, line(4, 'one:2-4').slice(0, -5))).toEqual(expected);
    expect(scanned(...begun, 'rubbish\n')).toEqual(expected);
  });

  it('are damaged by a line of somebody else in the middle of a batch, whatever its number', () => {
    expect(scanned(line(1, 'one:1-2'), line(2, 'two:1-2'), line(3))).toMatchObject({ seqs: [], damaged: 2 });
  });

  it('have numbers from 1 on', () => {
    expect(scanned(line(0), line(1))).toMatchObject({ seqs: [], damaged: 1 });
    expect(scanned(line(1), line(-1), line(2))).toMatchObject({ seqs: [1], damaged: 2 });
  });
});
