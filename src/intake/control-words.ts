/** Words that steer a task without a model (GH-5), in English and Japanese. */
import { asciiLowerCase } from './plain-text.ts';

const CONTROL_WORDS = {
  stop: ['stop', 'cancel', '止めて', '停止', '中止'],
  pause: ['pause', 'hold on', '一旦停止', '一旦止めて', '一時停止'],
  resume: ['resume', 'continue', '続けて', '再開'],
  status: ['status', '状況', 'ステータス', '状況教えて'],
  retry: ['retry', 'やり直して'],
  approve: ['approve', 'lgtm', '承認'],
  plan: ['plan', '計画'],
  help: ['help', 'ヘルプ'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ControlWord = keyof typeof CONTROL_WORDS;

const LONGEST_MESSAGE = 64;
const WORDS: ReadonlyMap<string, ControlWord> = new Map(
  Object.entries(CONTROL_WORDS).flatMap(([command, words]) => words.map((word) => [word, command as ControlWord])),
);

/** The command that the whole message is, with or without a leading slash and closing punctuation; else null. */
export function readControlWord(message: string): ControlWord | null {
  const trimmed = message.trim();
  if (trimmed.length > LONGEST_MESSAGE) return null;
  const word = asciiLowerCase(trimmed.normalize('NFKC'))
    .replace(/^\//, '')
    .replace(/[\s.!。、]+$/, '');
  return WORDS.get(word) ?? null;
}
