/**
 * Which questions a comment answers (GH-6): those it names, by number, by quoting or by repeating them; all open ones
 * if it names none or it is unclear which. No text of the comment is left out of the answers.
 */
import { linesOf, ownText, type Line } from './own-lines.ts';
import type { Question } from '../../state/question.ts';

type Answers = Readonly<Record<number, string>>;
interface Mark {
  /** The questions by index; usually one. */
  readonly named: readonly number[];
  readonly text: string;
  /** `1.5`, `1:30`, `1 - 3`: counts as a mark only beside another one of that form before a word, such as `2.main`. */
  readonly isDoubtful?: boolean;
}

const BLANK = '[ \\t\\u3000]';
const DIGITS = '[0-9０-９]{1,2}';
const NUMBER = `(?:(?:questions?|answer|q|a|質問|回答|問)${BLANK}?|#)?${DIGITS}(?:番目?|つ目)?`;
const DASH = `${BLANK}+[-–—－]${BLANK}+`;
const JOINT = `${BLANK}?(?:,? ?and|[,、，&＆/・と])${BLANK}?`;
/** In `1はい` the word is yes. */
const AFTER = `[：)）\\]】]|、(?!${DIGITS})|は(?!い(?!いえ))、?|${BLANK}?(?:[-=]>|[→⇒])|${DASH}(?!${DIGITS})`;
const BEFORE = '^ ?(?:(?:[-*+]|#{1,6}) )?[*_(（【\\[]{0,3}';
const MARK = new RegExp(
  `${BEFORE}(${NUMBER}(?:${JOINT}${NUMBER}){0,19}[*_]{0,2}(?:([.:、](?=${DIGITS})|．(?=[０-９])|${DASH}(?=${DIGITS}))|[.．:]|${AFTER})|[①-⑨])[*_]{0,2}${BLANK}*(.*)$`,
  'iu',
);
const DIRECT = new RegExp(`${BEFORE}${DIGITS}(?:[.．:、]|${DASH})[^\\s0-9０-９]`, 'u');
/** `1) yes 2) no`: after a blank; a mark that may be part of a sentence, only after a full stop or a single word. */
const NEXT = new RegExp(
  `(?<=[\\s,;、。，；])${DIGITS}[)）]|(?<=[,;.!?、。，；！？]${BLANK}?|^\\S{1,30}${BLANK})${NUMBER}(?:[.．:](?!${DIGITS})|${AFTER})|[①-⑨]`,
  'giu',
);
const REPEATED = /^([^?？]*[?？][*_"”'」』)\]`]*)\s*(?:(?:[-=]>|[→⇒:：|]|[-–—](?=\s))\s*)?(.*)$/u;

/**
 * By the index of the question's text. Questions that were answered before are included only if the comment names them.
 */
export function readAnswers({ texts, answers }: Pick<Question, 'texts' | 'answers'>, comment: string): Answers {
  const lines = linesOf(comment);
  const whole = ownText(lines);
  if (whole === '') return {};
  const open = [...texts.keys()].filter((index) => answers[index] === undefined);
  return namedIn(lines, texts.map(comparable)) ?? Object.fromEntries(open.map((index) => [index, whole]));
}

/** Null if no question is named with certainty. */
function namedIn(lines: readonly Line[], questions: readonly string[]): Answers | null {
  const marks = lines.map(({ kind, text }) => (kind === 'own' ? numberedLine(text, questions.length) : null));
  const numbers = marks.flatMap((mark) => mark?.named ?? []);
  const isDirect = lines.some(({ kind, text }) => kind === 'own' && DIRECT.test(text));
  if (new Set(numbers).size < numbers.length || (!isDirect && marks.some((mark) => mark?.isDoubtful))) return null;
  const beside: string[] = [];
  const found = new Map<number, string[]>();
  let current: readonly string[][] = [beside];
  for (const [at, { kind, text }] of lines.entries()) {
    // A repeated question identifies itself, whatever its number is.
    const mark = kind === 'own' ? (repeated(marks[at]?.text ?? text, questions) ?? marks[at]) : null;
    const named = kind === 'quoted' ? questionsIn(text, questions) : (mark?.named ?? []);
    for (const index of named) found.set(index, found.get(index) ?? []);
    if (named.length > 0) current = named.map((index) => found.get(index) ?? []);
    if (kind !== 'quoted') for (const said of current) said.push(mark?.text ?? text);
  }
  const all = [...found].map(([index, said]) => [index, said.join('\n').trim()] as const);
  const [first, ...others] = all.filter(([, answer]) => answer !== '');
  const rest = beside.join('\n').trim();
  if (first === undefined) return found.size > 0 && rest === '' ? {} : null;
  return Object.fromEntries([[first[0], `${rest}\n${first[1]}`.trim()], ...others]);
}

/** A line that continues with further numbers answers all of them with its whole text. */
function numberedLine(line: string, count: number): Mark | null {
  const [, mark = '', tight, text = ''] = MARK.exec(line) ?? [];
  const numbers = numbersIn(mark);
  // A list in the answer to the only question is no list of answers.
  if (count < 2 || numbers.length === 0 || numbers.some((number) => number < 1 || number > count)) return null;
  const next = [...text.matchAll(NEXT)].flatMap(([found]) => numbersIn(found)).filter((number) => number <= count);
  const later = [...new Set(next)].filter((number) => number > (numbers.at(-1) ?? 0));
  const named = [...numbers, ...later].map((number) => number - 1);
  return { named, text: later.length === 0 ? text : line.trim(), isDoubtful: tight !== undefined };
}

function numbersIn(mark: string): readonly number[] {
  return Array.from(mark.normalize('NFKC').matchAll(/[0-9]+/g), ([digits]) => Number(digits));
}

/** A line that is, or begins with, a question of ours. */
function repeated(line: string, questions: readonly string[]): Mark | null {
  const [, asked = '', text = ''] = REPEATED.exec(line) ?? [];
  const begun = questions.indexOf(comparable(asked));
  const whole = questions.indexOf(comparable(line));
  if (begun >= 0) return { named: [begun], text };
  return whole >= 0 ? { named: [whole], text: '' } : null;
}

/** The questions that a quotation contains, or else those it is a part of. */
function questionsIn(quotation: string, questions: readonly string[]): readonly number[] {
  const words = comparable(quotation);
  const ways = [
    (question: string) => question === words.replace(/^[0-9]{1,2}/, ''),
    (question: string) => question.length >= 6 && words.includes(question),
    (question: string) => words.length >= 4 && question.includes(words),
  ];
  const isMeant = ways.find((way) => questions.some(way));
  return isMeant === undefined ? [] : questions.flatMap((question, index) => (isMeant(question) ? [index] : []));
}

/** Ignores case, width, punctuation and blanks. A text without anything else equals nothing. */
function comparable(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase();
  return folded.replace(/[^\p{L}\p{N}]+/gu, '') || `?${text}`;
}

/** Of several questions, the one that a comment quotes, else the first. */
export function meant(questions: readonly Question[], comment: string): Question | null {
  const quoted = linesOf(comment).filter(({ kind }) => kind === 'quoted');
  const quotation = quoted.map(({ text }) => text).join('\n');
  const named = questions.filter(({ texts }) => questionsIn(quotation, texts.map(comparable)).length > 0);
  return (named.length === 1 ? named[0] : questions[0]) ?? null;
}
