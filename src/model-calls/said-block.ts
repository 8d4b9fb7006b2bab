/** What people said since the request, as every call of the model is shown it (PLAN-2). */
import { boundedBlock, boundedText, oneLine, type Room } from './bounded.ts';
import { untrusted } from '../people/fence.ts';
import { withoutInvisible } from '../people/hidden-text.ts';
import type { Prompts } from './catalogue.ts';
import type { Said } from '../state/question.ts';

/** 4,000 tokens: beyond that the oldest are shortened. */
export const MAX_SAID = 16_000;
/** What the oldest are shortened to, in characters; where hundreds were said, to less. */
const SHORT = 500;
const SHORTEST = 60;
/** What hundreds of short ones may come to, in rooms. */
const MOST_ROOMS = 4;
/** More of one is not cleaned only to be cut. */
const MAX_CLEANED = 20_000;
/** Our own words. */
const WORDS = 400;
/** A question whole: an answer such as "the latter" says nothing without its end. */
const ASKED = 2_000;
const ASKED_SHORT = 200;
const NEW = ' - new';
const REPLACED = ' - replaced: a later comment amended the plan';
const NO_MORE = 'no longer: a later comment decided otherwise';

/** The newest stay whole as long as there is room, the oldest are shortened to their beginning, none is left out. */
export function saidBlock(
  said: readonly Said[],
  { nonce, maxBytes }: Room,
  prompts: Prompts,
  /** Nobody looked back on it yet. */
  isNew: (one: Said) => boolean = () => false,
): string {
  if (said.length === 0) return 'Nothing.';
  const order = orderOf(said, prompts, isNew);
  const blocksOf = (one: Said, room: Room) => blocksWith(one, isNew(one) ? NEW : '', room);
  const room = maxBytes - Math.max(WORDS, Buffer.byteLength(order));
  const most = Math.max(SHORTEST, Math.min(SHORT, Math.floor((MOST_ROOMS * room) / said.length)));
  const blocks = said.map((one) => blocksOf(shortened(one, most), { nonce, maxBytes: Infinity }));
  let left = room - blocks.reduce((sum, block) => sum + Buffer.byteLength(block) + 1, 0);
  for (const [at, one] of [...said.entries()].toReversed()) {
    const given = Buffer.byteLength(blocks[at] ?? '');
    const whole = blocksOf(one, { nonce, maxBytes: Infinity });
    const more = Buffer.byteLength(whole) - given;
    // The very last is what counts most: of that its end is shown, too.
    if (more > left && (at < said.length - 1 || left <= 0)) break;
    blocks[at] = more <= left ? whole : blocksOf(one, { nonce, maxBytes: given + left });
    left -= Math.min(more, left);
  }
  return [order, ...blocks].join('\n');
}

function orderOf(said: readonly Said[], prompts: Prompts, isNew: (one: Said) => boolean): string {
  return [
    prompts.render('said-parts/order', {}),
    ...(said.some(isNew) ? [prompts.render('said-parts/new', {})] : []),
    ...(said.some(({ isEarlier }) => isEarlier) ? [prompts.render('said-parts/earlier', {})] : []),
  ].join(' ');
}

/** What was assumed without asking stays that: its question is the same text. */
function shortened(one: Said, most: number): Said {
  const text = beginningOf(one, most);
  return { ...one, text, asked: one.asked === one.text ? text : oneLine(one.asked, Math.min(most, ASKED_SHORT)) };
}

/** Of what a person wrote, what can be seen of it. */
function beginningOf({ by, text }: Said, most: number): string {
  const some = text.slice(0, MAX_CLEANED);
  const shown = by === null ? some : withoutInvisible(some).text;
  return shown.length <= most && text.length <= MAX_CLEANED ? text : `${shown.slice(0, most).toWellFormed()}…`;
}

/**
 * What people wrote is Markdown with whatever they hid in it; what was asked and assumed is the model's, and stands in
 * a block of its own: nothing of it may pass for a person's word.
 */
function blocksWith(one: Said, isNew: string, { nonce, maxBytes }: Room): string {
  const { kind, by, asked, text, editedAt, isEarlier, isReplaced, gone = [], mayNotSteer } = one;
  const when = isEarlier === true ? ' - in an earlier task' : '';
  const mark = isReplaced === true ? REPLACED : '';
  if (by === null) {
    const wasAsked = asked !== text;
    const told = gone.reduce((whole, part) => whole.replace(part, () => `${part} (${NO_MORE})`), text);
    const what = wasAsked ? `Asked: ${oneLine(asked, ASKED)}\n${told}` : told;
    const label = wasAsked ? 'assumed as nobody answered' : 'assumed without asking';
    return boundedText(`${label}${when}${mark}`, what, { nonce, maxBytes });
  }
  const question = kind === 'answer' ? `${untrusted('you asked', oneLine(asked, ASKED), nonce)}\n` : '';
  const edited = editedAt === undefined ? '' : ' - edited since';
  const label = `${kind} by @${by.login}${when}${edited} - ${mayNotSteer === true ? 'no write access' : 'may steer this work'}${mark}${isNew}`;
  return question + boundedBlock(label, text, { nonce, maxBytes: maxBytes - Buffer.byteLength(question) });
}
