/**
 * Splits a comment into lines: the person's own, quoted ones, and without the additions of mail programs around a
 * reply.
 */
export interface Line {
  /** `code`: the person's own, inside a fence, where a number is only text. */
  readonly kind: 'own' | 'code' | 'quoted';
  /** For a quotation: all of its lines, without their marks. */
  readonly text: string;
}

const QUOTE = /^[ \t]{0,3}>(?:[ \t]*>)*[ \t]?/;
/** Also inside a list item. */
const FENCE = /^[ \t]{0,3}((?:[-*+]|[0-9]{1,3}[.):])[ \t]+)?(`{3,}(?![^\n]*`)|~{3,})/;
const CLOSING = /^[ \t]*(`{3,}|~{3,})[ \t]*$/;
/** `On …, … wrote:` above a quotation, in one or two lines, and the like in other languages. */
const INTRODUCTION =
  /^(?:On [^\n]{0,100}\d[^\n]{0,200}\n?[^\n]{0,200}\bwrote|(?:\d{4}[年/][^\n]{0,200}\n)?[^\n]{0,200}<[^\s<>@]{1,100}@[^\s<>@]{1,100}>[^\n]{0,40}?) ?[:：][ \t]*$(?=(?:\n[ \t]*){1,3}\n?>)/gm;
/** The line (with the one below it) from which on a mail contains nothing of its author's. */
const END =
  /^(?:-- \n|(?:—\s*\n)?(?:Reply to this email directly|You are receiving this because)|-{3,} ?(?:Original Message|Forwarded message|元のメッセージ)|Sent from (?:my \S|Outlook)|(?:iPhone|iPad|Android)から送信|_{10,}\n\**(?:From|差出人)|\**(?:From|差出人)\**[:：].{0,400}\n\**(?:Sent|Date|To|Subject|送信日時|宛先|件名)\**[:：])/;

export function linesOf(comment: string): readonly Line[] {
  const raw = comment.replace(/\r\n?/g, '\n').replace(INTRODUCTION, '').split('\n');
  const lines: Line[] = [];
  let fence = '';
  for (const [at, text] of raw.entries()) {
    const opening = fence === '' ? FENCE.exec(text) : null;
    const last = lines.at(-1);
    if (fence !== '') {
      lines.push({ kind: 'code', text });
      if (CLOSING.exec(text)?.[1]?.startsWith(fence) === true) fence = '';
    } else if (QUOTE.test(text)) {
      const quoted = text.replace(QUOTE, '');
      if (last?.kind === 'quoted') lines.splice(-1, 1, { kind: 'quoted', text: `${last.text}\n${quoted}` });
      else lines.push({ kind: 'quoted', text: quoted });
    } else if (END.test(`${text}\n${raw[at + 1] ?? ''}`)) break;
    // An item's number counts, even if its code begins on the same line.
    else lines.push({ kind: opening !== null && opening[1] === undefined ? 'code' : 'own', text });
    fence ||= opening?.[2] ?? '';
  }
  return lines;
}

/** The person's own lines, as one text. */
export function ownText(lines: readonly Line[]): string {
  const own = lines.flatMap(({ kind, text }) => (kind === 'quoted' ? [] : [text]));
  return own.join('\n').trim();
}
