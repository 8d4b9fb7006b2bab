import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { withSpansApart } from '../../src/comments/code-spans.ts';
import { code, fenced, inline, plain, shortened } from '../../src/comments/safe-text.ts';
import { growthOf } from '../growth.ts';
import { HOSTILE, hazards, nodesOf, parsed, seen } from './markdown.ts';
import { runs } from '../long.ts';

const hostile = fc.oneof(
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 14 }).map((parts) => parts.join('')),
  fc
    .array(fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 10 })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);
/** Places in our comments where a line of prose occurs. */
const PLACES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `- ${text}`,
  (text) => `- [x] **task_1**: ${text} 🔄`,
  (text) => `- [ ] **${text}**: what it is`,
  (text) => `## Heading\n\nHappened: ${text}\n\n- ${text}\n- ${text}\n\n**→** ${text}`,
];

describe('the search for hazards', () => {
  it.each([
    '@maintainer',
    'see #12',
    'GH-1',
    'https://evil.example',
    'www.evil.example',
    'me@evil.example',
    '![x](y)',
    '[a](b)',
    '<img>',
    '<!-- planwright:progress task=x -->',
    '&#64;maintainer',
    '/deploy',
    '> quote',
    '~~gone~~',
    '[^1]\n\n[^1]: note',
    '| a |\n| - |',
    'a\u202Eb',
  ])('finds %j', (text) => {
    expect(hazards(text)).not.toEqual([]);
  });
});

