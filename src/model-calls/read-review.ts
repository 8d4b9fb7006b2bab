/**
 * Reads the verdict of a review (MODEL-4, EXEC-7) from a tool call, from JSON in the text, or after a marker; anything
 * else is no verdict. In doubt it is a FAIL, since a bad change that passes costs more than a second review. Linear
 * time, and always a result.
 */
import { CALLS } from './calls.ts';
import { foundIn, type FoundObject } from './json-in-text.ts';
import { ReviewSchema } from './judgement-schemas.ts';
import { parsedBy, readModelAnswer, wordsOf, type Reading } from './read-model-answer.ts';
import type { ModelAnswer } from '../ports/model.ts';
import type { NoVerdict } from '../state/model-facts.ts';

type Review = Pick<ReviewReading, 'result' | 'feedback'>;
export type Verdict = 'PASS' | 'FAIL' | 'PASS_WITH_SUGGESTIONS';
export type Marker = (typeof MARKERS)[number]['name'];

export interface ReviewReading {
  readonly result: Verdict;
  readonly feedback: string;
  readonly how: 'tool' | 'json' | `marker ${Marker}` | 'nothing';
}

const VERDICTS: Readonly<Record<Verdict, true>> = { PASS: true, FAIL: true, PASS_WITH_SUGGESTIONS: true };

