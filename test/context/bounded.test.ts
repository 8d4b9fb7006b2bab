import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  boundedAround,
  boundedBlock,
  boundedLines,
  boundedOutput,
  boundedText,
  oneCommand,
  oneLine,
  shortenBytes,
} from '../../src/model-calls/bounded.ts';
import { HOSTILE, NONCE, outside } from './views.ts';
import { runs } from '../long.ts';

const pieces = fc.constantFrom(
  '<untrusted',
  '</',
  NONCE,
  '`',
  '```',
  '\n',
  '<!--',
  '-->',
  '\u200b',
  '長',
  '😀',
  'x',
  ' ',
  '\ud800',
  HOSTILE,
);
const texts = fc.array(pieces, { maxLength: 80 }).map((list) => list.join('').repeat(20));

describe('one line of a text (MODEL-7)', () => {
  it('has as much room for Japanese as for English, and ends with no half of a letter', () => {
    const [japanese, english] = ['あ'.repeat(500), 'a'.repeat(500)];
    for (const text of [japanese, english]) expect(oneLine(text, 500)).toBe(text);
    expect(oneLine(`${japanese}い`, 500)).toBe(`${japanese.slice(1)}…`);
    expect(oneLine('a\n b  😀😀', 6)).toBe('a b …');
    expect(oneLine('a\n b  😀😀', 7)).toBe('a b 😀…');
  });

  it('loses nothing of a list that just fits', () => {
    const room = { nonce: NONCE, maxBytes: 1_000 };
    for (let length = 600; length < 1_000; length += 1)
      expect(boundedAround('list', { lines: ['x'.repeat(length)], at: 0 }, room)).toMatch(/x{600}/);
  });

  it('shows both ends of a command', () => {
    expect(oneCommand('npm test', 60)).toBe('npm test');
    expect(oneCommand(`begin ${'x'.repeat(100)} end`, 25)).toMatch(/^begin x+ … x+ end$/);
    expect(oneCommand(`begin ${'x'.repeat(100)} end`, 25).length).toBeLessThanOrEqual(25);
  });
});

describe('bounded blocks', () => {
  it('are never larger than they may be and never broken out of, whatever they hold (MODEL-7)', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 400, max: 6_000 }), (text, maxBytes) => {
        for (const block of [
          boundedBlock('l', text, { nonce: NONCE, maxBytes }),
          boundedOutput('l', text, { nonce: NONCE, maxBytes }),
          boundedLines('l', text.split('\n'), { nonce: NONCE, maxBytes }),
        ]) {
          expect(Buffer.byteLength(block)).toBeLessThanOrEqual(maxBytes);
          expect(outside(block)).toMatch(/^(?:\n\(\d+ characters of hidden text were removed from this block\.\))?$/);
          expect(block.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: runs(300, 60) },
    );
  });

  it('leave short text as it is', () => {
    expect(boundedOutput('l', '```\n<!-- a -->', { nonce: NONCE, maxBytes: 500 })).toContain('\n```\n<!-- a -->\n');
    expect(boundedLines('l', ['a', 'b'], { nonce: NONCE, maxBytes: 500 })).toContain('\na\nb\n');
  });

  it('keep head and tail of long text and never half a letter', () => {
    const text = `start${'長'.repeat(3_000)}end`;
    for (const maxBytes of [200, 201, 202, 203]) {
      const short = shortenBytes(text, maxBytes);
      expect(short).toMatch(/^start長+\n… cut here …\n長+end$/);
      expect(Buffer.byteLength(short)).toBeLessThanOrEqual(maxBytes);
    }
  });

  it('say what readers do not see of it, or only when they ask (I2)', () => {
    const room = { nonce: NONCE, maxBytes: 900 };
    expect(outside(boundedBlock('l', 'a <b title="x">\n<details>b</details>', room))).toBe(
      '\n(10 characters of hidden text were removed from this block.)' +
        '\n(What is between <details> tags is folded away: readers see it when they open it.)',
    );
    expect(outside(boundedText('l', 'a <b title="x">', room))).toBe('');
  });

  it('count the lines there is no room for', () => {
    const block = boundedLines(
      'l',
      Array.from({ length: 500 }, (_, index) => `${index} ${'y'.repeat(100)}`),
      { nonce: NONCE, maxBytes: 2_000 },
    );
    expect(block).toMatch(/… and \d+ more\n/);
    expect(block).toContain('\n0 y');
  });
});
