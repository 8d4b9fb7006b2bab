/**
 * What is never assumed, always asked (PLAN-2): security settings with access control, credentials, connection
 * strings, personal data. Known by its words, in the two languages that people are asked in. It errs on the side
 * of asking: a question too many waits for a person and is reminded of, one too few lets a guess decide. Words
 * that mean something else more often than not (`mail`, `key`, `certificate`, `user name`) count only in company.
 */
import { ACCESS_IN_COMPANY, ACCESS_JAPANESE, ENGLISH_PHRASES, JAPANESE_WORDS, TOKEN } from './sensitive-words.ts';

const ENGLISH = new RegExp(` (?:${ENGLISH_PHRASES.map(pattern).join('|')}) `);
const JAPANESE = new RegExp(
  `${JAPANESE_WORDS.join('|')}|住所(?!録)|個人(?:の|的な)(?:情報|データ)|${ACCESS_JAPANESE}`,
  'i',
);
const WEAKENED =
  / (?:disabl[a-z]*|weaken[a-z]*|bypass[a-z]*|(?:turn|switch)[a-z]* off|skip[a-z]*|relax[a-z]*|loosen[a-z]*|ignor[a-z]*|without) (?:[a-z]+ ){0,4}(?:security|https|certificates?|signatures?|host keys?) /;
const DATABASE =
  / (?:ur[il]|host ?names?|hosts?|endpoints?|users?|accounts?|ports?) (?:of|for|to) (?:[a-z]+ ){0,3}(?:databases?|db) /;
const IN_COMPANY = [WEAKENED, DATABASE, ...ACCESS_IN_COMPANY];
/** `scheme://name:password@host` */
const URL_WITH_PASSWORD = /:\/\/[^\s/@:]{0,200}:[^\s/@]{1,200}@/;

/** By itself a token may be a piece of a text, of a design or of a bill. */
const BARE_TOKEN = new RegExp(` ${pattern(TOKEN)} `);
const OTHER_TOKEN =
  / (?:pars[a-z]+|lex[a-z]*|grammars?|syntax|ast|tokeni[sz][a-z]*|keywords?|words?|characters?|designs?|themes?|css|colou?rs?|models?|prompts?|contexts?|llms?|budgets?|max|maximum|limits?|count|input|output|usage|how many) /;
const BARE_TOKEN_JAPANESE = /トークン/;
const OTHER_TOKEN_JAPANESE = /パーサ|構文|字句|解析|単語|文字|デザイン|配色|モデル|プロンプト|上限|予算|トークン数/;

export function isNeverAssumed(texts: readonly string[]): boolean {
  return texts.some(isSensitive);
}

function isSensitive(text: string): boolean {
  const written = text.normalize('NFKC');
  if (JAPANESE.test(written) || URL_WITH_PASSWORD.test(written)) return true;
  const latin = latinWords(text);
  const readings = [latin, latinWords(text, ' ')];
  if (readings.some((words) => [ENGLISH, ...IN_COMPANY].some((known) => known.test(words)))) return true;
  const isOther = OTHER_TOKEN_JAPANESE.test(written) || readings.some((words) => OTHER_TOKEN.test(words));
  return !isOther && (BARE_TOKEN_JAPANESE.test(written) || readings.some((words) => BARE_TOKEN.test(words)));
}

/**
 * In small letters, with one blank for everything else; at the humps of `clientSecret` too, if a blank is given
 * for them.
 */
function latinWords(text: string, hump = ''): string {
  const words = text
    .replace(/[^\p{Script=Latin}]+/gu, ' ')
    .normalize('NFKC')
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, hump)
    .toLowerCase();
  return ` ${words.trim()} `;
}

function pattern(phrase: string): string {
  const one = phrase.endsWith('y') && !phrase.endsWith('ey') ? `${phrase.slice(0, -1)}(?:y|ies)` : `${phrase}(?:e?s)?`;
  return one.replaceAll(' ', ' ?');
}
