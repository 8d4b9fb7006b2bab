/**
 * The author's own prose in a Markdown text: no code, quotes, links, HTML comments or folded parts. The parser is
 * quadratic in the text and worse in nesting (64 KB of `1. 1. 1. ` took a minute here), and it runs between webhooks.
 * So what cannot matter is switched off, only the beginning is read, and nothing where the nesting is absurd; the
 * label starts a task on any text.
 */
import { fromMarkdown } from 'mdast-util-from-markdown';
import { cut } from './plain-text.ts';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];
type Paragraph = Extract<Node, { type: 'paragraph' }>;

export interface ProseBlock {
  readonly text: string;
  /** True where the text is not the author's prose: code, a link, an unclosed comment. */
  isExcluded(index: number): boolean;
}

const MAX_LENGTH = 8_192;
const MAX_NESTING = 8;
const MAX_DEFINITION = 1024;
const SWITCHED_OFF = ['attention', 'labelStartLink', 'labelStartImage', 'labelEnd', 'definition', 'setextUnderline'];
// A line of stars or dashes alone is a rule, however many they are.
const CONTAINER_MARKS = /^(?![ \t]*(?:[-*][ \t]*)+$)(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/gm;
const CONTAINER_MARK = />|[-+*]|\d+[.)]/g;

/** What GitHub shows as code, quoted, struck out, linked or folded away. */
const NOT_PROSE_TAGS = new Set([
  'a',
  'blockquote',
  'code',
  'del',
  'details',
  'kbd',
  'pre',
  'q',
  's',
  'samp',
  'script',
  'strike',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'tt',
]);

export function proseBlocks(markdown: string): readonly ProseBlock[] {
  const source = cut(markdown, MAX_LENGTH);
  if (isAbsurdlyNested(source)) return [];
  const openTags = trackTags();
  const blocks: ProseBlock[] = [];
  const waiting: Node[] = [fromMarkdown(source, { extensions: [{ disable: { null: SWITCHED_OFF } }] })];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    switch (node.type) {
      case 'root':
      case 'list':
      case 'listItem':
        waiting.push(...node.children.toReversed());
        break;
      case 'html':
        openTags.read(node.value);
        break;
      case 'paragraph':
      case 'heading':
        blocks.push(readBlock(node.children, openTags));
        break;
      default: // Code, quotes and rules are not the author's prose.
    }
  }
  return blocks;
}

function isAbsurdlyNested(source: string): boolean {
  for (const [marks] of source.matchAll(CONTAINER_MARKS)) {
    if ((marks.match(CONTAINER_MARK)?.length ?? 0) > MAX_NESTING) return true;
  }
  return false;
}

function readBlock(children: Paragraph['children'], openTags: OpenTags): ProseBlock {
  const excluded: (readonly [number, number])[] = [];
  let text = '';
  const add = (part: string, isProse: boolean): void => {
    if (!isProse || openTags.any()) excluded.push([text.length, text.length + part.length]);
    text += part;
  };
  for (const child of children) {
    switch (child.type) {
      case 'text':
        add(child.value, true);
        break;
      case 'break':
        add('\n', true);
        break;
      case 'inlineCode':
        add(`\`${child.value}\``, false);
        break;
      case 'link':
        add(child.url, false);
        break;
      case 'html':
        openTags.read(child.value);
        break;
      default:
    }
  }
  const unclosedComment = text.indexOf('<!--');
  if (unclosedComment >= 0) excluded.push([unclosedComment, text.length]);
  // Struck out, or close enough to it: the parser no longer tells.
  excluded.push([Math.max(0, text.indexOf('~')), Math.max(0, text.lastIndexOf('~'))], ...bracketedParts(text));
  return { text, isExcluded: lookup(text.length, excluded) };
}

/** Link texts, link targets and link definitions, found by their brackets since the parser no longer reads links. */
function bracketedParts(text: string): readonly (readonly [number, number])[] {
  const parts: (readonly [number, number])[] = [];
  const open: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (character === '[') open.push(index);
    if (character !== ']') continue;
    const start = open.pop();
    if (start === undefined) continue;
    const next = text.charAt(index + 1);
    if (next === ':' && isDefinition(text, start, index + 1)) parts.push([start, text.length]);
    else parts.push([start, next === '(' ? text.indexOf(')', index) + 1 || index + 1 : index + 1]);
  }
  return parts;
}

/** `[BUG]: do this` is prose; `[name]: target "title"` and `[^1]: a footnote` are not, nor what hangs on them. */
function isDefinition(text: string, start: number, colon: number): boolean {
  if (text.charAt(start + 1) === '^') return true;
  const [line = ''] = text.slice(colon, colon + MAX_DEFINITION).split('\n', 1);
  return /^:[ \t]*(?:\S+(?:[ \t]+["'(].*)?)?$/.test(line.trimEnd());
}

function lookup(length: number, ranges: readonly (readonly [number, number])[]): (index: number) => boolean {
  const depth = new Int32Array(length + 2);
  for (const [start, end] of ranges) {
    depth[start] = (depth[start] ?? 0) + 1;
    depth[end] = (depth[end] ?? 0) - 1;
  }
  for (let index = 1; index < depth.length; index += 1) depth[index] = (depth[index] ?? 0) + (depth[index - 1] ?? 0);
  return (index) => (depth[index] ?? 0) > 0;
}

interface OpenTags {
  any(): boolean;
  read(html: string): void;
}

/** Raw HTML tags that are open so far; a tag that is never closed hides the rest. */
function trackTags(): OpenTags {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    any: () => total > 0,
    read(html) {
      if (html.startsWith('<!--')) return;
      for (const [, slash, name = ''] of html.matchAll(/<(\/?)([A-Za-z][A-Za-z0-9]{0,20})/g)) {
        const tag = name.toLowerCase();
        const open = counts.get(tag) ?? 0;
        const change = slash === '' ? 1 : -1;
        if (!NOT_PROSE_TAGS.has(tag) || open + change < 0) continue;
        counts.set(tag, open + change);
        total += change;
      }
    },
  };
}
