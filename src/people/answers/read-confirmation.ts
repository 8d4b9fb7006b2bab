/**
 * Reads yes or no: the first words decide, and the rest is a remark. A counter-question, a postponement, or a yes with
 * an objection is unclear.
 */
import { formsOf, plainForms } from '../control-words.ts';
import { linesOf, ownText } from './own-lines.ts';

interface Confirmation {
  readonly verdict: 'yes' | 'no' | 'unclear';
  /** The whole message, if it says more than yes or no. */
  readonly remark: string | null;
}
type Meaning = 'yes' | 'no' | 'polite';

const YES = `y, yes, yep, yeah, yup, ok, okay, sure, fine, agreed, agree, i agree, i approve, approved, accepted, confirmed, go,
  go ahead, go for it, do it, do that, please do, proceed, looks good, looks good to me, sounds good, works for me, that is fine,
  that's fine, that works, of course, no problem, +1, 👍, ✅, 🆗,
  はい, うん, オーケー, オッケー, お願い, よろしくお願い, 賛成, 同意, 了解, 承知, 進めて, 進めましょう, やって, どうぞ, もちろん, ぜひ,
  それでいい, それで大丈夫, それでお願いします, いいですよ, 構いません, 問題ない, 問題ありません, ${formsOf('approve').join(', ')}`;
const NO = `n, no, nope, nah, don't, dont, do not, don't do it, don't do that, no way, not now, reject, rejected, disagree,
  i disagree, decline, declined, -1, 👎, ❌, 🙅,
  いいえ, だめ, ダメ, 駄目, ng, やめて, 止めて, しないで, 却下, 反対, 拒否, 不要, 承認しません`;
const CHANGE = `change it, change the plan, replan, replan it, re-plan, re-plan it, try again,
  変更, 変更で, 変えて, 計画を変更, 計画を変えて, ${formsOf('retry').join(', ')}`;
const KEEP = `keep, keep it, keep the plan, keep the current plan, leave it, leave it as it is, no change, no changes, no need,
  don't change it, don't change the plan, do not change it, do not change the plan, continue with the current plan,
  stay with the current plan, そのまま, そのままで, そのままでいい, そのまま進めて, 今のまま, 今のままで, 今のままでいい, 今の計画で,
  今の計画のまま進めて, 変えないで, 変更しないで, 変更不要`;
const GO_ON = `${formsOf('resume').join(', ')}, keep going, go on, carry on`;
const POLITE = 'please, thanks, thank you, thx, 結構, ありがとう, すみません, それで, 🙏, 🙇';

/** For: changing a plan; carrying one out or spending more; pushing exactly this change. */
const WORDS = {
  change: meanings({ polite: `${POLITE}, ${GO_ON}`, yes: `${YES}, ${CHANGE}`, no: `${NO}, ${KEEP}` }),
  consent: meanings({ polite: POLITE, yes: `${YES}, ${GO_ON}`, no: NO }),
  approval: meanings({ polite: POLITE, yes: YES, no: NO }),
};
const POLITE_ENDING = /(?:です|しました|(?:いた|致)?します)?[ねよ]*$/u;

/** What may precede an answer: a name, the slash of a command, the number of the only question. */
const BEFORE = /^(?:(?:@[\w-]{1,40}(?:\[bot\])?|\/planwright)[\s,:、]+)?(?:\/(?=\S))?(?:q?1[.):]\s*(?=\D))?/u;
/** Words that need no punctuation before what follows. */
const APART =
  /[👍👎✅❌🆗🙅🙏🙇]|(?:^|(?<=[.,!;、。！]\s?))(?:(?:yes|yep|yeah|yup|ok|okay|sure|go ahead|approved?|lgtm|no|nope|nah)(?= (?!problem|(?:need|way|changes?)(?:[^ ]|$)))|はい|いいえ)/gmu;
