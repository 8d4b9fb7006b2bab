/** Estimates how many bytes of a request a conversation takes; each turn is measured once. */
import type { Discussion } from '../state/issue-content.ts';
import type { TaskRequest } from '../state/request.ts';
import type { Turn, Work } from '../state/work.ts';
import type { Task } from '../state/task.ts';

/**
 * Measured in bytes, four to a token. Each call pays for reading the conversation from the cache (5 to 10 % of the
 * price of new input), a restart for writing it again. With 1,000 tokens per step, 40,000 would be cheapest; 60,000
 * costs 5 to 14 % more and remembers half as much again. Code, at three bytes to a token, stays below 100,000 tokens,
 * where some models cost five times as much.
 */
export const CONVERSATION_TOKENS = 60_000;

const known = new WeakMap<readonly Turn[] | Turn | TaskRequest | Discussion, number>();
/** What is shown of a plan and of people's texts is bounded (model-calls/blocks.ts). */
const MAX_SHOWN_PLAN = 40_000;
const MAX_SHOWN_REQUEST = 120_000;
const MAX_SHOWN_STANDING = 8_500;
const MAX_SHOWN_DISCUSSION = 16_000;

export function conversationBytes({
  work,
  request,
  discussion,
}: Pick<Task, 'request' | 'discussion'> & { readonly work: Work }): number {
  const turns = once(work.conversation, (conversation) =>
    conversation.reduce((sum, turn) => sum + once(turn, bytesOf), 0),
  );
  if (work.conversation[0]?.kind !== 'begin') return turns;
  const said =
    discussion === undefined ? 0 : once(discussion, ({ comments }) => Math.min(MAX_SHOWN_DISCUSSION, size(comments)));
  return (
    turns +
    said +
    once(request, ({ title, body, instruction, checks = null }) =>
      Math.min(MAX_SHOWN_REQUEST, size([title, body, instruction, checks])),
    )
  );
}

/** Contains everything one has to know: the first turn of every conversation. */
export function isWhole(turn: Turn | undefined): boolean {
  return turn?.kind === 'anew' || (turn?.kind === 'begin' && turn.brief.whole !== null);
}

function once<Thing extends readonly Turn[] | Turn | TaskRequest | Discussion>(
  thing: Thing,
  measure: (thing: Thing) => number,
): number {
  const measured = known.get(thing) ?? measure(thing);
  known.set(thing, measured);
  return measured;
}

function bytesOf(turn: Turn): number {
  switch (turn.kind) {
    case 'begin': {
      const { whole, standing, ...brief } = turn.brief;
      const told = Math.min(MAX_SHOWN_STANDING, size(standing));
      return 500 + size(brief) + told + (whole === null ? 0 : Math.min(MAX_SHOWN_PLAN, size(whole)));
    }
    case 'anew':
      return turn.past.room;
    case 'replanned':
      return Math.min(MAX_SHOWN_PLAN, size(turn.plan));
    default:
      return size(turn);
  }
}

function size(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
