/**
 * A text without what people and programs put between the characters of a value when they wrap or hide it: white
 * space, invisible characters, and the escapes `\n`, `\r`, `\t`.
 */
export interface Squeezed {
  readonly length: number;
  readonly codes: Uint16Array;
  /** Where in the text each code comes from. */
  readonly positions: Uint32Array;
}

const BACKSLASH = 92;
/** First half of the invisible characters from U+E0000 on: tags and variation selectors. */
const INVISIBLE_PLANE = 0xdb40;
const SKIPPED = new Uint8Array(65_536);
for (let code = 0; code < SKIPPED.length; code += 1) {
  SKIPPED[code] = /[\s\p{Default_Ignorable_Code_Point}]/u.test(String.fromCharCode(code)) ? 1 : 0;
}

export function squeeze(text: string): Squeezed {
  const codes = new Uint16Array(text.length);
  const positions = new Uint32Array(text.length);
  let length = 0;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (SKIPPED[code] === 1) continue;
    if (code === INVISIBLE_PLANE) {
      position += 1;
      continue;
    }
    if (code === BACKSLASH) {
      const end = endOfLineEscape(text, position);
      if (end > position) {
        position = end - 1;
        continue;
      }
    }
    codes[length] = code;
    positions[length] = position;
    length += 1;
  }
  return { length, codes, positions };
}

/** `\n`, and `\\n` in text that was escaped more than once; four levels are enough. */
function endOfLineEscape(text: string, start: number): number {
  let end = start;
  while (end < start + 8 && text.charCodeAt(end) === BACKSLASH) end += 1;
  const letter = text[end];
  return letter === 'n' || letter === 'r' || letter === 't' ? end + 1 : start;
}
