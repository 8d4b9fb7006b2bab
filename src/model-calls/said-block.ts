/** What people said since the request, as every call of the model is shown it (PLAN-2). */
import { boundedBlock, boundedText, oneLine, shares, type Room } from './bounded.ts';
import { untrusted } from '../people/fence.ts';
import type { Said } from '../state/question.ts';

/** 4,000 tokens. */
export const MAX_SAID = 16_000;
/** What the older ones are shortened to before anything else is cut, with their marks: some 500 characters of each. */
const SHORT = 800;
/** Less of one tells nothing. */
const LEAST = 640;
/** Our own words, and the marks around each. */
const WORDS = 300;
const ASKED = 200;
const REPLACED = ' - replaced: a later comment amended the plan';
const ORDER =
  'Oldest first; where two contradict each other, the later one counts. An assumption counts until somebody says otherwise.';

/** The newest stay whole, the oldest are shortened; only where there is no room for a few words of each, some are left out. */
export function saidBlock(said: readonly Said[], { nonce, maxBytes }: Room): string {
  if (said.length === 0) return 'Nothing.';
  const room = maxBytes - WORDS;
  const shown = said.slice(-Math.max(1, Math.floor(room / LEAST)));
  const older = said.length - shown.length;
  const given = limits(
    shown.map((one) => Buffer.byteLength(blocksOf(one, { nonce, maxBytes: Infinity })) + 1),
    room,
  );
  return [
    `${ORDER}${older > 0 ? ` (${older} older ones are left out.)` : ''}`,
    ...shown.map((one, at) => blocksOf(one, { nonce, maxBytes: (given[at] ?? LEAST) - 1 })),
  ].join('\n');
}

/**
 * What people wrote is Markdown with whatever they hid in it; what was asked and assumed is the model's, and stands in
 * a block of its own: nothing of it may pass for a person's word.
 */
function blocksOf({ kind, by, asked, text, isReplaced }: Said, { nonce, maxBytes }: Room): string {
  const mark = isReplaced === true ? REPLACED : '';
  if (by === null)
    return boundedText(`assumed, as nobody answered${mark}`, `Asked: ${oneLine(asked, ASKED)}\n${text}`, {
      nonce,
      maxBytes,
    });
  const question = kind === 'answer' ? `${untrusted('you asked', oneLine(asked, ASKED), nonce)}\n` : '';
  const label = `${kind} by @${by.login} - may steer this work${mark}`;
  return question + boundedBlock(label, text, { nonce, maxBytes: maxBytes - Buffer.byteLength(question) });
}

function limits(sizes: readonly number[], room: number): readonly number[] {
  const given = [...sizes];
  let sum = given.reduce((all, size) => all + size, 0);
  for (let at = 0; at < given.length && sum > room; at += 1) {
    const short = Math.min(given[at] ?? 0, SHORT);
    sum -= (given[at] ?? 0) - short;
    given[at] = short;
  }
  return sum > room ? shares(given, room) : given;
}
