/**
 * The words that steer a task without a model (GH-5), in English and Japanese, and where each counts. A control word
 * must be the whole message, however politely it is put. On a pull request it needs a mention; on an issue with an
 * active task it does not.
 */
import { asciiLowerCase } from './same-label.ts';

interface Use {
  /** The first form is the one that our texts name. */
  readonly en: readonly [string, ...string[]];
  readonly ja: readonly [string, ...string[]];
  /** After a mention or `/planwright`: does it start a new task, or steer the active one? */
  readonly addressed: 'begins' | 'steers';
  /** Without a mention: people use some words among themselves, so these count only while we wait for people. */
  readonly bare: 'always' | 'while_waiting';
  /** May it answer an open question? In an edited comment it has no other effect. `bare`: only without a mention. */
  readonly answers: 'always' | 'bare' | 'never';
  /** In a review that requests changes: its author wants these changes, whatever control word it begins with. */
  readonly requestingChanges: 'counts' | 'ignored';
}

/** The usual properties. */
const ORDER = { addressed: 'steers', bare: 'always', answers: 'never', requestingChanges: 'ignored' } as const;

const CONTROL_WORDS = {
  stop: {
    ...ORDER,
    en: ['stop', 'cancel'],
    ja: ['停止', '止めて', '中止', 'キャンセル'],
    requestingChanges: 'counts',
  },
  pause: { ...ORDER, en: ['pause', 'hold on'], ja: ['一時停止', '一旦停止', '一旦止めて'] },
  resume: {
    ...ORDER,
    en: ['resume', 'continue'],
    ja: ['再開', '続けて', '続行'],
    bare: 'while_waiting',
    answers: 'always',
  },
  status: {
    ...ORDER,
    en: ['status'],
    ja: ['状況', '状況は', '状況教えて', '状況を教えて', 'ステータス', 'ステータスは', 'ステータスを教えて'],
  },
  retry: { ...ORDER, en: ['retry'], ja: ['やり直して', 'やり直し'], addressed: 'begins', answers: 'bare' },
  retry_same_plan: {
    ...ORDER,
    en: ['retry same plan', 'retry the same plan', 'retry with the same plan'],
    ja: ['同じ計画でやり直して', '同じ計画でやり直し', '同じ計画で再実行', '同じ計画で再実行して'],
    addressed: 'begins',
  },
  approve: { ...ORDER, en: ['approve', 'lgtm'], ja: ['承認'], bare: 'while_waiting', answers: 'always' },
  plan: { ...ORDER, en: ['plan'], ja: ['計画'], addressed: 'begins' },
  help: { ...ORDER, en: ['help'], ja: ['ヘルプ'] },
} as const satisfies Readonly<Record<string, Use>>;

type Table = typeof CONTROL_WORDS;
export type ControlWord = keyof Table;
type WordsWith<Some> = { [Word in ControlWord]: Table[Word] extends Some ? Word : never }[ControlWord];

/** With a mention, it starts a new task and joins none. */
export type BeginningWord = WordsWith<{ readonly addressed: 'begins' }>;
/** Some questions accept it as an answer. */
export type AnsweringWord = WordsWith<{ readonly answers: 'always' | 'bare' }>;

export const ALL_CONTROL_WORDS = Object.keys(CONTROL_WORDS) as readonly ControlWord[];

const BY_FORM: ReadonlyMap<string, ControlWord> = new Map(
  ALL_CONTROL_WORDS.flatMap((word) => formsOf(word).map((form) => [form, word])),
);

/** The control word that is the whole message, with or without a leading slash; else null. */
export function readControlWord(message: string): ControlWord | null {
  for (const form of plainForms(message.trim().replace(/^[/／]/, ''))) {
    const word = BY_FORM.get(form);
    if (word !== undefined) return word;
  }
  return null;
}

export function useOf(word: ControlWord): Use {
  return CONTROL_WORDS[word];
}

export function formsOf(word: ControlWord): readonly string[] {
  const { en, ja } = useOf(word);
  return [...en, ...ja];
}

export function isBeginning(word: ControlWord): word is BeginningWord {
  return useOf(word).addressed === 'begins';
}

export function isAnswering(word: ControlWord): word is AnsweringWord {
  return useOf(word).answers !== 'never';
}

const LONGEST_MESSAGE = 64;
/** Courtesy is removed from the outside; the first matching layer wins. */
const LAYERS = [
  /^(?:\s|[🙏🙇]\p{Emoji_Modifier}?)+/u,
  /(?:[\s.,!?~〜…。、]|[🙏🙇]\p{Emoji_Modifier}?)+$/u,
  /^(?:please|pls|plz|kindly|(?:can|could|would|will) you)[\s,]+/u,
  /^(?:(?:どうか|すみませんが?|恐れ入りますが|申し訳(?:ありません|ございません)が|お手数(?:ですが|を(?:おかけ|お掛け)しますが))[\s、,。]*)/u,
  /[\s,.!]+(?:please|pls|plz|thanks(?: a lot| so much)?|thank you(?: very much| so much)?|thx)$/u,
  /(?:ありがとう(?:ございます)?|(?:どうぞ)?(?:よろしく|宜しく)(?:(?:お願い|おねがい)(?:し|致し|いたし)ます)?)$/u,
  /を?(?:お願い|おねがい)(?:(?:し|致し|いたし)ます|(?:でき|出来)ますか)?$/u,
  /を?(?:ください|下さい)(?:ませ)?$/u,
  // The ending of a verb leaves its `て`.
  /(?<=て)(?:もらえ|いただけ|頂け|くれ)(?:ますか|ませんか|ますでしょうか|ませんでしょうか)$/u,
  /を?して$/u,
];

/**
 * The message after removing layers of courtesy one by one, with each intermediate form: `やり直して` is a word, `停止して` is
 * not.
 */
export function plainForms(message: string): readonly string[] {
  const trimmed = message.trim();
  if (trimmed.length > LONGEST_MESSAGE) return [];
  const forms: string[] = [];
  let form = asciiLowerCase(trimmed.normalize('NFKC'));
  while (form !== '' && forms.at(-1) !== form) {
    forms.push(form);
    const outermost = LAYERS.find((layer) => layer.test(form));
    if (outermost !== undefined) form = form.replace(outermost, '');
  }
  return forms;
}
