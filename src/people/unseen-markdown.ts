/**
 * Removes what a reader on GitHub does not see of Markdown, except comments: definitions of links and footnotes that
 * are unused or not the first of their name, sources of drawings, text after the language of a fence, surplus table
 * cells, and what is hidden in prose. Code stays as it is. Linear time.
 */
import { type Block, readBlocks } from './markdown-blocks.ts';
import { definitionAt, labelOf } from './link-parts.ts';
import { mayEndValue, type Quote } from './html-tag-end.ts';
import { withinColumns } from './table-cells.ts';
import { isDrawing, shownOfDiagram } from './unseen-diagram.ts';
import { type Edit, unseenInFormula } from './unseen-formula.ts';
import { type References, unseenIn } from './unseen-prose.ts';

export function withoutUnseen(text: string): string {
  if (!MARKUP.test(text)) return text;
  // Every other part is a line end.
  const parts = text.split(/(\r\n|\n|\r)/);
  const lines = parts.filter((_, at) => at % 2 === 0);
  const { blocks, footnotes } = readBlocks(lines);
  const pieces = blocks.flatMap((block): readonly Piece[] => piecesOf(block, lines));
  const defined = new Set(pieces.flatMap(({ defines }) => (defines === null ? [] : [defines.label])));
  const references: References = {
    isDefined: (label) => defined.has(label),
    links: new Set(),
    footnotes: new Set(),
  };
  const gone = new Set<number>();
  const shownPieces = new Map<Piece, string>();
  let isMarked = false;
  for (const piece of pieces) {
    if (piece.defines !== null) continue;
    const { shown, hidesRest, opens = null } = shownOf(piece, references);
    const after = (piece.lines.at(-1)?.number ?? 0) + 1;
    // Once marked, the rest stays marked.
    const opened: Quote | null = isMarked ? null : opens;
    const mayEnd: boolean = opened !== null && mayEndValue(lines.slice(after).join('\n'), opened);
    isMarked ||= mayEnd;
    shownPieces.set(piece, mayEnd ? shown + MAY_BE_HIDDEN : shown);
    if (!hidesRest && (opened === null || mayEnd)) continue;
    for (let at = after; at < lines.length; at += 1) gone.add(at);
    break;
  }
  for (const piece of pieces) {
    // Only the first definition counts.
    const isReferredTo = piece.defines !== null && references.links.delete(piece.defines.label);
    const text = piece.defines === null ? (shownPieces.get(piece) ?? '') : isReferredTo ? piece.defines.shown : '';
    const own = text.split('\n');
    for (const [at, { number, from }] of piece.lines.entries()) {
      if (at >= own.length) gone.add(number);
      lines[number] = (lines[number] ?? '').slice(0, from) + (own[at] ?? '');
    }
  }
  for (const { label, lines: own } of footnotes) {
    if (references.footnotes.delete(labelOf(label))) continue;
    for (const { number, from } of own) lines[number] = (lines[number] ?? '').slice(0, from);
  }
  return lines.map((line, at) => (gone.has(at) ? '' : line + (parts[2 * at + 1] ?? ''))).join('');
}

/** Placed after a tag with an unclosed value: only a browser knows how much of the following text belongs to it. */
export const MAY_BE_HIDDEN = '⟨readers may not see what follows⟩';
/** Without one of these nothing is hidden. */
const MARKUP = /[<[$|`~]/;
/** The first word after a fence names its language; a longer one is not a language. */
const OPENING = /^([ \t]*(?:`+|~+))([ \t]*)([^ \t]*)([^]*)$/;
const LANGUAGE = /^[\w+#.-]{0,20}$/;
const FORMULAS = /^[ \t]*(?:`+|~+)[ \t]*math(?=[ \t]|$)/i;
const DIAGRAM = /^[ \t]*(?:`+|~+)[ \t]*mermaid(?=[ \t]|$)/i;

/** Lines that are read together. */
interface Piece {
  readonly kind: 'prose' | 'html' | 'opening' | 'formulas' | 'diagram' | 'drawing';
  readonly lines: Block['lines'];
  readonly text: string;
  /** The definition that is the piece's only content. */
  readonly defines: { readonly label: string; readonly shown: string } | null;
}

function piecesOf({ kind, lines: own, table }: Block, lines: readonly string[]): readonly Piece[] {
  const texts = own.map(({ number, from }) => (lines[number] ?? '').slice(from));
  const piece = (of: Piece['kind'], from: number, to = own.length): Piece => ({
    kind: of,
    lines: own.slice(from, to),
    text: texts.slice(from, to).join('\n'),
    defines: null,
  });
  if (kind === 'html') return [piece('html', 0)];
  if (kind === 'fence') {
    const [opening = ''] = texts;
    if (isDrawing(opening)) return [piece('drawing', 0)];
    const inner = FORMULAS.test(opening) ? 'formulas' : DIAGRAM.test(opening) ? 'diagram' : null;
    return [piece('opening', 0, 1), ...(inner === null ? [] : [piece(inner, 1)])];
  }
  const { header = own.length, columns = 0 } = table ?? {};
  // The header of a table is shown, even if it reads like a definition.
  const definitions = definitionsIn(texts.slice(0, header).join('\n')).map(({ from, to, label, shown }) => ({
    ...piece('prose', from, to),
    defines: { label, shown },
  }));
  const begin = definitions.reduce((sum, { lines: taken }) => sum + taken.length, 0);
  const rows = own.slice(header).map((line, at): Piece => {
    const text = withinColumns(texts[header + at] ?? '', columns);
    return { kind: 'prose', lines: [line], text, defines: null };
  });
  return [...definitions, ...(begin < header ? [piece('prose', begin, header)] : []), ...rows];
}

function withLanguage(opening: string): string {
  const [, marks = '', space = '', first = '', more = ''] = OPENING.exec(opening) ?? [];
  const isLanguage = LANGUAGE.test(first);
  if (isLanguage && more.trim() === '') return opening;
  return isLanguage ? marks + space + first : marks;
}

interface Paragraph {
  readonly label: string;
  readonly shown: string;
  /** Line numbers. */
  readonly from: number;
  readonly to: number;
}

/** They are at the beginning of a paragraph. */
function definitionsIn(text: string): readonly Paragraph[] {
  const found: Paragraph[] = [];
  let line = 0;
  for (let at = 0; at < text.length; ) {
    const definition = definitionAt(text, at);
    if (definition === null) break;
    const { label, shown, to } = definition;
    const lines = text.slice(at, to).replace(/\n$/, '').split('\n').length;
    found.push({ label, shown, from: line, to: line + lines });
    line += lines;
    at = to;
  }
  return found;
}

function shownOf(
  { kind, text }: Piece,
  references: References,
): { readonly shown: string; readonly hidesRest?: boolean; readonly opens?: Quote | null } {
  switch (kind) {
    case 'opening':
      return { shown: withLanguage(text) };
    case 'formulas':
      return { shown: applied(unseenInFormula(text, 0, text.length), text) };
    case 'diagram':
      return { shown: shownOfDiagram(text) };
    case 'drawing':
      return { shown: '' };
    case 'prose':
    case 'html': {
      const { edits, hidesRest, opens } = unseenIn(text, kind === 'html', references);
      return { shown: applied(edits, text), hidesRest, opens };
    }
  }
}

function applied(edits: readonly Edit[], text: string): string {
  let shown = '';
  let end = 0;
  for (const { from, to, stays } of edits) {
    shown += text.slice(end, from) + stays;
    end = to;
  }
  return shown + text.slice(end);
}
