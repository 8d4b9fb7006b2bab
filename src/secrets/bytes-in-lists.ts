/**
 * Finds text written as a list of bytes in hex or decimal, and text in the output of xxd, hexdump and od: lines that
 * begin with an offset and may end with the text itself.
 */
import type { Reading } from './encoded-text.ts';

/** Lists of fewer bytes contain no value. */
const SHORTEST = 8;
const SEPARATOR = /[\s,:\\]/;
const NONE: readonly Reading[] = [];
const BETWEEN = String.raw`(?:[\s,:]|\\{1,4}[nrt]){1,40}`;
const HEX = String.raw`(?:0[xX])?[0-9A-Fa-f]{2}`;
const DECIMAL = String.raw`\d{1,3}`;
const HEX_LIST = listOf(HEX);
const DECIMAL_LIST = listOf(DECIMAL);
/** Sixteen bytes, single or in groups, followed by their text. */
const DUMPED_LINE = /^([ \t]*[0-9A-Fa-f]{6,16}:?[ \t]{1,4})((?:[0-9A-Fa-f]{2}[ \t]{0,2}){1,16}).*$/gm;

interface Item {
  readonly byte: number;
  readonly start: number;
  /** The index of its end. */
  readonly last: number;
}

export function bytesIn(reading: Reading): readonly Reading[] {
  if (!SEPARATOR.test(reading.text)) return NONE;
  const found = [
    ...Array.from(reading.text.matchAll(HEX_LIST), (list) => itemsOf(list, HEX, 16)),
    ...Array.from(reading.text.matchAll(DECIMAL_LIST), (list) => itemsOf(list, DECIMAL, 10)),
  ];
  const dump = dumpedIn(reading.text);
  if (dump.length >= SHORTEST) found.push(dump, swapped(dump));
  return found.map((items) => ({
    text: Buffer.from(items.map(({ byte }) => byte)).toString('latin1'),
    place: (index) => reading.place((items[index] as Item).start),
    after: (index) => reading.after((items[index] as Item).last),
  }));
}

function itemsOf(list: RegExpExecArray, item: string, base: number): readonly Item[] {
  return Array.from(list[0].matchAll(new RegExp(item, 'g')), ({ 0: digits, index }) => {
    const start = list.index + index;
    return { byte: Number.parseInt(digits, base), start, last: start + digits.length - 1 };
  });
}

/** Each ends with its line, since the line repeats its text. */
function dumpedIn(text: string): readonly Item[] {
  return Array.from(text.matchAll(DUMPED_LINE)).flatMap(({ 0: line, 1: offset = '', 2: bytes = '', index }) => {
    const from = index + offset.length;
    return Array.from(bytes.matchAll(/[0-9A-Fa-f]{2}/g), (pair) => {
      return { byte: Number.parseInt(pair[0], 16), start: from + pair.index, last: index + line.length - 1 };
    });
  });
}

/** Groups of two bytes as hexdump and `od -x` print them: the second byte first. */
function swapped(items: readonly Item[]): readonly Item[] {
  return items.map((item, index) => {
    const other = items[index ^ 1] ?? item;
    return { ...item, byte: other.byte };
  });
}

function listOf(item: string): RegExp {
  return new RegExp(`${item}(?:${BETWEEN}${item}){${SHORTEST - 1},}`, 'g');
}
