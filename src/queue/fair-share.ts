/**
 * Queues the excess of a flood from one repository (W11) behind everybody else's deliveries, in its own order. Counted
 * per process, since a rough number is enough to be fair.
 */
const MINUTE_MS = 60_000;
/** A flood may take long to work off; until then later deliveries must not overtake it. */
const FORGOTTEN_AFTER_MS = 3_600_000;
const MOST_KEPT = 10_000;
/** BullMQ's own limit. */
const LAST_PLACE = 2 ** 21;

interface Sender {
  minuteFrom: number;
  inMinute: number;
  place: number;
  lastAt: number;
}

/** 0: in order of arrival. Otherwise the place behind everything that has 0. */
export function createFairShare(fairPerMinute: number, now: () => number): (repositoryId: number) => number {
  const senders = new Map<number, Sender>();
  return (repositoryId) => {
    const at = now();
    const known = senders.get(repositoryId);
    const fresh = known === undefined || at - known.lastAt > FORGOTTEN_AFTER_MS;
    const sender = fresh ? { minuteFrom: at, inMinute: 0, place: 0, lastAt: at } : known;
    if (at - sender.minuteFrom >= MINUTE_MS) Object.assign(sender, { minuteFrom: at, inMinute: 0 });
    sender.inMinute += 1;
    sender.lastAt = at;
    if (sender.place > 0 || sender.inMinute > fairPerMinute) sender.place = Math.min(LAST_PLACE, sender.place + 1);
    senders.delete(repositoryId);
    senders.set(repositoryId, sender);
    if (senders.size > MOST_KEPT) forgetOldest(senders);
    return sender.place;
  };
}

/** Removes many at once, since finding the oldest entry of a map is slow after many single removals. */
function forgetOldest(senders: Map<number, Sender>): void {
  for (const oldest of senders.keys()) {
    if (senders.size <= MOST_KEPT / 2) return;
    senders.delete(oldest);
  }
}
