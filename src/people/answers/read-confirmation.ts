/**
 * Yes or no to a question of ours. A message that begins with a clear one and says more is one with a remark; a
 * question back, a condition, a delay, an objection or a second thought is not guessed at.
 */
import { CHANGE, GO_ON, KEEP, NO, POLITE, WEAK_NO, WEAK_YES, YES } from './confirmation-words.ts';
import { linesOf, ownText } from './own-lines.ts';

export interface Confirmation {
  readonly verdict: 'yes' | 'no' | 'unclear';
  /** All of the message, when it says more than yes or no. */
  readonly remark: string | null;
}

type Meaning = 'yes' | 'no' | 'polite';
type About = 'plan' | 'budget';
interface Part {
  readonly phrase: string;
  /** Null: words we do not know. */
  readonly meaning: Meaning | null;
}

const WORDS: { readonly [Of in About]: ReadonlyMap<string, Meaning> } = {
  plan: meanings({ yes: [YES, WEAK_YES, CHANGE], no: [NO, WEAK_NO, KEEP], polite: [POLITE, GO_ON] }),
  budget: meanings({ yes: [YES, WEAK_YES, GO_ON], no: [NO, WEAK_NO], polite: [POLITE] }),
};
const WEAK: ReadonlySet<string> = new Set([...WEAK_YES, ...WEAK_NO]);
const UNCLEAR: Confirmation = { verdict: 'unclear', remark: null };

const LONGEST_MESSAGE = 5_000;
const MENTION = /^@[\w-]{1,40}(?:\[bot\])?[\s,:、：]+/u;
/** As a command is written (GH-5); NFKC makes one of `／`. */
const SLASH = /^\/(?=\S)/;
const NUMBER = /^(?:q?1[.):：]\s*)(?=\D)/u;
const EMOJI = /[👍👎✅❌🆗🙅🙏🙇]/gu;
const BETWEEN = /[\n,.!;。、,，！；…~〜♪()（）—–]+|(?<=\s)-(?=\s)|:(?=\s)/u;
const JOINING =
  /^(?:(?:but|and|also|however|though|although|just|only|please|so|then|with|except)\b|ただし|ただ|でも|しかし|だけど|けど|なお|あと|また|その際|ついでに|そして)\s*/u;
/** `yes go ahead`, `はい変更してください`: no mark between the word and what follows. */
const LEAD = /^(?:(?:yes|yep|yeah|yup|ok|okay|sure|no|nope|nah)(?= )|はい|いいえ)\s*/u;
/** Whoever says this has not decided, or not yet, or against it. */
const HOLDS = [
  /\?/,
  /\b(?:wait|hold|not yet|not now|later|tomorrow|unless|if|whether|maybe|perhaps|probably|might|not sure|unsure|no idea|rather|stop|abort|cancel|explain|tell me|show me|i['’]ll|i['’]d|i (?:will|would|have to|need to|want to|must|am)|i['’]m|we['’]ll|we (?:will|have to|need to|must)|let me|let us|let's|(?:don't|do not) (?:know|change|re-?plan)|(?:current|old|existing|present|same) plan|as (?:it )?is)\b/,
  /^(?:what|why|how|when|who|which|where|can|could|would|should|does?|is|are)\b/,
  /待|保留|まだ|後で|あとで|後ほど|明日|もし|なら|場合|たら|検討|考え|相談|確認し(?:ます|てから|てみ|たい)|たぶん|多分|かも|[分わ]から|どう(?!ぞ)|なぜ|何|いつ|どれ|でしょうか|[すせん]か$|教えて|説明|中止|停止|やめ|今の(?:まま|計画)|現在の計画|そのまま/,
];
/** Whoever says yes and this as well may mean either, and is asked back. */
const OBJECTS = /\b(?:but|not|don't|dont|disagree)\b|ただし|反対|しないで/;
const OPPOSITE = {
  yes: /^(?:(?:no|nope|nah)\b|いいえ)|(?:\b(?:no|nope|nah)|いいえ|ダメ|だめ)$/u,
  no: /^(?:(?:yes|yep|yeah)\b|はい)|(?:\b(?:yes|yep|yeah)|はい)$/u,
} as const;

export function readConfirmation(text: string, about: About = 'plan'): Confirmation {
  const lines = linesOf(text);
  const own = ownText(lines);
  if (own.length > LONGEST_MESSAGE) return UNCLEAR;
  const parts = partsOf(ownText(lines.filter((line) => !line.isCode)), WORDS[about]);
  const verdict = verdictOf(parts);
  if (verdict === null) return UNCLEAR;
  const more = parts.filter((part) => part.meaning === null);
  if (more.length === 0) return { verdict, remark: lines.some((line) => line.isCode) ? own : null };
  const against = [...HOLDS, OPPOSITE[verdict], ...(verdict === 'yes' ? [OBJECTS] : [])];
  return more.some(({ phrase }) => against.some((words) => words.test(phrase))) || !leads(parts)
    ? UNCLEAR
    : { verdict, remark: own };
}

function verdictOf(parts: readonly Part[]): 'yes' | 'no' | null {
  const found = new Set(parts.map((part) => part.meaning));
  if (found.has('yes') === found.has('no')) return null;
  return found.has('yes') ? 'yes' : 'no';
}

/** What is more than yes or no follows it; after a word that may only say "I have read it", as a supplement. */
function leads(parts: readonly Part[]): boolean {
  const said = parts.filter((part) => part.meaning !== 'polite');
  const [first] = said;
  if (first === undefined || first.meaning === null) return false;
  const next = said.find((part) => part.meaning === null);
  return !WEAK.has(first.phrase) || next === undefined || JOINING.test(next.phrase);
}

function partsOf(text: string, words: ReadonlyMap<string, Meaning>): readonly Part[] {
  const message = normal(text).replace(MENTION, '').replace(SLASH, '').replace(NUMBER, '').replace(EMOJI, ',$&,');
  return message
    .split(BETWEEN)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .flatMap((phrase) => partsIn(phrase, words));
}

function partsIn(phrase: string, words: ReadonlyMap<string, Meaning>): readonly Part[] {
  const meaning = meaningOf(phrase, words);
  const lead = LEAD.exec(phrase)?.[0] ?? '';
  const rest = phrase.slice(lead.length);
  if (meaning !== null || lead === '' || rest === '') return [{ phrase, meaning }];
  const later = { phrase: rest, meaning: meaningOf(rest, words) };
  const isTwo = later.meaning !== null || JOINING.test(rest);
  return isTwo
    ? [{ phrase: lead.trim(), meaning: words.get(lead.trim()) ?? null }, later]
    : [{ phrase, meaning: null }];
}

function meaningOf(phrase: string, words: ReadonlyMap<string, Meaning>): Meaning | null {
  const bare = phrase.replace(/(?<=\S) (?:please|thanks|thank you)$/, '').replace(/^please (?=\S)/, '');
  const joined = phrase.replace(JOINING, '');
  return words.get(phrase) ?? words.get(bare) ?? words.get(joined) ?? null;
}

function meanings(lists: { readonly [Of in Meaning]: readonly (readonly string[])[] }): ReadonlyMap<string, Meaning> {
  const kinds = ['polite', 'yes', 'no'] as const;
  return new Map(kinds.flatMap((meaning) => lists[meaning].flat().map((word) => [normal(word), meaning] as const)));
}

function normal(text: string): string {
  const lower = text.normalize('NFKC').replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return lower
    .replace(/[’‘]/g, "'")
    .replace(/[`*_"“”「」]|\uFE0F|\p{Emoji_Modifier}/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}
