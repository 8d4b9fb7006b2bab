import { describe, expect, it } from '@jest/globals';
import { withoutInvisible } from '../../src/people/hidden-text.ts';
import { growthOf } from '../growth.ts';

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
    ['[x]: a\n|---\n| c | HIDDEN |', '[x]: a\n|---\n| c |'],
    ['[x]: a\n[x]: b\n|---\n| c | HIDDEN |', '[x]: a\n[x]: b\n|---\n| c |'],
    ['[y]: HIDDEN\n[x]: b\n|---', '\n[x]: b\n|---'],
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
    ['<ruby>漢<rp>HIDDEN</rp><rt>kan</rt><rp>HIDDEN</rp></ruby>', '<ruby>漢<rt>kan</rt></ruby>'],
    ['a <rp>HIDDEN `</rp>` HIDDEN\n\nb', 'a \n\nb'],
    ['a <rp><button>HIDDEN\n\nHIDDEN', 'a \n'],
    ['<div>\n<rp><div>HIDDEN</rp>HIDDEN\n\nHIDDEN\n\n```\nHIDDEN\n```\n</rp>', '<div>\n\n'],
    ['<div>\n<rp>HIDDEN\n\nHIDDEN', '<div>\n\n'],
    ['<div><rp>HIDDEN</rp><video src="a"><source src="b">HIDDEN</video>c</div>', '<div>c</div>'],
    ['<div>a <template>HIDDEN</template>b <noscript>HIDDEN</noscript>c</div>', '<div>a b c</div>'],
    ['a[^1]\n\n[^1]: shown\n\n[^1]: HIDDEN\n    HIDDEN', 'a[^1]\n\n[^1]: shown\n\n\n'],
    ['[a][x]\n\n[x]: <http://a>\n[X]: <http://b/HIDDEN>', '[a][x]\n\n[x]: <http://a>\n'],
    ['a[](<http://a/ HIDDEN words>)b', 'ab'],
    ['a[][x] ![][y]\n\n[x]: <http://a/ HIDDEN words>\n[y]: b', 'a ![][y]\n\n\n[y]: b'],
    ['[a](<http://b/ HIDDEN>) ![](<b HIDDEN> "HIDDEN")', '[a](<>) ![](<>)'],
    ['[a][x]\n\n[x]: <http://b HIDDEN words> "HIDDEN"', '[a][x]\n\n[x]: <>'],
    [`[a](http://b/${'HIDDEN-'.repeat(50)})`, '[a](<>)'],
    [`<a href="http://b/${'HIDDEN-'.repeat(50)}">a</a>`, '<a>a</a>'],
    ['$\\label{HIDDEN}x$ and $$x\\tag*{HIDDEN} \\phantom[a] {HIDDEN}$$', '$x$ and $$x $$'],
    ['$\\color{white}{HIDDEN {x}} + \\textcolor[rgb]{1,1,1} {HIDDEN}y$', '$ + y$'],
    ['$x\\color{white} HIDDEN$', '$x$'],
    ['$`\\mathchoice{a}{HIDDEN}{HIDDEN}{HIDDEN}{x}`$', '$`{x}`$'],
    [
      '```mermaid\n---\ntitle: HIDDEN\n---\ngraph TD; A-->B; click A "HIDDEN"\nclassDef HIDDEN fill:red\nC-->D %% HIDDEN\n```',
      '```mermaid\n\n\n\ngraph TD; A-->B\n\nC-->D\n```',
    ],
    [
      '```mermaid\npie\naccTitle: HIDDEN\naccDescr {\nHIDDEN\n}\n%%{init: {\n"HIDDEN": 1 }}%%\nlinks A: {"HIDDEN": ""}\nx\n```\ny',
      '```mermaid\npie\n\n\n\n\n\n\n\nx\n```\ny',
    ],
    ['```mermaid\n---\nHIDDEN\n```\ntext', '```mermaid\n\n\n```\ntext'],
    ['> ```geojson\n> {"properties": "HIDDEN"}\n> ```\na', '> \na'],
    ['~~~TopoJSON\nHIDDEN\n~~~\n```stl\nsolid HIDDEN\n```\na', '\n\na'],
    ['```&#109;ermaid\n%% HIDDEN\n```\na', '\na'],
    ['<div title="HIDDEN\n\nHIDDEN words\n\nHIDDEN', '\n'],
    ["<div title='HIDDEN\n\nHIDDEN", '\n'],
    ['<div HIDDEN="x>y" =">shown', '<div>shown'],
    ['<div ="HIDDEN>shown</div>', '<div>shown</div>'],
    ['<div a=="HIDDEN>shown</div>', '<div>shown</div>'],
    ['<div a=b"HIDDEN>shown</div>', '<div>shown</div>'],
    ['<div a b = "HIDDEN>HIDDEN">shown', '<div>shown'],
    ['<div a/="HIDDEN>shown</div>', '<div>shown</div>'],
    ['<div a="HIDDEN"="HIDDEN>shown</div>', '<div>shown</div>'],
    ['<div><b"HIDDEN>a</b></div>', '<div>a</b></div>'],
    ['<div HIDDEN\n\nshown', '\n\nshown'],
    ['<div HIDDEN=\n\nshown', '\n\nshown'],
  ])('goes out of %j', (text, expected) => {
    const { text: shown, removed } = withoutInvisible(text);
    expect(shown).toBe(expected);
    expect(removed).toBe(text.length - expected.length);
    expect(withoutInvisible(shown)).toEqual({ text: shown, removed: 0 });
  });

  it.each([
    'text\n[x]: is no definition here',
    '[x]: two words are none',
    '[x]:\na\n|---',
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
    '$\\frac{a}{b} + \\sqrt[3]{x} \\colorful{y}$ and `\\color{white}{x}` and `<rp>x</rp>`',
    '```html\n<rp>(</rp> <template>x</template>\n```\n\n```json\n{"properties": 1}\n```\n\n    <rp>x</rp>',
    'the <template> of it, </rp> and </template>',
    '[a](http://b/c?d=e%20f#g) [b](<c>) ![](d.png) [x][]\n\n[x]: https://x.y/z',
    '```mermaid\nsequenceDiagram\nlink->>clicks: 100%% sure; styled\nNote over A: class x\n```',
    '- [ ] to do [link](http://x.y)\n- [x] done[^1]\n\n[^1]: note',
    '| a | b |\n|-|-|\n*\nword| shown | shown |\n|-|-|',
    '<details>\n<summary>Log</summary>\n\n```\nlong\n```\n</details>',
  ])('leaves what is shown: %j', (text) => {
    expect(withoutInvisible(text)).toEqual({ text, removed: 0 });
  });

  it.each([
    ['<div title="HIDDEN\n\nHIDDEN?\n\n<b x="">shown</b>', '\n\nHIDDEN?\n\n<b>shown</b>'],
    ["<p title='HIDDEN\n\nit's shown", "\n\nit's shown"],
    ['> <div title="HIDDEN\n\n[a](b) shown', '\n\n[a](b) shown', '> '],
    ['<div title="HIDDEN\n\n3. shown', '\n\n3. shown'],
  ])(
    'marks what follows a value that is left open, where only a browser knows how much is part of it: %j',
    (text, rest, before = '') => {
      const { text: shown, removed } = withoutInvisible(text);
      expect(shown).toBe(`${before}⟨readers may not see what follows⟩${rest}`);
      expect(removed).toBe(text.length - before.length - rest.length);
      expect(withoutInvisible(shown)).toEqual({ text: shown, removed: 0 });
    },
  );

  it('leaves nothing of a text that unfolds for ever', () => {
    const long = '<a-name-that-nobody-knows>';
    const nested = [1, 2, 3, 4, 5, 6].reduce((inner) => `<${inner}a-name-that-nobody-knows>`, long);
    const { text } = withoutInvisible(`before\n\n${nested}b title="HIDDEN">\n\nafter`);
    expect(text).not.toContain('HIDDEN');
    expect(text).toMatch(/^before\s+after$/);
    expect(withoutInvisible(text).removed).toBe(0);
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
    '<div a="\n\n',
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
    '$\\color{a}{',
    '\\color[',
    '<rp>',
    '<video><a>',
    '<template><a>',
    '[a](<b c>) ',
    '[][a]',
    '```mermaid\n---\n',
    '```mermaid\n%%{;click accDescr {\n```\n',
    '```stl\n',
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
