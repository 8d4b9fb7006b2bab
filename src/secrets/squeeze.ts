/** A way to read a text, and where in the text each of its characters comes from. */
export interface PlacedText {
  readonly text: string;
  place(index: number): number;
}

/** First half of the invisible characters from U+E0000 on: tags and variation selectors. */
const INVISIBLE_PLANE = 0xdb40;
const BACKSLASH = 92;
const SKIPPED = new Uint8Array(65_536);
for (let code = 0; code < SKIPPED.length; code += 1) {
  SKIPPED[code] = /[\0\s\p{Default_Ignorable_Code_Point}]/u.test(String.fromCharCode(code)) ? 1 : 0;
}

/** Squeezed, and as it is: what is squeezed out can be part of a value, such as its n when a backslash precedes it. */
export function readingsOf(text: string): readonly PlacedText[] {
  const squeezed = squeeze(text);
  return squeezed.text.length === text.length ? [squeezed] : [squeezed, { text, place: (index) => index }];
}

/**
 * Without what people and programs put between the characters of a value when they wrap or hide it: white space,
 * invisible characters, and the escapes `\n`, `\r`, `\t`.
 */
function squeeze(text: string): PlacedText {
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
    const end = code === BACKSLASH ? endOfLineEscape(text, position) : position;
    if (end > position) {
      position = end - 1;
      continue;
    }
    codes[length] = code;
    positions[length] = position;
    length += 1;
  }
  const squeezed = Buffer.from(codes.buffer, 0, length * codes.BYTES_PER_ELEMENT).toString('utf16le');
  return { text: squeezed, place: (index) => positions[index] as number };
}

/** `\n`, and `\\n` in text that was escaped more than once; four levels are enough. */
function endOfLineEscape(text: string, start: number): number {
  let end = start;
  while (end < start + 8 && text.charCodeAt(end) === BACKSLASH) end += 1;
  const letter = text[end];
  return letter === 'n' || letter === 'r' || letter === 't' ? end + 1 : start;
}
