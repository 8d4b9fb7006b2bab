/** Masks PEM blocks of private keys, also unfinished ones and ones whose line breaks are written as `\n`. */
import { MASK } from './mask.ts';
import { endOfRun, kindOf } from './runs.ts';

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END [A-Z0-9 ]{0,60}-----/y;
const BODY = kindOf(/[A-Za-z0-9+/=\s\\]/, false);
const LONGEST = 20_000;

export function maskPrivateKeys(text: string): string {
  let output = '';
  let done = 0;
  BEGIN.lastIndex = 0;
  for (let begin = BEGIN.exec(text); begin !== null; begin = BEGIN.exec(text)) {
    const end = endOfKey(text, begin.index + begin[0].length);
    output += text.slice(done, begin.index) + MASK;
    done = end;
    BEGIN.lastIndex = end;
  }
  return done === 0 ? text : output + text.slice(done);
}

function endOfKey(text: string, start: number): number {
  const dashes = text.indexOf('-----', start);
  if (dashes !== -1 && dashes - start <= LONGEST) {
    END.lastIndex = dashes;
    const end = END.exec(text);
    if (end !== null) return END.lastIndex;
  }
  return endOfRun(text, start, BODY);
}
