/** Yes or no to a question of ours: only where the whole message says so. Anything else is not guessed at. Pure. */
import { linesOf, ownText } from './own-lines.ts';

const YES = [
  'y',
  'yes',
  'yep',
  'yeah',
  'yup',
  'sure',
  'ok',
  'okay',
  'k',
  'agreed',
  'i agree',
  'agree',
  'approve',
  'approved',
  'i approve',
  'accept',
  'accepted',
  'confirm',
  'confirmed',
  'go ahead',
  'go for it',
  'please do',
  'do it',
  'do so',
  'proceed',
  'lgtm',
  'looks good',
  'looks good to me',
  'sounds good',
  'fine',
  'fine by me',
  'change it',
  'change the plan',
  'replan',
  're-plan',
  'revise the plan',
  '+1',
  '👍',
  '✅',
  '🆗',
  'はい',
  'ええ',
  'うん',
  'お願いします',
  'お願い',
  'おねがいします',
  'お願い致します',
  'お願いいたします',
  'よろしくお願いします',
  '進めて',
  '進めてください',
  '進めて下さい',
  '承認',
  '承認します',
  '承認です',
  '賛成',
  '賛成です',
  '同意',
  '同意します',
  '了解',
  '了解です',
  '了解しました',
  '承知しました',
  'okです',
  'オーケー',
  'オッケー',
  'オッケーです',
  'どうぞ',
  'やって',
  'やってください',
  'やって下さい',
  'そうしてください',
  'そうして',
  'いいですよ',
  '良いです',
  '問題ありません',
  '問題ないです',
  '計画を変えて',
  '計画を変更して',
  '計画を変更してください',
  '変更してください',
  '変更して',
] as const;
const NO = [
  'n',
  'no',
  'nope',
  'nah',
  "don't",
  'dont',
  'do not',
  "don't do it",
  "don't do that",
  'do not do it',
  'no way',
  'never',
  'keep',
  'keep it',
  'keep the plan',
  'keep the current plan',
  'keep current plan',
  'keep the old plan',
  'keep it as it is',
  'keep it as is',
  'leave it',
  'leave it as it is',
  'leave it as is',
  'reject',
  'rejected',
  'disagree',
  'i disagree',
  'decline',
  'declined',
  'stay with the plan',
  'stick to the plan',
  'stick with the plan',
  "don't change it",
  "don't change the plan",
  'do not change the plan',
  'not now',
  '-1',
  '👎',
  '❌',
  '🙅',
  'いいえ',
  'いえ',
  'いや',
  'だめ',
  'ダメ',
  'だめです',
  'ダメです',
  '駄目',
  '駄目です',
  'ng',
  'ngです',
  'そのまま',
  'そのままで',
  'そのままでいいです',
  'そのままでお願いします',
  'そのままにして',
  'そのままにしてください',
  '今のまま',
  '今のままで',
  '今のままでお願いします',
  '現状維持',
  '現状維持で',
  '現状のまま',
  '現状のままで',
  'やめて',
  'やめてください',
  'やめて下さい',
  '止めてください',
  'しないで',
  'しないでください',
  '変えないで',
  '変えないでください',
  '変更しないで',
  '変更しないでください',
  '却下',
  '却下します',
  '反対',
  '反対です',
  '不要',
  '不要です',
  '必要ありません',
  '拒否',
  '拒否します',
] as const;
/** Polite, and nothing more. */
const NEITHER = [
  'please',
  'thanks',
  'thank you',
  'thx',
  '結構です',
  'ありがとう',
  'ありがとうございます',
  'すみません',
  '🙏',
  '🙇',
] as const;

type Meaning = 'yes' | 'no' | 'neither';
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ...YES.map((word) => [normal(word), 'yes'] as const),
  ...NO.map((word) => [normal(word), 'no'] as const),
  ...NEITHER.map((word) => [normal(word), 'neither'] as const),
]);

const LONGEST_MESSAGE = 200;
const MENTION = /^@[\w-]{1,40}(?:\[bot\])?[\s,:、：]+/u;
const NUMBER = /^(?:q?1[.):：]\s*)(?=\D)/u;
const EMOJI = /[👍👎✅❌🆗🙅🙏🙇]/gu;
const BETWEEN = /[\n,.!;。、,，！；…~〜♪]+/u;

export function readConfirmation(text: string): 'yes' | 'no' | 'unclear' {
  const own = ownText(linesOf(text));
  if (own.length > LONGEST_MESSAGE) return 'unclear';
  const message = normal(own).replace(MENTION, '').replace(NUMBER, '').replace(EMOJI, ',$&,');
  const meanings = new Set(
    message
      .split(BETWEEN)
      .map((phrase) => phrase.trim())
      .filter((phrase) => phrase !== '')
      .map(meaningOf),
  );
  if (meanings.has(null) || (meanings.has('yes') && meanings.has('no'))) return 'unclear';
  if (meanings.has('yes')) return 'yes';
  return meanings.has('no') ? 'no' : 'unclear';
}

function meaningOf(phrase: string): Meaning | null {
  const bare = phrase.replace(/^please (?=\S)/, '').replace(/(?<=\S) (?:please|thanks|thank you)$/, '');
  return MEANINGS.get(phrase) ?? MEANINGS.get(bare) ?? null;
}

function normal(text: string): string {
  const lower = text.normalize('NFKC').replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return lower
    .replace(/[’‘]/g, "'")
    .replace(/[`*_"“”「」]|\uFE0F|\p{Emoji_Modifier}/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}
