/** Comments as GitHub's Markdown reads them, and everything in them that should not be there. */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

type Root = ReturnType<typeof fromMarkdown>;
type Nodes = Root | Root['children'][number];

export function parsed(markdown: string): Root {
  return fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
}

export function nodesOf(node: Nodes): readonly Nodes[] {
  return 'children' in node ? [node, ...node.children.flatMap((child) => nodesOf(child))] : [node];
}

/** What a reader sees of a node, without the zero-width spaces that break links. */
export function seen(node: Nodes): string {
  return nodesOf(node)
    .map((one) => (one.type === 'text' || one.type === 'inlineCode' || one.type === 'code' ? one.value : ''))
    .join('')
    .replaceAll('\u200B', '');
}

const HARMLESS: ReadonlySet<Nodes['type']> = new Set([
  'root',
  'paragraph',
  'text',
  'strong',
  'emphasis',
  'inlineCode',
  'code',
  'list',
  'listItem',
  'heading',
  'table',
  'tableRow',
  'tableCell',
]);
const TABLE: ReadonlySet<Nodes['type']> = new Set(['table', 'tableRow', 'tableCell']);
const OWN_HTML =
  /^(?:<!-- planwright:(?:progress|result) task=[0-9a-f-]+ -->|<details><summary>[^<>&]*<\/summary>|<\/details>|<sub>|<\/sub>)$/;
/** What GitHub turns into a link, a mention or a reference anywhere in text. */
const LIVE: readonly (readonly [string, RegExp])[] = [
  ['mention', /@[A-Za-z0-9]/],
  ['reference', /#\d/],
  ['reference', /GH-\d/i],
  ['address', /[a-z]:\/\/|www\./i],
];

export interface Allowed {
  readonly ownIssue?: number;
  readonly ownPullRequest?: number;
  readonly url?: string;
  /** Comments of ours that are linked to. */
  readonly ownComments?: readonly string[];
  /** Mentions of ours. */
  readonly pings?: readonly string[];
  /** Where a model writes more than a line. */
  readonly tables?: true;
  /** Where nothing of ours is beside it. */
  readonly boxes?: false;
}

/** Everything in a comment that mentions, links, embeds or is markup not of our own. */
export function hazards(markdown: string, allowed: Allowed = {}): readonly string[] {
  const { ownIssue, ownPullRequest, url, ownComments = [], pings = [] } = allowed;
  const ours = [ownIssue, ownPullRequest].filter((number) => number !== undefined).map((number) => `#${number}`);
  const bad = nodesOf(parsed(markdown)).flatMap((node): readonly string[] => {
    if (node.type === 'html')
      return node.value
        .split('\n')
        .filter((line) => !OWN_HTML.test(line))
        .map((line) => `html ${line}`);
    if (node.type === 'link') return [url, ...ownComments].includes(node.url) ? [] : [`link ${node.url}`];
    if (allowed.tables === true && TABLE.has(node.type)) return [];
    // Checkboxes are only ours.
    if (allowed.boxes === false && node.type === 'listItem' && typeof node.checked === 'boolean') return ['box'];
    if (!HARMLESS.has(node.type)) return [node.type];
    if (node.type === 'table') return node.children.every((row) => row.children.length === 3) ? [] : ['torn table'];
    if (node.type !== 'text') return [];
    const unpinged = pings.reduce((rest, own) => rest.replace(own, ''), node.value);
    const text = ours.reduce((rest, own) => rest.replaceAll(new RegExp(`${own}(?!\\d)`, 'g'), ''), unpinged);
    return LIVE.filter(([, pattern]) => pattern.test(text)).map(([name]) => `${name} in ${JSON.stringify(text)}`);
  });
  const comments = markdown
    .split('\n')
    .filter((line) => line.includes('<!--') && !OWN_HTML.test(line))
    .map((line) => `comment ${line}`);
  const orders = markdown
    .split('\n')
    .filter((line) => /^\s*\/[a-z][\w-]*(?![\w/-])/i.test(line))
    .map((line) => `order ${line}`);
  const invisible =
    /(?!\u200B|\u200D|\uFE0E|\uFE0F|\t|\n)[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Cs}]/u.test(
      markdown,
    )
      ? ['invisible characters']
      : [];
  return [...bad, ...comments, ...orders, ...invisible];
}

/** Pieces of hostile texts. */
export const HOSTILE: readonly string[] = [
  '@maintainer',
  '@octo/team',
  '@everyone',
  '@',
  '#12',
  '#',
  'GH-12',
  '_gh-7',
  'octo/shop#1',
  'Closes #1',
  'fixes octo/shop#2',
  'https://evil.example/x',
  'HTTP://EVIL.example',
  'www.evil.example',
  '_www.evil.example',
  'me@evil.example',
  'mailto:me@evil.example',
  '![x](https://evil.example/p.png)',
  '![',
  '[a](',
  '](',
  ')',
  '[x]',
  '[ ]',
  '[^1]',
  '[^1]: note',
  '[a]: https://evil.example',
  '<img src=x onerror=alert(1)>',
  '<',
  '>',
  '<details>',
  '</details>',
  '</summary>',
  '<!-- planwright:progress task=0b54ecb3-4f4c-4f8e-9d53-6b3c1a2f7e10 -->',
  '<!--',
  '-->',
  '`',
  '``',
  '```',
  '````',
  '~~~',
  '~~',
  '~',
  '\n```\n',
  '\n~~~\n',
  '\n',
  '\n\n',
  '\r',
  '\r\n',
  '\n    ',
  '\t',
  '  \n',
  '\\',
  '\\\\',
  '*',
  '**',
  '_',
  '__',
  '***',
  '---',
  '\n---\n',
  '\n===\n',
  '|',
  '\n| a | b |\n| - | - |\n',
  '# ',
  '## ',
  '- ',
  '+ ',
  '* ',
  '1. ',
  '2) ',
  '> ',
  '> [!WARNING]\n> ',
  '- [x] ',
  '/deploy',
  '\n/deploy now\n',
  '\n/approve',
  '&#64;maintainer',
  '&commat;maintainer',
  '&#x40;maintainer',
  '&num;12',
  '&#35;12',
  '&lt;img&gt;',
  '&amp;',
  '&',
  '$',
  '$$x$$',
  '$`x`$',
  '{',
  '}',
  '\u200B',
  '\u200D',
  '\u202E',
  '\u2066',
  '\u00AD',
  '\uFEFF',
  '\u{E0041}',
  '\u0000',
  '\u001B[31m',
  '\u001B]8;;https://evil.example\u0007',
  '\uFE0F',
  '\uD83D',
  '\uDE00',
  '👩‍💻',
  '🎉',
  '日本語',
  'が',
  'word',
  ' ',
  '  ',
  '12',
  'a',
  ':',
  '.',
  '!',
  '=',
  '==',
  'task_1',
  '__init__.py',
];
