/** Whether a whole message tells a paused task to go on (GH-5). Pure. */
import { linesOf, ownText } from './own-lines.ts';

const WORDS: ReadonlySet<string> = new Set([
  'continue',
  'please continue',
  'resume',
  'please resume',
  'go on',
  'please go on',
  'carry on',
  '続けて',
  '続けてください',
  '続けて下さい',
  '続行',
  '続行してください',
  '再開',
  '再開して',
  '再開してください',
]);
const TO_THE_BOT = /^[@/][\w-]{1,40}(?:\[bot\])?[\s,:、：]+/u;

export function readGoOn(text: string): boolean {
  const own = ownText(linesOf(text)).normalize('NFKC').trim().toLowerCase();
  return WORDS.has(
    own
      .replace(TO_THE_BOT, '')
      .replace(/^[/`]|[`.!。！]+$/gu, '')
      .trim(),
  );
}
