/**
 * The numbers that people put before their answers: `1.` `1)` `(1)` `1:` `1 →` `Q1` `１．` `①` `質問1：`; and several
 * before one answer: `1 and 2:` `1, 3:` `1-3:` `Q1 & Q2 →` `1と2は`.
 */
const DIGITS = '[0-9０-９]{1,3}';
const ARROW = '(?:[→⇒➡]\\uFE0F?|[-=]>)';
const BLANK = '[ \\t\\u3000]';
/** `1:30` is a time of day; a wide colon is seldom part of one. */
const COLON = ':(?![0-9]{2}(?![0-9]))';
/** `1は42`; in `1はい` the word is yes. */
const TOPIC = 'は(?!い(?:です|$|[\\s、。，．,.!！]))、?';
const RANGE = '[-–—~〜～−－]|to|から';
const JOINT = `${BLANK}{0,2}(?:,${BLANK}?and|[,、，&＆+＋/／・と]|and|および|${RANGE})${BLANK}{0,2}`;
const NUMBER = `(?:q|question |質問|問|#)?${DIGITS}`;
const AFTER_GROUP = `(?:${BLANK}{0,2}(?:${COLON}|：|${ARROW})|${BLANK}{1,2}[-–—－](?=${BLANK})|${TOPIC})`;
const GROUP = `((?:questions )?${NUMBER}(?:${JOINT}${NUMBER}){1,19})[*_]{0,2}${AFTER_GROUP}`;
const EACH = new RegExp(`([^0-9０-９]*)(${DIGITS})`, 'gu');

/** Null unless each of them is the number of a question, and named once. */
function numbersIn(text: string, count: number): readonly number[] | null {
  const numbers: number[] = [];
  for (const [, between = '', digits = ''] of text.matchAll(EACH)) {
    const number = Number(digits.normalize('NFKC'));
    const last = numbers.at(-1);
    if (number < 1 || number > count) return null;
    const isRange = last !== undefined && new RegExp(RANGE, 'u').test(between);
    if (isRange && number <= last) return null;
    for (let one = isRange ? last + 1 : number; one <= number; one += 1) numbers.push(one);
  }
  return new Set(numbers).size === numbers.length ? numbers : null;
}

export interface NumberedLine {
  readonly indent: number;
  /** In the order they are named; mostly one. */
  readonly numbers: readonly number[];
  /** A plain list, which Markdown numbers by itself: `1. 1. 1.` is shown as 1, 2, 3. */
  readonly isList: boolean;
  /** `1 - 42` may be a range, `1：30` a time: they mark an answer only beside others. */
  readonly isDoubtful: boolean;
  /** `(1)`: then `(2)` on the same line is a mark, too. */
  readonly isBracketed?: boolean;
  /** By itself it may be none: see `weakMark`. */
  readonly isWeak?: true;
  /** `1は`: then `2は` on the same line is a mark, too. */
  readonly isTopic?: boolean;
  readonly rest: string;
}

const DASH = `${BLANK}{1,3}[-–—−－=＝](?=${BLANK}+\\S)`;
/** `1.5 GB` and `1-2 days` are no marks. */
const AFTER = `\\.(?![0-9０-９])|．(?![０-９])|${COLON}|[)）\\]】、]|${BLANK}{0,3}${ARROW}|：(?![0-9]{2}(?![0-9]))|(?<doubtful>：|${DASH})`;
const BULLET = '(?:(?:[-*+]|#{1,6})[ \\t]+)?[*_]{0,2}';
const COUNTER = '(?:番目?|つ目|点目)';
const NUMBERED = new RegExp(`^${BULLET}[(（[【]?#?(${DIGITS})[*_]{0,2}(?:${AFTER})[*_]{0,2}${BLANK}*(.*)$`, 'u');
const MARK = `${BLANK}*(?:${ARROW}|[.．:：)）、\\]】-])`;
const ASKED = new RegExp(
  `^${BULLET}(?:q|(?:question|質問|問)[ \\t]{0,2}(?:#|no\\.)?[ \\t]?)(${DIGITS})(?![0-9a-z])[*_]{0,2}(?:${MARK}|${TOPIC})?[*_]{0,2}${BLANK}*(.*)$`,
  'iu',
);
const ANSWERED = new RegExp(
  `^${BULLET}(?:a|(?:answer|回答|答え?)[ \\t]{0,2}(?:#|no\\.)?[ \\t]?)(${DIGITS})[*_]{0,2}${MARK}[*_]{0,2}${BLANK}*(.*)$`,
  'iu',
);
const COUNTED = new RegExp(`^${BULLET}(${DIGITS})${COUNTER}(?:${MARK}|${TOPIC})${BLANK}*(.*)$`, 'u');
const CIRCLED =
  /^(?:[-*+][ \t]+)?[*_]{0,2}([①-⑳❶-❿]|[0-9]\uFE0F?\u20E3)[*_]{0,2}[ \t\u3000]*[.．:：)）、]?[ \t\u3000]*(.*)$/u;
