/**
 * Finds base64, base32 or hex text within other text, at any offset: a few positions of each run are tried, and where
 * they decode to text, decoding continues in both directions as long as it yields text. Random bytes hardly ever do.
 */
/** A decoded text, with the source position of each of its characters. */
export interface Reading {
  readonly text: string;
  /** Where the source of this character begins. */
  place(index: number): number;
  /** Where it ends. */
  after(index: number): number;
}

interface Code {
  readonly bits: number;
  /** This many characters are a whole number of bytes. */
  readonly group: number;
  /** The value of each character; -1 if it is not part of the alphabet. */
  readonly values: Int8Array;
  /**
   * How many characters are tried at a time, and how often; text as long as both together is found wherever it begins.
   */
  readonly tried: number;
  readonly every: number;
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const CODES: readonly Code[] = [
  {
    bits: 6,
    group: 4,
    values: valuesOf(`${UPPER}${LOWER}0123456789+/`, `${UPPER}${LOWER}0123456789-_`),
    tried: 12,
    every: 12,
  },
  { bits: 5, group: 8, values: valuesOf(`${UPPER}234567`), tried: 16, every: 8 },
  { bits: 5, group: 8, values: valuesOf(`${LOWER}234567`), tried: 16, every: 16 },
  { bits: 4, group: 2, values: valuesOf('0123456789abcdef', '0123456789ABCDEF'), tried: 16, every: 16 },
];

/** Including NUL, since in UTF-16 every other byte is one. */
const IS_TEXT = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[\0\t\n\r -~]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

export function contentsOf(reading: Reading): readonly Reading[] {
  const found: Reading[] = [];
  for (const code of CODES) addContents(found, reading, code);
  return found;
}

function addContents(found: Reading[], reading: Reading, code: Code): void {
  const { text } = reading;
  const { bits, group, tried, every } = code;
  /** Where the last one ended, for each offset in a group. */
  const ends: number[] = [];
  for (let at = 0; at + tried <= text.length; at += every) {
    // Every text that begins here or slightly later shares these characters.
    const last = at + tried - 1;
    if (!isOf(code, text, last) || !isOf(code, text, at + group - 1) || !isOf(code, text, (at + group + last) >> 1))
      continue;
    for (let offset = 0; offset < group && at + offset + tried <= text.length; offset += 1) {
      let start = at + offset;
      if (start < (ends[start % group] ?? 0) || readText(text, start, start + tried, code) < tried) continue;
      while (start >= group && readText(text, start - group, start, code) === group) start -= group;
      const length = readText(text, start, text.length, code);
      ends[start % group] = start + length;
      found.push({
        text: decode(text, start, length, code),
        place: (index) => reading.place(start + Math.floor((index * 8) / bits)),
        after: (index) => reading.after(start + Math.floor((index * 8 + 7) / bits)),
      });
    }
  }
}

function isOf({ values }: Code, text: string, at: number): boolean {
  return (values[text.charCodeAt(at)] ?? -1) >= 0;
}

/** The number of characters from `start` that decode to text. */
function readText(text: string, start: number, end: number, { bits, values }: Code): number {
  let rest = 0;
  let restBits = 0;
  for (let at = start; at < end; at += 1) {
    const value = values[text.charCodeAt(at)] ?? -1;
    if (value < 0) return at - start;
    rest = ((rest << bits) | value) & 0xfff;
    restBits += bits;
    if (restBits < 8) continue;
    restBits -= 8;
    if (IS_TEXT[(rest >> restBits) & 255] === 0) return at - start;
  }
  return end - start;
}

function decode(text: string, start: number, length: number, { bits, values }: Code): string {
  const bytes = Buffer.allocUnsafe(Math.floor((length * bits) / 8));
  let rest = 0;
  let restBits = 0;
  let written = 0;
  for (let at = start; at < start + length; at += 1) {
    rest = ((rest << bits) | (values[text.charCodeAt(at)] as number)) & 0xfff;
    restBits += bits;
    if (restBits < 8) continue;
    restBits -= 8;
    bytes[written] = (rest >> restBits) & 255;
    written += 1;
  }
  return bytes.toString('latin1');
}

function valuesOf(...alphabets: readonly string[]): Int8Array {
  const values = new Int8Array(128).fill(-1);
  for (const alphabet of alphabets)
    for (let value = 0; value < alphabet.length; value += 1) values[alphabet.charCodeAt(value)] = value;
  return values;
}
