import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { growthOf } from '../growth.ts';

import { instructionInBody, instructionInComment, usableHandles } from '../../src/people/mention.ts';

const handles = usableHandles('planwright', ['@PW']);

describe('a comment to the bot (GH-2)', () => {
  it.each([
    ['@planwright fix the sum', 'fix the sum'],
    ['  \n @PlanWright: fix it', 'fix it'],
    ['@pw, fix it', 'fix it'],
    ['@planwright[bot] fix it', 'fix it'],
    ['/planwright fix it', 'fix it'],
    ['@planwright', ''],
    ['@planwright。直して', '直して'],
    ['@planwright直して', '直して'],
    ['\u3000@planwright 直して', '直して'],
    ['@planwright\n\n```js\nsum()\n```\n', '```js\nsum()\n```'],
    ['@planwright look at .npmrc', 'look at .npmrc'],
  ])('%j asks %j', (text, instruction) => {
    expect(instructionInComment(text, handles)).toBe(instruction);
  });

  it.each([
    '',
    'thanks @planwright',
    'cc @planwright',
    '@planwright-preview fix',
    '@planwrights fix',
    '@planwright/core fix',
    '@planwright_x fix',
    '@planwright.dev fix',
    '@planwright@example.org',
    '/planwright.yml is wrong',
    '/planwright/x',
    '//planwright',
    '@@planwright fix',
    '    @planwright in code',
    '\t@planwright in code',
    '> @planwright quoted',
    '`@planwright`',
    '```\n@planwright\n```',
    '<!-- @planwright -->',
    '@рlanwright fix',
    '@planwrіght fix',
    '＠planwright fix',
    '@planwright\u200b-preview',
    '@plan\u200bwright',
    '@planwrightа fix',
    '@planwright\u0301 fix',
    '@PLANWRİGHT fix',
    '@other @planwright',
    '@pws',
    '@planwright\\-preview',
  ])('%j is not to us (P13, P14)', (text) => {
    expect(instructionInComment(text, handles)).toBeNull();
  });

  it('does not take an indented line behind empty lines for an address', () => {
    expect(instructionInComment('\n\n    @planwright code', handles)).toBeNull();
    expect(instructionInComment('\n\n   @planwright prose', handles)).toBe('prose');
  });
});

