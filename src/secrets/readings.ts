/**
 * The ways to read a text: without characters that people and programs insert into a value when they wrap or hide it,
 * with its escapes resolved, and decoded from base64, base32, hex or byte lists, also nested.
 */
import { bytesIn } from './bytes-in-lists.ts';
import { contentsOf, type Reading } from './encoded-text.ts';

/** The number of nested encodings or escapes that are resolved. */
const DEPTH = 2;
/** A shorter text contains no encoded or escaped value. */
const SHORTEST = 12;
/** The first surrogate of the invisible characters from U+E0000 on: tags and variation selectors. */
const INVISIBLE_PLANE = 0xdb40;
const SECOND_HALF = 0xdc00;
const BACKSLASH = 92;
const SKIPPED_CHARACTER = /[\0\s\p{Default_Ignorable_Code_Point}]/u;
const SKIPPED = new Uint8Array(65_536);
for (let code = 0; code < SKIPPED.length; code += 1) {
  SKIPPED[code] = SKIPPED_CHARACTER.test(String.fromCharCode(code)) ? 1 : 0;
}
const SQUEEZABLE = /[\0\s\\\p{Default_Ignorable_Code_Point}]/u;

const NAMED = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  lowbar: '_',
  period: '.',
  sol: '/',
  plus: '+',
  equals: '=',
};
const NONE: readonly Reading[] = [];

interface Both {
  readonly asItIs: Reading;
  readonly squeezed: Reading;
}

const HEX = '[0-9A-Fa-f]';
/** An escape of a byte, a code unit or a character; a text that was escaped repeatedly has more backslashes. */
const ESCAPE = new RegExp(
  [
    `%(${HEX}{2})`,
    `\\\\{1,8}(?:x(${HEX}{2})|u(${HEX}{4})|U(${HEX}{8})|[ux]\\{(${HEX}{1,8})\\}|([0-7]{3}))`,
    `&(?:#[xX]0{0,9}(${HEX}{1,6});?|#0{0,9}(\\d{1,7});?|(${Object.keys(NAMED).join('|')});)`,
  ].join('|'),
  'g',
);
/** Quoted-printable, separately, since `=` also precedes values. */
const QUOTED = /=([0-9A-F]{2})/g;
const SOFT_BREAK = /=[ \t]*\r?\n()/g;
/** The groups that are octal, decimal or a name; the others are hex. */
const [OCTAL, DECIMAL, NAME] = [6, 8, 9];

/**
 * Unchanged only if that can reveal more: squeezed-out characters may be part of a value, such as an n after a
 * backslash.
 */
export function readingsOf(text: string, isAsItIsNeeded: boolean): readonly Reading[] {
  const asItIs = { text, place: (index: number) => index, after: (index: number) => index + 1 };
  const squeezed = squeezeReading(asItIs);
  const readings = isAsItIsNeeded && squeezed !== asItIs ? [squeezed, asItIs] : [squeezed];
  addInner(readings, { asItIs, squeezed }, DEPTH);
  return readings;
}

function addInner(readings: Reading[], { asItIs, squeezed }: Both, depth: number): void {
  if (depth === 0 || squeezed.text.length < SHORTEST) return;
  const inside = [
    ...unescape(squeezed, ESCAPE),
    ...unescape(squeezed, QUOTED),
    ...unescape(asItIs, SOFT_BREAK),
    ...contentsOf(squeezed),
    ...bytesIn(asItIs),
  ];
  for (const inner of inside) {
    const both = { asItIs: inner, squeezed: squeezeReading(inner) };
    readings.push(both.squeezed);
    addInner(readings, both, depth - 1);
  }
}

function squeezeReading(reading: Reading): Reading {
  if (!SQUEEZABLE.test(reading.text)) return reading;
  const { text, positions } = squeeze(reading.text);
  const at = (index: number) => positions[index] as number;
  return { text, place: (index) => reading.place(at(index)), after: (index) => reading.after(at(index)) };
}

/** Without white space, invisible characters, and the escapes `\n`, `\r`, `\t`. */
export function squeeze(text: string): { readonly text: string; readonly positions: Uint32Array } {
  const codes = new Uint16Array(text.length);
  const positions = new Uint32Array(text.length);
  let length = 0;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (SKIPPED[code] === 1) continue;
    if (code === INVISIBLE_PLANE) {
      if ((text.charCodeAt(position + 1) & 0xfc00) === SECOND_HALF) position += 1;
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
  return { text: Buffer.from(codes.buffer, 0, length * codes.BYTES_PER_ELEMENT).toString('utf16le'), positions };
}

/** `\n`, and `\\n` in text that was escaped repeatedly; four levels are enough. */
function endOfLineEscape(text: string, start: number): number {
  let end = start;
  while (end < start + 8 && text.charCodeAt(end) === BACKSLASH) end += 1;
  const letter = text[end];
  return letter === 'n' || letter === 'r' || letter === 't' ? end + 1 : start;
}

/** With its escapes resolved, if it has any. */
function unescape(reading: Reading, escape: RegExp): readonly Reading[] {
  if (reading.text.search(escape) === -1) return NONE;
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  let done = 0;
  const copy = (until: number): void => {
    text += reading.text.slice(done, until);
    for (; done < until; done += 1) {
      starts.push(done);
      ends.push(done);
    }
  };
  for (const match of reading.text.matchAll(escape)) {
    const character = resolved(match);
    copy(match.index);
    done += match[0].length;
    for (let unit = 0; unit < character.length; unit += 1) {
      starts.push(match.index);
      ends.push(done - 1);
    }
    text += character;
  }
  copy(reading.text.length);
  const place = (index: number) => reading.place(starts[index] as number);
  return [{ text, place, after: (index) => reading.after(ends[index] as number) }];
}

function resolved(match: RegExpExecArray): string {
  const group = match.findIndex((found, index) => index > 0 && found !== undefined);
  const found = match[group] ?? '';
  if (found === '') return '';
  if (group === NAME) return NAMED[found as keyof typeof NAMED];
  const code = Number.parseInt(found, group === OCTAL ? 8 : group === DECIMAL ? 10 : 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
