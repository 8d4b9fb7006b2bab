/** Fits foreign text into marked blocks that never exceed their room. */
import { weightOf, weightOfLetter } from '../ports/token-weight.ts';
import { shorten } from '../environments/describe-repository.ts';
import { untrusted } from '../people/fence.ts';
import { type Cleaned, plainWithoutInvisible, withoutInvisible } from '../people/hidden-text.ts';

export interface Room {
  readonly nonce: string;
  /** For the whole block with its marks, in UTF-8. */
  readonly maxBytes: number;
}

/** Rooms of one task's prompts. */
export type RoomOf = (maxBytes: number) => Room;

export function roomsWith(nonce: string): RoomOf {
  return (maxBytes) => ({ nonce, maxBytes });
}

/** More than anybody is shown; it also bounds the removal of hidden text. */
const MAX_CLEANED = 200_000;
const MIN_TEXT_BYTES = 64;
const LEFT_OUT = '\n… cut here …\n';

/** People's Markdown: hidden parts are removed, and the middle is left out if it is too long. */
export function boundedBlock(label: string, text: string, room: Room): string {
  return fitted(label, withoutInvisible(shorten(text, MAX_CLEANED)), room);
}

/** The same for texts of ours and of models. */
export function boundedText(label: string, text: string, room: Room): string {
  return fitted(label, cleaned(text), room);
}

