/** Whether a text is addressed to us (GH-2), and what it asks. Only a mention in the author's own prose counts. */
import { beginningOfProse, proseBlocks } from './comment-prose.ts';
import { type ControlWord, readControlWord } from './control-words.ts';

/** A comment's message to us, without the mention; `word` if it is exactly a control word. */
export interface SaidToUs {
  readonly text: string;
  readonly word: ControlWord | null;
}

interface Span {
  readonly start: number;
  /** After the name and its optional `[bot]`. */
  readonly end: number;
}

const SLASH_COMMAND = '/planwright';
const HANDLE = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98}[A-Za-z0-9])?$/;
/** Longer than any name with the text that decides where it ends. */
const LONGEST_NAME = 256;
const LONGEST_URL = 2048;
const URL_START = /:\/\/|www\.|mailto:|xmpp:/i;

// Han, kana and Hangul are written without spaces, so a name may stand directly beside them.
const CJK = String.raw`[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]`;
/** Characters that join the preceding word or path with the `@`. */
const GLUED_BEFORE = String.raw`[[\p{L}\p{N}\p{M}\p{Cf}_.@\/\`+=&?#%~$\\\-]--${CJK}]`;
const GLUED_AFTER = String.raw`[[\p{L}\p{N}\p{M}\p{Cf}_\/@\\\-]--${CJK}]`;
/** A name followed by `.dev` is a domain; one followed by another `@` begins an address. */
const GOES_ON = String.raw`\.[[\p{L}\p{N}]--${CJK}]|[A-Za-z0-9._+\-]{0,65}@`;
const BOT = String.raw`\[[Bb][Oo][Tt]\]`;
/** A name with its `@` or `/`, with nothing joined to either side. */
const NAME = new RegExp(
  String.raw`[@\/](?<!${GLUED_BEFORE}[@\/])[A-Za-z0-9_\-]+(?:${BOT}|(?!${BOT}))(?!${GLUED_AFTER}|${GOES_ON})`,
  'gv',
);

/** The names that mean us, in lower case, without those that cannot be GitHub logins. */
export function usableHandles(slug: string, aliases: readonly string[]): readonly string[] {
  const names = [slug, ...aliases].map((name) => name.replace(/^@/, '')).filter((name) => HANDLE.test(name));
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

/** A comment is addressed to us if it begins with a mention or `/planwright`. Returns the rest, or null. */
export function instructionInComment(text: string, handles: readonly string[]): string | null {
  const start = text.length - text.trimStart().length;
  if (isIndentedCode(text, start)) return null;
  const [first] = findNames(text.slice(start, start + LONGEST_NAME), [...mentionsOf(handles), SLASH_COMMAND]);
  return first?.start === 0 ? instructionFrom(text, start + first.end) : null;
}

export function saidToUs(comment: string, handles: readonly string[]): SaidToUs | null {
  const text = instructionInComment(comment, handles);
  return text === null ? null : { text, word: readControlWord(text) };
}

/**
 * An issue's body is addressed to us if its prose mentions us anywhere. Returns the rest of that paragraph, or null.
 */
export function instructionInBody(text: string, handles: readonly string[]): string | null {
  const names = mentionsOf(handles);
  const source = beginningOfProse(text);
  if (findNames(source, names).length === 0) return null;
  for (const block of proseBlocks(source)) {
    const mention = findNames(block.text, names).find(({ start }) => !block.isExcluded(start));
    if (mention !== undefined) return instructionFrom(block.text, mention.end);
  }
  return null;
}

/** The positions of `names`, in the order of the text. */
export function findNames(text: string, names: readonly string[]): readonly Span[] {
  return Array.from(text.matchAll(NAME), ({ 0: { length }, index: start }) => ({ start, end: start + length })).filter(
    ({ start, end }) =>
      names.includes(text.slice(start, end).toLowerCase().replace('[bot]', '')) && !isInUrl(text, start),
  );
}

function isInUrl(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - LONGEST_URL), start);
  return URL_START.test(before.split(/[ \n\t\u3000]/).at(-1) ?? '');
}

function mentionsOf(handles: readonly string[]): readonly string[] {
  return handles.map((handle) => `@${handle}`);
}

function instructionFrom(text: string, end: number): string {
  return text
    .slice(end)
    .replace(/^[,.:;!、。，：！]*\s*/, '')
    .trimEnd();
}

/** Four columns of white space at the start of a text make it a code block. */
function isIndentedCode(text: string, start: number): boolean {
  const lineStart = Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1;
  const indent = start === 0 ? '' : text.slice(lineStart, start);
  return indent.includes('\t') || /^ {4}/.test(indent);
}
