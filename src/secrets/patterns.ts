/** What looks like a credential: something that introduces it, then a run of characters. */
import { maskJwts } from './jwts.ts';
import { MASK } from './mask.ts';
import { maskPrivateKeys } from './private-keys.ts';
import { type CharacterKind, endOfRun, kindOf } from './runs.ts';

interface Rule {
  /** Bounded in length. */
  readonly start: RegExp;
  /** Whether what introduces the credential is part of it. */
  readonly isPart: boolean;
  readonly run: CharacterKind;
  readonly least: number;
  /** What must follow the run. */
  readonly next?: string;
}

const WORD = kindOf(/\w/, false);
const WORD_DASH = kindOf(/[\w-]/, false);
const WORD_DOT_DASH = kindOf(/[\w.-]/, false);
const ENCODED = kindOf(/[\w.~+/=-]/, false);
const HEADER_VALUE = kindOf(/[^\s"'\\,;]/, true);
const PASSWORD = kindOf(/[^\s:@/"'\\]/, true);

const RULES: readonly Rule[] = [
  // GitHub; installation tokens are 40 or, newer, about 520 characters long and hold dots.
  { start: /gh[psour]_/g, isPart: true, run: WORD_DOT_DASH, least: 36 },
  { start: /github_pat_/g, isPart: true, run: WORD, least: 22 },
  // Anthropic, OpenAI.
  { start: /sk-(?:ant|proj|svcacct)-/g, isPart: true, run: WORD_DASH, least: 16 },
  // AWS access key ids.
  { start: /(?<![A-Za-z0-9])(?:AKIA|ASIA)(?=[A-Z0-9]{16}(?![A-Za-z0-9]))/g, isPart: true, run: WORD, least: 16 },
  // npm, GitLab, Slack.
  { start: /npm_/g, isPart: true, run: WORD, least: 36 },
  { start: /glpat-/g, isPart: true, run: WORD_DASH, least: 20 },
  { start: /xox[abprs]-/g, isPart: true, run: WORD_DASH, least: 10 },
  { start: /x-access-token:/g, isPart: false, run: PASSWORD, least: 1 },
  {
    start: /authorization[\\"']{0,8}\s{0,8}[:=]\s{0,8}[\\"']{0,8}(?:(?:basic|bearer|token)\s{1,8}(?=[^\s"'\\,;]))?/gi,
    isPart: false,
    run: HEADER_VALUE,
    least: 1,
  },
  // An ordinary word after these two is no credential.
  {
    start: /(?<![A-Za-z0-9])[Bb]earer\s{1,8}(?![A-Z]?[a-z]{1,40}(?![\w.~+/=-]))/g,
    isPart: false,
    run: ENCODED,
    least: 16,
  },
  {
    start: /(?<![A-Za-z0-9])[Bb]asic\s{1,8}(?![A-Z]?[a-z]{1,40}(?![\w.~+/=-]))/g,
    isPart: false,
    run: ENCODED,
    least: 8,
  },
  // A password in a URL.
  { start: /:\/\/[^\s:@/]{0,64}:/g, isPart: false, run: PASSWORD, least: 1, next: '@' },
];

/** Every rule, key and token begins with one of these or holds it; text without any, almost all text, is left alone. */
const ANY_SIGN =
  /gh[psour]_|github_pat_|sk-|AKIA|ASIA|npm_|glpat-|xox[abprs]-|:\/\/|x-access-token:|\.eyJ|PRIVATE KEY|authorization|bearer|basic/i;

export function maskPatterns(text: string): string {
  if (!ANY_SIGN.test(text)) return text;
  return RULES.reduce(maskRule, maskJwts(maskPrivateKeys(text)));
}

function maskRule(text: string, { start, isPart, run, least, next }: Rule): string {
  let output = '';
  let done = 0;
  start.lastIndex = 0;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const from = found.index + found[0].length;
    const end = endOfRun(text, from, run);
    if (end - from < least || (next !== undefined && !text.startsWith(next, end))) {
      // What follows may be introduced anew within a run that is too short; no run is walked more than twice.
      start.lastIndex = end - from < least ? from : end;
      continue;
    }
    output += text.slice(done, isPart ? found.index : from) + MASK;
    done = end;
    start.lastIndex = end;
  }
  start.lastIndex = 0;
  return done === 0 ? text : output + text.slice(done);
}
