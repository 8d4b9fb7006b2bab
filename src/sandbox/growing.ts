/** Bytes that come in pieces of any size, kept in one buffer of at most twice their number: a piece costs its bytes alone. */
export interface Growing {
  readonly length: () => number;
  add(piece: Buffer): void;
  /** All of it, while nothing is added. */
  peek(): Buffer;
  /** All of it; what is added later goes into another buffer. */
  take(): Buffer;
  /** Begins anew, where it was. */
  clear(): void;
}

const leastBytes = 64;
/** More is not kept for what comes next. */
const keptBytes = 128 * 1024;
const none = Buffer.alloc(0);

export function createGrowing(): Growing {
  let room = none;
  let length = 0;
  return {
    length: () => length,
    add(piece) {
      const wanted = length + piece.length;
      if (wanted > room.length) {
        // Not from Node's pool, which a few bytes would keep whole.
        const larger = Buffer.allocUnsafeSlow(Math.max(2 * room.length, wanted, leastBytes));
        room.copy(larger, 0, 0, length);
        room = larger;
      }
      length += piece.copy(room, length);
    },
    peek: () => room.subarray(0, length),
    take() {
      const taken = room.subarray(0, length);
      room = none;
      length = 0;
      return taken;
    },
    clear() {
      if (room.length > keptBytes) room = none;
      length = 0;
    },
  };
}
