/** Finds a name such as `@planwright` in text where it really is that name: nothing is glued to either side of it. */
import { asciiLowerCase } from './plain-text.ts';

export interface Span {
  readonly start: number;
  /** Behind the name and its optional `[bot]`. */
  readonly end: number;
}

const HANDLE = /^[a-z0-9](?:[a-z0-9_-]{0,98}[a-z0-9])?$/;
const LONGEST_URL = 2048;
const URL_STARTS = ['://', 'www.', 'mailto:', 'xmpp:'];
const SPACES = [' ', '\n', '\t', '\u3000'];

// Han, kana and Hangul are written without spaces, so a name may stand directly beside them.
const CJK = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;
const GLUED_BEFORE = /[\p{L}\p{N}\p{M}\p{Cf}_.@/`+=&?#%~$\\-]/u;
const GLUED_AFTER = /[\p{L}\p{N}\p{M}\p{Cf}_/@\\-]/u;
const NAME_GOES_ON = /^\.[\p{L}\p{N}]/u;

/** What ends in another `@` is the beginning of an address. */
const LOCAL_PART = /^[A-Za-z0-9._+-]*@/;
const LONGEST_LOCAL_PART = 66;

/** The names we answer to, made comparable; what could not be a GitHub login is left out. */
export function usableHandles(slug: string, aliases: readonly string[]): readonly string[] {
  const names = [slug, ...aliases].map((name) => asciiLowerCase(name.replace(/^@/, '')));
  return [...new Set(names)].filter((name) => HANDLE.test(name));
}

/** Every place where one of `names` (each with its `@`) is mentioned, in the order of the text. */
export function findNames(text: string, names: readonly string[]): readonly Span[] {
  const lower = asciiLowerCase(text);
  const found: Span[] = [];
  for (const name of names) {
    for (let start = lower.indexOf(name); start >= 0; start = lower.indexOf(name, start + 1)) {
      const end = endOfName(text, start, name);
      if (end !== null && isFreeBefore(text, start)) found.push({ start, end });
    }
  }
  return found.toSorted((left, right) => left.start - right.start);
}

/** Where the name that begins at `start` ends; null when none of `names` stands there. */
export function endOfNameAt(text: string, start: number, names: readonly string[]): number | null {
  for (const name of names) {
    if (asciiLowerCase(text.slice(start, start + name.length)) !== name) continue;
    const end = endOfName(text, start, name);
    if (end !== null) return end;
  }
  return null;
}

function endOfName(text: string, start: number, name: string): number | null {
  let end = start + name.length;
  if (asciiLowerCase(text.slice(end, end + 5)) === '[bot]') end += 5;
  const rest = text.slice(end, end + 4);
  const next = String.fromCodePoint(rest.codePointAt(0) ?? 0x20);
  if (GLUED_AFTER.test(next) && !CJK.test(next)) return null;
  if (LOCAL_PART.test(text.slice(end, end + LONGEST_LOCAL_PART))) return null;
  return NAME_GOES_ON.test(rest) && !CJK.test(rest.slice(1)) ? null : end;
}

function isFreeBefore(text: string, start: number): boolean {
  if (start === 0) return true;
  const before = text.slice(Math.max(0, start - LONGEST_URL), start);
  const previous = Array.from(before.slice(-2)).at(-1) ?? ' ';
  if (GLUED_BEFORE.test(previous) && !CJK.test(previous)) return false;
  const word = asciiLowerCase(before.slice(lastSpace(before) + 1));
  return !URL_STARTS.some((urlStart) => word.includes(urlStart));
}

function lastSpace(text: string): number {
  return Math.max(...SPACES.map((space) => text.lastIndexOf(space)));
}
