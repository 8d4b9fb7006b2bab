/**
 * The blocks of a Markdown text, as far as they decide what GitHub shows as code, raw HTML and paragraphs: the quotes,
 * lists and footnotes around them, fences, HTML. Linear time, where a full parser is quadratic.
 */
import { endOfHtml, type HtmlEnd } from './html-blocks.ts';
import { columnsOf } from './table-cells.ts';

export interface Block {
  /** A fence begins with its opening line. Prose is a paragraph, a heading, or a table. */
  readonly kind: 'prose' | 'html' | 'fence';
  readonly lines: BlockLine[];
  /** The index of its header line, and its number of columns. */
  table?: { readonly header: number; readonly columns: number };
}

interface BlockLine {
  readonly number: number;
  /** Where its own text begins, after the marks of surrounding quotes and lists. */
  readonly from: number;
}

export interface Footnote {
  readonly label: string;
  /** The prefix of each of its lines. */
  readonly lines: BlockLine[];
}

export interface Blocks {
  readonly blocks: readonly Block[];
  readonly footnotes: readonly Footnote[];
}

interface Place {
  readonly at: number;
  /** With tabs expanded. */
  readonly column: number;
}

/** `width`: the indentation of content in a list or footnote. An item that is still empty ends with an empty line. */
type Container = { readonly width: number; readonly footnote?: Footnote; isEmpty: boolean } | 'quote';

interface Leaf {
  readonly block: Block;
  readonly isOver: ((line: string) => boolean) | null;
  readonly end: HtmlEnd | null;
}

/** Content nested deeper is read as a paragraph. */
const MAX_DEPTH = 32;
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const UNDERLINE = /^(?:=+|-+)[ \t]*$/;
const HEADING = /^#{1,6}(?:[ \t]|$)/;
const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const MARK = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/;
const NOTE = /^\[\^([^\]\s]{1,999})\]:/;

export function readBlocks(lines: readonly string[]): Blocks {
  const [blocks, footnotes, stack]: [Block[], Footnote[], Container[]] = [[], [], []];
  let leaf: Leaf | null = null;
  const begin = (kind: Block['kind'], line: BlockLine, rest: Partial<Leaf> = {}): Leaf => {
    const block = { kind, lines: [line] };
    blocks.push(block);
    return { block, isOver: null, end: null, ...rest };
  };
  for (const [number, line] of lines.entries()) {
    let place: Place = { at: 0, column: 0 };
    let depth = 0;
    for (; depth < stack.length; depth += 1) {
      const container = stack[depth] as Container;
      const inside = continued(container, line, place);
      if (inside === null) break;
      if (container !== 'quote') container.footnote?.lines.push({ number, from: place.at });
      place = inside;
    }
    const text = line.slice(place.at);
    const isRaw: boolean = leaf !== null && leaf.block.kind !== 'prose';
    if (leaf !== null && isRaw && depth === stack.length) {
      if (leaf.end !== 'blank' || text.trim() !== '') leaf.block.lines.push({ number, from: place.at });
      if (isEnd(leaf, text)) leaf = null;
      continue;
    }
    if (isRaw) leaf = null;
    const paragraph: Leaf | null = leaf;
    const isText = paragraph !== null && paragraph.block.table === undefined;
    let isOpened = false;
    while (depth + 1 < MAX_DEPTH) {
      const opened = opening(line, place, isText && depth === stack.length && !isOpened);
      if (opened === null) break;
      if (!isOpened) stack.length = depth;
      isOpened = true;
      depth = stack.push(opened.container);
      if (opened.container !== 'quote' && opened.container.footnote !== undefined) {
        opened.container.footnote.lines.push({ number, from: opened.from });
        footnotes.push(opened.container.footnote);
      }
      place = opened.place;
    }
    if (isOpened) leaf = null;
    const { width, at } = indentation(line, place);
    const rest = line.slice(at);
    const here = { number, from: place.at };
    if (rest === '') {
      stack.length = depth;
      leaf = null;
      continue;
    }
    const isParagraph = paragraph !== null && !isOpened && !(width >= 4 && paragraph.block.table !== undefined);
    const isInside = depth === stack.length;
    // A table has no lazy continuation lines.
    const isLazy = !isInside && isParagraph && paragraph.block.table === undefined;
    const isCode = width >= 4;
    const html = isCode ? null : endOfHtml(rest, isParagraph);
    const fence = isCode ? null : FENCE.exec(rest);
    if (isLazy && (isCode || (html === null && fence === null && !HEADING.test(rest) && !RULE.test(rest)))) {
      for (const container of stack.slice(depth))
        if (container !== 'quote') container.footnote?.lines.push({ number, from: 0 });
      paragraph.block.lines.push({ number, from: at });
      continue;
    }
    stack.length = depth;
    if (fence !== null) {
      const mark = fence[1] ?? fence[2] ?? '';
      leaf = begin('fence', here, { isOver: (next) => closes(next, mark) });
    } else if (html !== null) {
      leaf = begin('html', here, { end: html });
      if (html !== 'blank' && html.test(rest)) leaf = null;
    } else if (
      isParagraph &&
      isInside &&
      (isCode || !(UNDERLINE.test(rest) || RULE.test(rest) || HEADING.test(rest)))
    ) {
      const { block } = paragraph;
      const last = block.lines.at(-1) as BlockLine;
      const above = (lines[last.number] ?? '').slice(last.from);
      const isIndented = indentation(above, START).width >= 4;
      const columns = block.table || isIndented ? 0 : columnsOf(above, rest);
      if (columns > 0) block.table = { header: block.lines.length - 1, columns };
      block.lines.push(here);
    } else if (isCode || RULE.test(rest) || (isParagraph && UNDERLINE.test(rest))) leaf = null;
    else {
      leaf = begin('prose', here);
      if (HEADING.test(rest)) leaf = null;
    }
  }
  return { blocks, footnotes };
}

