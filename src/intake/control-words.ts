/** Words that steer a task without a model (GH-5), in English and Japanese. */
import { plainForms } from '../questions/reading/politeness.ts';

const CONTROL_WORDS = {
  stop: ['stop', 'cancel', '止めて', '停止', '中止', 'キャンセル'],
  pause: ['pause', 'hold on', '一旦停止', '一旦止めて', '一時停止'],
  resume: ['resume', 'continue', '続けて', '続行', '再開'],
  status: ['status', '状況', '状況は', '状況教えて', '状況を教えて', 'ステータス', 'ステータスは', 'ステータスを教えて'],
  retry: ['retry', 'やり直して', 'やり直し'],
  approve: ['approve', 'lgtm', '承認'],
  plan: ['plan', '計画'],
  help: ['help', 'ヘルプ'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ControlWord = keyof typeof CONTROL_WORDS;

const WORDS: ReadonlyMap<string, ControlWord> = new Map(
  Object.entries(CONTROL_WORDS).flatMap(([command, words]) => words.map((word) => [word, command as ControlWord])),
);

/** The command that the whole message is, however politely it is put and with or without a leading slash; else null. */
export function readControlWord(message: string): ControlWord | null {
  for (const form of plainForms(message.trim().replace(/^[/／]/, ''))) {
    const word = WORDS.get(form);
    if (word !== undefined) return word;
  }
  return null;
}
