/** Where a browser ends a tag of raw HTML: not at a `>` in a quoted value, and a quote counts only after a `=`. */
export type Quote = '"' | "'";

export interface TagEnd {
  /** After the `>`; null if the text ends within the tag. */
  readonly to: number | null;
  /** The text ends within this tag's quoted value. */
  readonly opens: Quote | null;
}

const OPEN: TagEnd = { to: null, opens: null };

/** From the end of the tag's name. Linear time. */
export function endOfTag(text: string, from: number): TagEnd {
  /** Whether a `=` would begin a value. */
  let hasName = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '>') return { to: at + 1, opens: null };
    if (character === '/') hasName = false;
    else if (character === '=' && hasName) {
      const value = afterSpace(text, at + 1);
      const quote = text[value];
      if (quote === '"' || quote === "'") {
        at = text.indexOf(quote, value + 1);
        if (at === -1) return { to: null, opens: quote };
      } else at = endOfWord(text, value) - 1;
      hasName = false;
    } else if (!isSpace(character)) hasName = true;
  }
  return OPEN;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text[at])) at += 1;
  return at;
}

/** For a value without quotes. */
function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '>' && !isSpace(text[at])) at += 1;
  return at;
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && ' \t\n\f\r'.includes(character);
}

/** What GitHub renders with a double quote; one that people write in a text becomes an entity. */
const QUOTED = /["[<`~|@]|:\/\/|www\.|^\s*\d+[.)]/m;

/** Whether a Markdown text may end a value that was left open before it; only then is any of the text shown. */
export function mayEndValue(markdown: string, opened: Quote): boolean {
  return opened === '"' ? QUOTED.test(markdown) : markdown.includes("'");
}
