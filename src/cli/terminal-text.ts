/** Makes text safe for a terminal: no control characters, and columns counted as terminals do. */
const HARMFUL =
  /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Co}\p{Cn}\p{Cs}]|(?!\u200D|\uFE0F)\p{Default_Ignorable_Code_Point}/gu;
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1B000}-\u{1B2FF}\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFD}]|^\p{Emoji_Presentation}|\uFE0F/u;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** One line, whatever the text contained. */
export function terminalLine(text: string): string {
  return text
    .replace(/[\s\u00A0\u3000]+/g, ' ')
    .replace(HARMFUL, '')
    .trim();
}

/** Unchanged lines, without anything a terminal would act on. */
export function plainLines(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r]/).map(harmless);
}

export function harmless(line: string): string {
  return line.replaceAll('\t', '    ').replace(HARMFUL, '');
}

export function terminalColumns(text: string): number {
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) columns += widthOf(segment);
  return columns;
}

/** At most this many columns; an ellipsis shows the cut. */
export function fitTo(text: string, columns: number): string {
  if (terminalColumns(text) <= columns) return text;
  let kept = '';
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment);
    if (used > columns) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}

/** Lines of at most this many columns, broken at spaces, and between wide characters. */
export function wrapped(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const [at, word] of text.split(' ').entries()) {
    const gap = at === 0 || line === '' ? '' : ' ';
    if (terminalColumns(`${line}${gap}${word}`) <= columns) {
      line += gap + word;
      continue;
    }
    const pieces = piecesOf(word);
    const fills = pieces.length > 1 && terminalColumns(`${line}${gap}${pieces[0] ?? ''}`) <= columns;
    if (fills) line += gap;
    else if (line !== '') {
      lines.push(line);
      line = '';
    }
    for (const piece of pieces.flatMap((one) => (terminalColumns(one) > columns ? segments(one) : [one]))) {
      if (terminalColumns(line + piece) > columns && line !== '') {
        lines.push(line.trimEnd());
        line = '';
      }
      line += piece;
    }
  }
  return [...lines, line];
}

/** Characters that must not begin a line in Japanese stay with what precedes them. */
const NOT_FIRST = /^[、。，．・：；？！ー）〕］｝〉》」』】’”…ぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;

/** A word of wide characters may be broken between any two of them; other words are one piece. */
function piecesOf(word: string): readonly string[] {
  const pieces: string[] = [];
  let wasWide = false;
  for (const segment of segments(word)) {
    const isWide = widthOf(segment) === 2;
    const isJoined = NOT_FIRST.test(segment) || (!isWide && !wasWide);
    if (isJoined && pieces.length > 0) pieces.push(`${pieces.pop() ?? ''}${segment}`);
    else pieces.push(segment);
    wasWide = isWide;
  }
  return pieces;
}

function segments(text: string): readonly string[] {
  return [...graphemes.segment(text)].map(({ segment }) => segment);
}

export function padTo(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - terminalColumns(text)));
}

function widthOf(grapheme: string): number {
  return WIDE.test(grapheme) ? 2 : /^\p{M}+$/u.test(grapheme) ? 0 : 1;
}
