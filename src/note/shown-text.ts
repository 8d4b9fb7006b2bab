/** Texts in a note: masked, fenced, and cut in the middle if they are long. */
import { fenced } from '../comments/safe-text.ts';
import type { NoteWords } from './note-words.ts';

export interface Shown {
  readonly words: NoteWords;
  /** Any text as a block that nothing in it can end. */
  fence(text: string, language: 'text' | 'yaml'): string;
}

/** Longer than any secret at the cut: this much more is masked than is shown. */
const BESIDE = 4_000;
/** Room for the line that says how much was cut. */
const OWN_LINE = 100;

export function shownIn(words: NoteWords, most: number, redact: (text: string) => string): Shown {
  const half = Math.floor(most / 2);
  // Cut again after masking, since masking and fencing take time in proportion to the length.
  const shown = (text: string): string => {
    if (text.length <= most + 2 * BESIDE) return withoutMiddle(redact(text), half, 0);
    const [head, tail] = [text.slice(0, half + BESIDE), text.slice(-half - BESIDE)].map(redact);
    return withoutMiddle(`${head}${tail}`, half, text.length - most - 2 * BESIDE);
  };
  return { words, fence: (text, language) => fenced(shown(text), most + OWN_LINE, language) };
}

/** `before`: characters that are left out already. */
function withoutMiddle(text: string, half: number, before: number): string {
  const left = Math.max(0, text.length - 2 * half) + before;
  return left === 0 ? text : `${text.slice(0, half)}\n… ${left} characters left out …\n${text.slice(-half)}`;
}

export function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
