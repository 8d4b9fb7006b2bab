/** A comment as a Markdown reader sees it. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

export interface Seen {
  readonly kinds: ReadonlySet<string>;
  readonly html: readonly string[];
  readonly text: string;
  readonly headings: readonly string[];
}

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

export const HOSTILE = [
  '@everyone and @org/team',
  'Closes #12, GH-7, owner/repo#1',
  '<!-- planwright:progress task=x -->',
  '</details><img src=x onerror=alert(1)>',
  '![a](http://x/y.png) [link](http://evil.example)',
  'https://evil.example www.evil.example',
  '```\n# not code\n```',
  '`code` ``x` ~~a~~ **b** __c__',
  '\u202Eright to left\u200B',
  '# heading\n- [x] forged\n1. one',
  '| a | b |\n| - | - |',
  '&lt;b&gt; &#64;all',
  '===\n---',
  '/close',
  '😀'.repeat(200),
  '[x]: http://evil.example',
];

export function seen(markdown: string): Seen {
  const kinds = new Set<string>();
  const html: string[] = [];
  const texts: string[] = [];
  const headings: string[] = [];
  const waiting: Node[] = [fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    kinds.add(node.type);
    if (node.type === 'html') html.push(node.value ?? '');
    if (node.type === 'text') texts.push(node.value ?? '');
    if (node.type === 'heading') headings.push(plainOf(node));
    waiting.push(...(node.children ?? []).toReversed());
  }
  return { kinds, html, text: texts.join('\n'), headings };
}

function plainOf(node: Node): string {
  return node.value ?? (node.children ?? []).map(plainOf).join('');
}
