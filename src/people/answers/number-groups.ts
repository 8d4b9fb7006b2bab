/** Several numbers before one answer: `1 and 2:` `1, 3:` `1-3:` `Q1 & Q2 →` `1と2は`. */
export const DIGITS = '[0-9０-９]{1,3}';
export const ARROW = '(?:[→⇒➡]\\uFE0F?|[-=]>)';
export const BLANK = '[ \\t\\u3000]';
/** `1:30` is a time of day; a wide colon is seldom part of one. */
export const COLON = ':(?![0-9]{2}(?![0-9]))';
/** `1は42`; in `1はい` the word is yes. */
export const TOPIC = 'は(?!い(?:です|$|[\\s、。，．,.!！]))、?';
const RANGE = '[-–—~〜～−－]|to|から';
const JOINT = `${BLANK}{0,2}(?:,${BLANK}?and|[,、，&＆+＋/／・と]|and|および|${RANGE})${BLANK}{0,2}`;
const NUMBER = `(?:q|question |質問|問|#)?${DIGITS}`;
const AFTER = `(?:${BLANK}{0,2}(?:${COLON}|：|${ARROW})|${BLANK}{1,2}[-–—－](?=${BLANK})|${TOPIC})`;
export const GROUP = `((?:questions )?${NUMBER}(?:${JOINT}${NUMBER}){1,19})[*_]{0,2}${AFTER}`;
const EACH = new RegExp(`([^0-9０-９]*)(${DIGITS})`, 'gu');

/** Null unless each of them is the number of a question, and named once. */
export function numbersIn(text: string, count: number): readonly number[] | null {
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
