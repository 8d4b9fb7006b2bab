import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { withoutInvisible } from '../../src/people/hidden-text.ts';
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

/** Definitions that are not the first of their name. */
function repeatedIn(nodes: readonly Node[]): readonly Node[] {
  const known = new Set<string>();
  return nodes.filter(({ type, identifier = '' }) => {
    const name = `${type} ${identifier}`;
    const isKnown = /^(?:footnoteD|d)efinition$/.test(type) && known.has(name);
    known.add(name);
    return isKnown;
  });
}

/** What a reader sees of it, without spaces and lines. */
function seen(markdown: string): string {
  const root = parsed(markdown);
  const repeated = new Set(repeatedIn(within(root)));
  const counted = (node: Node): readonly Node[] =>
    repeated.has(node) ? [] : [node, ...(node.children ?? []).flatMap(counted)];
  const notes = new Set(
    counted(root).flatMap(({ type, identifier }) => (type === 'footnoteReference' ? [identifier] : [])),
  );
  const textOf = (node: Node): string => {
    if (node.type === 'definition' || node.type === 'image') return '';
    if (node.type === 'footnoteDefinition' && (!notes.has(node.identifier) || repeated.has(node))) return '';
    if (node.type === 'html') return (node.value ?? '').replace(/<(?:[A-Za-z/?]|![A-Za-z[])[^>]*>?/g, '');
    if (node.type === 'table')
      return (node.children ?? [])
        .flatMap((row) => (row.children ?? []).slice(0, node.align?.length))
        .map(textOf)
        .join('');
    return (node.value ?? '') + (node.children ?? []).map(textOf).join('');
  };
  return textOf(root).replace(/1\.|[\s=*+-]/g, '');
}

/** Marks of empty lists and tables may be shown as text. */
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
  return [
    ...repeatedIn(nodes).map(({ type, identifier }) => `repeated ${type} ${identifier}`),
    ...nodes.flatMap(unseenOf),
  ];

  function unseenOf(node: Node): readonly string[] {
    return [
      ...(node.title ? [`title ${node.title}`] : []),
      ...(node.type === 'image' && node.alt ? [`alt ${node.alt}`] : []),
      ...(node.meta ? [`meta ${node.meta}`] : []),
      ...(node.type === 'definition' && !links.has(node.identifier) ? [`definition ${node.identifier}`] : []),
      ...(node.type === 'footnoteDefinition' && !notes.has(node.identifier) ? [`footnote ${node.identifier}`] : []),
      ...(node.type === 'html' && /<\/?[A-Za-z][^\s>]*\s[^>]*\w/.test(node.value ?? '') ? [`html ${node.value}`] : []),
      ...(node.type === 'html' && /<[?!]/.test(node.value ?? '') ? [`html ${node.value}`] : []),
      ...(node.type !== 'link' || within(node).length > 1 ? [] : [`link ${node.url}`]),
      ...(node.type !== 'linkReference' || within(node).length > 1 ? [] : [`link ${node.identifier}`]),
      ...(/\s/.test(node.url ?? '') ? [`target ${node.url}`] : []),
    ];
  }
}

/**
 * Removing parts of these may leave something that looks invisible again: after a removed definition, indented text
 * becomes code and quoted text leaves its quote; after a link without a text anything may begin a line.
 */
const DOUBTFUL = /<[?!]|\]:[^<]*<|`{3}.*\||\[\s*\][[(]|\]:.*\n[ >]*(?: {4}|\t)|>.*\]:/;
/** The parser reads each block alone; in a browser a value that is left open in one continues in the next. */
const VALUE = /<\/?[A-Za-z][^>]*=\s*["']/;

/** `[x][`: GitHub reads a link of `[x]`, whatever follows, but the parser reads none. */
const HALF_LABEL = /\]\[(?![^[\]]*\])/;

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
  '[^1]: a\n',
  '[x]: a\n[x]: b\n',
  '[][x]',
  '[a](<b c>)',
  '<a b>',
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
  '|---',
  '| a | b |',
  '| a | b |\n|-|-|\n',
  'c |',
  '---\n',
  '===\n',
  '\t',
);

describe('markup that GitHub does not show, of any text (GH-2, I2, I17)', () => {
  it("goes, and all that is shown stays, as a parser of all of GitHub's Markdown reads it", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        const text = pieces.join('');
        const { text: shown } = withoutInvisible(text);
        expect(withoutInvisible(shown).text).toBe(shown);
        const left = unseen(shown).filter((what) => !HALF_LABEL.test(shown) || !what.startsWith('definition'));
        expect(left).toEqual([]);
        if (!DOUBTFUL.test(text) && !VALUE.test(text)) expect(isWithin(seen(text), seen(shown))).toBe(true);
      }),
      { numRuns: runs(30_000, 3_000) },
    );
  });
});