const GROUPED = new RegExp(`^${BULLET}${GROUP}[*_]{0,2}${BLANK}*(.*)$`, 'iu');
/** No comment asks more questions at once. */
const ANY_COUNT = 99;

export function readNumber(line: string, count = ANY_COUNT): NumberedLine | null {
  const text = line.trimStart();
  const indent = line.length - text.length;
  const group = GROUPED.exec(text);
  const numbers = numbersIn(group?.[1] ?? '', count);
  if (group && numbers) return { indent, numbers, isList: false, isDoubtful: false, rest: group[2] ?? '' };
  const list = NUMBERED.exec(text);
  const found = list ?? ASKED.exec(text) ?? ANSWERED.exec(text) ?? COUNTED.exec(text) ?? CIRCLED.exec(text);
  if (!found) {
    const weak = weakMark(text);
    return weak && { indent, ...weak, isList: false, isDoubtful: false, isWeak: true };
  }
  const rest = found.at(-1) ?? '';
  const isDoubtful = list?.groups?.['doubtful'] !== undefined && /^[0-9０-９]/u.test(rest);
  return {
    indent,
    numbers: [valueOf(found[1] ?? '')],
    isList: list !== null,
    isDoubtful,
    isBracketed: /^[(（]/u.test(text),
    rest,
  };
}

export interface NumberedPart {
  readonly numbers: readonly number[];
  readonly text: string;
}

const BREAK = '(?<=[\\s,;、。，；])';
const COMMA = `(?<=[,;、，；]${BLANK}?)`;
const NEXT = new RegExp(
  [
    `${COMMA}${GROUP}${BLANK}*`,
    `${BREAK}(?:[(（](?=[0-9０-９]{1,3}[)）]))?q?(${DIGITS})(?:[)）：]|${COLON}|${BLANK}{0,3}${ARROW})${BLANK}*`,
    `${COMMA}(${DIGITS})(?:[.．](?![0-9０-９])|${DASH})${BLANK}*`,
    '([①-⑳])[ \\t\\u3000]*',
    `(?<=${BLANK})(${DIGITS})(?:[.．]${BLANK}+|．(?![0-9０-９]))(?=\\S)`,
    `${BREAK}(${DIGITS})${COUNTER}(?:${MARK}|${TOPIC})${BLANK}*`,
    `${BREAK}(${DIGITS})${TOPIC}${BLANK}*`,
  ].join('|'),
  'giu',
);

/** `1) yes 2) no` on one line: only the next number in turn begins another answer, and none that has a line of its own. */
export function splitLine(
  { numbers, rest, isBracketed, isTopic }: Pick<NumberedLine, 'numbers' | 'rest' | 'isBracketed' | 'isTopic'>,
  taken: ReadonlySet<number>,
): readonly NumberedPart[] {
  const parts: NumberedPart[] = [];
  let current = numbers;
  let start = 0;
  for (const mark of rest.matchAll(NEXT)) {
    const [, group, ...singles] = mark;
    const single = valueOf(singles.find((one) => one !== undefined) ?? '');
    const next = group === undefined ? [single] : (numbersIn(group, ANY_COUNT) ?? []);
    if (next[0] !== Math.max(...current) + 1 || next.some((one) => taken.has(one))) continue;
    if (singles[5] !== undefined && isTopic !== true) continue;
    const text = rest.slice(start, mark.index).replace(/[\s,;、，；]{1,9}$/u, '');
    if (/^[(（]/u.test(mark[0]) && (isBracketed !== true || REFERS.test(lastWord(text)))) continue;
    if (group === undefined && TAKES_A_NUMBER.test(lastWord(text))) continue;
    if (singles[3] !== undefined && !endsBefore(text, rest.slice(mark.index + mark[0].length), single)) continue;
    parts.push({ numbers: current, text });
    current = next;
    start = mark.index + mark[0].length;
  }
  return [...parts, { numbers: current, text: rest.slice(start) }];
}

/** What a number belongs to when it follows: `Use version 2. Then …` */
const TAKES_A_NUMBER =
  /^(?:lines?|ports?|of|from|to|in|at|on|by|than|about|v|versions?|options?|steps?|plans?|levels?|tasks?|parts?|pages?|phases?|items?|numbers?|no|variants?|types?|chapters?|sections?|tables?|python|node|java|php|perl|ruby|rails|vue|angular|bootstrap|http|gtk|qt|es|api|案|手順|版)$/iu;

/** `as (2) says` */
const REFERS = /^(?:see|as|like|per|for|with|and|or|questions?|answers?|point)$/iu;

/** `1. 42 2. main`: is the number before a blank and after a dot a mark? Where it might belong to the words before it, it is none. */
function endsBefore(text: string, after: string, number: number): boolean {
  if (/[0-9０-９.!?。！？)）」'"`]$/u.test(text)) return true;
  if (new RegExp(`\\s${number + 1}[.．]\\s`, 'u').test(after)) return true;
  return /^\S{1,40}$/u.test(text);
}

function lastWord(text: string): string {
  return (
    text
      .slice(-40)
      .split(/[^\p{L}\p{N}]+/u)
      .at(-1) ?? ''
  );
}

function valueOf(mark: string): number {
  const dingbat = mark.codePointAt(0) ?? 0;
  if (dingbat >= 0x2776 && dingbat <= 0x277f) return dingbat - 0x2775;
  return Number(mark.normalize('NFKC').replace(/[^0-9]/g, ''));
}

const TOPICAL = new RegExp(`^(?:[-*+][ \\t]+)?(${DIGITS})${BLANK}?${TOPIC}${BLANK}*(.*)$`, 'u');
const ROW = new RegExp(
  `^\\|${BLANK}*[*_]{0,2}(?:q|質問|問)?${BLANK}?(${DIGITS})[.．)）]?[*_]{0,2}${BLANK}*\\|(.*)$`,
  'iu',
);

/**
 * Marks that are often none: `1は42` may begin a sentence, and a row `| 1 | 42 |` may be of a table that is an answer. They
 * count where there are several questions, if the numbers of the comment rise, or none has another mark and none comes twice.
 */
function weakMark(text: string): Pick<NumberedLine, 'numbers' | 'rest' | 'isTopic'> | null {
  const row = ROW.exec(text);
  const found = row ?? TOPICAL.exec(text);
  if (found === null) return null;
  const [, digits = '', rest = ''] = found;
  return {
    numbers: [Number(digits.normalize('NFKC'))],
    rest: row === null ? rest : cellsOf(rest),
    isTopic: row === null,
  };
}

/** Of several, such as the question and its answer, all. */
function cellsOf(row: string): string {
  return row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(' | ');
}

/** The marks of a comment, without weak ones that are none. */
export function withoutFalseOnes(
  marks: ReadonlyMap<number, NumberedLine>,
  count: number,
): ReadonlyMap<number, NumberedLine> {
  const numbers = [...marks.values()].flatMap((mark) => mark.numbers);
  const rises = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
  const areAlike =
    [...marks.values()].every((mark) => mark.isWeak === true) && new Set(numbers).size === numbers.length;
  return count > 1 && (rises || areAlike) ? marks : new Map([...marks].filter(([, mark]) => mark.isWeak !== true));
}
