/**
 * Text of models, commands and people on its way into a comment of ours: it pings nobody, links nothing, closes
 * no issue, opens no markup and breaks out of no fence.
 */
const INVISIBLE = /[\p{Cc}\p{Bidi_Control}\u{E0000}-\u{E007F}\u200B-\u200F\u2060-\u2064\uFEFF\p{Co}]/gu;
const BREAK = '\u200B';
/** An underscore inside a word is no markup, and ids are full of them. */
const MARKUP = /[\\`*{}[\]<>|~!]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
const REFERENCES: readonly (readonly [RegExp, string])[] = [
  [/@(?=[\p{L}\p{N}_-])/gu, `@${BREAK}`],
  [/#(?=\d)/g, `#${BREAK}`],
  [/\bGH-(?=\d)/gi, `GH-${BREAK}`],
  [/:\/\//g, `:${BREAK}//`],
  [/\bwww\./gi, `www${BREAK}.`],
];

/** One line of prose, at most `maxCharacters`. */
export function inline(text: string, maxCharacters = 300): string {
  const flat = shortened(text.replace(/\s+/g, ' ').replace(INVISIBLE, '').trim(), maxCharacters);
  const escaped = flat.replace(MARKUP, (mark) => (mark === '<' ? '&lt;' : mark === '>' ? '&gt;' : `\\${mark}`)).replace(/^([#+\-/]|\d+[.)])/, '\\$1');
  return REFERENCES.reduce((safe, [pattern, instead]) => safe.replace(pattern, instead), escaped);
}

/** A code span that holds any one-line text. */
export function code(text: string, maxCharacters = 200): string {
  const flat = shortened(text.replace(/\s+/g, ' ').replace(INVISIBLE, '').trim(), maxCharacters).replaceAll('<!--', `<${BREAK}!--`);
  if (flat === '') return '` `';
  const ticks = '`'.repeat(longestRun(flat) + 1);
  const pad = flat.startsWith('`') || flat.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${flat}${pad}${ticks}`;
}

/** A fenced block; head and tail are kept when it is too long. */
export function fenced(text: string, maxCharacters = 4_000): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n').map((line) => line.replace(INVISIBLE, '').trimEnd());
  const clean = headAndTail(lines.join('\n'), maxCharacters).replaceAll('<!--', `<${BREAK}!--`);
  const fence = '`'.repeat(Math.max(3, longestRun(clean) + 1));
  return `${fence}text\n${clean}\n${fence}`;
}

export function shortened(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return `${text.slice(0, maxCharacters - 1).toWellFormed().replace(/\uFFFD$/, '').trimEnd()}…`;
}

function headAndTail(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const half = Math.floor(maxCharacters / 2);
  const whole = (part: string) => part.toWellFormed().replace(/^\uFFFD|\uFFFD$/g, '');
  return `${whole(text.slice(0, half))}\n… ${text.length - 2 * half} characters left out …\n${whole(text.slice(-half))}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
}
