import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { withoutInvisible } from '../../src/people/hidden-text.ts';
import { growthOf } from '../growth.ts';
import { runs } from '../long.ts';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly title?: string | null;
  readonly alt?: string | null;
  readonly meta?: string | null;
  readonly lang?: string | null;
  readonly url?: string;
  readonly identifier?: string;
  readonly align?: readonly unknown[];
  readonly children?: readonly Node[];
}

function parsed(markdown: string): Node {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node;
}

function within(node: Node): readonly Node[] {
  return [node, ...(node.children ?? []).flatMap(within)];
}

/** What a reader sees of it, without its spaces and lines. */
function seen(markdown: string): string {
  const root = parsed(markdown);
  const notes = new Set(
    within(root).flatMap(({ type, identifier }) => (type === 'footnoteReference' ? [identifier] : [])),
  );
  const textOf = (node: Node): string => {
    if (node.type === 'definition' || node.type === 'image') return '';
    if (node.type === 'footnoteDefinition' && !notes.has(node.identifier)) return '';
    if (node.type === 'html') return (node.value ?? '').replace(/<(?:[A-Za-z/?]|![A-Za-z[])[^>]*>?/g, '');
    if (node.type === 'table')
      return (node.children ?? [])
        .flatMap((row) => (row.children ?? []).slice(0, node.align?.length))
        .map(textOf)
        .join('');
    return (node.value ?? '') + (node.children ?? []).map(textOf).join('');
  };
  return textOf(root).replace(/[\s=*+-]/g, '');
}

/** Marks of lists and tables that hold nothing any more may be shown as text. */
function isWithin(part: string, whole: string): boolean {
  let at = 0;
  for (const letter of whole) if (letter === part[at]) at += 1;
  return at === part.length;
}

/** What GitHub does not show of it. */
function unseen(markdown: string): readonly string[] {
  const nodes = within(parsed(markdown));
  const used = (type: RegExp) => new Set(nodes.flatMap((node) => (type.test(node.type) ? [node.identifier] : [])));
  const [links, notes] = [used(/^(?:link|image)Reference$/), used(/^footnoteReference$/)];
  return nodes.flatMap((node) => [
    ...(node.title ? [`title ${node.title}`] : []),
    ...(node.type === 'image' && node.alt ? [`alt ${node.alt}`] : []),
    ...(node.meta ? [`meta ${node.meta}`] : []),
    ...(node.type === 'definition' && !links.has(node.identifier) ? [`definition ${node.identifier}`] : []),
    ...(node.type === 'footnoteDefinition' && !notes.has(node.identifier) ? [`footnote ${node.identifier}`] : []),
    ...(node.type === 'html' && /<\/?[A-Za-z][^\s>]*\s[^>]*\w/.test(node.value ?? '') ? [`html ${node.value}`] : []),
    ...(node.type === 'html' && /<[?!]/.test(node.value ?? '') ? [`html ${node.value}`] : []),
  ]);
}

/** What is taken out of these may leave what looks like something else that is not shown. */
const DOUBTFUL = /<[?!]|\]:[^<]*<|`{3}.*\|/;

const piece = fc.constantFrom(
  'word',
  ' ',
  '\n',
  '\n\n',
  '\n',
  '`',
  '```',
  '```js meta\n',
  '~~~\n',
  '> ',
  '- ',
  '1. ',
  '# ',
  '    ',
  '  ',
  '[',
  ']',
  '](',
  ')',
  '[x]: ',
  '[//]: # ',
  '[^1]: ',
  '[^1]',
  '![',
  '[x]',
  '<',
  '>',
  '<b',
  '<div ',
  '<div title="t">\n',
  '</div>',
  '<b title="t">',
  '<?',
  '?>',
  '<!D',
  '<![CDATA[',
  ']]>',
  'https://a.b/',
  '"',
  "'",
  '(',
  '"title"',
  '*',
  '\\',
  '|',
  '|-|-|\n',
  '| a | b |',
  '| a | b |\n|-|-|\n',
  'c |',
  '---\n',
  '===\n',
  '\t',
);

