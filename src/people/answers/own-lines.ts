/** A comment as lines: what the person wrote, what is quoted, and without what mail programs put around a reply. */
export interface Line {
  readonly kind: 'own' | 'quoted';
  /** Of a quoted line: without its marks. */
  readonly text: string;
  /** Inside a code fence, where a number or a heading is only text. */
  readonly isCode: boolean;
}

/** GitHub takes no longer comment. */
const MAX_CHARACTERS = 65_536;
const QUOTE = /^[ \t]{0,3}>/;
const QUOTE_MARKS = /^[ \t]*(?:>[ \t]?)+/;
/** In an item of a list, too. */
const FENCE = /^[ \t]{0,3}((?:[-*+]|[0-9]{1,3}[.):])[ \t]+)?(`{3,}(?![^\n]*`)|~{3,})/;
const MAX_HEADER_LINES = 3;

const ENGLISH_HEADER = /^On [^\n]{0,400}\d[^\n]{0,400}\bwrote:$/;
const JAPANESE_HEADER = /^\d{4}(?:年[ ]?\d{1,2}月[ ]?\d{1,2}日|\/\d{1,2}\/\d{1,2})[^\n]{0,400}[:：]$/;
const HEADER_START = /^(?:On [A-Z\d]|\d{4}[年/])/;
const REST_IS_QUOTED =
  /^(?:-{3,} ?(?:Original Message|Forwarded message|元のメッセージ|転送されたメッセージ)|Reply to this email directly|You are receiving this because)/i;
const SIGNATURE = '-- ';
/** What mail programs of other languages write before what they quote: it ends in an address and a colon. */
const ANY_HEADER = /<[^\s<>@]{1,200}@[^\s<>@]{1,200}>[^\n]{0,40}[:：]$/;
const RULE = /^_{10,}$/;
const FROM = /^(?:\*{0,2}From|差出人|送信者)\*{0,2} ?[:：]/;
const AFTER_FROM = /^(?:\*{0,2}(?:Sent|Date|To|Subject)|送信日時|日時|宛先|件名)\*{0,2} ?[:：]/;
const SENT_FROM = /^(?:Sent from my |Sent from Outlook|Get Outlook for |(?:iPhone|iPad|Android)から送信)/;

export function linesOf(text: string): readonly Line[] {
  const raw = text
    .slice(0, MAX_CHARACTERS)
    .normalize('NFC')
    .split(/\r\n|\r|\n/);
  const lines: Line[] = [];
  let fence = '';
  for (let index = 0; index < raw.length; index += 1) {
    const line = raw[index] ?? '';
    if (fence === '') {
      if (QUOTE.test(line)) {
        lines.push({ kind: 'quoted', text: line.replace(QUOTE_MARKS, ''), isCode: false });
        continue;
      }
      if (isEnd(line, raw[index + 1] ?? '')) break;
      const header = headerLength(raw, index);
      if (header > 0 && !isQuotedNext(raw, index + header)) break;
      if (header > 0) {
        index += header - 1;
        continue;
      }
    }
    const opening = fence === '' ? FENCE.exec(line) : null;
    // The number of an item counts, also where its code begins beside it.
    lines.push({ kind: 'own', text: line, isCode: fence !== '' || (opening !== null && opening[1] === undefined) });
    if (opening !== null) fence = opening[2] ?? '';
    else if (closes(line, fence)) fence = '';
  }
  return withoutTail(lines);
}

/** What the person wrote, as one text. */
export function ownText(lines: readonly Line[]): string {
  return lines
    .filter((line) => line.kind === 'own')
    .map((line) => line.text)
    .join('\n')
    .trim();
}

/** With as many marks of the same kind, and nothing after them. */
function closes(line: string, fence: string): boolean {
  const marks = line.trim();
  return fence !== '' && marks.length >= fence.length && marks === (fence[0] ?? '').repeat(marks.length);
}

function isEnd(line: string, next: string): boolean {
  return (
    line === SIGNATURE ||
    (RULE.test(line) && FROM.test(next)) ||
    REST_IS_QUOTED.test(line) ||
    (FROM.test(line) && AFTER_FROM.test(next))
  );
}

/** How many lines from here on are "On … wrote:"; mail programs wrap it. */
function headerLength(raw: readonly string[], index: number): number {
  if (ANY_HEADER.test(raw[index]?.trim().slice(-600) ?? '') && isQuotedNext(raw, index + 1)) return 1;
  if (!HEADER_START.test(raw[index]?.trim() ?? '')) return 0;
  let text = '';
  for (let length = 1; length <= MAX_HEADER_LINES; length += 1) {
    text = `${text} ${(raw[index + length - 1] ?? '').trim().slice(0, 400)}`.trim();
    if (ENGLISH_HEADER.test(text)) return length;
    if (JAPANESE_HEADER.test(text) && (/[<@]|のメール/.test(text) || isQuotedNext(raw, index + length))) return length;
  }
  return 0;
}

function isQuotedNext(raw: readonly string[], from: number): boolean {
  let index = from;
  // A mail program leaves a line free, not a page.
  while (index < raw.length && index < from + 4 && (raw[index] ?? '').trim() === '') index += 1;
  return QUOTE.test(raw[index] ?? '');
}

/** Without "Sent from my phone" and the line GitHub draws under a mail, when they end the text. */
function withoutTail(lines: readonly Line[]): readonly Line[] {
  let end = lines.length;
  while (end > 0 && isTail(lines[end - 1])) end -= 1;
  return lines.slice(0, end);
}

function isTail(line: Line | undefined): boolean {
  if (line === undefined || line.kind === 'quoted' || line.isCode) return false;
  const text = line.text.trim();
  return text === '' || text === '—' || SENT_FROM.test(text);
}
