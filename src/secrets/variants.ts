/** The shapes in which a known value may turn up. */
export interface Variant {
  readonly text: string;
  /** How many characters of it may be missing at either end. */
  readonly cut: number;
  /** Fewest characters that count as the value. */
  readonly least: number;
  /** In base64 the neighbours of the part that is fixed carry bits of the value too. */
  readonly isBase64: boolean;
}

const CUT = 7;
const KEPT = 12;

export function variantsOf(secret: string): readonly Variant[] {
  const whole = plainVariants(secret, CUT);
  const lines = secret.split(/\s|\\n/).filter((line) => line.length >= 20 && line !== secret);
  return [...whole, ...lines.map((line) => variant(line, line, (text) => text, CUT))];
}

function plainVariants(secret: string, cut: number): readonly Variant[] {
  const encodings: readonly ((text: string) => string)[] = [
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
  const found = encodings.map((encode) => variant(encode(secret), secret, encode, cut));
  for (const offset of [0, 1, 2]) {
    const text = base64At(secret, offset);
    const base64Cut = Math.ceil((allowedCut(secret, cut) * 4) / 3) + (secret.length > KEPT ? 1 : 0);
    const least = Math.min(KEPT, text.length);
    found.push({ text, cut: base64Cut, least, isBase64: true });
    found.push({ text: text.replaceAll('+', '-').replaceAll('/', '_'), cut: base64Cut, least, isBase64: true });
  }
  return found;
}

function variant(text: string, secret: string, encode: (text: string) => string, mostCut: number): Variant {
  const cut = allowedCut(secret, mostCut);
  const longest = cut === 0 ? 0 : Math.max(encode(secret.slice(0, cut)).length, encode(secret.slice(-cut)).length);
  return { text, cut: longest, least: Math.min(KEPT, text.length), isBase64: false };
}

function allowedCut(secret: string, mostCut: number): number {
  return Math.max(0, Math.min(mostCut, secret.length - KEPT));
}

/** The characters that stand in any base64 text which holds the value `offset` bytes after a multiple of three. */
function base64At(secret: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6));
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