/** After a marker: optional bold, a colon of either width, then the verdict as a whole word. */
const VERDICT = String.raw`[\s*_\x60「『"“]{0,40}(PASS[_ -]WITH[_ -]SUGGESTIONS|PASS|FAIL(?:ED|URE|S)?)(?![A-Za-z0-9_]|判定)`;
const COLON = String.raw`[ \t\u3000]{0,20}[:：]`;
const AFTER_MARKER = new RegExp(String.raw`[*_]{0,3}${COLON}${VERDICT}`, 'iy');
const AFTER_BOLD = new RegExp(String.raw`(?:\*\*(?:${COLON})?|${COLON}\*{0,2})${VERDICT}`, 'iy');
/** What may follow a passing verdict: nothing, an end, or its object. */
const ENDS =
  /^[*_`"'”」』)）]{0,20}(?:$|[\s.。!！,，、;；:：(（–—-]|です(?![がか])|である(?![がか])|だ(?![がかけ])|と(?:し|す|な|判))/;
/** Between the verdict and the next word. */
const BETWEEN = /^[\s*_`"'”」』)）.。!！,，、;；:：(（–—-]{1,40}/;
/** The next word makes the verdict conditional, one of several, negated, or part of a sentence about it. */
const TAKES_BACK = new RegExp(
  String.raw`^(?:(?:or|if|when|once|unless|until|after|provided|but|however|except|only|is|was|would|could|should|can|cannot|may|might|not|never|fail(?:ed|ure|s)?)\b` +
    String.raw`|[a-z]{1,20}n['’]t\b|pass(?=[_ -]with|\s*(?:$|[|｜/／,，、]|or\b))|[|｜/／・→>]` +
    '|または|もしくは|ただし|しかし|不可|可能|判定[はがをに可不]|保留|では|とは|に|できな|できませ)',
  'i',
);
/** In the words that follow without a stop: a question, or a condition. A condition that is met is none. */
const CONDITION =
  /\b(?:if|once|unless|until|provided that)\b|[?？]|場合|なら(?!な)|(?:[れけせてめべ]|(?<!例|たと)え)ば|(?<!も)たら|まで|条件(?![をはがも](?:すべて|全て)?満)/i;
/** What is said of the verdict itself: "PASSとすることはできません". */
const SAID_OF_IT = /^[\s*_`"'”」』)）]{0,20}(?:と[しすな判]|です|である|だ)/;
const NEGATED = /不可|可能|でき[なま]|では[なあ]|とは|には|ない|ません/;
const CLAUSE_END = /[.。!！,，、;；:：()（）–—]|\s-\s/;
const OTHER_VERDICT = /\bFAIL(?:ED|URE|S)?\b/;
/** What a suggestion says after its colon or dash does not limit the verdict. */
const SUGGESTION = /^[\s*_]{0,20}[:：–—-]/;
const SENTENCE_END = /[.。!！](?=\s|$)|[\n\r]/;
const LONGEST_DOUBT = 300;
/** A verdict that is quoted, struck out, or about another time does not pass either. */
const NOT_ITS_OWN =
  /^[ \t]{0,3}>|[`"'“”「『~][*_ ]{0,5}$|(?:\b(?:previous|earlier|former|last|not|no)|前回|以前|過去)[^.。\n]{0,8}$/i;
const BEFORE = 100;

/** A text with more markers contains no verdict. */
const MAX_OF_A_MARKER = 10_000;

/** In order of precedence. */
const MARKERS = [
  { name: '最終判定', at: /最終判定/g, after: AFTER_MARKER },
  { name: '判定結果', at: /判定結果/g, after: AFTER_MARKER },
  { name: '判定', at: /(?<!最終)判定/g, after: AFTER_MARKER },
  { name: '結果', at: /\*\*結果/g, after: AFTER_BOLD },
  { name: 'DECISION', at: /(?<![a-z])(?:final\s{1,3})?decision/gi, after: AFTER_MARKER },
] as const;

/**
 * Reads the verdict from the model's answer. The call is repeated if there is none: a foreign tool, an input that does
 * not fit, or a text without a verdict.
 */
export function readReview(answer: ModelAnswer): Reading<ReviewReading> {
  const given = readModelAnswer('review', answer);
  if (given.ok) return { ok: true, value: { ...given.value, how: 'tool' } };
  const uses = answer.content.filter((block) => block.type === 'tool_use');
  if (uses.some(({ name }) => name === CALLS.review.tool.name)) return given;
  const text = wordsOf(answer);
  const reading = readReviewText(text);
  const why = whyNoVerdict(answer.stopReason, text, reading);
  if (why !== null) return { ...given, broke: 'verdict', no_verdict: why };
  return uses.length > 0 ? given : { ok: true, value: reading };
}

/** Null if the text has a verdict; an answer that was cut off has none. */
function whyNoVerdict(stopReason: ModelAnswer['stopReason'], text: string, { how }: ReviewReading): NoVerdict | null {
  if (stopReason === 'refusal') return 'refused';
  if (stopReason === 'max_tokens') return 'cut_off';
  if (stopReason === 'model_context_window_exceeded') return 'context_full';
  if (text.trim() === '') return 'empty';
  return how === 'nothing' ? 'unclear' : null;
}

export function readReviewText(text: string): ReviewReading {
  for (const found of foundIn(text, 'result')) {
    const review = reviewIn(found);
    if (review !== null)
      return { result: review.result, feedback: review.feedback.trim() === '' ? text : review.feedback, how: 'json' };
  }
  for (const { name, at, after } of MARKERS) {
    const result = verdictBehind(text, at, after);
    if (result !== null) return { result, feedback: text, how: `marker ${name}` };
  }
  return { result: 'FAIL', feedback: text, how: 'nothing' };
}

/** An object that was repaired, cut off, or is part of another value may fail a review, but never lets it pass. */
function reviewIn({ value, isRepaired, isInside }: FoundObject): Review | null {
  // A cheap test first, since schema validation is slow.
  if (!('result' in value) || typeof value.result !== 'string' || !(value.result in VERDICTS)) return null;
  if ((isRepaired || isInside) && value.result !== 'FAIL') return null;
  return parsedBy(ReviewSchema, value).data ?? null;
}

/** Null if no verdict follows the marker; different verdicts count as FAIL. */
function verdictBehind(text: string, marker: RegExp, after: RegExp): Verdict | null {
  let verdict: Verdict | null = null;
  let seen = 0;
  for (const { index, 0: found } of text.matchAll(marker)) {
    seen += 1;
    if (seen > MAX_OF_A_MARKER) return 'FAIL';
    after.lastIndex = index + found.length;
    const match = after.exec(text);
    if (match === null) continue;
    const result = verdictOf(match[1] ?? '');
    if (result === 'FAIL' || isDoubtful(text, after.lastIndex, result)) return 'FAIL';
    if (NOT_ITS_OWN.test(lineBefore(text, index))) continue;
    if (verdict !== null && verdict !== result) return 'FAIL';
    verdict = result;
  }
  return verdict;
}

/** What follows takes it back, or may: the next word, a condition in the same clause, or another verdict. */
function isDoubtful(text: string, end: number, result: Verdict): boolean {
  const [rest = ''] = text.slice(end, end + LONGEST_DOUBT).split(SENTENCE_END, 1);
  if (!ENDS.test(rest) || OTHER_VERDICT.test(rest)) return true;
  const next = rest.replace(BETWEEN, '');
  const [clause = ''] = next.split(CLAUSE_END, 1);
  if (TAKES_BACK.test(next) || (SAID_OF_IT.test(rest) && NEGATED.test(clause))) return true;
  return CONDITION.test(clause) && !(result === 'PASS_WITH_SUGGESTIONS' && SUGGESTION.test(rest));
}

function lineBefore(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  return before.slice(before.lastIndexOf('\n') + 1);
}

function verdictOf(word: string): Verdict {
  if (/^fail/i.test(word)) return 'FAIL';
  return word.length > 'PASS'.length ? 'PASS_WITH_SUGGESTIONS' : 'PASS';
}
