/**
 * The forms of credentials. Masking accepts more forms than the search of a change does: an unnecessary mask costs
 * little, while an unnecessarily refused change stops a task.
 */
export type CharacterKind = (code: number) => boolean;

/** Text that introduces a credential, and the following run of characters. */
export interface MaskRule {
  /** Bounded in length. */
  readonly start: RegExp;
  readonly run: CharacterKind;
  readonly least: number;
  /** What must follow the run. */
  readonly next?: string;
  /** Whether the introduction is kept. */
  readonly keepsStart?: true;
}

export interface TokenPattern {
  /**
   * Forms that a change must not contain, by the name that people are told: a fixed beginning and one repeated class
   * each, so that any text takes linear time.
   */
  readonly inChanges?: Readonly<Record<string, RegExp>>;
  /** A wider form for masking; without it, the forms above are masked, bounded in length. */
  readonly masked?: MaskRule;
}

const WORD = kindOf(/\w/);
const WORD_DASH = kindOf(/[\w-]/);
const WORD_DOT_DASH = kindOf(/[\w.-]/);
const ENCODED = kindOf(/[\w.~+/=-]/);
const HEADER_VALUE = kindOf(/[^\s"'\\,;]/, true);
const PASSWORD = kindOf(/[^\s:@/"'\\]/, true);

/** In masking order, since the introduction of one credential can be a part of another. */
export const TOKEN_PATTERNS: readonly TokenPattern[] = [
  {
    // Installation tokens are 40 or, newer, about 520 characters long and contain dots.
    inChanges: { 'GitHub App token': /ghs_[\w.-]{36,}/g, 'GitHub token': /gh[pour]_[A-Za-z0-9]{36,}/g },
    masked: { start: /gh[psour]_/g, run: WORD_DOT_DASH, least: 36 },
  },
  {
    inChanges: { 'GitHub personal access token': /github_pat_\w{40,}/g },
    masked: { start: /github_pat_/g, run: WORD, least: 22 },
  },
  {
    inChanges: {
      'Anthropic key': /sk-ant-[\w-]{20,}/g,
      'OpenAI key': /(?<![A-Za-z0-9])sk-(?:proj|svcacct)-[\w-]{20,}/g,
    },
    masked: { start: /sk-(?:ant|proj|svcacct)-/g, run: WORD_DASH, least: 16 },
  },
  {
    inChanges: {
      'AWS access key': /(?<![A-Za-z0-9])(?:AKIA|ASIA)(?![A-Z0-9]{9}EXAMPLE)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
    },
    masked: {
      start: /(?<![A-Za-z0-9])(?:AKIA|ASIA)(?=[A-Z0-9]{16}(?![A-Za-z0-9]))/g,
      run: WORD,
      least: 16,
    },
  },
  {
    inChanges: { 'npm token': /npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/g },
    masked: { start: /npm_/g, run: WORD, least: 36 },
  },
  { inChanges: { 'GitLab token': /glpat-[\w-]{20,}/g }, masked: { start: /glpat-/g, run: WORD_DASH, least: 20 } },
  {
    inChanges: { 'Slack token': /xox[abprs]-[A-Za-z0-9-]{16,}/g },
    masked: { start: /xox[abprs]-/g, run: WORD_DASH, least: 10 },
  },
  {
    inChanges: { 'credentials in a URL': /x-access-token:[\w.~%-]{8,1000}@/g },
    masked: { start: /x-access-token:/g, run: PASSWORD, least: 1, keepsStart: true },
  },
  {
    masked: {
      start: /authorization[\\"']{0,8}\s{0,8}[:=]\s{0,8}[\\"']{0,8}(?:(?:basic|bearer|token)\s{1,8}(?=[^\s"'\\,;]))?/gi,
      run: HEADER_VALUE,
      least: 1,
      keepsStart: true,
    },
  },
  // An ordinary word after these two is no credential.
  {
    masked: {
      start: /(?<![A-Za-z0-9])[Bb]earer\s{1,8}(?![A-Z]?[a-z]{1,40}(?![\w.~+/=-]))/g,
      run: ENCODED,
      least: 16,
      keepsStart: true,
    },
  },
  {
    masked: {
      start: /(?<![A-Za-z0-9])[Bb]asic\s{1,8}(?![A-Z]?[a-z]{1,40}(?![\w.~+/=-]))/g,
      run: ENCODED,
      least: 8,
      keepsStart: true,
    },
  },
  {
    inChanges: {
      'OpenAI key': /(?<![A-Za-z0-9])sk-(?:admin-[\w-]{20,1000}|[A-Za-z0-9]{48,1000})/g,
      'AWS secret key':
        /aws_secret_access_key["']?\s{0,4}[=:]\s{0,4}["']?(?![A-Za-z0-9/+]{30}EXAMPLEKEY)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/gi,
      'Slack token': /(?:xoxe|xapp-\d)-[A-Za-z0-9-]{16,1000}/g,
      'Google API key': /AIza[\w-]{35}(?![\w-])/g,
      'Stripe key': /(?:sk|rk)_live_[A-Za-z0-9]{16,1000}/g,
      'PyPI token': /pypi-AgE[\w-]{40,1000}/g,
      'Hugging Face token': /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{34}(?![A-Za-z0-9])/g,
      'SendGrid key': /SG\.[\w-]{22}\.[\w-]{43}/g,
      'DigitalOcean token': /do[opr]_v1_[a-f0-9]{64}/g,
      'Azure storage key': /AccountKey=[A-Za-z0-9+/]{86}==/g,
    },
  },
  // A password in a URL.
  { masked: { start: /:\/\/[^\s:@/]{0,64}:/g, run: PASSWORD, least: 1, next: '@', keepsStart: true } },
];

export const PRIVATE_KEY_HEADER = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** Code units up to 0x7f from a table; all others alike. */
export function kindOf(pattern: RegExp, above = false): CharacterKind {
  const table = Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)));
  return (code) => (code < 128 ? table[code] === true : above);
}
