/** The forms in which a known value may occur, beyond those that `readings.ts` undoes. */
export interface Disguise {
  readonly text: string;
  /** How many characters may be missing at either end. */
  readonly cut: number;
  /** The fewest characters that count as the value. */
  readonly least: number;
  /** In base64, the neighbours of the fixed part also carry bits of the value. */
  readonly isBase64: boolean;
}

/** Shorter values are not searched for. */
export const SHORTEST_VALUE = 8;
const SHORTEST_WORD = 20;
/** This many characters of a value may be missing at either end, if enough are left. */
const CUT = 7;
const KEPT = 12;

const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => Array.from(text).toReversed().join(''),
  escapeJson,
  (text) => escapeJson(escapeJson(text)),
  hex,
  (text) => hex(text).toUpperCase(),
  // How escapes of single bytes show characters that have several.
  (text) => Buffer.from(text).toString('latin1'),
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

/** A change is read line by line and output is wrapped, so each line of a multi-line key is searched for, too. */
function partsOf(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n|\\n/).filter((line) => line.length >= SHORTEST_VALUE && !line.startsWith('-----'));
  const words = secret.split(/\s|\\n/).filter((word) => word.length >= SHORTEST_WORD);
  return [...new Set([secret, ...lines, ...words])];
}

/** The characters that occur in any base64 text with the value, 0 to 2 bytes after a multiple of three. */
function base64Disguises(secret: string, cutBytes: number): readonly Disguise[] {
  // Two more characters than the bytes produce, since a text is cut between groups of four.
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
