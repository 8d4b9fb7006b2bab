/** Is this text a question of ours, whole or in part? Case, width, marks and spaces do not matter. */
const MIN_PART = 4;
/** A shorter question is recognised only when nothing else stands on the line: "Why not" does not quote "Why?". */
const MIN_PREFIX = 6;
const CLOSING = /^[?？!！.。:：…*_~"”’」』)）\]`]{0,20}/u;
const LEADING = /^\s*(?:(?:->|=>|[→⇒➡]\uFE0F?|[-–—=:：])(?=\s)\s*)?/u;

export function comparableWords(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The questions (by index) that a quotation holds, or the ones it is a part of. */
export function quotedQuestions(quotation: string, questions: readonly string[]): readonly number[] {
  const words = comparableWords(quotation);
  if (words === '') return [];
  const indices = [...questions.keys()];
  const same = indices.filter((index) => questions[index] === words);
  if (same.length > 0) return same;
  const whole = indices.filter(
    (index) => (questions[index] ?? '').length >= MIN_PREFIX && words.includes(questions[index] ?? ''),
  );
  if (whole.length > 0) return withoutContained(whole, questions);
  return words.length < MIN_PART ? [] : indices.filter((index) => (questions[index] ?? '').includes(words));
}

/** What follows a question that a text begins with; null when it does not begin with it. */
export function afterQuestion(text: string, question: string): string | null {
  let matched = 0;
  let index = 0;
  for (const character of text) {
    if (matched >= question.length) break;
    index += character.length;
    const words = comparableWords(character);
    if (!question.startsWith(words, matched)) return null;
    matched += words.length;
  }
  if (question === '' || matched < question.length) return null;
  const rest = text.slice(index);
  if (/^[\p{L}\p{N}]/u.test(rest)) return null;
  const answer = rest.replace(CLOSING, '').replace(LEADING, '');
  return question.length < MIN_PREFIX && answer.trim() !== '' ? null : answer;
}

/** The question that a line begins with, the longest one when several do. */
export function leadingQuestion(
  text: string,
  questions: readonly string[],
): { readonly index: number; readonly rest: string } | null {
  let best: { readonly index: number; readonly rest: string } | null = null;
  for (const [index, question] of questions.entries()) {
    const rest = afterQuestion(text, question);
    if (rest !== null && (best === null || question.length > (questions[best.index] ?? '').length))
      best = { index, rest };
  }
  return best;
}

/** A question that is part of another one which is quoted too was not meant by itself. */
function withoutContained(indices: readonly number[], questions: readonly string[]): readonly number[] {
  return indices.filter(
    (index) =>
      !indices.some(
        (other) =>
          other !== index &&
          (questions[other] ?? '').length > (questions[index] ?? '').length &&
          (questions[other] ?? '').includes(questions[index] ?? ''),
      ),
  );
}
