/**
 * A limited resource that unauthenticated clients use. When it runs short, the share that was taken or renewed the
 * longest ago gives way, of the peer that holds the most: so a flooding client displaces itself, and where all clients
 * share one address (behind a proxy), a fast request is done before it is the oldest.
 */
export interface Share {
  /** Takes this much more. Shares that have to give way are told before this returns; this share may be one of them. */
  grow(amount: number): void;
  /** From now on the youngest of its peer. */
  renew(): void;
  /** While it is in use, unused shares of its peer give way before it. */
  use(isUsed: boolean): void;
  end(): void;
}

interface Held {
  readonly peer: string;
  readonly giveWay: () => void;
  amount: number;
  isUsed: boolean;
}

interface GiveWay {
  take(peer: string, giveWay: () => void): Share;
}

export function createGiveWay(most: number): GiveWay {
  /** The oldest first. */
  const shares = new Set<Held>();
  let taken = 0;

  function makeRoom(): void {
    while (taken > most) {
      const held = new Map<string, number>();
      for (const { peer, amount } of shares) held.set(peer, (held.get(peer) ?? 0) + amount);
      const greatest = Math.max(...held.values());
      const theirs = [...shares].filter(({ peer, amount }) => amount > 0 && held.get(peer) === greatest);
      // Never from the younger half: if all older ones are in use, a new client has not started its request yet.
      const older = theirs.slice(0, Math.ceil(theirs.length / 2));
      const oldest = older.find(({ isUsed }) => !isUsed) ?? theirs[0];
      if (oldest === undefined) return;
      end(oldest);
      oldest.giveWay();
    }
  }

  function end(share: Held): void {
    if (shares.delete(share)) taken -= share.amount;
  }

  return {
    take(peer, giveWay) {
      const share: Held = { peer, giveWay, amount: 0, isUsed: false };
      shares.add(share);
      return {
        grow(amount) {
          if (!shares.has(share)) return;
          share.amount += amount;
          taken += amount;
          makeRoom();
        },
        renew() {
          if (shares.delete(share)) shares.add(share);
        },
        use(isUsed) {
          share.isUsed = isUsed;
        },
        end: () => end(share),
      };
    },
  };
}