describe('a line of prose (GH-4, I7)', () => {
  it.each([
    ['@maintainer', '@maintainer'],
    ['mail me@evil.example', 'mail me@evil.example'],
    ['see #12, GH-3 and octo/shop#4', 'see #12, GH-3 and octo/shop#4'],
    ['https://evil.example and www.evil.example', 'https://evil.example and www.evil.example'],
    ['![x](https://evil.example/p.png)', '![x](https://evil.example/p.png)'],
    ['&#64;maintainer and &commat;maintainer closes &#35;12', '&#64;maintainer and &commat;maintainer closes &#35;12'],
    ['<img src=x>', '<img src=x>'],
    ['<!-- planwright:progress task=x -->', '<!-- planwright:progress task=x -->'],
    ['# Heading', '# Heading'],
    ['- item', '- item'],
    ['1. item', '1. item'],
    ['/deploy now', '/deploy now'],
    ['===', '==='],
    ['a * b * c and _d_ and ~e~', 'a * b * c and _d_ and ~e~'],
    ['first\n\n```\nsecond\n```', 'first ``` second ```'],
    ['one | two', 'one | two'],
    ['costs $5, then $6', 'costs $5, then $6'],
    ['a && b &c', 'a && b &c'],
    ['C:\\new\\`x', 'C:\\new\\`x'],
    ['日本語 @maintainer さん', '日本語 @maintainer さん'],
    ['\u001B[31mred\u001B[0m \u202Eevil', 'red evil'],
    ['👩‍💻 joins', '👩‍💻 joins'],
    ['a\u200Bb\u200Dc\u00ADd', 'abcd'],
  ])('of %j reads %j and is nothing else', (text, read) => {
    const line = inline(text);
    expect(hazards(line)).toEqual([]);
    const tree = parsed(line);
    expect(tree.children.map(({ type }) => type)).toEqual(['paragraph']);
    expect(nodesOf(tree).map(({ type }) => type)).toEqual(['root', 'paragraph', 'text']);
    expect(seen(tree)).toBe(read);
  });

  it.each([
    ['Change `round()` in `src/price_list.js`', ['round()', 'src/price_list.js']],
    ['`npm i @octo/tool` for #12', ['npm i @octo/tool']],
    ['`<b>` and `[x](y)`', ['<b>', '[x](y)']],
    ['`<!-- x -->`', ['<!-- x -->']],
    ['one ` alone', []],
    ['``two`` ticks', ['two']],
    ['``` three ```', []],
    ['``$` `` begins and `` `x` `` is code', ['$`', '`x`']],
    ['"$`" loses a character, `$<name>` and `x` all', ['$<name>', 'x']],
    ['for `[$`]` prints `[a]`, `b`/`c` and (`$`<`).', ['[$`]', '[a]', 'b', 'c', '$`<']],
    ['for `[$`] prints `[a]` and `b`', ['[$', '[a]', 'b']],
    ['` ` and `` ``', []],
    [`\`${'x'.repeat(250)}\``, ['x'.repeat(250)]],
    [`\`${'x'.repeat(301)}\``, []],
  ])('of %j keeps its short code spans: %j', (text, spans) => {
    const line = inline(text);
    expect(hazards(line)).toEqual([]);
    expect(
      nodesOf(parsed(line)).flatMap((node) =>
        node.type === 'inlineCode' ? [node.value.replaceAll('\u200B', '')] : [],
      ),
    ).toEqual(spans);
  });

  it('has code spans of 300 characters, and no longer ones', () => {
    const spans = (length: number) => withSpansApart(`a \`${'x'.repeat(length)}\` b`).length;
    expect([spans(300), spans(301)]).toEqual([3, 1]);
  });

  it('holds no live mention, reference, link, image, markup or comment, whatever the text and wherever it stands', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom(...PLACES), fc.integer({ min: 10, max: 400 }), (text, place, limit) => {
        const line = inline(text, limit);
        expect(line).not.toMatch(/[\n\r]/);
        expect(line.length).toBeLessThanOrEqual(limit);
        expect(line.isWellFormed()).toBe(true);
        expect(hazards(place(line))).toEqual([]);
      }),
      { numRuns: runs(4_000, 500) },
    );
  });

  it('reads as it was written, but for what a reader does not see and for asterisks that are emphasis', () => {
    const prose = fc
      .array(fc.constantFrom(...HOSTILE.filter((part) => !part.includes('`'))), { maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(prose, (text) => {
        const visible = text
          .replace(/\u001B\[31m|\u001B\]8;;[^\u0007]*\u0007/g, '')
          .replace(/\s+/g, ' ')
          .replace(/[\p{Cs}\u200B\u202E\u2066\u00AD\uFEFF\u{E0041}\u0000\u001B\u0007*]/gu, '')
          .replaceAll('\u200D', '')
          .trim();
        const line = inline(text, 100_000);
        const read = seen(parsed(line));
        expect(read.replaceAll('\u200D', '').replaceAll('*', '').trim()).toBe(visible);
        // GitHub and we agree about emphasis: a literal asterisk is escaped.
        expect(read.split('*')).toHaveLength(line.split('\\*').length);
      }),
      { numRuns: runs(1_500, 200) },
    );
  });

  it('is short, however much its text grows by being made safe', () => {
    expect(inline('<'.repeat(500), 100)).toMatch(/^(?:&lt;)+…$/);
    expect(inline('<'.repeat(500), 100).length).toBeLessThanOrEqual(100);
    expect(inline('word '.repeat(100), 30)).toBe('word word word word word word…'.slice(0, 30));
    expect(inline('🎉'.repeat(100), 20)).toBe(`${'🎉'.repeat(9)}…`);
  });

  it('is empty for a text of which nothing can be seen', () => {
    expect(inline(' \u200B\u202E\n\u0000 ')).toBe('');
  });
});

describe('a title or subject', () => {
  it('links and pings nobody, on GitHub and in commit messages, and is not escaped', () => {
    expect(
      plain(
        'Fix `a*b` for @maintainer, fixes #12 and https://github.com/octo/shop/issues/3\nSigned-off-by: x',
        200,
      ).replaceAll('\u200B', '|'),
    ).toBe('Fix `a*b` for @|maintainer, fixes #|12 and https:|//github.com/octo/shop/issues/3 Signed-off-by: x');
    fc.assert(
      fc.property(hostile, (text) => {
        expect(plain(text, 90)).not.toMatch(/@\S(?<!\u200B)|#\d|GH-\d|:\/\/|www\.|\n/i);
        expect(Array.from(plain(text, 90)).length).toBeLessThanOrEqual(90);
      }),
      { numRuns: runs(2_000, 300) },
    );
  });
});

describe('a code span', () => {
  it('is one span that holds its text, whatever the text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const span = code(text);
        const tree = parsed(`before ${span} after`);
        expect(nodesOf(tree).map(({ type }) => type)).toEqual(['root', 'paragraph', 'text', 'inlineCode', 'text']);
        expect(hazards(`before ${span} after`)).toEqual([]);
      }),
      { numRuns: runs(1_500, 200) },
    );
  });
});