describe('markup that GitHub does not show (GH-2, I2, I17)', () => {
  it.each([
    ['[//]: # (HIDDEN)\ntext', '\ntext'],
    ['text\n\n  [x]: <HIDDEN>\n  "HIDDEN\n  HIDDEN"\nmore', 'text\n\n\nmore'],
    ['> [x]: HIDDEN', '> '],
    ['- a\n\n  [x]: HIDDEN', '- a\n\n  '],
    ['[x]: ((HIDDEN))', ''],
    ['[a][x] and\n\n[x]: http://x.y "HIDDEN"', '[a][x] and\n\n[x]: http://x.y'],
    ['[a][HIDDEN words]\n\n[hidden words]: http://x.y', '[a]\n\n'],
    ['text[^1]\n\n[^1]: shown\n[^2]: HIDDEN\n    HIDDEN\n\n    HIDDEN\nHIDDEN', 'text[^1]\n\n[^1]: shown\n\n\n\n\n'],
    ['https://a.b/[^1]\n\n[^1]: HIDDEN', 'https://a.b/[^1]\n\n'],
    ['> | a |\n> |---|\n[//]: # (HIDDEN)', '> | a |\n> |---|\n'],
    ['a <!DOCTYPE HIDDEN> b', 'a  b'],
    ['a <?HIDDEN?> b', 'a  b'],
    ['a <![CDATA[HIDDEN]]> b', 'a  b'],
    ['<?HIDDEN\n\nHIDDEN', '\n'],
    ['<b title="HIDDEN" hidden>a</b>', '<b>a</b>'],
    ['a <b and HIDDEN> c', 'a <b> c'],
    ['<div HIDDEN, "x">a</div HIDDEN>', '<div>a</div>'],
    ['<div>\n<b HIDDEN\n', '<div>\n\n'],
    ['<HIDDEN-hidden-hidden-hidden>a', 'a'],
    ['<details data-a="HIDDEN" open><summary>a</summary>b</details>', '<details open><summary>a</summary>b</details>'],
    [
      '<picture><source srcset="HIDDEN" media="HIDDEN"><img width="500" alt="HIDDEN" src="https://x.y/z"></picture>',
      '<picture><source><img width="500" src="https://x.y/z"></picture>',
    ],
    ['![HIDDEN](a.png "HIDDEN")', '![](a.png)'],
    ['![HIDDEN ![b](c)][x]\n\n[x]: a', '![][x]\n\n[x]: a'],
    ["[a](b 'HIDDEN') [c](<d> (HIDDEN))", '[a](b) [c](<d>)'],
    ['a [ ](HIDDEN) b', 'a  b'],
    ['```js HIDDEN\ncode\n```', '```js\ncode\n```'],
    ['~~~ HIDDEN-hidden-hidden-hidden', '~~~'],
    ['| a | b |\n|---|---|\n| 1 | 2 | HIDDEN |\n3 | 4 | HIDDEN', '| a | b |\n|---|---|\n| 1 | 2 |\n3 | 4 |'],
    ['$a\\phantom{HIDDEN {x}}b$ and $`c % HIDDEN`$', '$ab$ and $`c `$'],
    ['$$\na % HIDDEN\n\\hphantom{HIDDEN}b\n$$', '$$\na \nb\n$$'],
    ['```math\n\\vphantom{HIDDEN}a\n```', '```math\na\n```'],
    ['```mermaid\nflowchart\n%% HIDDEN\na --> b\n```', '```mermaid\nflowchart\n\na --> b\n```'],
  ])('goes out of %j', (text, expected) => {
    const { text: shown, removed } = withoutInvisible(text);
    expect(shown).toBe(expected);
    expect(removed).toBe(text.length - expected.length);
    expect(withoutInvisible(shown)).toEqual({ text: shown, removed: 0 });
  });

  it.each([
    'text\n[x]: is no definition here',
    '[x]: two words are none',
    '    [x]: <in code title="a">',
    '-\n\n    [x]: in-code',
    '```html\n<b title="a">\n[x]: y\n![a](b "c")\n| 1 | 2 |\n```',
    '1. a step:\n   ```html\n   <div class="a">\n   ```\n   and `<b class="a">` too',
    '> ~~~\n> <?php echo 1 ?>\n> ~~~',
    '`![a](b "c")` and ``<b title="`">``',
    'Map<String, Integer> and a < b and c > d and <https://x.y/z>',
    'a <? b and a <!b and ]](x "y") and \\[a](b "c")',
    '[a [b](c) d](e "shown")',
    '![image](https://github.com/user-attachments/assets/1)',
    '<img width="1200" height="80%" alt="Image" src="https://github.com/user-attachments/assets/1" />',
    '| a | b |\n|---|---|\n| `1` | 2 |\n\n| not | a | table |\n|---|---|',
    'costs $5, 50% of $10, \\phantom{x}',
    '- [ ] to do [link](http://x.y)\n- [x] done[^1]\n\n[^1]: note',
    '<details>\n<summary>Log</summary>\n\n```\nlong\n```\n</details>',
  ])('leaves what is shown: %j', (text) => {
    expect(withoutInvisible(text)).toEqual({ text, removed: 0 });
  });

  it('leaves nothing of a text that unfolds for ever', () => {
    const long = '<a-name-that-nobody-knows>';
    const nested = [1, 2, 3, 4, 5, 6].reduce((inner) => `<${inner}a-name-that-nobody-knows>`, long);
    const { text } = withoutInvisible(`before\n\n${nested}b title="HIDDEN">\n\nafter`);
    expect(text).not.toContain('HIDDEN');
    expect(text).toMatch(/^before\s+after$/);
    expect(withoutInvisible(text).removed).toBe(0);
  });

  it("goes, and all that is shown stays, as a parser of all of GitHub's Markdown reads it", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        const text = pieces.join('');
        const { text: shown } = withoutInvisible(text);
        expect(withoutInvisible(shown).text).toBe(shown);
        expect(unseen(shown)).toEqual([]);
        if (!DOUBTFUL.test(text)) expect(isWithin(seen(text), seen(shown))).toBe(true);
      }),
      { numRuns: runs(30_000, 3_000) },
    );
  });

  it.each([
    '[x]: y\n',
    '[^1]: a\n',
    '[',
    '![',
    '[a](b "',
    '[](((',
    '[a](b "t") ',
    '\\[',
    '<b a="',
    '<div a=">\n',
    '<div =">" ',
    '<?',
    '<!A',
    '<![CDATA[',
    '| a |\n|-|\n',
    '> ',
    '- ',
    '1. ',
    '- \n',
    '\t',
    '$a%',
    '$\\phantom{',
    '[a]: b\n"x',
    '```a b\n',
    '<<a-name-that-nobody-knows>',
    'www.a',
    '`',
  ])('takes time in proportion to the text: %j', (unit) => {
    const textOf = (size: number) => `<div>\n\n${unit.repeat(Math.ceil(size / unit.length))}`;
    const [short, long] = [textOf(8_192), textOf(65_536)];
    const [small, large] = [() => void withoutInvisible(short), () => void withoutInvisible(long)];
    expect(growthOf({ small, large, floorMs: 5, below: 30 })).toBeLessThan(30);
  });
});
