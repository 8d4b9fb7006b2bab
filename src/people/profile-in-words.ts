/**
 * The model profile in the first words of a request (MODEL-5): `with fast: …`, `use opus`, `fast で：…`. They must be the
 * whole text, or precede a colon or the end of their line; anything else is prose.
 */
import { plainForms } from './control-words.ts';
import { asciiLowerCase } from './same-label.ts';

export interface ProfileInWords {
  /** In the operator's spelling if it is known, else as written. */
  readonly name: string;
  readonly isKnown: boolean;
  /** It is followed by a colon. */
  readonly hasColon: boolean;
  /** The request itself; null if there is nothing else. */
  readonly rest: string | null;
}

const NAME = String.raw`["'\`「『]?(?<name>[A-Za-z0-9](?:[A-Za-z0-9._\-]{0,61}[A-Za-z0-9])?)["'\`」』]?`;
const KIND = '(?:profile|model)';
const KIND_JA = '(?:プロファイル|モデル)';
// Bounded, so that a long text takes linear time.
const SPACE = String.raw`[ \t\u3000]{1,4}`;
const SPACES = String.raw`[ \t\u3000]{0,4}`;
const FORMS = [
  String.raw`(?:with|use|using)${SPACE}(?:the${SPACE})?${KIND}${SPACE}${NAME}`,
  String.raw`(?:with|use|using)${SPACE}(?:the${SPACE})?${NAME}(?:${SPACE}${KIND})?`,
  String.raw`${NAME}${SPACES}(?:の${SPACES})?(?:${KIND_JA}${SPACES})?(?:で|を使って|を使用して)(?:やって|進めて|実行して)?`,
  String.raw`${KIND_JA}${SPACES}は?${SPACES}${NAME}(?:${SPACES}で)?`,
];
/** Before a colon, at the end of a line, or the whole text. */
const BEGINNINGS = FORMS.map(
  (form) => new RegExp(String.raw`^${form}${SPACES}(?:(?<colon>[:：])|(?=[\r\n])|[.!。]?$)(?<rest>.*)$`, 'is'),
);
/** Other names people use for models; such a name is meant as a profile, unlike in `use case: …`. */
const FAMILY = /^(?:claude|opus|sonnet|haiku|gpt|chatgpt|codex|gemini|llama|qwen|mistral|deepseek|grok)(?![a-z])/i;
const SHORTEST_SLIP = 4;

/** Null if the text begins with no such words, or with a name that need not be a profile's. */
export function readProfile(instruction: string, profiles: readonly string[]): ProfileInWords | null {
  const said = instruction.trim();
  // As the whole text, they may be put politely.
  for (const form of [said, ...plainForms(said)]) {
    const found = readForm(form, profiles);
    if (found !== null) return found;
  }
  return null;
}

function readForm(said: string, profiles: readonly string[]): ProfileInWords | null {
  for (const beginning of BEGINNINGS) {
    const { name, colon, rest = '' } = beginning.exec(said)?.groups ?? {};
    if (name === undefined) continue;
    const hasColon = colon !== undefined;
    const left = rest.trim() === '' ? null : rest.trim();
    const known = profileNamed(name, profiles);
    if (known !== null) return { name: known, isKnown: true, hasColon, rest: left };
    if (FAMILY.test(name) || isNearly(name, profiles)) return { name, isKnown: false, hasColon, rest: left };
  }
  return null;
}

/** The existing profile of that name. */
export function profileNamed(name: string, profiles: readonly string[]): string | null {
  return profiles.find((one) => one === name) ?? profiles.find((one) => plain(one) === plain(name)) ?? null;
}

function isNearly(name: string, profiles: readonly string[]): boolean {
  return name.length >= SHORTEST_SLIP && profiles.some((one) => isOneSlip(plain(one), plain(name)));
}

/** One letter is wrong, missing or extra, or two are swapped. */
function isOneSlip(one: string, other: string): boolean {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const [left, right] = [one.slice(same), other.slice(same)];
  const isOneLetter = left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1);
  return isOneLetter || (left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0]);
}

function plain(name: string): string {
  return asciiLowerCase(name);
}
