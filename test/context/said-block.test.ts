import { describe, expect, it } from '@jest/globals';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { MAX_SAID, saidBlock } from '../../src/model-calls/said-block.ts';
import { NONCE } from './views.ts';
import type { Said } from '../../src/state/question.ts';

const mika = { id: 8, login: 'mika' };
const comment = (text: string): Said => ({ kind: 'comment', by: mika, asked: '', text });
const prompts = await loadPrompts();
const shown = (said: readonly Said[], maxBytes = MAX_SAID, words = prompts) =>
  saidBlock(said, { nonce: NONCE, maxBytes }, words);

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

  it('does not say of an assumption that nobody was asked about that nobody answered, and says it once (PLAN-2)', () => {
    const text = shown([{ kind: 'assumption', by: null, asked: 'dist/ stays', text: 'dist/ stays' }]);
    expect(text).toContain('label="assumed without asking"');
    expect(text).not.toMatch(/Asked:|nobody answered/);
    expect(text.match(/dist\/ stays/g)).toHaveLength(1);
  });

  it('shows a question whole, in Japanese, too: "the latter" says nothing without its end (PLAN-2)', () => {
    const asked = `${'どちらの結果にしますか。'.repeat(20)}前者は null を残し、後者は null を捨てます。`;
    expect(shown([{ kind: 'answer', by: mika, asked, text: '後者で。' }])).toContain(asked);
  });

  it('says of an assumption that has to be shortened what it said of it whole (PLAN-2)', () => {
    const text = 'dist/ stays. '.repeat(100);
    const first: Said = { kind: 'assumption', by: null, asked: text, text };
    const block = shown([first, comment('x'.repeat(3_000))], 4_000);
    expect(block).toContain('label="assumed without asking"');
    expect(block).not.toMatch(/Asked:|nobody answered/);
    expect(block).not.toContain(text);
  });

  it('shortens the oldest to their first 500 characters, no more than it has to, and drops none (PLAN-2)', () => {
    const text = (at: number) => `No ${at}: ${'word '.repeat(300)}end ${at}.`;
    const block = shown(Array.from({ length: 20 }, (_, at) => comment(text(at))));
    for (let at = 0; at < 20; at += 1) expect(block).toContain(text(at).slice(0, 500));
    const whole = Array.from({ length: 20 }, (_, at) => block.includes(`end ${at}.`));
    expect(whole).toEqual(whole.toSorted((one, other) => Number(one) - Number(other)));
    expect([whole[0], whole[19]]).toEqual([false, true]);
    expect(Buffer.byteLength(block)).toBeLessThanOrEqual(MAX_SAID);
  });

  it('drops none where not even that has room, and shortens hundreds further (PLAN-2)', () => {
    const many = (count: number) =>
      shown(Array.from({ length: count }, (_, at) => comment(`No ${at}: ${'x'.repeat(900)}`)));
    const [forty, hundreds] = [many(40), many(600)];
    for (let at = 0; at < 40; at += 1) expect(forty).toContain(`No ${at}: ${'x'.repeat(490)}`);
    for (let at = 0; at < 600; at += 1) expect(hundreds).toContain(`No ${at}: x`);
    expect(Buffer.byteLength(hundreds)).toBeLessThan(600 * 400);
    expect(Buffer.byteLength(shown([comment('y'.repeat(500_000))], 6_000))).toBeLessThanOrEqual(6_000);
    // Also below the operator's own words (MODEL-7).
    const wordy = shown([comment('y'.repeat(500_000))], 6_000, {
      digest: '',
      render: () => 'Later ones count. '.repeat(200),
    });
    expect(wordy).toMatch(/^Later ones count\./);
    expect(Buffer.byteLength(wordy)).toBeLessThanOrEqual(6_000);
  });

  it('says what was edited since, and what stems from an earlier task (PLAN-2)', () => {
    const block = shown([
      { ...comment('Half up.'), isEarlier: true },
      { ...comment('Down.'), by: { id: 9, login: 'gone' }, isEarlier: true, mayNotSteer: true },
      { ...comment('Half even.'), editedAt: '2026-05-01T12:00:00Z' },
    ]);
    expect(block).toContain('comment by @mika - in an earlier task - may steer this work');
    expect(block).toContain('comment by @gone - in an earlier task - no write access"');
    expect(block).toContain('comment by @mika - edited since - may steer this work');
    expect(block).toContain('from an earlier task of this issue counts unless');
  });
});
