/** The forms in which a known value may turn up. */
export interface Disguise {
  readonly text: string;
  /** How many characters of it may be missing at either end. */
  readonly cut: number;
  /** Fewest characters that count as the value. */
  readonly least: number;
  /** In base64 the neighbours of the part that is fixed carry bits of the value too. */
  readonly isBase64: boolean;
}

/** Values with fewer characters are not looked for. */
export const SHORTEST_VALUE = 8;
const SHORTEST_WORD = 20;
/** So many characters of a value may be missing at either end, as long as this many are left. */
const CUT = 7;
const KEPT = 12;

const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => Array.from(text).toReversed().join(''),
  escapeJson,
  (text) => escapeJson(escapeJson(text)),
  hex,
  (text) => hex(text).toUpperCase(),
  encodeUrl,
  (text) => encodeUrl(text).replace(/%../g, (code) => code.toLowerCase()),
  (text) => hex(text).replace(/../g, '%$&'),
  (text) => hex(text).toUpperCase().replace(/../g, '%$&'),
];

export function disguisesOf(secret: string): readonly Disguise[] {
  const all = partsOf(secret).flatMap((part) => {
    const cut = Math.max(0, Math.min(CUT, part.length - KEPT));
    const ends = cut === 0 ? [''] : [part.slice(0, cut), part.slice(-cut)];
    const longestEnd = (encode: (text: string) => string) => Math.max(...ends.map((end) => encode(end).length));
    return [
      ...ENCODINGS.map((encode) => {
        const text = encode(part);
        return { text, cut: longestEnd(encode), least: Math.min(KEPT, text.length), isBase64: false };
      }),
      ...base64Disguises(part, Math.max(...ends.map((end) => Buffer.byteLength(end)))),
    ];
  });
  return [...new Map(all.map((disguise) => [disguise.text, disguise])).values()];
}

/** A change is read line by line and output is wrapped: a key of many lines is known by each of them, too. */
function partsOf(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n|\\n/).filter((line) => line.length >= SHORTEST_VALUE && !line.startsWith('-----'));
  const words = secret.split(/\s|\\n/).filter((word) => word.length >= SHORTEST_WORD);
  return [...new Set([secret, ...lines, ...words])];
}

/** The characters that stand in any base64 text which holds the value, 0 to 2 bytes after a multiple of three. */
function base64Disguises(secret: string, cutBytes: number): readonly Disguise[] {
  // Two characters more than the bytes make: where a text is cut between groups of four.
  const cut = Math.ceil((cutBytes * 4) / 3) + 2;
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const text = bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
    const least = Math.max(SHORTEST_VALUE, Math.min(KEPT, text.length - 4));
    return [text, text.replaceAll('+', '-').replaceAll('/', '_')].map((form) => {
      return { text: form, cut, least, isBase64: true };
    });
  });
}

function escapeJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}

function encodeUrl(text: string): string {
  // By way of bytes: half a surrogate pair would be an error.
  return encodeURIComponent(Buffer.from(text).toString());
}

/** A way to read a text, and where in the text each of its characters comes from. */
export interface PlacedText {
  readonly text: string;
  place(index: number): number;
}

/** First half of the invisible characters from U+E0000 on: tags and variation selectors. */
const INVISIBLE_PLANE = 0xdb40;
const BACKSLASH = 92;
const SKIPPED_CHARACTER = /[\0\s\p{Default_Ignorable_Code_Point}]/u;
const SKIPPED = new Uint8Array(65_536);
for (let code = 0; code < SKIPPED.length; code += 1) {
  SKIPPED[code] = SKIPPED_CHARACTER.test(String.fromCharCode(code)) ? 1 : 0;
}
const SQUEEZABLE = /[\0\s\\\p{Default_Ignorable_Code_Point}]/u;

/** Squeezed, and as it is: what is squeezed out can be part of a value, such as its n when a backslash precedes it. */
export function readingsOf(text: string): readonly PlacedText[] {
  const asItIs = { text, place: (index: number) => index };
  if (!SQUEEZABLE.test(text)) return [asItIs];
  const squeezed = squeeze(text);
  return squeezed.text.length === text.length ? [squeezed] : [squeezed, asItIs];
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