const BETWEEN = /[\n,.!;。、！；…~〜♪()—–]+|(?<=\s)-(?=\s)|:(?=\s|$)/u;
const PUTS_OFF =
  /\?(?:\s|$)|(?:です|ます|せん)か$|^(?:what|why|how|can|could|should|does)\b|\b(?:wait|hold|later|tomorrow|unless|if|whether|maybe|perhaps|probably|might|no idea|stop|cancel|explain|noted|let me|i will|i'll|i'd|rather)\b|待って|保留|まだ|後で|あとで|後ほど|明日|もし|なら|場合|検討|考え|相談|確認し(?:ます|て|たい)|見ておき|たぶん|多分|かも|[分わ]から|教えて|説明|中止/mu;
const OBJECTS = {
  yes: /\b(?:but|not|don't|dont|disagree|no|nope|never|(?:current|old) plan|as (?:it )?is)\b|ただし|ただ、|でも|しかし|反対|しないで|いいえ|だめ|やめ|そのまま|今の/u,
  no: /\b(?:yes|yep|yeah|go ahead)\b|はい|やっぱり|やはり/u,
} as const;

export function readConfirmation(comment: string, about: keyof typeof WORDS = 'change'): Confirmation {
  const lines = linesOf(comment);
  const prose = lines.filter(({ kind }) => kind !== 'code');
  const message = plain(ownText(prose));
  const meaningOf = (phrase: string) => meaningIn(WORDS[about], phrase);
  const said = phrasesOf(message, about);
  const verdict = meaningOf(said[0] ?? '');
  if (verdict !== 'yes' && verdict !== 'no') return { verdict: 'unclear', remark: null };
  const more = said.filter((phrase) => meaningOf(phrase) !== verdict);
  const objects = more.some((phrase) => meaningOf(phrase) !== null || OBJECTS[verdict].test(phrase));
  if (objects || PUTS_OFF.test([message, ...more].join('\n'))) return { verdict: 'unclear', remark: null };
  return { verdict, remark: more.length === 0 && prose.length === lines.length ? null : ownText(lines) };
}

/** Its phrases, without mere courtesy. */
function phrasesOf(message: string, about: keyof typeof WORDS): readonly string[] {
  const meaningOf = (phrase: string) => meaningIn(WORDS[about], phrase);
  const phrases = meaningOf(message) === null ? message.replace(APART, ',$&,').split(BETWEEN) : [message];
  return phrases.map((one) => one.trim()).filter((one) => one !== '' && meaningOf(one) !== 'polite');
}

/** Whatever else it says. */
export function beginsWithNo(comment: string): boolean {
  const prose = linesOf(comment).filter(({ kind }) => kind !== 'code');
  const [first = ''] = phrasesOf(plain(ownText(prose)), 'approval');
  return meaningIn(WORDS.approval, first) === 'no';
}

/** Whether it is a counter-question, or postpones the decision. */
export function putsOff(comment: string): boolean {
  return PUTS_OFF.test(plain(ownText(linesOf(comment))));
}

/** The meaning of the message with as little courtesy removed as necessary. */
function meaningIn(words: ReadonlyMap<string, Meaning>, phrase: string): Meaning | null {
  const forms = plainForms(phrase.replace(/^and /, ''));
  return forms.map((form) => words.get(form) ?? words.get(form.replace(POLITE_ENDING, ''))).find(Boolean) ?? null;
}

function meanings(lists: Readonly<Record<Meaning, string>>): ReadonlyMap<string, Meaning> {
  const kinds = ['polite', 'yes', 'no'] as const;
  return new Map(kinds.flatMap((meaning) => lists[meaning].split(',').map((word) => [word.trim(), meaning] as const)));
}

function plain(text: string): string {
  const marked = text.replace(/:(?:\+1|thumbsup|white_check_mark):/g, '👍').replace(/:(?:-1|thumbsdown|x):/g, '👎');
  const lower = marked.normalize('NFKC').toLowerCase().replace(/[’‘]/g, "'");
  return lower
    .replace(/[`*_"“”「」]|\uFE0F|\p{Emoji_Modifier}/gu, '')
    .trim()
    .replace(BEFORE, '');
}
