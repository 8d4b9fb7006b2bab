/**
 * The only way to put together comments, replies and descriptions: parts with an empty line between them, below
 * GitHub's limit. Foreign text in a part was made safe before (safe-text.ts, model-prose.ts).
 */
import { inBothLanguages, type Language } from './in-both-languages.ts';
import { code } from './safe-text.ts';
import type { Person } from '../ports/github.ts';

export const MAX_COMMENT_CHARACTERS = 64_000;
const LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,98})(?:\[bot\])?$/;

const words = inBothLanguages({
  /** Between two sentences. */
  gap: { en: ' ', ja: '' },
  /** Between people. */
  and: { en: ' and ', ja: ' さん、' },
  leftOut: {
    en: '*I left out details, because GitHub limits the length of a comment.*',
    ja: '*GitHub のコメントの長さの上限により、詳細を省きました。*',
  },
});

/** If there is no room, details are dropped as a whole, from the first one on; other parts always stay. */
export type Part = string | { readonly detail: string };

/** Empty parts are left out. */
export function say(language: Language, parts: readonly Part[]): string {
  const { leftOut } = words(language);
  const most = MAX_COMMENT_CHARACTERS - leftOut.length - 2;
  const kept = [...parts];
  while (paragraphs(kept.map(textOf)).length > most) {
    const first = kept.findIndex((part) => typeof part !== 'string' && part.detail !== '');
    if (first === -1) break;
    kept.splice(first, 1);
  }
  return paragraphs([...kept.map(textOf), kept.length < parts.length ? leftOut : '']);
}

function textOf(part: Part): string {
  return typeof part === 'string' ? part : part.detail;
}

export function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

export function sentences(language: Language, parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(words(language).gap);
}

/** '' without entries. */
export function bulleted(heading: string, entries: readonly string[]): string {
  return entries.length === 0 ? '' : [heading, ...entries.map((entry) => `- ${entry}`)].join('\n');
}

/** A link of ours; only the text if there is no address. */
export function linked(text: string, url: string | null): string {
  return url === null ? text : `[${text}](${url})`;
}

/** The first entries, and the number of further ones. */
export function atMost(most: number, entries: readonly string[], more: (count: number) => string): readonly string[] {
  return entries.length > most ? [...entries.slice(0, most), more(entries.length - most)] : entries;
}

/** From generous to terse: the first text that fits, or the tersest. */
export function firstThatFits<Size>(sizes: readonly Size[], room: number, render: (size: Size) => string): string {
  let text = '';
  for (const size of sizes) {
    text = render(size);
    if (text.length <= room) break;
  }
  return text;
}

export function folded(title: string, body: string): string {
  return `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
}

/** In Japanese the surrounding words add what the last name needs. */
export function mentionsOf(people: readonly Pick<Person, 'login'>[], language: Language): string {
  return people.map(mentionOf).join(words(language).and);
}

/** Only a possible login becomes a mention. */
export function mentionOf({ login }: Pick<Person, 'login'>): string {
  return LOGIN.test(login) ? `@${login}` : code(login);
}
