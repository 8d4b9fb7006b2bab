/**
 * Makes text of models, commands and people safe for our comments: it mentions nobody, links nothing, closes no issue,
 * contains no markup except emphasis and code, and breaks out of no fence. Rendered, it reads as it was written.
 */
import { insideSpan, MAX_SPAN, withSpansApart } from './code-spans.ts';
import { withAsterisks, withEmphasisMarked } from './emphasis.ts';
import { shortTitle } from '../state/subtask-title.ts';

/** Invisible characters, except the joiners and selectors used in emoji. */
const HIDDEN =
  /(?<!\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})\u200D|\u200D(?!\p{Extended_Pictographic})|[\p{Cc}\p{Cs}\p{Co}\p{Bidi_Control}]|(?!\u200D|\uFE0E|\uFE0F)\p{Default_Ignorable_Code_Point}/gu;
/** Colours and cursor movements of terminals. */
// oxlint-disable-next-line no-control-regex
const TERMINAL = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-Z\\-_])/g;
const BREAK = '\u200B';
/**
 * An underscore inside a word is no markup, and ids are full of them; an ampersand matters only where an entity begins.
 */
const MARKUP = /[\\`*[\]<>|~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#?\w+;)/gu;
const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };
const REFERENCES: readonly (readonly [RegExp, string])[] = [
  [/@(?=[^\s\u200B])/g, `@${BREAK}`],
  [/#(?=\d)/g, `#${BREAK}`],
  [/(GH-)(?=\d)/gi, `$1${BREAK}`],
  [/:\/\//g, `:${BREAK}//`],
  [/(www)\./gi, `$1${BREAK}.`],
];
/** `[skip ci]`, `[no ci]`, `[ci skip]`, `[skip actions]` and the like, and what Azure Pipelines reads. */
const CI_ORDERS: typeof REFERENCES = [
  [/\[(?!\u200B)(?=[^[\]]{0,40}\b(?:skip|no|ci)\b[^[\]]{0,40}\])/gi, `[${BREAK}`],
  [/(NO)(?=_CI)/gi, `$1${BREAK}`],
  [/(skip)(?=-checks)/gi, `$1${BREAK}`],
];
/** Other bots read commands from lines, even in code blocks. A path has a second slash. */
const ORDER = /^(\s*)(?=\/[a-z][\w-]*(?![\w/-]))/i;

export function withoutTerminalCodes(text: string): string {
  return text.replace(TERMINAL, '');
}

/** Enough for a few whole sentences of a model: findings, decisions, assumptions, outcomes. */
export const MAX_STATEMENT = 1_000;

/** One line of prose, at most `maxCharacters` in escaped form. Emphasis and short code spans are kept. */
export function inline(text: string, maxCharacters = 300): string {
  const flat = oneLine(text);
  let kept = shortened(flat, maxCharacters);
  let safe = marked(kept);
  while (safe.length > maxCharacters && kept.length > 1) {
    kept = shortened(flat, Math.floor(kept.length * 0.9));
    safe = marked(kept);
  }
  return safe;
}

/**
 * One line without markup, for titles and commit messages: nothing in it is a link, mention or command. It is cut
 * without an ellipsis.
 */
export function plain(text: string, maxCharacters: number): string {
  return shortTitle(forCommits(withoutComments(oneLine(text))), maxCharacters);
}

/** For text that may become a commit message, including its fences and code spans: without mentions and commands. */
export function forCommits(text: string): string {
  return broken(unlinked(text), CI_ORDERS);
}

/** A code span that can contain any one-line text. */
export function code(text: string, maxCharacters = 200): string {
  const flat = withoutComments(shortened(oneLine(text), maxCharacters));
  if (flat === '') return '` `';
  const ticks = '`'.repeat(longestRun(flat) + 1);
  const pad = flat.startsWith('`') || flat.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${flat}${pad}${ticks}`;
}

/** Languages that are only coloured; GitHub renders others as drawings or suggestions. */
export const LANGUAGES: ReadonlySet<string> = new Set(
  `bash c console cpp cs csharp css diff dockerfile go html http ini java javascript js json jsx kotlin make makefile
  markdown md patch php powershell py python rb ruby rust scss sh shell sql swift text toml ts tsx typescript xml yaml
  yml`.split(/\s+/),
);

/** A fenced block as a terminal would show it; start and end are kept if it is too long. */
export function fenced(text: string, maxCharacters = 4_000, language = 'text'): string {
  const lines = withoutTerminalCodes(text).split(/\r?\n/).map(shownLine);
  const clean = headAndTail(lines.join('\n').replace(/^\n+/, '').trimEnd(), maxCharacters);
  const unordered = clean.split('\n').map((line) => line.replace(ORDER, `$1${BREAK}`));
  const safe = withoutComments(unordered.join('\n'));
  const fence = '`'.repeat(Math.max(3, longestRun(safe) + 1));
  return `${fence}${language}\n${safe}\n${fence}`;
}

export function shortened(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  return `${withoutHalves(text.slice(0, maxCharacters - 1)).trimEnd()}…`;
}

function oneLine(text: string): string {
  return withoutTerminalCodes(text).replace(/\s+/g, ' ').replace(HIDDEN, '').trim();
}

/** The final text of a line on which a progress bar was redrawn. */
function shownLine(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === '\r') end -= 1;
  const last = line.slice(0, end);
  return last
    .slice(last.lastIndexOf('\r') + 1)
    .split('\t')
    .map((part) => part.replace(HIDDEN, ''))
    .join('\t')
    .trimEnd();
}

function marked(flat: string): string {
  const [first = '', ...others] = withEmphasisMarked(withSpansApart(flat)).map((part, index) =>
    index % 2 === 1 ? code(insideSpan(part), MAX_SPAN) : escaped(unlinked(part)),
  );
  return withAsterisks([withoutBlockMark(first), ...others].join(''));
}

function unlinked(text: string): string {
  return broken(text, REFERENCES);
}

function broken(text: string, patterns: typeof REFERENCES): string {
  return patterns.reduce((safe, [pattern, instead]) => safe.replace(pattern, instead), text);
}

function withoutComments(text: string): string {
  return text.replaceAll('<!--', `<${BREAK}!--`);
}

function escaped(text: string): string {
  return text.replace(MARKUP, (mark) => ENTITIES[mark] ?? `\\${mark}`);
}

/** Removes what would begin a heading, a list, a command to a bot or an underline. */
function withoutBlockMark(text: string): string {
  return text.replace(/^[#+\-/=]/, '\\$&').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

function headAndTail(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const half = Math.floor(maxCharacters / 2);
  const leftOut = `… ${text.length - 2 * half} characters left out …`;
  return [withoutHalves(text.slice(0, half)), leftOut, withoutHalves(text.slice(-half))].join('\n');
}

/** Removes the half of a surrogate pair that a cut left behind. */
function withoutHalves(text: string): string {
  return text.replace(/\p{Cs}/gu, '');
}

function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.matchAll(/`+/g)) longest = Math.max(longest, run[0].length);
  return longest;
}
