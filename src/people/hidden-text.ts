/**
 * Removes text that a reader on GitHub does not see: HTML comments, zero-width and bidirectional controls,
 * Unicode tags, private use. Emoji keep their joiners. Comments inside code that surely is shown as code stay;
 * where the Markdown leaves a doubt, the comment goes. Linear in time, and `f(f(x)) = f(x)`.
 */
import { withoutComments, withoutVisibleComments } from './html-comments.ts';

export interface Cleaned {
  readonly text: string;
  /** Characters (UTF-16 units) taken out; odd spaces turned into plain ones do not count. */
  readonly removed: number;
}

const SPACES = '[\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u2800\\u3000]';
const HIDDEN =
  '[\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}\\p{Co}\\p{Cn}\\p{Cs}\\u115F\\u1160' +
  '\\u3164\\uFFA0\\uFFF9-\\uFFFC]' +
  '|[[\\p{Cc}]--[\\t\\n\\r]]';
/** Looking for emoji sequences is slow: only lines that hold something odd are looked at that closely. */
const ODD = new RegExp(`${SPACES}|${HIDDEN}`, 'v');
/** An emoji sequence (kept), an odd space (made plain), or something invisible (removed). */
const SPECIAL = new RegExp(`(?<emoji>\\p{RGI_Emoji})|(?<space>${SPACES})|${HIDDEN}`, 'gv');
/** Lines that decide about code: what was hidden in them may have changed how they are read. */
const STRUCTURAL = /[`~<]/;
/** Rounds in which removing a comment may uncover another before every comment goes, code or not. */
const MAX_ROUNDS = 3;

export function withoutInvisible(original: string): Cleaned {
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
  const shown = doubtful ? withoutComments(text) : settled(text);
  return { text: shown, removed: removed + text.length - shown.length };
}

function settled(text: string): string {
  let current = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = withoutVisibleComments(current);
    if (next === current) return current;
    current = next;
  }
  return withoutVisibleComments(current) === current ? current : withoutComments(current);
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
