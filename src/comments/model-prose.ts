/**
 * Text of a model over several lines, for a description of ours: paragraphs, headings, lists and code blocks stay what
 * they are, each line of them made safe like any other. Nothing else of Markdown survives: no link, picture or HTML.
 */
import { fenced, inline } from './safe-text.ts';

const MAX_LINES = 200;
const MAX_LINE_CHARACTERS = 1_000;
const HEADING = /^ {0,3}#{1,6}\s+(.*)$/;
const ENTRY = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;

type Kind = 'text' | 'heading' | 'entry' | 'code';
interface Piece {
  readonly kind: Kind;
  readonly text: string;
}

export function prose(text: string, maxCharacters: number): string {
  let shown = '';
  let last: Kind | null = null;
  for (const { kind, text: part } of pieces(text)) {
    const gap = last === null ? '' : last === kind && (kind === 'entry' || kind === 'text') ? '\n' : '\n\n';
    if (part === '') {
      // An empty line ends a paragraph.
      last = last === 'text' ? 'code' : last;
      continue;
    }
    if (shown.length + gap.length + part.length > maxCharacters) return `${shown}${shown === '' ? '' : '\n\n'}…`;
    shown += gap + part;
    last = kind;
  }
  return shown;
}

function pieces(text: string): readonly Piece[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n').slice(0, MAX_LINES);
  const found: Piece[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (FENCE.test(line)) {
      const end = lines.findIndex((one, index) => index > at && FENCE.test(one));
      const inside = lines.slice(at + 1, end === -1 ? undefined : end);
      found.push({ kind: 'code', text: inside.join('').trim() === '' ? '' : fenced(inside.join('\n'), 2_000) });
      at = end === -1 ? lines.length : end;
      continue;
    }
    const heading = HEADING.exec(line);
    const entry = ENTRY.exec(line);
    if (heading) found.push({ kind: 'heading', text: withMark('### ', heading[1] ?? '') });
    else if (entry) found.push({ kind: 'entry', text: withMark('- ', entry[1] ?? '') });
    else found.push({ kind: 'text', text: withMark('', line) });
  }
  return found;
}

function withMark(mark: string, text: string): string {
  const safe = inline(text, MAX_LINE_CHARACTERS);
  return safe === '' ? '' : `${mark}${safe}`;
}
