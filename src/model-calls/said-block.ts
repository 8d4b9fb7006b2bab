/** What people said since the request, for every model call (PLAN-2). */
import { boundedBlock, boundedText, oneLine, type Room } from './bounded.ts';
import { untrusted } from '../people/fence.ts';
import { withoutInvisible } from '../people/hidden-text.ts';
import type { Prompts } from './catalogue.ts';
import type { Said } from '../state/question.ts';

/** 4,000 tokens; beyond that the oldest messages are shortened. */
export const MAX_SAID = 16_000;
/** The length the oldest are shortened to, in characters; less if there are hundreds. */
const SHORT = 500;
const SHORTEST = 60;
/** The limit for hundreds of short messages, in rooms. */
const MOST_ROOMS = 4;
/** Longer texts are cut before hidden text is removed. */
const MAX_CLEANED = 20_000;
/** Our own words. */
const WORDS = 400;
/** Questions stay whole: an answer such as "the latter" is meaningless without their end. */
const ASKED = 2_000;
const ASKED_SHORT = 200;
const NEW = ' - new';
const REPLACED = ' - replaced: a later comment amended the plan';
const NO_MORE = 'no longer: a later comment decided otherwise';

/**
 * The newest stay whole as long as there is room, the oldest are shortened to their beginning, and none is left out.
 */
export function saidBlock(
  said: readonly Said[],
  { nonce, maxBytes }: Room,
  prompts: Prompts,
  /** Not reflected on yet. */
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
    // The last message matters most, so its end is shown, too.
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

/** An assumption without a question has the same text as its question. */
function shortened(one: Said, most: number): Said {
  const text = beginningOf(one, most);
  return { ...one, text, asked: one.asked === one.text ? text : oneLine(one.asked, Math.min(most, ASKED_SHORT)) };
}

/** The visible part of what a person wrote. */
function beginningOf({ by, text }: Said, most: number): string {
  const some = text.slice(0, MAX_CLEANED);
  const shown = by === null ? some : withoutInvisible(some).text;
  return shown.length <= most && text.length <= MAX_CLEANED ? text : `${shown.slice(0, most).toWellFormed()}…`;
}

/**
 * People's texts are Markdown that may hide text. Questions and assumptions are the model's words, and get a block of
 * their own, so that they are not mistaken for a person's.
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