/** Output, code or a diff: what looks like a comment is content and stays. */
export function boundedOutput(label: string, text: string, room: Room): string {
  const fence = '`'.repeat(Math.max(2, ...[...text.matchAll(/`{3,}/g)].map((run) => run[0].length)) + 1);
  const shown = cleaned(`${fence}\n${text}\n${fence}`);
  const inner =
    shown.text.startsWith(`${fence}\n`) && shown.text.endsWith(`\n${fence}`)
      ? shown.text.slice(fence.length + 1, -fence.length - 1)
      : shown.text;
  return fitted(label, { ...shown, text: inner }, room);
}

/** A list: every entry stays while there is room for a few words of each; then the last ones are only counted. */
export function boundedLines(label: string, lines: readonly string[], room: Room): string {
  const perLine = Math.max(
    MIN_LINE_BYTES,
    Math.floor((room.maxBytes - overhead(label, room) - MIN_TEXT_BYTES) / Math.max(1, lines.length)) - 1,
  );
  const tooLong = Buffer.byteLength(lines.join('\n')) + overhead(label, room) > room.maxBytes;
  const shown = tooLong ? lines.map((line) => startOf(line, perLine)) : lines;
  const fitting = Math.floor((room.maxBytes - overhead(label, room) - MIN_TEXT_BYTES) / (perLine + 1));
  const kept = tooLong ? shown.slice(0, Math.max(1, fitting)) : shown;
  const rest = lines.length > kept.length ? [`… and ${lines.length - kept.length} more`] : [];
  return fitted(label, cleaned([...kept, ...rest].join('\n')), room);
}

export interface Around {
  readonly lines: readonly string[];
  /** The most relevant line. */
  readonly at: number;
  /** The length a line is cut to before lines are left out. */
  readonly least?: number;
}

/** A list too long to show: each line is cut, then lines far from `at` are left out and counted. */
export function boundedAround(label: string, { lines, at, least = MIN_LINE_BYTES }: Around, room: Room): string {
  const space = room.maxBytes - overhead(label, room) - 2 * MIN_TEXT_BYTES;
  const share = Math.floor(space / Math.max(1, lines.length)) - 1;
  const isWhole = share >= 1 && Buffer.byteLength(lines.join('\n')) < space;
  const cut = share >= least ? share : Math.max(least, Math.min(MAX_CUT_LINE, Math.floor(space / 12)));
  const perLine = isWhole ? Number.POSITIVE_INFINITY : cut;
  const shown: string[] = [];
  let left = space;
  const middle = Math.min(Math.max(0, at), lines.length - 1);
  let [from, to] = [middle, middle];
  const take = (index: number): boolean => {
    const line = startOf(lines[index] ?? '', perLine);
    const size = Buffer.byteLength(line) + 1;
    if (size > left) return false;
    left -= size;
    if (index < from || shown.length === 0) shown.unshift(line);
    else shown.push(line);
    return true;
  };
  if (lines.length > 0) take(middle);
  // Alternately one back and one ahead; at one end, the other side gets the rest of the room.
  for (let [back, ahead] = [true, true]; back || ahead; ) {
    back &&= from > 0 && take(from - 1);
    if (back) from -= 1;
    ahead &&= to < lines.length - 1 && take(to + 1);
    if (ahead) to += 1;
  }
  const before = from > 0 ? [`(${from} before these are left out)`] : [];
  const after = to < lines.length - 1 ? [`(${lines.length - 1 - to} after these are left out)`] : [];
  return fitted(label, cleaned([...before, ...shown, ...after].join('\n')), room);
}

/** How a room is divided if all want more than their share; small texts stay whole. */
export function shares(sizes: readonly number[], room: number): readonly number[] {
  let left = room;
  let waiting = sizes.length;
  const given = sizes.map(() => 0);
  for (const [at, size] of [...sizes.entries()].toSorted(([, one], [, other]) => one - other)) {
    given[at] = Math.min(size, Math.floor(left / waiting));
    left -= given[at];
    waiting -= 1;
  }
  return given;
}

const MIN_LINE_BYTES = 60;
/** If lines are left out anyway, the remaining ones may be longer. */
const MAX_CUT_LINE = 500;

/** The text as one line of at most this length in characters, so that Japanese has as much room as English. */
export function oneLine(text: string, maxCharacters: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= maxCharacters ? line : `${beginning(line, maxCharacters - 1)}…`;
}

/** The same for a command, keeping both ends, since its end is often more relevant than its middle. */
export function oneCommand(command: string, maxCharacters: number): string {
  const line = command.replace(/\s+/g, ' ').trim();
  if (line.length <= maxCharacters) return line;
  const half = Math.floor((maxCharacters - 3) / 2);
  return `${beginning(line, half)} … ${line.slice(line.length - half).toWellFormed()}`;
}

function beginning(line: string, characters: number): string {
  return line.slice(0, Math.max(0, characters)).replace(/[\uD800-\uDBFF]$/, '');
}

function startOf(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  return `${decoded(Buffer.from(text).subarray(0, Math.max(0, maxBytes - 3)))}…`;
}

export function shortenBytes(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  const half = Math.max(0, Math.floor((maxBytes - Buffer.byteLength(LEFT_OUT)) / 2));
  return decoded(bytes.subarray(0, half)) + LEFT_OUT + decoded(bytes.subarray(bytes.length - half));
}

/** Drops the remains of a letter that a cut went through. */
function decoded(bytes: Buffer): string {
  let from = 0;
  while (from < bytes.length && from < 3 && ((bytes[from] ?? 0) & 0xc0) === 0x80) from += 1;
  return bytes
    .subarray(from)
    .toString('utf8')
    .replace(/\uFFFD{1,3}$/, '');
}

function cleaned(text: string): Cleaned {
  return plainWithoutInvisible(shorten(text, MAX_CLEANED));
}

/** The note below a block whose text was shortened or cleaned. */
export function hiddenNote({ text, removed }: Cleaned): string {
  return [
    ...(removed > 0 ? [`\n(${removed} characters of hidden text were removed from this block.)`] : []),
    ...(/<details[\s>]/i.test(text)
      ? ['\n(What is between <details> tags is folded away: readers see it when they open it.)']
      : []),
  ].join('');
}

/** Escaping marks in a text lengthens it, so fitting may take more than one try. */
function fitted(label: string, shown: Cleaned, { nonce, maxBytes }: Room): string {
  const note = hiddenNote(shown);
  let room = maxBytes - overhead(label, { nonce, maxBytes }) - Buffer.byteLength(note);
  for (;;) {
    const block = untrusted(label, shortenBytes(shown.text, Math.max(room, MIN_TEXT_BYTES)), nonce) + note;
    if (Buffer.byteLength(block) <= maxBytes || room <= MIN_TEXT_BYTES) return block;
    room = Math.floor(room * 0.75);
  }
}

function overhead(label: string, { nonce }: Room): number {
  return Buffer.byteLength(untrusted(label, '', nonce));
}

export const CUT = '\n… the rest is left out';

/** The beginning, if the whole is too long; the note about that counts too. */
export function withinWeight(text: string, maxWeight: number): string {
  const room = maxWeight - weightOf(CUT);
  let weight = 0;
  let end = 0;
  let fitting = 0;
  for (const letter of text) {
    weight += weightOfLetter(letter);
    end += letter.length;
    if (weight <= room) fitting = end;
    if (weight > maxWeight) return text.slice(0, fitting) + CUT;
  }
  return text;
}
