import { describe, expect, it } from '@jest/globals';
import { MAX_SAID, saidBlock } from '../../src/model-calls/said-block.ts';
import { NONCE } from './views.ts';
import type { Said } from '../../src/state/question.ts';

const mika = { id: 8, login: 'mika' };
const comment = (text: string): Said => ({ kind: 'comment', by: mika, asked: '', text });
const shown = (said: readonly Said[], maxBytes = MAX_SAID) => saidBlock(said, { nonce: NONCE, maxBytes });

describe('what people said, as every call is shown it', () => {
  it('says whose word it is, what was asked, and what was only assumed, oldest first (PLAN-2)', () => {
    const text = shown([
      { kind: 'answer', by: mika, asked: 'Which way to round?', text: 'Half up.' },
      { kind: 'assumption', by: null, asked: 'Which file?', text: 'src/round.js' },
      comment('Never touch the tests.'),
    ]);
    const order = ['Which way to round?', 'Half up.', 'Which file?', 'src/round.js', 'Never touch the tests.'];
    expect(order.map((part) => text.indexOf(part))).toEqual(
      order.map((part) => text.indexOf(part)).toSorted((a, b) => a - b),
    );
    for (const part of [...order, '@mika', 'nobody answered', 'the later one counts']) expect(text).toContain(part);
    expect(shown([])).toBe('Nothing.');
  });

  it('shortens the oldest first and drops none, within its room (PLAN-2)', () => {
    const said = Array.from({ length: 20 }, (_, at) => comment(`No ${at}: ${'word '.repeat(400)} end ${at}.`));
    const text = shown(said);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_SAID);
    for (let at = 0; at < 20; at += 1) expect(text).toContain(`No ${at}:`);
    expect(text).toContain('end 19.');
    expect(text).not.toContain('left out');
  });

  it('stays within its room however much was said (PLAN-2)', () => {
    for (const [count, length] of [
      [2_000, 10],
      [1, 500_000],
      [300, 900],
    ] as const)
      for (const room of [1_000, 6_000, MAX_SAID]) {
        const text = shown(
          Array.from({ length: count }, (_, at) => comment(`${at} ${'あ'.repeat(length)}`)),
          room,
        );
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(room);
        expect(text).toContain(`${count - 1} あ`);
      }
  });
});
