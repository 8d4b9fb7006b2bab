/**
 * A change of protected paths as people are shown it (GH-7). They approve what they see, so nothing is hidden:
 * invisible characters are named, and long lines are wrapped.
 */
import { heldChangeWords } from './held-change-words.ts';
import { code, fenced } from './safe-text.ts';
import { atMost, paragraphs } from './say.ts';
import type { Language } from './in-both-languages.ts';
import type { HeldChange } from '../state/outcome.ts';

/** A comment holds 65,536 characters, including the question. */
const MAX_SHOWN = 40_000;
const MAX_LINE = 160;
const UNSEEN = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?![ \u3000])\p{Zs}|\u2800/gu;
const GOES_ON = '↪ ';

interface Shown {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Cut between two lines. */
export function asShown(diff: string): Shown {
  const lines = diff.replace(UNSEEN, named).replace(/\n$/, '').split('\n').flatMap(wrapped);
  let length = 0;
  const shown = lines.findIndex((line) => {
    length += line.length + 1;
    return length > MAX_SHOWN;
  });
  return { text: (shown === -1 ? lines : lines.slice(0, shown)).join('\n'), isWhole: shown === -1 };
}

function named(character: string): string {
  return `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;
}

function wrapped(line: string): readonly string[] {
  if (line.length <= MAX_LINE) return [line];
  const characters = Array.from(line);
  const pieces = Array.from({ length: Math.ceil(characters.length / MAX_LINE) }, (_, index) =>
    characters.slice(index * MAX_LINE, (index + 1) * MAX_LINE).join(''),
  );
  return pieces.map((piece, index) => (index === 0 ? piece : `${GOES_ON}${piece}`));
}

/** Which files, and what happens to them. */
export function heldChangeText(
  { paths, pathCount, diff, unseen }: HeldChange,
  language: Language,
  mostNamed: number,
): string {
  const words = heldChangeWords(language);
  const entries = paths.slice(0, mostNamed).map((path) => `- ${code(path)}`);
  const more = pathCount - entries.length;
  return paragraphs([
    [`**${words.files}**:`, ...atMost(mostNamed, entries, () => ''), ...(more > 0 ? [words.more(more)] : [])].join(
      '\n',
    ),
    `**${unseen === undefined ? words.change : words.changeInPart}**:`,
    diff === '' ? '' : fenced(diff, 2 * MAX_SHOWN, 'diff'),
  ]);
}

/** What prevents an approval, and the alternatives; '' if nothing does. */
export function heldBackBecause({ unseen, needsWorkflows }: HeldChange, language: Language): string {
  const words = heldChangeWords(language);
  return paragraphs([
    needsWorkflows === true ? words.needsWorkflows : '',
    unseen === undefined ? '' : words.unseen[unseen],
  ]);
}

/** For a change saved while something else is asked; `hasSaved`: earlier work is on the branch. */
export function heldBackText(hasSaved: boolean, language: Language): string {
  const words = heldChangeWords(language);
  return hasSaved ? words.partHeldBack : words.allHeldBack;
}
