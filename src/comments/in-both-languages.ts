/**
 * Texts for people, English and Japanese side by side. Each text is one entry; a missing language, or a key that no
 * catalogue has, is a compile error.
 */
import type { TaskSettings } from '../state/request.ts';

export type Language = TaskSettings['language'];

export interface Both {
  readonly en: string;
  readonly ja: string;
}

type Text = Both | ((...given: never[]) => Both);
interface Texts {
  readonly [name: string]: Text | Texts;
}

/** The same texts in one language. */
type InOne<Some> = Some extends Both
  ? string
  : Some extends (...given: infer Given) => Both
    ? (...given: Given) => string
    : { readonly [Name in keyof Some]: InOne<Some[Name]> };

export function inBothLanguages<Some extends Texts>(texts: Some): (language: Language) => InOne<Some> {
  const all = { en: inOne(texts, 'en'), ja: inOne(texts, 'ja') } as { readonly [Of in Language]: InOne<Some> };
  return (language) => all[language];
}

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function inOne(texts: Text | Texts, language: Language): unknown {
  if (typeof texts === 'function') return (...given: never[]) => texts(...given)[language];
  if (typeof texts.en === 'string') return texts[language];
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, inOne(text, language)]));
}
