/**
 * Marked blocks around text that is data (MODEL-7). The caller provides the nonce: 128 bits that the author of the text
 * cannot know (such as an HMAC over the task), the same whenever the same prompt is built, so that prompts can be
 * reproduced and cached.
 */
import { Fault } from '../errors.ts';
import { withVisibleCharacters } from './hidden-text.ts';

const NONCE = /^[0-9a-f]{32}$/;
/** Characters that are, or look like, an opening angle bracket. */
const OPENING = '[<\\uFF1C\\uFE64\\u2039\\u276E\\u3008\\u2329\\u27E8]';
const FILLER = '[\\s\\p{Default_Ignorable_Code_Point}]*';
/** Each round needs a slash of its own, since two adjacent fillers would take quadratic time. */
const SLASHES = `(?:[/\\\\\\uFF0F\\u2044\\u2215]${FILLER}){0,3}`;
/** Any way of writing `<untrusted` or `</untrusted`: with spaces, slashes, any case, wide or invisible letters. */
const TAG = new RegExp(`${OPENING}(?=${FILLER}${SLASHES}${Array.from('untrusted').map(anyForm).join(FILLER)})`, 'giu');
const LABEL_CHARACTERS = /[^\p{L}\p{N} ._#/:@-]/gu;

export function untrusted(label: string, text: string, nonce: string): string {
  if (!NONCE.test(nonce))
    throw new Fault('internal', 'A marked block was asked for without a nonce of 128 bits.', 'Please report this.');
  const name = Array.from(label.replace(LABEL_CHARACTERS, '_').replaceAll(new RegExp(nonce, 'gi'), '_'))
    .slice(0, 120)
    .join('');
  return `<untrusted-${nonce} label="${name}">\n${neutralised(text, nonce)}\n</untrusted-${nonce}>`;
}

function neutralised(text: string, nonce: string): string {
  return withVisibleCharacters(text.replace(TAG, '&lt;')).replaceAll(new RegExp(nonce, 'gi'), '[removed]');
}

function anyForm(letter: string): string {
  return `[${letter}${String.fromCodePoint(letter.charCodeAt(0) - 0x61 + 0xff41)}]`;
}
