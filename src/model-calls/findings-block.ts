/** Findings, for judgements, the work, reviews and the summary. */
import { boundedLines, oneLine, type Room } from './bounded.ts';
import { openFindings, pointNumber, settledFindings, type Finding, type SettledBy } from '../state/findings.ts';

/** Points of a few lines stay whole; longer ones are cut. */
const MAX_POINT = 3_000;
const MAX_SETTLED = 160;
const SETTLED_SHOWN = 12;

/**
 * A point that was judged again without being named is no longer open, but may continue in other words: nothing fixed
 * it.
 */
type Mended = Exclude<SettledBy, 'judged_again'>;

const SETTLED: Readonly<Record<Mended, string>> = {
  done_again: 'done again since',
  replaced: 'planned anew or dropped since',
  replanned: 'the plan was changed and carried out since',
  review_passed: 'a review passed since',
};

/** Newest first, so the oldest are left out if there is no room. */
export function findingsBlock(findings: readonly Finding[], { nonce, maxBytes }: Room): string {
  const settled = settledFindings({ findings })
    .flatMap((one) => (one.settled === null || one.settled === 'judged_again' ? [] : [{ one, by: one.settled }]))
    .slice(-SETTLED_SHOWN)
    .toReversed();
  const forSettled = settled.length === 0 ? 0 : Math.floor(maxBytes / 4);
  const named = new Map(findings.map((one, at) => [one, pointNumber(at)]));
  const open = openBlock(openFindings({ findings }), { nonce, maxBytes: maxBytes - forSettled }, named);
  if (settled.length === 0) return open;
  const lines = settled.map(({ one, by }) => `- ${sourceOf(one)}: ${oneLine(one.text, MAX_SETTLED)} (${SETTLED[by]})`);
  return `${open}\nSettled on the way, open no more:\n${boundedLines('settled points', lines, { nonce, maxBytes: forSettled - 40 })}`;
}

/** `named`: with numbers by which an answer may refer to them. */
export function openBlock(
  open: readonly Finding[],
  room: Room,
  named: ReadonlyMap<Finding, string> = new Map(),
): string {
  if (open.length === 0) return 'Nothing is open.';
  const lines = open.toReversed().map((one) => {
    const number = named.get(one);
    return `- ${number === undefined ? '' : `${number}, `}${sourceOf(one)}: ${oneLine(one.text, MAX_POINT)}`;
  });
  return boundedLines('open points - newest first', lines, room);
}

function sourceOf({ by, about, subtask, isEnd }: Finding): string {
  const where = subtask ?? (by === 'judgement' ? about : null);
  const what = isEnd ? 'how an action ended' : by === 'review' ? `review of the ${about}` : by;
  return where === null ? what : `${where}, ${what}`;
}
