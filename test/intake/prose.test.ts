import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';

import { findNames, instructionInBody } from '../../src/people/mention.ts';
import { runs } from '../long.ts';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

const NOT_PROSE = new Set([
  'blockquote',
  'link',
  'linkReference',
  'delete',
  'footnoteDefinition',
  'definition',
  'code',
  'inlineCode',
  'html',
  'image',
  'imageReference',
]);

/** The plain text of everything that GitHub's full dialect shows as prose. */
function proseTexts(node: Node): readonly string[] {
  if (NOT_PROSE.has(node.type)) return [];
  if (node.type === 'text') return [node.value ?? ''];
  return (node.children ?? []).flatMap(proseTexts);
}

const piece = fc.constantFrom(
  '@planwright',
  ' ',
  '\n',
  '\n\n',
  '`',
  '``',
  '```',
  '~~~',
  '~~',
  '> ',
  '- ',
  '1. ',
  '# ',
  '    ',
  '\t',
  '[',
  ']',
  '](',
  ')',
  '[x]: ',
  '[^1]: ',
  '![',
  '<',
  '>',
  '<!--',
  '-->',
  '<div>',
  '</div>',
  '<https://a.b/',
  'https://a.b/',
  'www.a.b',
  '*',
  '**',
  '_',
  '\\',
  '&#64;',
  '|',
  '|-|-|\n',
  '---',
  '"',
  'a',
  'b@c.de',
  '.',
);

describe('the bounded reading of Markdown', () => {
  it('finds a mention only where the full dialect shows one in prose (P13)', () => {
    const texts = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(texts, fc.nat(14), (text, at) => {
        const markdown = `${text.slice(0, at * 3)}@planwright${text.slice(at * 3)}`;
        if (instructionInBody(markdown, ['planwright']) === null) return;
        const full = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node;
        expect(proseTexts(full).some((prose) => findNames(prose, ['@planwright']).length > 0)).toBe(true);
      }),
      { numRuns: runs(3_000, 600) },
    );
  });
});
