import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { plainWithoutInvisible, withoutInvisible, withVisibleCharacters } from '../../src/people/hidden-text.ts';
import { growthOf } from '../growth.ts';
import { runs } from '../long.ts';

function shown(text: string): string {
  return withoutInvisible(text).text;
}

describe('withoutInvisible (I1, I3)', () => {
  it.each([
    ['a <!-- x --> b', 'a  b'],
    ['a <!-- x\ny --> b', 'a \n b'],
    ['a <!-- never closed', 'a '],
    ['a <!-- x --!> b', 'a  b'],
    ['a <!--> b --> c', 'a  b --> c'],
    ['<!-<!-- a -->- x -->z', 'z'],
    ['<!<!-- a -->-- x -->z', 'z'],
    ['a <!-- `code` --> b', 'a  b'],
  ])('takes comments out of %j', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    '```html\n<!-- shown -->\n```\nafter',
    'Write `<!-- shown -->` here.',
    'Write ``<!-- ` -->`` here.',
    '~~~\n<!-- shown -->\n```\n~~~',
    '```\n<!-- an open fence runs to the end',
    'before\r\n```\r\n<!-- shown -->\r\n```\r\nafter',
  ])('keeps the comments of visible code in %j', (text) => {
    expect(withoutInvisible(text)).toEqual({ text, removed: 0 });
  });

  it('keeps code samples below a hidden template comment', () => {
    expect(shown('<!-- describe -->\n```html\n<!-- shown -->\n```')).toBe('\n```html\n<!-- shown -->\n```');
    expect(shown('`<!-- shown -->` and <!-- HIDDEN -->')).toBe('`<!-- shown -->` and ');
  });

  it.each([
    '- ```\n  x\n  ```\n<!-- HIDDEN -->',
    'para\n```\n\n```\n<!-- HIDDEN -->',
    '<div>\n```\n<!-- HIDDEN -->\n```\n</div>',
    '<pre>\n\n```\n<!-- HIDDEN -->\n```\n</pre>',
    '> ```\n\n```\nx\n```\n<!-- HIDDEN -->\n',
    '\u00a0```\n<!-- HIDDEN -->',
    '\u200b```\n<!-- HIDDEN -->',
    '\\`<!-- HIDDEN -->`',
    '`a\nb` <!-- HIDDEN --> `c`',
    '<a title="`"> <!-- HIDDEN --> `',
    '| ` | <!-- HIDDEN --> ` |',
    '<!-- a --> `<!-- HIDDEN -->`',
    'text <!-- a\n```\nb -->\n```\n<!-- HIDDEN -->',
    'x <!-- ` --> <!-- HIDDEN --> ` y',
    '<!-- a --!>\n```\n<!-- HIDDEN -->\n```',
    '``` a`b\n<!-- HIDDEN -->',
    '~~~ \r<!-- a -->\r~~~\r<!-- HIDDEN -->',
  ])('is not fooled by what only looks like code: %j', (text) => {
    expect(shown(text)).not.toContain('HIDDEN');
  });

  it.each([
    0xad, 0x200b, 0x200c, 0x200d, 0x200e, 0x202e, 0x2060, 0x2066, 0x180e, 0xfe0f, 0xfeff, 0xe0041, 0xe0101, 0xe000,
    0xf0000, 0x3164, 0xfff9, 0x7f, 0x1b, 0x0, 0x115f,
  ])('removes the code point %i', (codePoint) => {
    const hidden = String.fromCodePoint(codePoint);
    expect(withoutInvisible(`a${hidden}b`)).toEqual({ text: 'ab', removed: hidden.length });
  });

  it('turns odd spaces into plain ones', () => {
    expect(withoutInvisible('a\u2800b\u3000c\u00a0d')).toEqual({ text: 'a b c d', removed: 0 });
  });

  it.each(['👩‍💻', '👨‍👩‍👧‍👦', '🏳️‍🌈', '❤️', '1️⃣', '🇯🇵', '👍🏽', '日本語とémoji'])('keeps %s', (text) => {
    expect(withoutInvisible(text)).toEqual({ text, removed: 0 });
  });

  const pieces = fc.constantFrom(
    '<!--',
    '-->',
    '--!>',
    '<!-',
    '-',
    '>',
    '<',
    '!',
    '`',
    '```',
    '```\n',
    '~~~\n',
    '\n',
    '\n\n',
    ' ',
    '- ',
    '> ',
    '|',
    '\\',
    '<div>',
    '<pre>',
    'a',
    '\u200b',
    '\u00a0',
    '\u200d',
    '👩',
    '💻',
    '\r\n',
    '\r',
    '    ',
  );

  it('is idempotent and never grows', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
        ),
        (text) => {
          const once = withoutInvisible(text);
          expect(withoutInvisible(once.text)).toEqual({ text: once.text, removed: 0 });
          expect(once.removed).toBe(text.length - once.text.length);
        },
      ),
      { numRuns: runs(3000, 500) },
    );
  });

  it('takes time in proportion to the text, on hostile text too', () => {
    for (const unit of [
      '<!--',
      '<!-- -->',
      '<!-',
      '`',
      '` ',
      '```\n',
      'a<!---->',
      '<!-<!-- a -->- x -->',
      '\u200b',
      '<!-- x\n',
      '- ',
      '<',
    ]) {
      const [short, long] = [unit.repeat(20_000), unit.repeat(160_000)];
      const [small, large] = [() => void withoutInvisible(short), () => void withoutInvisible(long)];
      // Eight times the text; quadratic would be 64 times the cost.
      expect(growthOf({ small, large, floorMs: 5, below: 40 })).toBeLessThan(40);
    }
  });

  it('is made visible as quickly in a long line of which one character is odd (I12, I16)', () => {
    // A tenth of it and all of it: ten times, and a hundred where it is no longer linear.
    for (const textOf of [
      (size: number) => `${'hello world '.repeat(size / 2)}\u200b`,
      (size: number) => 'a\u200b'.repeat(size),
      (size: number) => '\u202e'.repeat(size * 2),
    ]) {
      const [short, long] = [textOf(10_000), textOf(100_000)];
      const [small, large] = [() => void withVisibleCharacters(short), () => void withVisibleCharacters(long)];
      expect(growthOf({ small, large, floorMs: 3, below: 32 })).toBeLessThan(32);
    }
  });

  it('is shown as what it is where it is part of what is read', () => {
    expect(withVisibleCharacters('a\u{e0041}b\u200b\u202e\ufeffc 👩‍💻\u200d❤️1️⃣\u2003\t\u001b[1m')).toBe(
      'a⟨U+E0041⟩b⟨3 invisible characters⟩c 👩‍💻⟨U+200D⟩❤️1️⃣\u2003\t\u001b[1m',
    );
    const [short, long] = ['👩\u200d\u200b'.repeat(2_000), '👩\u200d\u200b'.repeat(16_000)];
    const [small, large] = [() => void withVisibleCharacters(short), () => void withVisibleCharacters(long)];
    expect(growthOf({ small, large, floorMs: 5, below: 40 })).toBeLessThan(40);
  });

  it('takes no markup out of texts that nobody reads as Markdown', () => {
    const text = 'Add <input type="email" required>.\n[//]: # (a)\n```js a\n```';
    expect(plainWithoutInvisible(`${text}<!-- b -->\u200b`)).toEqual({ text, removed: 11 });
  });
});
