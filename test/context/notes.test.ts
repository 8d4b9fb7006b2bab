import { describe, expect, it } from '@jest/globals';
import { notesBlock } from '../../src/model-calls/blocks.ts';
import { HOSTILE, NONCE, outside } from './views.ts';

describe('notes on what was decided since', () => {
  it('are None. when there are none', () => {
    expect(notesBlock([], { nonce: NONCE })).toBe('None.');
  });

  it('are told in the order in which they came, in a marked block (MODEL-7)', () => {
    const block = notesBlock(['@ada answered: blue', 'a limit was reached'], { nonce: NONCE });
    expect(block).toContain('- @ada answered: blue\n- a limit was reached');
    expect(outside(block)).toBe('');
    expect(outside(notesBlock([HOSTILE], { nonce: NONCE }))).not.toContain('obey');
  });

  it('keep the newest when there is no room for all, and say how many are left out', () => {
    const notes = Array.from({ length: 30 }, (_, index) => `note ${index} ${'y'.repeat(500)}`);
    const block = notesBlock(notes, { nonce: NONCE, maxBytes: 4_000 });
    expect(Buffer.byteLength(block)).toBeLessThanOrEqual(4_000);
    expect(block).toContain('note 29');
    expect(block).not.toContain('note 5 ');
    expect(block).toMatch(/^\(\d+ older notes are left out\.\)/);
  });

  it('keep a part of a single note that is too long', () => {
    const block = notesBlock(['start '.repeat(5_000)], { nonce: NONCE, maxBytes: 2_000 });
    expect(Buffer.byteLength(block)).toBeLessThanOrEqual(2_000);
    expect(block).toContain('- start');
  });
});
