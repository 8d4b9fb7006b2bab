/** Masks JSON web tokens, `eyJ….eyJ….…`, also right behind other characters. */
import { MASK } from './mask.ts';
import { endOfRun, kindOf, startOfRun } from './runs.ts';

const BASE64URL = kindOf(/[\w-]/, false);

export function maskJwts(text: string): string {
  let output = '';
  let done = 0;
  for (let dot = text.indexOf('.eyJ'); dot !== -1; dot = text.indexOf('.eyJ', Math.max(dot + 1, done))) {
    const header = text.slice(Math.max(done, startOfRun(text, dot, BASE64URL)), dot);
    const start = header.indexOf('eyJ');
    const endOfPayload = endOfRun(text, dot + 1, BASE64URL);
    if (start === -1 || header.length - start < 10 || text[endOfPayload] !== '.') continue;
    output += text.slice(done, dot - header.length + start) + MASK;
    done = endOfRun(text, endOfPayload + 1, BASE64URL);
  }
  return done === 0 ? text : output + text.slice(done);
}