function isEnd({ isOver, end }: Leaf, line: string): boolean {
  if (end === 'blank') return line.trim() === '';
  return end === null ? isOver?.(line) === true : end.test(line);
}

function closes(line: string, mark: string): boolean {
  const text = line.trim();
  return (
    text.length >= mark.length && text === mark.charAt(0).repeat(text.length) && indentation(line, START).width < 4
  );
}

const START: Place = { at: 0, column: 0 };

function continued(container: Container, line: string, place: Place): Place | null {
  const { width, at, column } = indentation(line, place);
  if (container === 'quote') return width < 4 && line[at] === '>' ? afterSpace(line, at + 1, column + 1) : null;
  if (at === line.length) return container.isEmpty ? null : place;
  if (width >= container.width) container.isEmpty = false;
  return width >= container.width ? advanced(line, place, container.width) : null;
}

interface Opening {
  readonly container: Container;
  readonly from: number;
  readonly place: Place;
}

function opening(line: string, place: Place, interrupts: boolean): Opening | null {
  const { width, at, column } = indentation(line, place);
  if (width >= 4) return null;
  if (line[at] === '>') return { container: 'quote', from: at, place: afterSpace(line, at + 1, column + 1) };
  const rest = line.slice(at, at + 1_024);
  const label = NOTE.exec(rest)?.[1];
  if (label !== undefined) {
    const length = label.length + 4;
    const footnote = { label, lines: [] };
    return {
      container: { width: 4, footnote, isEmpty: false },
      from: at,
      place: indentation(line, { at: at + length, column: column + length }),
    };
  }
  const mark = MARK.exec(rest);
  if (mark === null || RULE.test(line.slice(at))) return null;
  const end = { at: at + mark[0].length, column: column + mark[0].length };
  const inside = indentation(line, end);
  const isEmpty = inside.at === line.length;
  if (interrupts && (isEmpty || (mark[1] !== undefined && Number(mark[1]) !== 1))) return null;
  const spaces = isEmpty || inside.width > 4 ? 1 : inside.width;
  return {
    container: { width: width + mark[0].length + spaces, isEmpty },
    from: at,
    place: isEmpty ? { at: line.length, column: inside.column } : advanced(line, end, spaces),
  };
}

function indentation(line: string, { at, column }: Place): Place & { readonly width: number } {
  let [next, reached] = [at, column];
  for (; line[next] === ' ' || line[next] === '\t'; next += 1) reached += line[next] === ' ' ? 1 : 4 - (reached % 4);
  return { at: next, column: reached, width: reached - column };
}

/** Skips columns; a tab may be skipped in part, and its rest remains. */
function advanced(line: string, { at, column }: Place, columns: number): Place {
  const end = column + columns;
  let [next, reached] = [at, column];
  for (; reached < end && next < line.length; next += 1) {
    reached += line[next] === '\t' ? 4 - (reached % 4) : 1;
    if (reached > end) return { at: next, column: end };
  }
  return { at: next, column: reached };
}

function afterSpace(line: string, at: number, column: number): Place {
  const next = line[at];
  return next === ' ' || next === '\t' ? advanced(line, { at, column }, 1) : { at, column };
}
