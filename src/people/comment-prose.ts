/**
 * The author's own prose in a Markdown text: no code, quotes, links, HTML comments or folded parts. The parser is
 * quadratic in the text and worse in nesting (64 KB of `1. 1. 1. ` took a minute here), and it runs between webhooks.
 * So constructs that cannot matter are disabled, only the beginning is read, and nothing if the nesting is absurd; the
 * label starts a task on any text.
 */
import { fromMarkdown } from 'mdast-util-from-markdown';

type Root = ReturnType<typeof fromMarkdown>;
type Node = Root | Root['children'][number];
type Inline = Extract<Node, { type: 'paragraph' }>['children'];

export interface ProseBlock {
  readonly text: string;
  /** True if the text is not the author's prose: code, a link, an unclosed comment. */
  isExcluded(index: number): boolean;
}

const MAX_PROSE = 8_192;
/** The parser's cost for lists and quotes grows with lines and nesting depth. */
const MAX_LINES_AND_MARKS = 600;
const MAX_DEFINITION = 1024;
const SWITCHED_OFF = ['attention', 'labelStartLink', 'labelStartImage', 'labelEnd', 'definition', 'setextUnderline'];
/** More than eight nested quotes and lists; a line of only stars or dashes is a rule. */
const ABSURD_NESTING = /^(?![ \t]*(?:[-*][ \t]*)+$)(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))){9}/m;
const MARK = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;
const HTML_TAG = /<(\/?)([A-Za-z][A-Za-z0-9]{0,20})/g;
/** What GitHub shows as code, quoted, struck out, linked or folded. */
const NOT_PROSE_TAGS = new Set(
  'a blockquote code del details kbd pre q s samp script strike style svg template textarea title tt'.split(' '),
);
/** The rest of a line `[name]: target "title"`. */
const DEFINITION = /^:[ \t]*(?:\S+(?:[ \t]+["'(].*)?)?$/;

/** At most `maxLength` UTF-16 units of a text, without splitting a surrogate pair. */
export function beginningOf(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
}

/** The part of a text that is read for its prose. */
export function beginningOfProse(text: string): string {
  const lines = beginningOf(text, MAX_PROSE).split('\n');
  let cost = 0;
  const end = lines.findIndex((line) => (cost += 1 + marksOf(line)) > MAX_LINES_AND_MARKS);
  return (end === -1 ? lines : lines.slice(0, end)).join('\n');
}

/** How many marks of quotes and lists a line begins with. */
function marksOf(line: string): number {
  let marks = 0;
  for (MARK.lastIndex = 0; MARK.test(line); ) marks += 1;
  return marks;
}

/** For what `beginningOfProse` returned. */
export function proseBlocks(source: string): readonly ProseBlock[] {
  if (ABSURD_NESTING.test(source)) return [];
  const openTags: string[] = [];
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
        followTags(node.value, openTags);
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

/** Updates `open`, the currently open tags; a tag that is never closed hides the rest. */
function followTags(html: string, open: string[]): void {
  if (html.startsWith('<!--')) return;
  for (const [, slash, name = ''] of html.matchAll(HTML_TAG)) {
    const tag = name.toLowerCase();
    if (!NOT_PROSE_TAGS.has(tag)) continue;
    const opened = open.lastIndexOf(tag);
    if (slash === '') open.push(tag);
    else if (opened >= 0) open.splice(opened, 1);
  }
}

function readBlock(children: Inline, openTags: string[]): ProseBlock {
  const excluded: [start: number, end: number][] = [];
  let text = '';
  for (const child of children) {
    const start = text.length;
    if (child.type === 'text') text += child.value;
    else if (child.type === 'break') text += '\n';
    else if (child.type === 'inlineCode') text += `\`${child.value}\``;
    else if (child.type === 'link') text += child.url;
    else if (child.type === 'html') followTags(child.value, openTags);
    const isProse = child.type === 'text' || child.type === 'break';
    if (!isProse || openTags.length > 0) excluded.push([start, text.length]);
  }
  const unclosedComment = text.indexOf('<!--');
  if (unclosedComment >= 0) excluded.push([unclosedComment, text.length]);
  // Everything from the first `~` to the last counts as struck out, since the parser does not read strikethrough here.
  excluded.push([text.indexOf('~'), text.lastIndexOf('~')]);
  // Link texts, link targets and definitions, found by their brackets, since the parser does not read links here.
  const opened: number[] = [];
  for (const { 0: bracket, index } of text.matchAll(/[[\]]/g)) {
    if (bracket === '[') opened.push(index);
    else {
      const start = opened.pop();
      if (start !== undefined) excluded.push([start, endOfLink(text, start, index + 1)]);
    }
  }
  return { text, isExcluded: (index) => excluded.some(([start, end]) => start <= index && index < end) };
}

/** `[BUG]: do this` is prose; `[name]: target "title"` and `[^1]: a footnote` are not, nor what comes after them. */
function endOfLink(text: string, start: number, end: number): number {
  const next = text.charAt(end);
  if (next === '(') return text.indexOf(')', end) + 1 || end;
  if (next !== ':') return end;
  const [line = ''] = text.slice(end, end + MAX_DEFINITION).split('\n', 1);
  return text.charAt(start + 1) === '^' || DEFINITION.test(line.trimEnd()) ? text.length : end;
}
