/** Words that steer a task without a model (GH-5), in English and Japanese. A further command is a further row. */
import { asciiLowerCase } from './plain-text.ts';

const CONTROL_WORDS = {
  stop: ['stop', 'cancel', '止めて', '停止', '中止'],
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
