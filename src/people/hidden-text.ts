/**
 * Removes text that a reader on GitHub does not see: HTML comments, what Markdown and HTML do not show, zero-width and
 * bidirectional controls, Unicode tags, private use. Emoji keep their joiners. Comments inside text that is certainly
 * shown as code stay; if the Markdown is ambiguous they are removed. Linear time, and `f(f(x)) = f(x)`.
 */
import { withoutComments, withoutVisibleComments } from './html-comments.ts';
import { MAY_BE_HIDDEN, withoutUnseen } from './unseen-markdown.ts';

export interface Cleaned {
  readonly text: string;
  /** Removed characters (UTF-16 units); odd spaces replaced by plain ones do not count. */
  readonly removed: number;
}

const SPACES = '[\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u2800\\u3000]';
const INVISIBLE =
  '[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Co}\\p{Cn}\\p{Cs}\\u115F\\u1160' +
  '\\u3164\\uFFA0\\uFFF9-\\uFFFC]';
const HIDDEN = `${INVISIBLE}|[[\\p{Cc}]--[\\t\\n\\r]]`;
/** Each begins with a character of one class; checking that first is a hundred times faster (I12). */
const EMOJI = '(?=\\p{Emoji})\\p{RGI_Emoji}';
/** Searching emoji sequences is slow, so only lines with something odd are searched. */
const ODD = new RegExp(`${SPACES}|${HIDDEN}`, 'v');
/** An emoji sequence (kept), an odd space (made plain), or something invisible (removed). */
const SPECIAL = new RegExp(`(?<emoji>${EMOJI})|(?<space>${SPACES})|${HIDDEN}`, 'gv');
/** An emoji sequence, or a run of invisible characters; terminal colours and the like stay. */
const RUN = new RegExp(`(${EMOJI})|${INVISIBLE}+`, 'gv');
/** Lines that decide about code: hidden characters in them may have changed how they are read. */
const STRUCTURAL = /[`~<]/;
/** Rounds in which a removal may uncover more, before every paragraph with markup is removed. */
const MAX_ROUNDS = 4;
const MARKUP = /[<[$|`~]/;

/** For people's Markdown. */
export function withoutInvisible(text: string): Cleaned {
  return cleaned(text, (markdown) => withoutUnseen(withoutVisibleComments(markdown)));
}

/** For texts of ours and of models: nobody renders them as Markdown, so tags in them are visible. */
export function plainWithoutInvisible(text: string): Cleaned {
  return cleaned(text, withoutVisibleComments);
}

/** For output, names and contents of files: invisible characters are made visible, since they are part of the text. */
export function withVisibleCharacters(text: string): string {
  if (!ODD.test(text)) return text;
  return text.replace(RUN, (run, emoji?: string) => {
    if (emoji !== undefined) return run;
    const [first = '', ...others] = Array.from(run);
    const code = (first.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return others.length === 0 ? `⟨U+${code}⟩` : `⟨${others.length + 1} invisible characters⟩`;
  });
}

function cleaned(original: string, withoutHidden: (text: string) => string): Cleaned {
  let removed = 0;
  let doubtful = false;
  const text = original
    .split('\n')
    .map((line) => {
      const cleaned = withoutCharacters(line);
      removed += cleaned.removed;
      if (cleaned.text !== line && STRUCTURAL.test(line)) doubtful = true;
      return cleaned.text;
    })
    .join('\n');
  const shown = settled(doubtful ? withoutComments(text) : text, withoutHidden);
  const added = MAY_BE_HIDDEN.length * (marksIn(shown) - marksIn(text));
  return { text: shown, removed: removed + text.length - (shown.length - added) };
}

function marksIn(text: string): number {
  return text.split(MAY_BE_HIDDEN).length - 1;
}

function settled(text: string, withoutHidden: (text: string) => string): string {
  let current = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = withoutHidden(current);
    if (next === current) return current;
    current = next;
  }
  // Only somebody who wants to hide something writes like this.
  const paragraphs = withoutComments(current).split(/(\n[ \t]*\n)/);
  return paragraphs.filter((paragraph) => !MARKUP.test(paragraph)).join('');
}

function withoutCharacters(line: string): Cleaned {
  if (!ODD.test(line)) return { text: line, removed: 0 };
  let removed = 0;
  const text = line.replace(SPECIAL, (match: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as { readonly emoji?: string; readonly space?: string };
    if (groups.emoji !== undefined) return match;
    if (groups.space !== undefined) return ' ';
    removed += match.length;
    return '';
  });
  return { text, removed };
}