describe('a fenced block', () => {
  it.each([
    '```',
    '````',
    '~~~',
    '`'.repeat(50),
    '```\n```',
    '\n```\n@maintainer\n',
    'text\r\n```\r\n',
    '    ```',
    '\u200B```',
    '</details>',
    '<!-- planwright:result task=x -->',
  ])('is not broken out of by %j', (attack) => {
    const block = fenced(`before\n${attack}\nafter @maintainer #12 https://evil.example`);
    const tree = parsed(`first\n\n${block}\n\nlast`);
    expect(tree.children.map(({ type }) => type)).toEqual(['paragraph', 'code', 'paragraph']);
    expect(hazards(`first\n\n${block}\n\nlast`)).toEqual([]);
  });

  it('is not broken out of, whatever the text and however it is cut, folded or not', () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 6 }), fc.integer({ min: 4, max: 200 }), (parts, limit) => {
        const block = fenced(parts.join('\n'), limit);
        expect(hazards(`first\n\n${block}\n\nlast`)).toEqual([]);
        expect(parsed(`first\n\n${block}\n\nlast`).children.map(({ type }) => type)).toEqual([
          'paragraph',
          'code',
          'paragraph',
        ]);
        expect(
          parsed(`<details><summary>Tests</summary>\n\n${block}\n\n</details>`).children.map(({ type }) => type),
        ).toEqual(['html', 'code', 'html']);
        expect(block.length).toBeLessThanOrEqual(4 * limit + 80);
        expect(block.isWellFormed()).toBe(true);
      }),
      { numRuns: runs(1_500, 200) },
    );
  });

  it('shows output as a terminal does: no colours, the last state of a progress bar, tabs kept', () => {
    expect(fenced('\u001B[32m✓\u001B[0m ok\r\n 10%\r 50%\r100%\r\n\tindented\u001B[K\n\n')).toBe(
      '```text\n✓ ok\n100%\n\tindented\n```',
    );
  });

  it('keeps paths as they are, and gives no orders to other bots', () => {
    expect(fenced('/workspace/project/x.py:3: error\n/usr/bin/env missing\n/deploy\n  /approve now')).toBe(
      '```text\n/workspace/project/x.py:3: error\n/usr/bin/env missing\n\u200B/deploy\n  \u200B/approve now\n```',
    );
    expect(fenced('/lgtm!\n/approve,x\n/a_b-c/d')).toBe('```text\n\u200B/lgtm!\n\u200B/approve,x\n/a_b-c/d\n```');
  });

  it('keeps head and tail of a long text', () => {
    expect(fenced('abcdefghij', 4)).toBe('```text\nab\n… 6 characters left out …\nij\n```');
  });
});

describe('a cut', () => {
  it('splits no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 20 }), (text, limit) => {
        fc.pre(text.isWellFormed());
        expect(shortened(text, limit).isWellFormed()).toBe(true);
        expect(shortened(text, limit).length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

describe('a megabyte', () => {
  const MEGABYTE = 1_000_000;
  it.each([
    ['spaces', ' '],
    ['backticks', '`'],
    ['backticks apart', '` '],
    ['ampersands', '&'],
    ['entities without an end', '&a'],
    ['brackets', '['],
    ['at signs', '@'],
    ['underscores', '_'],
    ['escapes', '\u001B['],
    ['links of a terminal', '\u001B]'],
    ['carriage returns', '\r'],
    ['line feeds', '\n'],
    ['slashes', '/'],
    ['dashes', '-a'],
    ['joiners', '\u200D'],
    ['variation selectors', '\uFE0F'],
    ['emoji', '👩‍💻'],
    ['tabs', '\t'],
    ['digits', '1'],
    ['halves of characters', '\uD83D'],
    ['comments', '<!--'],
  ])('of %s takes time in proportion to its length', (_, unit) => {
    const showing = (size: number) => {
      const text = unit.repeat(Math.ceil(size / unit.length));
      return () => {
        for (const safe of [inline, code, fenced]) expect(safe(text).length).toBeLessThan(9_000);
        expect(Array.from(plain(text, 90)).length).toBeLessThanOrEqual(90);
      };
    };
    // Sixteen times the text; quadratic would be 256 times the cost.
    const below = 80;
    expect(growthOf({ small: showing(MEGABYTE / 16), large: showing(MEGABYTE), floorMs: 2, below })).toBeLessThan(
      below,
    );
  });
});
