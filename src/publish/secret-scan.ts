import type { Change } from '../ports/repositories.ts';
import { disguises } from './secret-disguises.ts';

export interface SecretFinding {
  readonly path: string;
  readonly line: number;
  /** What it looks like, never the value. */
  readonly kind: string;
}

type AddedLine = Change['addedLines'][number];

/** A fixed beginning and one repeated class each: linear on any input. */
const SHAPES: readonly (readonly [kind: string, shape: RegExp])[] = [
  ['AWS access key', /(?<![A-Za-z0-9])(?:AKIA|ASIA)(?![A-Z0-9]{9}EXAMPLE)[A-Z0-9]{16}(?![A-Za-z0-9])/],
  ['AWS secret key', /aws_secret_access_key["']?\s{0,4}[=:]\s{0,4}["']?(?![A-Za-z0-9/+]{30}EXAMPLEKEY)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])/i],
  ['GitHub App token', /ghs_[A-Za-z0-9._-]{36,}/],
  ['GitHub token', /gh[pour]_[A-Za-z0-9]{36,}/],
  ['GitHub personal access token', /github_pat_[A-Za-z0-9_]{40,}/],
  ['Anthropic key', /sk-ant-[A-Za-z0-9_-]{20,}/],
  ['OpenAI key', /(?<![A-Za-z0-9])sk-(?:(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,}|[A-Za-z0-9]{48,})/],
  ['Slack token', /xox[abeprs]-[A-Za-z0-9-]{16,}|xapp-\d-[A-Za-z0-9-]{16,}/],
  ['Google API key', /AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/],
  ['Stripe key', /(?:sk|rk)_live_[A-Za-z0-9]{16,}/],
  ['npm token', /npm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/],
  ['PyPI token', /pypi-AgE[A-Za-z0-9_-]{40,}/],
  ['GitLab token', /glpat-[A-Za-z0-9_-]{20,}/],
  ['Hugging Face token', /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{34}(?![A-Za-z0-9])/],
  ['SendGrid key', /SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/],
  ['DigitalOcean token', /do[opr]_v1_[a-f0-9]{64}/],
  ['Azure storage key', /AccountKey=[A-Za-z0-9+/]{86}==/],
  ['credentials in a URL', /x-access-token:[A-Za-z0-9._~%-]{8,1000}@/],
];

const KEY_HEADER = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
const KEY_MATERIAL = /[A-Za-z0-9+/]{40}/;
const INVISIBLE = /[\0\p{Default_Ignorable_Code_Point}]/gu;

/** Added lines that hold a secret: by its shape, or by its value for the ones we know, plain or disguised. */
export function scanForSecrets(lines: readonly AddedLine[], knownValues: readonly string[] = []): readonly SecretFinding[] {
  const known = knownValues.flatMap(secretLines).flatMap(disguises);
  const findings: SecretFinding[] = [];
  for (const [index, added] of lines.entries()) {
    // NUL as well: text in UTF-16 is then read as if it were plain.
    const text = added.text.replace(INVISIBLE, '');
    const note = (kind: string): void => {
      findings.push({ path: added.path, line: added.line, kind });
    };
    for (const [kind, shape] of SHAPES) if (holds(text, shape)) note(kind);
    if (isPrivateKey(text, nextLine(lines, index))) note('private key');
    if (known.some((form) => text.includes(form))) note('secret of this service');
  }
  return findings;
}

/** Added lines are single lines, so a key of many lines is known by each of its own. */
function secretLines(secret: string): readonly string[] {
  return secret.split(/\r?\n|\\n/).filter((line) => !line.startsWith('-----'));
}

function holds(text: string, shape: RegExp): boolean {
  const all = text.matchAll(new RegExp(shape, `${shape.flags}g`));
  // `ghp_xxxxxxxx…` in a document stands for a token and is none.
  return [...all].some(([found]) => new Set(found.slice(-12)).size > 1);
}

/** The header alone is in every program that reads keys: it counts when key material follows. */
function isPrivateKey(text: string, next: string): boolean {
  const header = KEY_HEADER.exec(text);
  if (header === null) return false;
  const after = text.slice(header.index + header[0].length);
  return KEY_MATERIAL.test(after) || KEY_MATERIAL.test(next) || /Proc-Type|DEK-Info/.test(next);
}

function nextLine(lines: readonly AddedLine[], index: number): string {
  const here = lines[index];
  const next = lines[index + 1];
  const follows = here !== undefined && next !== undefined && next.path === here.path && next.line === here.line + 1;
  return follows ? next.text.replace(INVISIBLE, '') : '';
}
