/**
 * The name people know a subtask by (MODEL-2): its title, or else the beginning of its description in whole words,
 * without a sign that it was cut. It is escaped where it is shown.
 */

/** Code points. */
export const MAX_TITLE = 60;

interface PlanOfTitles {
  readonly task_decomposition: { readonly subtasks: readonly (Worded & { readonly id: string })[] };
}

interface Worded {
  readonly title?: string | undefined;
  readonly description: string;
  readonly from_verification?: true | undefined;
}

export function titleOf({ title = '', description }: Worded): string {
  return shortTitle(isVisible(title) ? title : description);
}

/** '' if the plan has no such subtask. */
export function titleIn(plan: PlanOfTitles | null | undefined, id: string): string {
  const subtask = plan?.task_decomposition.subtasks.find((one) => one.id === id);
  return subtask === undefined ? '' : titleOf(subtask);
}

/**
 * For readers of the whole text; a description that begins with the title needs no title. The titles of added work are
 * ours, in people's language, and say nothing more.
 */
export function wholeText({ title = '', description, from_verification: isAdded }: Worded): string {
  const own = isAdded === true ? '' : inOneLine(title);
  return own === '' || description.startsWith(own) ? description : `${own} — ${description}`;
}

export function inOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function isVisible(text: string): boolean {
  return /[^\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u.test(text);
}

const SENTENCES = /[.!?](?=\s)|[。！？]/gu;
const PARTS = /[,;](?=\s)|:(?=\s[A-Za-z])|\s[–—-](?=\s)|\s?[(（]|[、，；：]/gu;
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
/** Words that a title must not end with. */
const WEAK =
  /(?:\s(?:an?|and|are|as|at|be|but|by|for|from|if|in|into|is|it|its|not|of|on|or|so|that|the|their|this|to|when|where|which|while|with))+$/i;
/** Particles, endings and the like. */
const HIRAGANA = /^\p{Script=Hiragana}+$/u;
const OPEN = /(?:[(（「『[][^)）」』\]]*|`)$/u;
const LOOSE_END = /[\s,;:、，；：。.·–—（(「-]+$/u;

/** One line of at most `most` code points: whole sentences, else part of one, else whole words. */
export function shortTitle(text: string, most = MAX_TITLE): string {
  const characters = Array.from(inOneLine(text.slice(0, 20 * most)));
  if (characters.length <= most) return characters.join('').toWellFormed();
  const ended = (ends: RegExp, least: number) => lastEnd(characters, ends, { least, most });
  const cut = ended(SENTENCES, most / 5) ?? ended(PARTS, most / 2) ?? atWord(characters, most);
  return closed(cut) || characters.slice(0, most).join('').toWellFormed();
}

/** Up to the last such ending, unless that leaves too little. */
function lastEnd(
  characters: readonly string[],
  ends: RegExp,
  { least, most }: { readonly least: number; readonly most: number },
): string | null {
  const head = characters.slice(0, most + 3).join('');
  const at = [...head.matchAll(ends)].findLast(({ index }) => index >= least && index <= most)?.index;
  return at === undefined ? null : head.slice(0, at);
}

/** A word that does not fit is left out as a whole: it may be a secret, and half of it would not be recognised. */
function atWord(characters: readonly string[], most: number): string {
  const isBreak = (at: number) => (characters[at] ?? ' ') === ' ';
  const isCjk = (at: number) => CJK.test(characters[at] ?? '');
  let end = most;
  while (end > 0 && ![end - 1, end].some((at) => isBreak(at) || isCjk(at))) end -= 1;
  const isInCjk = isCjk(end - 1) && isCjk(end);
  return isInCjk ? wholeSegments(characters, end) : characters.slice(0, end).join('');
}

/** Japanese has no spaces between words. */
function wholeSegments(characters: readonly string[], end: number): string {
  const room = characters.slice(0, end).join('').length;
  const words = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(characters.join(''))];
  const kept = words.filter(({ index, segment }) => index + segment.length <= room).map(({ segment }) => segment);
  const last = kept.findLastIndex((word) => !HIRAGANA.test(word));
  return kept.slice(0, last + 1).join('');
}

/** Without unclosed code or brackets, and without words that lead on to more. */
function closed(text: string): string {
  const isOpenCode = (text.match(/`/g) ?? []).length % 2 === 1;
  const whole = isOpenCode ? text.slice(0, text.lastIndexOf('`')) : text.replace(OPEN, '');
  return whole.trimEnd().replace(WEAK, '').replace(LOOSE_END, '').toWellFormed();
}
