/** Whether a whole message tells a paused task to go on (GH-5). */
import { formsOf } from '../control-words.ts';
import { plainForms } from '../politeness.ts';
import { linesOf, ownText } from './own-lines.ts';

const WORDS: ReadonlySet<string> = new Set([...formsOf('resume'), 'go on', 'carry on']);
const TO_THE_BOT = /^[@/][\w-]{1,40}(?:\[bot\])?[\s,:、：]+/u;

/** A question is none, however polite: it may mean that work costs money again. */
export function readGoOn(text: string): boolean {
  const own = ownText(linesOf(text))
    .replace(TO_THE_BOT, '')
    .replace(/^[/`]|`(?=[.!。！]*$)/gu, '');
  return !/[?？]\s*$/u.test(own) && plainForms(own).some((form) => WORDS.has(form));
}
