/**
 * Which questions a comment answers (GH-6). Free text answers all that are open; numbers, quotations and repeated
 * questions say which one is meant, and the others stay open. What is quoted is never the answer.
 */
import { readNumber, splitLine, withoutFalseOnes, type NumberedPart } from './number-marks.ts';
import { linesOf, ownText, type Line } from './own-lines.ts';
import { tightMarks } from './tight-marks.ts';
import { afterQuestion, leadingQuestion, quotedQuestions, comparableWords } from './same-words.ts';
import type { Question } from '../../state/question.ts';

type Answers = ReadonlyMap<number, string>;

interface Addressed {
  readonly answers: Answers;
  /** What the person wrote beside the answers, such as a greeting. */
  readonly rest: string;
  /** A question was named, if only to be left out. */
  readonly touched: boolean;
}

/** By the index of the question's text. A question that was answered before is in it only if the comment names it. */
export function readAnswers(question: Question, text: string): Readonly<Record<number, string>> {
  const lines = linesOf(text);
  const open = [...question.texts.keys()].filter((index) => question.answers[index] === undefined);
  return Object.fromEntries(ownText(lines) === '' ? [] : answersIn(lines, question.texts, open));
}

function answersIn(lines: readonly Line[], texts: readonly string[], open: readonly number[]): Answers {
  const whole = ownText(lines);
  const questions = texts.map(comparableWords);
  const addressed = texts.length === 1 && isOwnList(lines) ? null : addressedIn(lines, questions, open);
  if (addressed !== null && open.some((index) => addressed.answers.has(index))) {
    // A greeting before the only answer is not worth a structure.
    return texts.length === 1 && addressed.rest !== '' ? new Map([[0, whole]]) : addressed.answers;
  }
  // A question written down again, and nothing under it.
  if (addressed !== null && addressed.touched && addressed.answers.size === 0 && addressed.rest === '')
    return new Map();
  if (addressed !== null && addressed.answers.size > 0 && open.length === 0) return addressed.answers;
  return new Map(open.map((index) => [index, whole]));
}

/** A list with a 2 in it, or more than one item: the answer to one question, not one answer to a question. */
function isOwnList(lines: readonly Line[]): boolean {
  const numbers = lines
    .filter((line) => line.kind === 'own' && !line.isCode)
    .flatMap((line) => readNumber(line.text)?.numbers ?? []);
  return numbers.length > 1 || numbers.some((number) => number !== 1);
}

/** Goes down the lines; each belongs to the question that was last named. */
function addressedIn(lines: readonly Line[], questions: readonly string[], open: readonly number[]): Addressed {
  const found = new Map<number, string[]>();
  const rest: string[] = [];
  const numbering = numberingOf(lines, questions.length, open);
  let current: readonly number[] = [];
  let touched = false;
  const add = (text: string) => {
    for (const said of current.length === 0 ? [rest] : current.map((index) => found.get(index) ?? [])) said.push(text);
  };
  const turnTo = (...indices: readonly number[]) => {
    current = indices;
    touched ||= indices.length > 0;
    for (const index of indices) if (!found.has(index)) found.set(index, []);
  };
  for (const [at, line] of lines.entries()) {
    if (line.kind === 'quoted') {
      if (lines[at - 1]?.kind === 'quoted') continue;
      const meant = meantBy(quotationAt(lines, at), questions);
      if (meant !== 'unknown') turnTo(...(meant === null ? [] : [meant]));
      continue;
    }
    const parts = line.isCode ? null : numbering(at);
    const repeated = line.isCode || parts !== null ? null : leadingQuestion(line.text, questions);
    if (repeated !== null) turnTo(repeated.index);
    for (const part of parts ?? []) {
      turnTo(...part.numbers.map((number) => number - 1));
      add(part.text);
    }
    if (parts === null) add(repeated?.rest ?? line.text);
  }
  const answers = [...found]
    .map(([index, said]) => [index, answerOf(said, questions[index] ?? '')] as const)
    .filter(([, said]) => said !== '');
  return { answers: new Map(answers), rest: rest.join('\n').trim(), touched };
}

function answerOf(said: readonly string[], question: string): string {
  const text = said.join('\n').trim();
  // In a table the question may stand in a cell before the answer.
  return (afterQuestion(text, question)?.replace(/^\|/u, '') ?? text).trim();
}

/** Reads the marks of one comment: nested lists belong to the answer they stand in, and `1. 1. 1.` counts up. */
function numberingOf(
  lines: readonly Line[],
  count: number,
  open: readonly number[],
): (at: number) => readonly NumberedPart[] | null {
  const all = new Map(
    lines.flatMap((line, at) => {
      const mark = line.kind === 'own' && !line.isCode ? readNumber(line.text, count) : null;
      return mark !== null && mark.numbers.every((number) => number >= 1 && number <= count)
        ? [[at, mark] as const]
        : [];
    }),
  );
  const firm = withoutFalseOnes(all, count);
  const plain = lines.map((line) => (line.kind === 'own' && !line.isCode ? line.text : null));
  const marks = new Map([...firm, ...tightMarks(plain, firm, open)].toSorted(([one], [other]) => one - other));
  const base = ([...marks.values()][0]?.indent ?? 0) + 2;
  const upper = [...marks].filter(([, mark]) => mark.indent < base);
  const isBacked = new Set(upper.flatMap(([, mark]) => mark.numbers)).size > 1;
  const top = upper.filter(([, mark]) => isBacked || !mark.isDoubtful);
  const countsUp =
    top.length > 1 && top.length <= count && top.every(([, mark]) => mark.isList && mark.numbers[0] === 1);
  const turns = new Map(top.map(([at, mark], turn) => [at, countsUp ? { ...mark, numbers: [turn + 1] } : mark]));
  const taken = new Set([...turns.values()].flatMap((mark) => mark.numbers));
  return (at) => {
    const mark = turns.get(at);
    return mark === undefined ? null : withinCount(splitLine(mark, taken), count);
  };
}

/** What is numbered beyond the questions belongs to the last one of them. */
function withinCount(parts: readonly NumberedPart[], count: number): readonly NumberedPart[] {
  const within = parts.filter((part) => part.numbers.every((number) => number <= count));
  const beyond = parts.slice(within.length).map((part) => `${part.numbers.join(', ')}) ${part.text}`);
  return within.map((part, index) =>
    index === within.length - 1 ? { ...part, text: [part.text, ...beyond].join(' ') } : part,
  );
}

function quotationAt(lines: readonly Line[], from: number): readonly string[] {
  let end = from;
  while (lines[end]?.kind === 'quoted') end += 1;
  return lines
    .slice(from, end)
    .map((line) => line.text)
    .filter((text) => text.trim() !== '');
}

/** The question a quotation is about; null when it is about several, `unknown` when it is about something else. */
function meantBy(quotation: readonly string[], questions: readonly string[]): number | null | 'unknown' {
  const marks = quotation.map((text) => readNumber(text));
  const named = quotedQuestions(quotation.map((text, index) => marks[index]?.rest ?? text).join('\n'), questions);
  const number = quotation.length === 1 && marks[0]?.numbers.length === 1 ? (marks[0].numbers[0] ?? 0) - 1 : -1;
  if (named.length === 1) return named[0] ?? null;
  if (named.length > 1) return named.includes(number) ? number : null;
  return marks[0]?.rest.trim() === '' && number >= 0 && number < questions.length ? number : 'unknown';
}
