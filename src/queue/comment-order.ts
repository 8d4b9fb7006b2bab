/**
 * What waits in an inbox, in the order in which people wrote it: deliveries are acted on side by side and overtake each
 * other, and "do A" – "no, B" must not be turned round.
 */
import type { InboxItem } from '../state/stored-inbox.ts';

interface Waiting {
  readonly item: InboxItem;
}

/**
 * Comments change places among themselves only, by the number that GitHub gives them as they are made; whoever has
 * none keeps the place in which it came. What was said before a control word is not put behind it, nor the other way round.
 */
export function asWritten<Of extends Waiting>(entries: readonly Of[]): readonly Of[] {
  const ordered = [...entries];
  let places: number[] = [];
  const settle = () => {
    const sorted = places
      .flatMap((place) => entries[place] ?? [])
      .toSorted((one, other) => numberOf(one) - numberOf(other));
    sorted.forEach((entry, at) => {
      ordered[places[at] ?? 0] = entry;
    });
    places = [];
  };
  entries.forEach((entry, place) => {
    if (entry.item.kind === 'control') settle();
    else if (Number.isFinite(numberOf(entry))) places.push(place);
  });
  settle();
  return ordered;
}

function numberOf({ item }: Waiting): number {
  return item.kind === 'comment' ? (item.commentId ?? Number.NaN) : Number.NaN;
}