describe('a mention in the body of an issue (GH-2)', () => {
  it.each([
    ['It fails. @planwright please fix `sum()`.\n\nDetails follow.', 'please fix `sum()`.'],
    ['# Bug\n\n- [ ] @planwright do this', 'do this'],
    ['**@planwright** do this', '** do this'],
    ['お願いします@planwright 直して', '直して'],
    ['(@planwright can you?)', 'can you?)'],
    ['[BUG]: @planwright please fix', 'please fix'],
    ['> quoted @planwright no\n\nbut @planwright yes', 'yes'],
    ['`@planwright` is its name, @planwright is asked', 'is asked'],
    ['@planwright-preview and @planwright both', 'both'],
    ['see array[0] @planwright fix', 'fix'],
    ['<b>Hi</b> @planwright fix', 'fix'],
    ['<details>\n\nlog\n\n</details>\n\n@planwright fix', 'fix'],
    ['a\n\n---\n\n@planwright fix', 'fix'],
    ['a\n\n- - - - - - - - - - - - - - -\n\n@planwright fix', 'fix'],
    ['1. a\n   - b\n     - @planwright fix', 'fix'],
    ['@planwright', ''],
  ])('%j asks %j', (text, instruction) => {
    expect(instructionInBody(text, handles)).toBe(instruction);
  });

  it.each([
    'no mention',
    '```\n@planwright\n```',
    '~~~\n@planwright',
    'text\n\n    @planwright',
    '> @planwright do',
    '> quote\n@planwright lazily quoted',
    '- > @planwright',
    '- ```\n  @planwright\n  ```',
    '`@planwright`',
    '``a ` @planwright``',
    '<!-- @planwright -->',
    '<!--\n\n@planwright\n\n-->',
    '<!-- @planwright',
    'text <!-- @planwright',
    'text <!-- a -- b @planwright',
    '<code>@planwright</code>',
    '<pre>\n@planwright\n</pre>',
    '<blockquote>\n\n@planwright\n\n</blockquote>',
    '<details>\n\n@planwright\n\n</details>',
    'x <kbd>@planwright',
    '<a href="x">@planwright</a>',
    '[@planwright](https://example.org)',
    '[x](@planwright)',
    '![@planwright](x)',
    '[x]: @planwright',
    '[@planwright][x]',
    '[the @planwright]',
    '<https://example.org/@planwright>',
    'https://example.org/@planwright',
    'https://example.org?q=(@planwright',
    'www.example.org/:@planwright',
    'user@planwright',
    'user.@planwright',
    'юзер@planwright',
    '<user@planwright.dev>',
    '@planwright-preview',
    '@planwright/team',
    '@рlanwright',
    '＠planwright',
    '<planwright a="@planwright">',
    `On Monday mona wrote:\n> > @planwright fix`,
    `${'> '.repeat(30)}x\n\n@planwright`,
  ])('%j is no mention (P13)', (text) => {
    expect(instructionInBody(text, handles)).toBeNull();
  });

  it('reads the first 8,192 characters of a body', () => {
    expect(instructionInBody(`${'x '.repeat(4_000)}\n\n@planwright go`, handles)).toBe('go');
    expect(instructionInBody(`${'x '.repeat(4_100)}\n\n@planwright go`, handles)).toBeNull();
  });

  it('reads the first 600 lines of a body, and fewer where they are lists or quotes', () => {
    expect(instructionInBody(`${'x\n'.repeat(598)}\n@planwright go`, handles)).toBe('go');
    expect(instructionInBody(`${'x\n'.repeat(599)}\n@planwright go`, handles)).toBeNull();
    expect(instructionInBody(`${'- x\n'.repeat(299)}\n@planwright go`, handles)).toBe('go');
    expect(instructionInBody(`${'- x\n'.repeat(300)}\n@planwright go`, handles)).toBeNull();
    expect(instructionInBody(`${'> - x\n'.repeat(200)}\n@planwright go`, handles)).toBeNull();
  });

  it.each([
    '1. ',
    '> - ',
    '- > ',
    '[',
    '](',
    '[a](',
    '*a_',
    '`',
    '<a ',
    '<!-- ',
    '(@planwright',
    '- a\n',
    '1. a\n',
    '> a\n\n',
    '- - - - - - - - a\n',
    '> - > - > - > - a\n',
    '- a\n  - a\n    - a\n      - a\n',
    '\\`',
    '> > > > > > > > > > > > > > > > > > > a\n',
    '[a]:',
  ])('reads a hostile text of the greatest length in a small multiple of the time of a plain one: %j (I12)', (part) => {
    const asked = '@planwright go\n\n';
    const [plain, hostile] = [`${asked}${'Some words.\n\n'.repeat(600)}`, `${asked}${part.repeat(20_000)}`];
    expect(instructionInBody(plain, handles)).toBe('go');
    const [small, large] = [
      () => void instructionInBody(plain, handles),
      () => void instructionInBody(hostile, handles),
    ];
    const below = 20;
    expect(growthOf({ small, large, floorMs: 5, below })).toBeLessThan(below);
  });
});

describe('any text', () => {
  const piece = fc.constantFrom(
    '@planwright',
    '@pw',
    ' ',
    '\n',
    '\n\n',
    '`',
    '```',
    '> ',
    '- ',
    '[',
    '](',
    ')',
    '<!--',
    '-->',
    '<code>',
    '</code>',
    '    ',
    'do',
    '\u200b',
    '直',
    '\ud800',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
  );

  it('never throws and never finds what is not there', () => {
    fc.assert(
      fc.property(text, (markdown) => {
        const named = /@planwright|@pw/i.test(markdown);
        expect(instructionInBody(markdown, handles) === null || named).toBe(true);
        expect(instructionInComment(markdown, handles) === null || named || markdown.includes('/planwright')).toBe(
          true,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('is never to us inside a fence, a quote or a comment, whatever it is', () => {
    fc.assert(
      fc.property(text, (markdown) => {
        const lines = markdown.split(/\r\n|\r|\n/);
        expect(instructionInBody(lines.map((line) => `> ${line}`).join('\n'), handles)).toBeNull();
        expect(instructionInBody(lines.map((line) => `    ${line}`).join('\n'), handles)).toBeNull();
        expect(instructionInBody(`<!--${markdown.replaceAll('>', '')}-->`, handles)).toBeNull();
      }),
      { numRuns: 300 },
    );
  });

  it('is to us as a paragraph of its own behind any closed paragraph', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ,.!?()*_]{0,40}$/), (before) => {
        expect(instructionInBody(`x${before}\n\n@planwright go`, handles)).toBe('go');
      }),
    );
  });
});
